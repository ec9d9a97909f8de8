//! A sound folder verifies; whatever is changed in it is found and named.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::evidence::{
    self, CHECKSUMS, ENVIRONMENT, NORMALIZED, PLAN, REPORT_HTML, REPORT_MD, VERDICT,
};
use arena_core::files;
use arena_core::verify::{Verification, verify};
use std::fs;
use std::path::{Path, PathBuf};

fn findings(verification: &Verification) -> Vec<String> {
    let steps = verification.steps.iter();
    steps.flat_map(|step| step.findings.clone()).collect()
}

fn of_step<'a>(verification: &'a Verification, id: &str) -> &'a [String] {
    let step = verification.steps.iter().find(|step| step.id == id);
    &step.unwrap().findings
}

/// A small sound folder: one system, few samples.
fn small(dir: &Path) {
    let plan = common::plan("v2", 3, |row| row.system == "aws-lc");
    common::write_raw(dir, &plan, 1.0, |_| true);
    evidence::finish(dir).unwrap();
}

fn all_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(all_files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Writes the sums again, as one would who wants to hide a change.
fn sum_again(dir: &Path) {
    let sums = evidence::sums::render(&evidence::sums::of(dir).unwrap());
    fs::write(dir.join(CHECKSUMS), sums).unwrap();
}

fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from} is in {}", path.display());
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_whole_run_verifies_and_moves_to_another_folder() {
    let dir = tempfile::tempdir().unwrap();
    let (here, there) = (dir.path().join("here"), dir.path().join("there"));
    fs::create_dir(&here).unwrap();
    common::sound(&here, 1.0);
    let verification = verify(&here).unwrap();
    assert_eq!(findings(&verification), Vec::<String>::new());
    assert!(verification.ok);
    let ids: Vec<_> = verification.steps.iter().map(|step| step.id).collect();
    let expected = [
        "checksums",
        "environment",
        "plan",
        "raw-rows",
        "coverage",
        "normalized",
        "verdict",
        "report-md",
        "report-html",
    ];
    assert_eq!(ids, expected);
    fs::rename(&here, &there).unwrap();
    assert!(verify(&there).unwrap().ok);
    let before: Vec<_> = all_files(&there)
        .iter()
        .map(|path| fs::read(path).unwrap())
        .collect();
    evidence::finish(&there).unwrap();
    let after: Vec<_> = all_files(&there)
        .iter()
        .map(|path| fs::read(path).unwrap())
        .collect();
    assert_eq!(before, after, "finishing again changes nothing");
}

#[test]
fn a_flipped_byte_in_any_file_is_found_and_the_file_named() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    assert!(verify(dir.path()).unwrap().ok);
    let files = all_files(dir.path());
    assert_eq!(files.len(), 8);
    for path in files {
        let name = path.strip_prefix(dir.path()).unwrap().to_str().unwrap();
        let original = fs::read(&path).unwrap();
        let last = original.len() - 1;
        let places: Vec<usize> = if name == CHECKSUMS {
            (0..=last).collect()
        } else {
            vec![0, 1, last / 3, last / 2, last - 1, last]
        };
        for place in places {
            // The bit that turns a digit into another, or a letter into its other case.
            let mut flipped = original.clone();
            flipped[place] ^= if place % 2 == 0 { 0x01 } else { 0x20 };
            fs::write(&path, &flipped).unwrap();
            let verification = verify(dir.path()).unwrap();
            let found = of_step(&verification, "checksums");
            assert!(!verification.ok, "{name} byte {place}");
            assert!(
                found.iter().any(|finding| finding.contains(name)),
                "{name} byte {place}: {found:?}"
            );
        }
        fs::write(&path, &original).unwrap();
    }
    assert!(verify(dir.path()).unwrap().ok);
}

#[test]
fn added_and_removed_files_are_named() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    fs::write(dir.path().join("raw/more.txt"), "x").unwrap();
    let found = findings(&verify(dir.path()).unwrap());
    assert_eq!(
        found,
        ["raw/more.txt: is in the folder, but no line of SHA256SUMS lists it."]
    );
    fs::remove_file(dir.path().join("raw/more.txt")).unwrap();
    for name in [
        PLAN,
        "environment.json",
        NORMALIZED,
        VERDICT,
        REPORT_MD,
        REPORT_HTML,
        CHECKSUMS,
        "raw/arena-aws-lc.jsonl",
    ] {
        let kept = fs::read(dir.path().join(name)).unwrap();
        fs::remove_file(dir.path().join(name)).unwrap();
        let verification = verify(dir.path()).unwrap();
        assert!(!verification.ok);
        assert!(
            findings(&verification)
                .iter()
                .any(|finding| finding.contains(name)),
            "{name}"
        );
        fs::write(dir.path().join(name), kept).unwrap();
    }
    assert!(verify(dir.path()).unwrap().ok);
    let missing = verify(&dir.path().join("nowhere")).unwrap_err().to_string();
    assert!(missing.contains("nowhere: "), "{missing}");
}

/// The sums alone prove nothing: who changes a file can sum again. What follows from the raw rows is recomputed.
#[test]
fn figures_changed_with_fresh_sums_are_found_and_named() {
    let dir = tempfile::tempdir().unwrap();
    common::sound(dir.path(), 1.0);
    let changes = [
        (
            VERDICT,
            "\"overall\": \"not-met\"",
            "\"overall\": \"met\"",
            "verdict.json: /overall is `\"met\"`, recomputed `\"not-met\"`.",
        ),
        (
            VERDICT,
            "\"ok\": 138",
            "\"ok\": 137",
            "verdict.json: /coverage/ok is `137`, recomputed `138`.",
        ),
        (
            VERDICT,
            "\"rounds\": 5",
            "\"rounds\": 6",
            "/rounds is `6`, recomputed `5`.",
        ),
        (
            NORMALIZED,
            "\"median_ns\":",
            "\"median_ns\":1",
            "normalized.jsonl: line 1 is",
        ),
        (REPORT_MD, "# Run", "# run", "report.md: line 1 is `# run"),
        (REPORT_HTML, "<h1>Run", "<h1>run", "report.html: line"),
        (
            PLAN,
            "\"complete\": true",
            "\"complete\": false",
            "plan.json: says complete = false",
        ),
        (
            PLAN,
            "\"round\": 5",
            "\"round\": 6",
            "(prepared, round 5) is not among the 138 expected rows.",
        ),
        (
            PLAN,
            "\"pinned_cpu\": 1",
            "\"pinned_cpu\": 2",
            "raw/arena-aws-lc.jsonl:1: pinned_cpu is not that of plan.json.",
        ),
        (
            PLAN,
            "\"protocol\": \"v2\"",
            "\"protocol\": \"v9\"",
            "plan.json: there is no protocol `v9`",
        ),
        (
            "environment.json",
            "\"architecture\": \"",
            "\"architecture\": \"x",
            "machine is not what environment.json",
        ),
        (
            "raw/arena-aws-lc.jsonl",
            "\"samples_ns\":[1",
            "\"samples_ns\":[2",
            "malformed: raw/arena-aws-lc.jsonl:1: aws-lc ml-kem-768 keygen (prepared, round 1): measurement.summary.",
        ),
        (
            "raw/arena-aws-lc.jsonl",
            "\"status\":\"ok\"",
            "\"status\":\"failed\"",
            "malformed: raw/arena-aws-lc.jsonl:1: The row breaks schema version 2",
        ),
    ];
    for (name, from, to, finding) in changes {
        let path = dir.path().join(name);
        let original = fs::read(&path).unwrap();
        replace(&path, from, to);
        sum_again(dir.path());
        let verification = verify(dir.path()).unwrap();
        let found = findings(&verification);
        assert!(
            found.iter().any(|text| text.contains(finding)),
            "{finding}: {found:#?}"
        );
        assert!(of_step(&verification, "checksums").is_empty());
        fs::write(&path, original).unwrap();
    }
    sum_again(dir.path());
    assert!(verify(dir.path()).unwrap().ok);
}

#[test]
fn a_run_that_is_not_finished_does_not_verify_and_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let plan = common::plan("v2", 3, |row| row.system == "aws-lc");
    common::write_raw(dir.path(), &plan, 1.0, |record| {
        record.row.operation.id() != "verify"
    });
    let found = findings(&verify(dir.path()).unwrap());
    assert!(
        found
            .iter()
            .any(|finding| finding.starts_with("SHA256SUMS: ")),
        "{found:?}"
    );
    assert!(found.contains(
        &"missing: aws-lc ml-dsa-65 verify (prepared, round 1) is in no file.".to_owned()
    ));
    // A row that was being written when the driver was killed.
    let raw = dir.path().join("raw/arena-aws-lc.jsonl");
    let mut bytes = fs::read(&raw).unwrap();
    bytes.truncate(bytes.len() - 10);
    fs::write(&raw, bytes).unwrap();
    let found = findings(&verify(dir.path()).unwrap());
    assert!(found.iter().any(|finding| finding.contains("raw/arena-aws-lc.jsonl:5: The last line does not end")), "{found:?}");
}

#[test]
fn failed_and_wrong_rows_are_sound_evidence() {
    let dir = tempfile::tempdir().unwrap();
    let plan = common::plan("v2", 3, |row| row.system == "aws-lc");
    common::write_raw(dir.path(), &plan, 1.0, |record| {
        match record.row.operation.id() {
            "decaps" => common::fail(record, "killed"),
            "verify" => common::spoil(record, "accepts anything"),
            _ => {}
        }
        true
    });
    evidence::finish(dir.path()).unwrap();
    let verification = verify(dir.path()).unwrap();
    assert!(verification.ok, "{:?}", findings(&verification));
}

#[test]
fn a_derived_file_can_be_a_folder_without_a_panic() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    fs::remove_file(dir.path().join(VERDICT)).unwrap();
    fs::create_dir(dir.path().join(VERDICT)).unwrap();
    assert!(!verify(dir.path()).unwrap().ok);
    let written = files::write_atomic(&dir.path().join(VERDICT), b"x");
    assert!(written.is_err());
}

/// The run whose figures the README shows. If this fails because a report's form was changed on
/// purpose, raise the version of arena-core: see docs/formats.md.
#[test]
fn the_published_run_verifies() {
    let dir = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/records/evidence/arena-v2-20261130"
    );
    let verification = verify(Path::new(dir)).unwrap();
    assert!(verification.ok, "{verification:?}");
    assert!(
        verification
            .steps
            .iter()
            .any(|step| step.detail.contains("138 of 138"))
    );
}

#[test]
fn a_report_of_another_arena_is_not_compared_but_its_figures_are() {
    let dir = tempfile::tempdir().unwrap();
    small(dir.path());
    let path = dir.path().join(ENVIRONMENT);
    let version = format!("\"arena\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let facts = fs::read_to_string(&path).unwrap();
    assert!(facts.contains(&version));
    fs::write(&path, facts.replace(&version, "\"arena\": \"0.0.1\"")).unwrap();
    let report = dir.path().join("report.md");
    fs::write(&report, "another form\n").unwrap();
    let step = |id: &str| {
        let steps = verify(dir.path()).unwrap().steps;
        steps.into_iter().find(|step| step.id == id).unwrap()
    };
    assert!(step("report-md").ok);
    assert!(
        step("report-md")
            .detail
            .contains("not compared: arena 0.0.1")
    );
    let verdict = dir.path().join("verdict.json");
    let text = fs::read_to_string(&verdict).unwrap();
    fs::write(&verdict, text.replacen("0.95", "0.96", 1)).unwrap();
    assert!(!step("verdict").ok);
}
