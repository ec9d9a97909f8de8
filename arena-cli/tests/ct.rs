//! `arena ct` under valgrind, with the runner that has planted leaks. Where valgrind is missing the tests that need it
//! say so and pass.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, example, fake_runner, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn has_valgrind() -> bool {
    let there = Command::new("valgrind").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no valgrind");
    }
    there
}

/// A root with nexusq-v2 under its own name, and `leaky` where the runner with planted leaks is looked for.
fn root(leaky: &Path) -> Root {
    let root = Root::new().adapter("nexusq-v2", "1.0", "");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    let place = root.path("target/runners/runner-nexusq-v2-leaky");
    fs::copy(leaky, place).unwrap();
    root
}

fn decaps(root: &Root, more: &[&str]) -> Output {
    let mut arguments = vec![
        "ct",
        "--impl",
        "nexusq-v2",
        "--alg",
        "ml-kem-768",
        "--op",
        "decaps",
    ];
    arguments.extend(more);
    root.arena(&arguments)
}

#[test]
fn planted_leaks_are_found_and_decapsulation_has_none() {
    if !has_valgrind() {
        return;
    }
    let root = root(&example("leaky_runner"));
    let output = decaps(&root, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["schema"], "nexusq-constant-time-1");
    let planted = report["valgrind"]["planted"].as_array().unwrap();
    assert_eq!(planted.len(), 2, "{planted:?}");
    assert!(
        planted.iter().all(|one| one["missed"] == Value::Null),
        "{planted:?}"
    );
    let rows = report["valgrind"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["outcome"], "ran", "{}", rows[0]);
    assert_eq!(rows[0]["findings"], serde_json::json!([]), "{}", rows[0]);
    assert_eq!(rows[0]["unrelated"], serde_json::json!([]), "{}", rows[0]);
}

/// A runner without leaks in the place of the leaky one stands for a valgrind that finds nothing.
#[test]
fn a_planted_leak_that_is_missed_fails_the_run() {
    if !has_valgrind() {
        return;
    }
    let root = root(&example("leaky_runner"));
    // Runners are started without arguments there, which the fake one needs.
    let script = format!(
        "#!/bin/sh\nexec {} nexusq-v2-leaky 1.0\n",
        fake_runner().display()
    );
    fs::write(root.path("target/runners/runner-nexusq-v2-leaky"), script).unwrap();
    let output = decaps(&root, &["--quiet"]);
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
    let output = decaps(&root, &[]);
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
