//! A driver that is killed loses no finished row, and `--resume` completes the run.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, rows, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

fn root() -> Root {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("nexusq-v2", "1.0", "");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

const RUN: [&str; 9] = [
    "run",
    "--quiet",
    "--impl",
    "nexusq-v1,nexusq-v2",
    "--alg",
    "ml-kem-768",
    "--iterations",
    "5",
    "--out",
];
/// Two systems, three operations, five rounds.
const ROWS: usize = 2 * 3 * 5;

#[test]
fn killed_at_any_moment_and_resumed_the_run_is_complete() {
    let root = root();
    let mut interrupted = 0;
    for rows_before in [0, 1, 3, 7, 15, 16, 29] {
        let folder = root.path(&format!("killed-after-{rows_before}"));
        let shown = folder.to_str().unwrap();
        let mut arguments = RUN.to_vec();
        arguments.push(shown);
        let mut driver = root
            .command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while driver.try_wait().unwrap().is_none() {
            if folder.join("environment.json").exists()
                && finished_lines(&folder).len() >= rows_before
            {
                break;
            }
            thread::sleep(Duration::from_micros(200));
        }
        driver.kill().unwrap();
        driver.wait().unwrap();
        let before = finished_lines(&folder);
        interrupted += usize::from(before.len() < ROWS);
        let output = root.arena(&["run", "--quiet", "--resume", shown]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let after = finished_lines(&folder);
        assert!(
            before.is_subset(&after),
            "a finished row was lost or changed"
        );
        assert_eq!(rows(&folder).len(), ROWS);
        let verified = root.arena(&["verify", shown]);
        assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
    }
    assert!(
        interrupted >= 4,
        "only {interrupted} of 7 runs were interrupted"
    );
}

/// The lines of all raw files that end with a line feed.
fn finished_lines(folder: &std::path::Path) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(folder.join("raw")) else {
        return BTreeSet::new();
    };
    let mut lines = BTreeSet::new();
    for entry in entries {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        lines.extend(
            text.split_inclusive('\n')
                .filter(|line| line.ends_with('\n'))
                .map(str::to_owned),
        );
    }
    lines
}

#[test]
fn a_torn_line_is_measured_again() {
    let root = root();
    let folder = root.path("torn");
    let shown = folder.to_str().unwrap();
    let mut arguments = RUN.to_vec();
    arguments.push(shown);
    assert!(root.arena(&arguments).status.success());
    let raw = folder.join("raw/pqc-arena-v1-reference.jsonl");
    let text = fs::read_to_string(&raw).unwrap();
    fs::write(&raw, &text[..text.len() - 20]).unwrap();
    let output = root.arena(&["run", "--quiet", "--resume", shown]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(rows(&folder).len(), ROWS);
    assert_eq!(root.arena(&["verify", shown]).status.code(), Some(0));
}

/// What a driver leaves that is killed while it writes a file, before its first row or after its last.
#[test]
fn half_written_files_are_no_obstacle() {
    let root = root();
    let folder = root.path("half-written");
    let shown = folder.to_str().unwrap();
    let mut arguments = RUN.to_vec();
    arguments.push(shown);
    fs::create_dir_all(folder.join("raw")).unwrap();
    fs::write(folder.join("plan.json"), "{}").unwrap();
    fs::write(folder.join(".environment.json.tmp"), "{").unwrap();
    let too_early = root.arena(&["run", "--quiet", "--resume", shown]);
    assert_eq!(too_early.status.code(), Some(2));
    let text = stderr(&too_early);
    assert!(text.contains("nothing to resume"), "{text}");
    let begun = root.arena(&arguments);
    assert!(begun.status.success(), "{}", stderr(&begun));

    for name in [".SHA256SUMS.tmp", ".report.md.tmp", ".normalized.jsonl.tmp"] {
        fs::write(folder.join(name), "half").unwrap();
        let resumed = root.arena(&["run", "--quiet", "--resume", shown]);
        assert!(resumed.status.success(), "{}", stderr(&resumed));
        let verified = root.arena(&["verify", shown]);
        let text = stdout(&verified);
        assert_eq!(verified.status.code(), Some(0), "{name}: {text}");
    }
    // A run that has begun is not begun again.
    let again = root.arena(&arguments);
    assert!(
        stderr(&again).contains("is not empty"),
        "{}",
        stderr(&again)
    );
}

#[test]
fn resume_refuses_what_would_mix_two_runs() {
    let root = root();
    let folder = root.path("mixed");
    let shown = folder.to_str().unwrap();
    let mut arguments = RUN.to_vec();
    arguments.push(shown);
    assert!(root.arena(&arguments).status.success());

    let with_flag = root.arena(&["run", "--resume", shown, "--iterations", "9"]);
    assert_eq!(with_flag.status.code(), Some(2));
    assert!(
        stderr(&with_flag).contains("cannot be used with"),
        "{}",
        stderr(&with_flag)
    );

    let nothing = root.arena(&["run", "--resume", root.path("nowhere").to_str().unwrap()]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(
        stderr(&nothing).contains("nothing to resume"),
        "{}",
        stderr(&nothing)
    );

    // Another executable under the same name.
    let runner = root.path("target/runners/runner-nexusq-v1");
    fs::OpenOptions::new()
        .append(true)
        .open(&runner)
        .unwrap()
        .write_all(b"x")
        .unwrap();
    let other = root.arena(&["run", "--resume", shown]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        stderr(&other).contains("the runner of `nexusq-v1` is another one"),
        "{}",
        stderr(&other)
    );

    // Another machine.
    let facts = folder.join("environment.json");
    let text = fs::read_to_string(&facts).unwrap();
    fs::write(
        &facts,
        text.replace("\"architecture\": \"", "\"architecture\": \"z"),
    )
    .unwrap();
    let moved = root.arena(&["run", "--resume", shown]);
    assert_eq!(moved.status.code(), Some(2));
    assert!(
        stderr(&moved).contains("begun on another machine"),
        "{}",
        stderr(&moved)
    );
}
