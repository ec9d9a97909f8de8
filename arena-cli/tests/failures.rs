//! Runners that misbehave: each costs its own rows, the rows say why, and the rest is complete.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, outcome, rows, stderr, stdout};
use std::fs;
use std::process::Command;

const RUN: [&str; 10] = [
    "run",
    "--alg",
    "ml-kem-768",
    "--iterations",
    "2",
    "--warmups",
    "0",
    "--rounds",
    "1",
    "--timeout",
];

fn run(root: &Root, timeout: &str, more: &[&str]) -> std::process::Output {
    let out = root.path("out");
    let mut arguments = RUN.to_vec();
    arguments.extend([timeout, "--out", out.to_str().unwrap()]);
    arguments.extend(more);
    root.arena(&arguments)
}

#[test]
fn every_kind_of_fault_costs_its_own_rows_and_says_so() {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("nexusq-v2", "1.0", "")
        .adapter("liboqs", "1.0", "crash:decaps")
        .adapter("openssl", "1.0", "hang:decaps")
        .adapter("rustcrypto", "1.0", "garbage:decaps")
        .adapter("circl", "1.0", "wrong:decaps")
        .adapter("aws-lc", "1.0", "lack:decaps")
        .adapter("botan", "9.9", "")
        .adapter_built_by("pqcp", "['false']", "1.0", "");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    assert!(
        stderr(&built).contains("1 of 9 adapters not built"),
        "{}",
        stderr(&built)
    );

    let output = run(&root, "1", &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let folder = root.path("out");
    let rows = rows(&folder);
    assert_eq!(rows.len(), 27);
    for (system, kind, words) in [
        (
            "liboqs",
            "crashed",
            "ended by signal 6 (abort); its standard error ends: about to abort",
        ),
        (
            "openssl",
            "hung",
            "no reply to `time` within 1 s; it was killed",
        ),
        (
            "rustcrypto-kems",
            "garbage",
            "it starts with \"=== progress 42 % ===\\n\"",
        ),
        ("aws-lc", "unsupported", "not supported: this operation"),
    ] {
        let (status, found, reason) = outcome(&rows, system, "decaps");
        assert_eq!(
            (status.as_str(), found.as_str()),
            ("failed", kind),
            "{system}: {reason}"
        );
        assert!(reason.contains(words), "{system}: {reason}");
        for operation in ["keygen", "encaps"] {
            let (status, _, reason) = outcome(&rows, system, operation);
            assert_eq!(status, "ok", "{system} {operation}: {reason}");
        }
    }
    let (status, _, reason) = outcome(&rows, "circl", "decaps");
    assert_eq!(status, "mismatch");
    assert!(
        reason.contains("the ciphertext opens to another shared secret"),
        "{reason}"
    );
    for operation in ["keygen", "encaps", "decaps"] {
        let (_, kind, reason) = outcome(&rows, "botan", operation);
        assert_eq!(kind, "wrong-version");
        assert!(
            reason.contains("adapter.toml says version 1.0, the runner reports 9.9"),
            "{reason}"
        );
        let (_, kind, reason) = outcome(&rows, "pq-code-package", operation);
        assert_eq!(kind, "not-built");
        assert!(
            reason.contains("`false ` ended with exit code 1"),
            "{reason}"
        );
        for system in ["nexusq-v1", "nexusq-v2"] {
            assert_eq!(outcome(&rows, system, operation).0, "ok");
        }
    }

    // A wrong answer leaves the speed table and stands at its foot with its reason.
    let table = stdout(&output);
    assert!(
        table.contains("the ciphertext opens to another shared secret"),
        "{table}"
    );
    assert!(
        stderr(&output).contains("16 rows measured, 10 failed, 1 wrong"),
        "{}",
        stderr(&output)
    );
    let verified = root.arena(&["verify", folder.to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let root = Root::new().adapter("nexusq-v1", "1.0", "");
    let output = run(&root, "1", &["--impl", "nexus-v1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("known are nexusq-v1, nexusq-v2, liboqs"),
        "{}",
        stderr(&output)
    );
    assert!(!root.path("out").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_before_measuring() {
    let root = Root::new().adapter("nexusq-v1", "1.0", "");
    let file = root.path("file");
    fs::write(&file, "x").unwrap();
    let below = file.join("out");
    let output = root.arena(&["run", "--out", below.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(
        text.contains("file/out") && text.contains("choose another folder with --out"),
        "{text}"
    );
    let taken = root.path("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("x"), "x").unwrap();
    let output = root.arena(&["run", "--out", taken.to_str().unwrap()]);
    assert!(
        stderr(&output).contains("is not empty"),
        "{}",
        stderr(&output)
    );
}

/// Needs the right to mount a file system of one megabyte; says so and passes without it.
#[test]
fn a_full_disk_is_an_error_before_measuring() {
    let root = Root::new().adapter("nexusq-v1", "1.0", "");
    let small = root.path("small");
    fs::create_dir(&small).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=1m none {small} || exit 77; exec {arena} run --out {small}/out",
        small = small.display(),
        arena = env!("CARGO_BIN_EXE_arena"),
    );
    let unshare = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &script])
        .env("ARENA_ROOT", root.folder.path())
        .env_remove("CARGO_TARGET_DIR")
        .output();
    match unshare {
        Ok(output) if output.status.code() == Some(2) => {
            let text = stderr(&output);
            assert!(text.contains("bytes free, the run may need"), "{text}");
        }
        Ok(output) if output.status.code() == Some(77) || output.status.code() == Some(1) => {
            eprintln!("not run: no right to mount: {}", stderr(&output));
        }
        Ok(output) => panic!("{:?}: {}", output.status, stderr(&output)),
        Err(error) => eprintln!("not run: unshare: {error}"),
    }
}
