//! Ctrl-C in the middle of the work: what is finished is kept, the message says how to go on, runners are ended, and the
//! exit code is that of the signal.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, rows, stderr};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Hangs in the 31st key generation of a process: when it is timed, and not when it is asked about another.
const HANGS_ALONE: &str = "hang:keygen:30";
/// The same of two blocks of a lane and the next lane.
const HANGS_IN_TURNS: &str = "hang:keygen:100";
/// The same of sixteen blocks.
const HANGS_COMPARED: &str = "hang:keygen:700";

/// Two systems of which the second hangs; it has an hour for it.
fn root(fault: &str) -> Root {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("nexusq-v2", "1.0", fault);
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

/// Takes the fault out of the second adapter's manifest; its executable stays the same.
fn mend(root: &Root) {
    let path = root.path("adapters/nexusq-v2/adapter.toml");
    let manifest = fs::read_to_string(&path).unwrap();
    let start = manifest.find(", 'hang:").unwrap();
    let end = start + manifest[start..].find(']').unwrap();
    fs::write(path, manifest[..start].to_owned() + &manifest[end..]).unwrap();
}

fn spawn(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
}

/// Waits until the folder of runs has so many rows and a runner hangs in the next.
fn wait_for_rows(child: &mut Child, folder: &Path, count: usize) {
    while !folder.join("raw").is_dir() || rows_so_far(folder) < count {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    // The hanging row is begun right after this; how far it is makes no difference.
}

fn rows_so_far(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("raw")).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.map(|text| text.matches('\n').count()).sum()
}

/// What it wrote on standard error, and its exit code.
fn end(mut child: Child) -> (Option<i32>, String) {
    let mut text = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    (child.wait().unwrap().code(), text)
}

fn runners(root: &Root) -> Vec<PathBuf> {
    let folder = root.path("target/runners");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let programs = processes.filter_map(|process| fs::read_link(process.path().join("exe")).ok());
    programs
        .filter(|program| program.starts_with(&folder))
        .collect()
}

/// The arguments after `go on with `arena ...``.
fn way_out(said: &str) -> Vec<String> {
    let start = said
        .find("go on with `arena ")
        .unwrap_or_else(|| panic!("{said}"));
    let command = said[start..].split('`').nth(1).unwrap();
    command.split(' ').skip(1).map(str::to_owned).collect()
}

/// Interrupts a run that hangs after `before` rows, finishes it as its message says, and looks at the folder.
fn interrupted_and_resumed(
    fault: &str,
    arguments: &[&str],
    before: usize,
    (signal, code): (Signal, i32),
) {
    let root = root(fault);
    let folder = root.path("evidence");
    let shown = folder.to_str().unwrap();
    let arguments = [arguments, &["--cpu", "none", "--out", shown]].concat();
    let mut child = spawn(root.command(&arguments));
    wait_for_rows(&mut child, &folder, before);
    send(&child, signal);
    let (ended, said) = end(child);
    assert_eq!(ended, Some(code), "{said}");
    assert!(said.contains("finished rows are kept"), "{said}");
    assert_eq!(runners(&root), Vec::<PathBuf>::new());
    let kept = rows(&folder);
    assert!(kept.len() >= before);
    assert!(kept.iter().all(|row| row["status"] == "ok"), "{kept:?}");
    mend(&root);
    let way_out = way_out(&said);
    let way_out: Vec<&str> = way_out.iter().map(String::as_str).collect();
    let resumed = root.arena(&way_out);
    assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
    complete(&root, &folder, &kept);
}

/// Every planned row is there once, those from before as they were, and the folder verifies.
fn complete(root: &Root, folder: &Path, kept: &[Value]) {
    let plan = fs::read_to_string(folder.join("plan.json")).unwrap();
    let plan: Value = serde_json::from_str(&plan).unwrap();
    let all = rows(folder);
    assert_eq!(all.len(), plan["rows"].as_array().unwrap().len());
    for row in kept {
        assert!(all.contains(row), "a finished row was lost: {row}");
    }
    let verified = root.arena(&["verify", folder.to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
}

const SMALL: [&str; 8] = [
    "--alg",
    "ml-kem-768",
    "--impl",
    "nexusq-v1,nexusq-v2",
    "--warmups",
    "1",
    "--timeout",
    "3600",
];

#[test]
fn a_run_can_be_resumed_after_ctrl_c() {
    // Three rows of the first system.
    let run = ["run", "--rounds", "1", "--iterations", "60"];
    interrupted_and_resumed(
        HANGS_ALONE,
        &[&run[..], &SMALL].concat(),
        3,
        (Signal::INT, 130),
    );
}

#[test]
fn a_run_can_be_resumed_after_what_a_batch_system_sends() {
    let run = ["run", "--rounds", "1", "--iterations", "60"];
    interrupted_and_resumed(
        HANGS_ALONE,
        &[&run[..], &SMALL].concat(),
        3,
        (Signal::TERM, 143),
    );
}

#[test]
fn a_run_in_turns_can_be_resumed() {
    let run = [
        "run",
        "--protocol",
        "evidence",
        "--rounds",
        "1",
        "--op",
        "keygen",
        "--iterations",
        "64",
    ];
    // The first lane, of two systems.
    interrupted_and_resumed(
        HANGS_IN_TURNS,
        &[&run[..], &SMALL].concat(),
        2,
        (Signal::INT, 130),
    );
}

#[test]
fn a_comparison_can_be_resumed() {
    let compare = ["compare", "nexusq-v1", "nexusq-v2", "--alg", "ml-kem-768"];
    let wishes = ["--op", "keygen", "--rounds", "1"];
    // The first lane, of both and the control.
    interrupted_and_resumed(
        HANGS_COMPARED,
        &[&compare[..], &wishes].concat(),
        3,
        (Signal::INT, 130),
    );
}

#[test]
fn an_explanation_can_be_resumed() {
    // The historical measurement makes 60 encapsulations in a process.
    let root = root("hang:encaps:30");
    let folder = root.path("why");
    let arguments = [
        "explain",
        "--no-builds",
        "--repeats",
        "1",
        "--only",
        "historical",
        "--cpu",
    ];
    let rest = ["none", "--out", folder.to_str().unwrap()];
    let mut child = spawn(root.command(&[&arguments[..], &rest].concat()));
    let first = folder.join("runs/historical/001");
    wait_for_rows(&mut child, &first, 1);
    send(&child, Signal::INT);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    assert_eq!(runners(&root), Vec::<PathBuf>::new());
    let kept = rows(&first);
    mend(&root);
    let way_out = way_out(&said);
    let way_out: Vec<&str> = way_out.iter().map(String::as_str).collect();
    // It goes on behind what is there. That is enough; to its end it would take some hundred rows more.
    let mut child = spawn(root.command(&way_out));
    wait_for_rows(&mut child, &first, kept.len() + 2);
    send(&child, Signal::INT);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    let all = rows(&first);
    assert!(all.len() > kept.len() && kept.iter().all(|row| all.contains(row)));
    // Begun with other settings, or in the same place anew: refused.
    let anew = root.arena(&[&arguments[..], &rest].concat());
    assert_eq!(anew.status.code(), Some(2));
    assert!(stderr(&anew).contains("--resume"), "{}", stderr(&anew));
}

#[test]
fn an_interrupted_check_says_that_nothing_was_written() {
    let root = root("hang:encaps");
    let out = root.path("checks.json");
    let check = [
        "check",
        "--suite",
        "interop",
        "--timeout",
        "3600",
        "--out",
        out.to_str().unwrap(),
    ];
    let mut child = spawn(root.command(&check));
    while runners(&root).len() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
    send(&child, Signal::INT);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted; nothing was written"), "{said}");
    assert!(!out.exists());
    assert_eq!(runners(&root), Vec::<PathBuf>::new());
}

#[test]
fn an_interrupted_build_keeps_the_runner_that_was_there() {
    let root = root("");
    let runner = fs::read(root.path("target/runners/runner-nexusq-v1")).unwrap();
    let root = root.adapter_built_by(
        "nexusq-v1",
        "['sh', '-c', 'sleep 3600 & echo begun; wait']",
        "1.0",
        "",
    );
    let child = spawn(root.command(&["build", "nexusq-v1"]));
    let log = root.path("target/runners/nexusq-v1.log");
    while !fs::read_to_string(&log).is_ok_and(|text| text.contains("begun")) {
        thread::sleep(Duration::from_millis(5));
    }
    send(&child, Signal::INT);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("`arena build` goes on from there"), "{said}");
    assert_eq!(
        fs::read(root.path("target/runners/runner-nexusq-v1")).unwrap(),
        runner
    );
    assert!(!root.path("target/runners/nexusq-v1.failed").exists());
}

#[test]
fn a_second_time_ends_at_once() {
    // Reading this manifest never ends, so nothing looks at the first signal.
    let root = Root::new();
    let adapter = root.path("adapters/endless");
    fs::create_dir_all(&adapter).unwrap();
    let made = Command::new("mkfifo")
        .arg(adapter.join("adapter.toml"))
        .status();
    assert!(made.unwrap().success());
    let mut child = spawn(root.command(&["build", "--verbose"]));
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut next = |what: &str| loop {
        let line = lines.next().unwrap().unwrap();
        if line.contains(what) {
            return;
        }
    };
    // Signals are watched before the root is looked for.
    next("root: ");
    send(&child, Signal::INT);
    next("A second time ends at once");
    assert!(child.try_wait().unwrap().is_none());
    send(&child, Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(143));
}
