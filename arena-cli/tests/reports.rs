//! `arena report` in its forms, `arena merge`, and `arena compare` of a merged set.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../arena-core/tests/common/mod.rs"]
mod common;

use arena_core::evidence::{self, CHECKSUMS};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(args).current_dir(std::env::temp_dir());
    command
}

fn arena(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What the command says when it is not done.
fn refused(args: &[&str]) -> String {
    let output = arena(args);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{args:?}: {}",
        stdout(&output)
    );
    stderr(&output)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn historical() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records/evidence/run-37918298351")
}

#[test]
fn the_form_follows_from_the_ending_and_nothing_is_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run");
    fs::create_dir(&run).unwrap();
    common::sound(&run, 1.0);
    let magic: [(&str, &[u8]); 6] = [
        ("a.txt", b""),
        ("a.md", b"# Run v2-"),
        ("a.html", b"<!"),
        ("a.json", b"{\n"),
        ("a.csv", b"run_id,protocol,"),
        ("a.parquet", b"PAR1"),
    ];
    for (name, start) in magic {
        let out = dir.path().join(name);
        let done = arena(&["report", text(&run), "--out", text(&out)]);
        assert_eq!(done.status.code(), Some(0), "{name}: {}", stderr(&done));
        assert!(fs::read(&out).unwrap().starts_with(start), "{name}");
        let error = refused(&["report", text(&run), "--out", text(&out)]);
        assert!(error.contains("is there already; --force"), "{error}");
        let again = arena(&["report", text(&run), "--out", text(&out), "--force"]);
        assert_eq!(again.status.code(), Some(0), "{name}");
    }
    let md = fs::read_to_string(dir.path().join("a.md")).unwrap();
    assert_eq!(md, fs::read_to_string(run.join("report.md")).unwrap());
    // Two folders are one table.
    let out = dir.path().join("two.csv");
    let old = historical();
    assert!(
        arena(&["report", text(&run), text(&old), "--out", text(&out)])
            .status
            .success()
    );
    assert_eq!(
        fs::read_to_string(&out).unwrap().lines().count(),
        1 + 138 + 18
    );
    let error = refused(&[
        "report",
        text(&run),
        "--out",
        text(&dir.path().join("a.xls")),
    ]);
    assert!(error.contains("its ending names no form"), "{error}");
    let error = refused(&["report", text(&run), "--out", "/nonexistent/a.md"]);
    assert!(error.contains("/nonexistent/a.md"), "{error}");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    common::sound(dir.path(), 1.0);
    for format in ["csv", "parquet", "md"] {
        let mut child = command(&["report", text(dir.path()), "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 4]).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(stderr(&output), "", "{format}");
    }
}

#[test]
fn a_report_is_spliced_into_a_page_and_the_rest_of_it_stays() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("run");
    fs::create_dir(&run).unwrap();
    common::sound(&run, 1.0);
    let page = dir.path().join("README.md");
    let (before, after) = ("# Title\n\n<!-- result -->\n", "<!-- /result -->\nthe end");
    fs::write(&page, format!("{before}old\n{after}")).unwrap();
    let splice = ["report", text(&run), "--splice", text(&page)];
    assert!(arena(&splice).status.success());
    let spliced = fs::read_to_string(&page).unwrap();
    assert!(
        spliced.starts_with(before) && spliced.ends_with(after),
        "{spliced}"
    );
    assert!(
        spliced.contains("\n**Verdict: ") && !spliced.contains("old\n"),
        "{spliced}"
    );
    assert!(!spliced.contains("# Run "), "the page has a title");
    assert!(arena(&splice).status.success());
    assert_eq!(fs::read_to_string(&page).unwrap(), spliced);
    let error = refused(&[
        "report",
        text(&run),
        "--splice",
        text(&page),
        "--marker",
        "other",
    ]);
    assert!(
        error.contains("there is no line `<!-- other -->`"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&page).unwrap(), spliced);
}

#[test]
fn rows_of_version_1_become_a_report_without_guesses() {
    let output = arena(&["report", text(&historical())]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(
        shown.starts_with("Rows without a plan: run-37918298351\n"),
        "{shown}"
    );
    assert!(
        shown.contains("  machine        0 of 18   missing\n"),
        "{shown}"
    );
    let json = arena(&["report", text(&historical()), "--format", "json"]);
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["rows"][0]["mean_ns"], 12374.15);
    assert_eq!(value["rows"][0]["lane"], Value::Null);
}

#[test]
fn what_can_not_be_shown_is_named_with_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let error = refused(&["report", text(dir.path())]);
    assert!(
        error.contains("no folder of evidence") && error.contains("arena run"),
        "{error}"
    );
    assert!(refused(&["report", "/nonexistent"]).contains("there is no such folder"));
    let run = dir.path().join("run");
    fs::create_dir(&run).unwrap();
    common::sound(&run, 1.0);
    fs::remove_file(run.join(CHECKSUMS)).unwrap();
    let output = arena(&["report", text(&run), "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stderr(&output).contains("the run is not finished"),
        "{}",
        stderr(&output)
    );
    let quiet = arena(&["report", text(&run), "--quiet"]);
    assert_eq!(stderr(&quiet), "");
    let out = dir.path().join("set");
    let error = refused(&["merge", text(&out), text(&run)]);
    assert!(
        error.contains("not finished") && error.contains("--resume"),
        "{error}"
    );
}

/// A small finished run of a day.
fn small(root: &Path, day: u64) -> PathBuf {
    let mut plan = common::plan("v2", 6, |row| {
        row.system == "nexusq-v1" && row.operation.id() == "keygen"
    });
    plan.run_id = format!("day-{day}");
    plan.created_unix_ns = day * 86_400_000_000_000;
    let dir = root.join(format!("run-{day}"));
    fs::create_dir(&dir).unwrap();
    common::write_raw(&dir, &plan, 1.0, |_| true);
    evidence::finish(&dir).unwrap();
    dir
}

#[test]
fn a_merged_set_is_shown_and_compared_in_every_form() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) = (small(dir.path(), 1), small(dir.path(), 2));
    let set = dir.path().join("set");
    let output = arena(&["merge", text(&set), text(&first), text(&second)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.contains("1970-01-02 00:00 UTC  day-1"), "{shown}");
    assert!(
        shown.ends_with(&format!("2 runs in {}\n", text(&set.join("set.json")))),
        "{shown}"
    );
    for format in ["table", "md", "html", "json"] {
        let output = arena(&["report", text(&set), "--format", format]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{format}: {}",
            stderr(&output)
        );
        assert!(stdout(&output).contains("day-2"), "{format}");
    }
    // Three operations, five rounds, two runs.
    let rows = stdout(&arena(&["report", text(&set), "--format", "csv"]));
    assert_eq!(rows.lines().count(), 1 + 30);
    let output = arena(&["compare", text(&set), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let step = &value["keys"][0]["lines"][0]["steps"][0];
    assert_eq!(
        (&step["from"], &step["ratio"]),
        (&"day-1".into(), &1.0.into())
    );
    assert!(refused(&["compare", text(&set), text(&first)]).contains("--add"));
    assert!(refused(&["compare", text(&first)]).contains("with what should it be compared"));
}
