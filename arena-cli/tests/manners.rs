//! How the command behaves towards people and shells: exit codes, names that nobody has, pipes, terminals, roots.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, stderr, stdout};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output, Stdio};
use std::thread;

fn root() -> Root {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("liboqs", "1.0", "")
        .adapter("circl", "1.0", "crash:decaps");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

fn record() -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/records/evidence");
    format!("{root}/published-v2-record.json")
}

/// Two systems that do what they should.
fn sound_root() -> Root {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("liboqs", "1.0", "");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

/// Small enough for a test.
const TINY: [&str; 9] = [
    "run",
    "--protocol",
    "quick",
    "--alg",
    "ml-kem-768",
    "--iterations",
    "2",
    "--rounds",
    "1",
];

#[test]
fn exit_codes_are_those_that_the_help_tells() {
    let root = root();
    let folder = root.path("right");
    let (right, record) = (folder.to_str().unwrap(), record());
    let wrong = root.path("wrong");
    let wrong = wrong.to_str().unwrap();
    let man = root.path("man");
    let historical = record.replace(
        "published-v2-record.json",
        "run-37918298351/rustcrypto-kems.jsonl",
    );
    let v1 = ["--impl", "nexusq-v1", "--out", right];
    let circl = ["--impl", "circl", "--out", wrong];
    let cases: [(&[&str], i32); 23] = [
        (&["--version"], 0),
        (&[], 2),
        (&["rum"], 2),
        (&["list"], 0),
        (&["list", "nobody"], 2),
        (&["build", "nobody"], 2),
        (&["run", "--protocol", "v9"], 2),
        (&[&TINY[..], &v1].concat(), 0),
        (&[&TINY[..], &v1].concat(), 2),
        (&[&TINY[..], &circl].concat(), 1),
        (&["verify", right], 0),
        (&["verify", "nowhere"], 2),
        (&["report", right, "--format", "json"], 0),
        (&["report", "nowhere"], 2),
        (&["gate", &record], 0),
        (&["gate", &record, "--enforce"], 1),
        (&["gate", "nowhere"], 2),
        // The rows of another measurement.
        (&["normalize", &historical], 1),
        (&["normalize", "nowhere"], 2),
        (&["completions", "bash"], 0),
        (&["completions", "cobol"], 2),
        (&["man", man.to_str().unwrap()], 0),
        (&["check", "--list"], 0),
    ];
    for (arguments, code) in cases {
        let output = root.arena(arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    }
    fs::write(folder.join("report.md"), "something else").unwrap();
    assert_eq!(root.arena(&["verify", right]).status.code(), Some(1));
}

#[test]
fn a_mistyped_name_is_answered_with_what_was_meant() {
    let root = root();
    fs::create_dir_all(root.path("runs/evidence-20261130")).unwrap();
    let near = root.path("runs/evidence-20261103");
    let near = near.to_str().unwrap();
    let cases: [(&[&str], &str); 18] = [
        (&["chekc"], "'check'"),
        (&["run", "--protocl", "v2"], "'--protocol'"),
        (&["list", "nexus-v1"], "`nexusq-v1`"),
        (&["runner", "libqos"], "`liboqs`"),
        (&["build", "libosq"], "`liboqs`"),
        (&["run", "--protocol", "evidense"], "`evidence`"),
        (&["run", "--impl", "nexusq-v11"], "`nexusq-v1`"),
        (&["run", "--alg", "ml-kam"], "`ml-kem`"),
        (&["check", "--impl", "nexusqv1"], "`nexusq-v1`"),
        (&["check", "--suite", "wycheprof"], "`wycheproof`"),
        (&["check", "--alg", "ml-dsa-64"], "`ml-dsa-44`"),
        (&["count", "--impl", "LibOQS"], "`liboqs`"),
        (&["count", "--lane", "form-bytes"], "`from-bytes`"),
        (&["ct", "--method", "valgrnd"], "`valgrind`"),
        (&["run", "--op", "encap"], "`encaps`"),
        (&["compare", "nexusq-v1", "liboq"], "`liboqs`"),
        (
            &["explain", "--impl", "nexusq-v1", "--only", "historcal"],
            "`historical`",
        ),
        (&["verify", near], "runs/evidence-20261130`"),
    ];
    for (arguments, meant) in cases {
        let output = root.arena(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        assert!(said.contains(meant), "{arguments:?}: {said}");
        let asks = said.contains("did you mean") || said.contains("similar");
        assert!(asks, "{arguments:?}: {said}");
    }
    let output = root.arena(&["run", "--lane", "prepared"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn without_a_root_the_way_out_is_named_and_with_one_any_folder_will_do() {
    let elsewhere = tempfile::tempdir().unwrap();
    let root = root();
    let arena = |arguments: &[&OsStr]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command.args(arguments).current_dir(elsewhere.path());
        command
            .env_remove("ARENA_ROOT")
            .env_remove("CARGO_TARGET_DIR");
        command.output().unwrap()
    };
    let list = OsStr::new("list");
    let lost = arena(&[list]);
    assert_eq!(lost.status.code(), Some(2));
    for way_out in ["no folder `adapters`", "--root DIR", "ARENA_ROOT"] {
        assert!(stderr(&lost).contains(way_out), "{}", stderr(&lost));
    }
    let found = arena(&[list, OsStr::new("--root"), root.folder.path().as_os_str()]);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    assert!(stdout(&found).contains("nexusq-v1"));
    let wrong = arena(&[list, OsStr::new("--root"), elsewhere.path().as_os_str()]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        stderr(&wrong).contains("has no folder `adapters`"),
        "{}",
        stderr(&wrong)
    );
    // What needs no adapters needs no root.
    let gate = arena(&[OsStr::new("gate"), OsStr::new(&record())]);
    assert_eq!(gate.status.code(), Some(0), "{}", stderr(&gate));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let root = root();
    let record = record();
    let cases: [&[&str]; 5] = [
        &["list"],
        &["list", "--json"],
        &["gate", &record],
        &["completions", "zsh"],
        &["check", "--list"],
    ];
    for arguments in cases {
        let mut command = root.command(arguments);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[test]
fn quiet_says_nothing_and_verbose_says_more() {
    let root = sound_root();
    let run = |number: u32, more: &[&str]| {
        let out = root.path(&format!("run-{number}"));
        let out = ["--impl", "nexusq-v1", "--out", out.to_str().unwrap()];
        let output = root.arena(&[&TINY[..], &out, more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("nexusq-v1"));
        stderr(&output)
    };
    let usual = run(1, &[]);
    assert!(usual.contains("Evidence: "), "{usual}");
    assert_eq!(run(2, &["--quiet"]), "");
    let verbose = run(3, &["--verbose"]);
    for more in [
        "root: ",
        "nexusq-v1 ml-kem-768 encaps (prepared, round 1): ",
    ] {
        assert!(verbose.contains(more) && !usual.contains(more), "{verbose}");
    }
    // Before the command too.
    let out = root.path("run-4");
    let out = ["--impl", "nexusq-v1", "--out", out.to_str().unwrap()];
    assert_eq!(
        stderr(&root.arena(&[&["-q"], &TINY[..], &out].concat())),
        ""
    );
    assert_eq!(stderr(&root.arena(&["-q", "build"])), "");
    assert!(stderr(&root.arena(&["build"])).contains("up to date"));
}

/// What the command writes to a terminal that is its standard output and standard error.
fn on_a_terminal(root: &Root, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let name = OsStr::from_bytes(name.to_bytes());
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    let mut command = root.command(arguments);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    command.envs(variables.iter().copied());
    command
        .stdin(Stdio::null())
        .stdout(terminal.try_clone().unwrap());
    command.stderr(terminal);
    let mut child = command.spawn().unwrap();
    // The terminal's last end on this side is held by the command; reading ends when it is closed.
    drop(command);
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        let mut master = File::from(master);
        let mut buffer = [0; 4096];
        // Linux reports the end of a terminal as an error.
        while let Ok(count @ 1..) = master.read(&mut buffer) {
            text.write_all(&buffer[..count]).unwrap();
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    child.wait().unwrap();
    reader.join().unwrap()
}

#[test]
fn colours_and_bars_are_for_terminals_that_want_them() {
    const ESCAPE: char = '\x1b';
    let root = root();
    let doctor = ["doctor"];
    assert!(on_a_terminal(&root, &doctor, &[]).contains("\x1b[1m"));
    for unwanted in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let text = on_a_terminal(&root, &doctor, &[unwanted]);
        assert!(text.contains("Fitness for measuring"), "{text}");
        assert!(!text.contains(ESCAPE), "{unwanted:?}: {text}");
    }
    assert!(!stdout(&root.arena(&doctor)).contains(ESCAPE));
    // A bar is drawn by moving about; help has colours of its own.
    let run = |number: u32, variables: &[(&str, &str)]| {
        let out = root.path(&format!("seen-{number}"));
        let out = ["--impl", "nexusq-v1", "--out", out.to_str().unwrap()];
        on_a_terminal(&root, &[&TINY[..], &out].concat(), variables)
    };
    assert!(run(1, &[]).contains(ESCAPE));
    let dumb = run(2, &[("TERM", "dumb")]);
    assert!(
        dumb.contains("Evidence: ") && !dumb.contains(ESCAPE),
        "{dumb}"
    );
    assert!(on_a_terminal(&root, &["--help"], &[]).contains(ESCAPE));
    assert!(!on_a_terminal(&root, &["--help"], &[("NO_COLOR", "1")]).contains(ESCAPE));
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let root = root();
    let help = stdout(&root.arena(&["--help"]));
    let listed = help.split("Commands:").nth(1).unwrap();
    let listed = listed.split("Options:").next().unwrap().lines();
    let words = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands: Vec<&str> = words
        .filter(|word| !word.is_empty() && *word != "help")
        .collect();
    assert!(
        commands.len() >= 16 && commands.contains(&"man"),
        "{commands:?}"
    );
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&root.arena(&["completions", shell]));
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let folder = root.path("share/man1");
    let written = root.arena(&["man", folder.to_str().unwrap()]);
    assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
    for command in &commands {
        let page = fs::read_to_string(folder.join(format!("arena-{command}.1"))).unwrap();
        assert!(page.contains(".TH"), "{command}");
        assert!(
            page.contains(&format!("arena\\-{}", command.replace('-', "\\-"))),
            "{command}"
        );
        assert!(
            page.contains("Examples:") && page.contains("Exit codes"),
            "{command}"
        );
        assert!(page.contains("\\-\\-quiet"), "{command}");
    }
    assert!(folder.join("arena.1").is_file());
    assert!(!folder.join("arena-parse-only.1").exists());
}
