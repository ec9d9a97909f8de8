//! `arena ct` under valgrind, with a toy that has planted leaks or none: real implementations are looked at by the pipeline of
//! `ci/test`, compiled as they are released. Where valgrind is missing the tests that need it
//! say so and pass.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, example, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::process::{Command, Output};

fn has_valgrind() -> bool {
    let there = Command::new("valgrind").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no valgrind");
    }
    there
}

/// A root with a toy under the name of nexusq-v2, and with another where the runner with planted leaks is looked for.
fn root(planted: bool) -> Root {
    let toy = example("toy_runner");
    let command = format!("['cp', '{}', '{{output}}']", toy.display());
    let root = Root::new().adapter_built_by("nexusq-v2", &command, "1.0", "");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    fs::copy(toy, root.path("target/runners/runner-nexusq-v2-leaky")).unwrap();
    if planted {
        fs::write(root.path("target/runners/planted"), "").unwrap();
    }
    root
}

/// Each operation of the toy.
fn look(root: &Root, more: &[&str]) -> Output {
    let mut arguments = vec!["ct", "--impl", "nexusq-v2", "--alg", "ml-kem-768"];
    arguments.extend(more);
    root.arena(&arguments)
}

#[test]
fn planted_leaks_are_found_and_no_others() {
    if !has_valgrind() {
        return;
    }
    let root = root(true);
    let output = look(&root, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["schema"], "nexusq-constant-time-1");
    let planted = report["valgrind"]["planted"].as_array().unwrap();
    assert_eq!(planted.len(), 6, "{planted:?}");
    assert!(
        planted.iter().all(|one| one["missed"] == Value::Null),
        "{planted:?}"
    );
    let rows = report["valgrind"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(row["outcome"], "ran", "{row}");
        assert_eq!(row["findings"], serde_json::json!([]), "{row}");
        assert_eq!(row["unrelated"], serde_json::json!([]), "{row}");
    }
}

/// A runner without leaks in the place of the leaky one stands for a valgrind that finds nothing.
#[test]
fn a_planted_leak_that_is_missed_fails_the_run() {
    if !has_valgrind() {
        return;
    }
    let root = root(false);
    let output = look(&root, &["--quiet", "--op", "decaps"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}{}", stderr(&output));
    assert!(text.contains("Planted leaks found: 0 of 2"), "{text}");
    assert!(text.contains("what is above means nothing"), "{text}");
}

#[test]
fn without_the_leaky_runner_nothing_is_said() {
    if !has_valgrind() {
        return;
    }
    let root = Root::new().adapter("nexusq-v2", "1.0", "");
    let output = look(&root, &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(text.contains("run `arena build nexusq-v2`"), "{text}");
}

#[test]
fn names_that_match_nothing_are_refused_with_those_that_would() {
    let root = Root::new().adapter("nexusq-v2", "1.0", "");
    for (arguments, words) in [
        (["--impl", "nexusq"], "known are nexusq-v2"),
        (["--alg", "slh-dsa"], "known are ml-kem, ml-dsa, ml-kem-512"),
        (["--op", "verify"], "verification has no secret"),
        (
            ["--method", "guess"],
            "give valgrind, statistics or divisions",
        ),
    ] {
        let mut all = vec!["ct"];
        all.extend(arguments);
        let output = root.arena(&all);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    let output = root.arena(&["ct", "--alg", "ml-kem", "--op", "sign"]);
    assert!(
        stderr(&output).contains("none of the sets"),
        "{}",
        stderr(&output)
    );
}
