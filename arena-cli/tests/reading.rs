//! The sub-commands that read evidence: normalize, gate, verify, report. No adapter is needed.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../arena-core/tests/common/mod.rs"]
mod common;

use arena_core::evidence::{self, CHECKSUMS, VERDICT};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn arena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(args)
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records/evidence")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn gate_says_that_the_published_figure_does_not_follow() {
    let file = records().join("published-v2-record.json");
    let output = arena(&["gate", text(&file)]);
    assert_eq!(output.status.code(), Some(0));
    let shown = stdout(&output);
    assert!(
        shown.contains("recomputed from the table: 1.0612\n"),
        "{shown}"
    );
    assert!(
        shown.contains("as published:              1.0647513576\n"),
        "{shown}"
    );
    assert!(
        shown.contains("does not follow from the published table"),
        "{shown}"
    );
    let output = arena(&["gate", text(&file), "--json"]);
    assert_eq!(json(&output)["kind"], "published-record");
    assert_eq!(json(&output)["overall"], "unresolved");
    assert_eq!(
        arena(&["gate", text(&file), "--enforce"]).status.code(),
        Some(1)
    );
}

#[test]
fn gate_records_and_blocks_only_when_enforced() {
    let dir = tempfile::tempdir().unwrap();
    common::write_raw(dir.path(), &common::whole(), 1.2, |_| true);
    let output = arena(&["gate", text(dir.path())]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.contains("not met     geometric-mean: "), "{shown}");
    assert!(
        shown.contains("met         coverage: 138 of 138 rows"),
        "{shown}"
    );
    assert!(
        shown.lines().all(|line| line.chars().count() <= 80),
        "{shown}"
    );
    let stored: Value =
        serde_json::from_slice(&std::fs::read(dir.path().join(VERDICT)).unwrap()).unwrap();
    let output = arena(&["gate", text(dir.path()), "--json", "--enforce"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output), stored);
    assert_eq!(arena(&["verify", text(dir.path())]).status.code(), Some(0));

    let fast = tempfile::tempdir().unwrap();
    common::sound(fast.path(), 0.5);
    let output = arena(&["gate", text(fast.path()), "--enforce"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn gate_does_not_paper_over_a_changed_folder() {
    let dir = tempfile::tempdir().unwrap();
    common::sound(dir.path(), 1.2);
    let path = dir.path().join(VERDICT);
    let changed = std::fs::read_to_string(&path)
        .unwrap()
        .replace("not-met", "met");
    std::fs::write(&path, &changed).unwrap();
    let output = arena(&["gate", text(dir.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("is not this verdict"),
        "{}",
        stderr(&output)
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), changed);
}

#[test]
fn verify_names_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    common::sound(dir.path(), 1.0);
    let output = arena(&["verify", text(dir.path())]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).ends_with("Everything holds.\n"));
    let raw = evidence::raw_path(dir.path(), "arena-circl");
    let mut bytes = std::fs::read(&raw).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&raw, bytes).unwrap();
    let output = arena(&["verify", text(dir.path())]);
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output);
    assert!(shown.contains("WRONG  checksums"), "{shown}");
    assert!(shown.contains("raw/arena-circl.jsonl"), "{shown}");
    let output = arena(&["verify", text(dir.path()), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["ok"], false);
    assert_eq!(json(&output)["steps"][0]["id"], "checksums");
    std::fs::remove_file(dir.path().join(CHECKSUMS)).unwrap();
    assert_eq!(arena(&["verify", text(dir.path())]).status.code(), Some(1));
    let output = arena(&["verify", "/nonexistent/run"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("/nonexistent/run"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn normalize_reads_the_historical_rows_and_names_the_missing_ones() {
    let folder = records().join("run-37918298351");
    let files: Vec<PathBuf> = ["aws-lc-ec05f25", "pq-code-package", "rustcrypto-kems"]
        .iter()
        .map(|name| folder.join(format!("{name}.jsonl")))
        .collect();
    let mut args = vec!["normalize"];
    args.extend(files.iter().map(|file| text(file)));
    let output = arena(&args);
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output);
    assert!(
        shown.starts_with("18 rows from 3 files; protocol v2 expects 138.\n"),
        "{shown}"
    );
    assert!(shown.contains("missing: botan ml-dsa-65 sign (prepared, round 1) is in no file."));
    assert_eq!(shown.matches("missing: ").count(), 120);
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("normalized.jsonl");
    args.extend(["--json", "--out", text(&out)]);
    let output = arena(&args);
    let value = json(&output);
    assert_eq!(value["rows"].as_array().unwrap().len(), 18);
    assert_eq!(value["findings"].as_array().unwrap().len(), 120);
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 18);
}

#[test]
fn normalize_of_a_whole_run_finds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    common::sound(dir.path(), 1.0);
    let raw = evidence::raw_files(dir.path()).unwrap();
    let mut args = vec!["normalize"];
    args.extend(raw.iter().map(|file| text(&file.path)));
    let output = arena(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).ends_with("every expected row is there once.\n"));
    args.extend(["--protocol", "v7"]);
    let output = arena(&args);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("known are evidence, v2, quick"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn report_has_three_forms() {
    let dir = tempfile::tempdir().unwrap();
    common::sound(dir.path(), 1.0);
    let table = arena(&["report", text(dir.path())]);
    assert!(stdout(&table).contains("ML-KEM-768 keygen (prepared)"));
    let md = arena(&["report", text(dir.path()), "--format", "md"]);
    let stored = std::fs::read_to_string(dir.path().join("report.md")).unwrap();
    assert_eq!(stdout(&md), stored);
    let value = json(&arena(&["report", text(dir.path()), "--format", "json"]));
    assert_eq!(value["verdict"]["coverage"]["ok"], 138);
    assert_eq!(value["groups"].as_array().unwrap().len(), 15);
}

#[test]
fn what_is_no_evidence_is_refused_with_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.json");
    std::fs::write(&file, "{}").unwrap();
    for args in [
        ["gate", text(&file)],
        ["gate", text(dir.path())],
        ["report", text(dir.path())],
    ] {
        let output = arena(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(args[1]), "{}", stderr(&output));
    }
    let output = arena(&["normalize", "/nonexistent/a.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
}
