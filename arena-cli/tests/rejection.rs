//! `arena check` with the suites of our own vectors: a right runner passes, a weak one fails by name.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A folder with one adapter, the example `weak_runner` with a weakness, and what it is built by.
fn root(weakness: &str, own: bool) -> tempfile::TempDir {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let runner = target.join("examples/weak_runner");
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("vendor")).unwrap();
    let adapter = folder.path().join("adapters/weak");
    fs::create_dir_all(&adapter).unwrap();
    let manifest = format!(
        "[build]\ncommand = ['cp', '{}', '{{output}}']\n[[implementation]]\nid = 'weak'\nname = 'weak'\n\
         version = '1.0'\nargs = ['weak', '1.0', '{weakness}']\nown = {own}\n",
        runner.display()
    );
    fs::write(adapter.join("adapter.toml"), manifest).unwrap();
    let built = arena(&folder, &["build"]);
    let errors = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success(), "{errors}");
    folder
}

fn arena(root: &tempfile::TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(arguments)
        .env("ARENA_ROOT", root.path())
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap()
}

/// The exit code, the sums of the classes, and the failures by group of cases.
struct Outcome {
    code: Option<i32>,
    document: Value,
    failed: BTreeMap<String, u64>,
}

fn check(weakness: &str, own: bool, arguments: &[&str]) -> Outcome {
    let root = root(weakness, own);
    let all = [
        &["check", "--json", "--quiet", "--timeout", "300"],
        arguments,
    ]
    .concat();
    let output = arena(&root, &all);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let document: Value = serde_json::from_slice(&output.stdout).expect(&errors);
    let mut failed = BTreeMap::new();
    for cell in document["cells"].as_array().unwrap() {
        for finding in cell["findings"].as_array().unwrap() {
            if finding["class"] == "fail" {
                let case = finding["case"].as_str().unwrap();
                let group = case.split('/').nth(1).unwrap().to_owned();
                *failed.entry(group).or_default() += 1;
            }
        }
    }
    Outcome {
        code: output.status.code(),
        document,
        failed,
    }
}

fn sum(document: &Value, class: &str) -> u64 {
    let cells = document["cells"].as_array().unwrap().iter();
    cells
        .map(|cell| cell["counts"][class].as_u64().unwrap())
        .sum()
}

const ML_DSA: [&str; 4] = ["--alg", "ml-dsa-44", "--suite", "rejection,signing"];

#[test]
fn a_right_runner_fails_nothing_and_the_scores_are_told() {
    let outcome = check("", true, &ML_DSA);
    assert_eq!(outcome.failed, BTreeMap::new());
    assert_eq!(outcome.code, Some(0));
    assert!(sum(&outcome.document, "pass") > 100);
    let mutants = outcome.document["mutants"].as_array().unwrap();
    let of_kind = |kind: &str| {
        mutants
            .iter()
            .filter(|mutant| mutant["kind"] == kind)
            .count()
    };
    assert_eq!((of_kind("lacks-rule"), of_kind("refuses-more")), (11, 12));
    let branches = outcome.document["branches"].as_array().unwrap();
    assert_eq!(branches.len(), 15);
}

#[test]
fn a_verifier_without_a_rule_is_found_and_an_own_one_ends_with_1() {
    for (weakness, own, code) in [("hint-order", false, 0), ("z-upper-bound", true, 1)] {
        let outcome = check(weakness, own, &ML_DSA);
        let groups: Vec<&String> = outcome.failed.keys().collect();
        assert_eq!(groups, [weakness]);
        assert_eq!(outcome.failed[weakness], 6);
        assert_eq!(outcome.code, Some(code), "{weakness}");
    }
}

#[test]
fn a_weak_decapsulation_is_found() {
    for (weakness, case, failures) in [
        // The places 100 and 1000 to 1009, of each the lowest and the highest bit.
        ("explicit-rejection", "changed-byte/byte-100", 22),
        ("short-comparison", "changed-byte/byte-1087", 1),
        ("no-modulus-check", "ek-modulus/all-4095", 1),
        ("lengths", "ciphertext-length/1-more", 2),
        ("", "changed-byte/byte-1087", 0),
    ] {
        let arguments = [
            "--alg",
            "ml-kem-768",
            "--suite",
            "rejection",
            "--case",
            case,
        ];
        let outcome = check(weakness, false, &arguments);
        let failed: u64 = outcome.failed.values().sum();
        assert_eq!(failed, failures, "{weakness} {:?}", outcome.failed);
        assert!(sum(&outcome.document, "pass") + failed > 0);
    }
}
