//! Ten runners that misbehave in ten ways at once, beside two good ones: each costs its own rows and no others.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, rows, stderr, stdout};
use serde_json::Value;

/// A runner that closes its output and lives on.
const CLOSES: &str =
    "printf '#!/bin/sh\\nexec 1>&-\\nexec sleep 600\\n' > {output} && chmod +x {output}";

/// Ids, faults, and for each of the three operations what becomes of its rows: `ok`, or words of the reason, several with `|` between.
const FAULTY: [(&str, &str, [&str; 3]); 11] = [
    ("start", "start:", ["exit code 3"; 3]),
    ("closes", "", ["closed its output"; 3]),
    ("refuses", "refuse:", ["not today"; 3]),
    ("aborts", "crash:decaps", ["ok", "ok", "signal 6"]),
    (
        "hangs",
        "hang:decaps",
        ["ok", "ok", "within 2 s|hung 2 times"],
    ),
    ("babbles", "garbage:decaps", ["ok", "ok", "no valid reply"]),
    ("huge", "huge:keygen", ["no valid reply", "ok", "ok"]),
    ("lies", "wrong:decaps", ["ok", "ok", "shared secret"]),
    ("miscounts", "count:encaps", ["ok", "samples", "ok"]),
    ("leaves", "leaves:encaps", ["ok", "ended", "ok"]),
    ("floods", "flood:decaps", ["ok"; 3]),
];
const GOOD: [&str; 2] = ["good-1", "good-2"];

fn root() -> Root {
    let mut root = Root::new();
    for id in GOOD {
        root = root.adapter(id, "1.0", "");
    }
    for (id, fault, _) in FAULTY {
        root = if id == "closes" {
            root.adapter_built_by(
                id,
                &format!("['sh', '-c', \"\"\"{CLOSES}\"\"\"]"),
                "1.0",
                "",
            )
        } else {
            root.adapter(id, "1.0", fault)
        };
    }
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

fn everyone() -> String {
    let faulty = FAULTY.iter().map(|(id, ..)| *id);
    GOOD.into_iter().chain(faulty).collect::<Vec<_>>().join(",")
}

/// Status and reason of every row of a system's operation.
fn outcomes(rows: &[Value], system: &str, operation: &str) -> Vec<(String, String)> {
    let of = |row: &&Value| row["row"]["system"] == system && row["row"]["operation"] == operation;
    let found: Vec<(String, String)> = rows
        .iter()
        .filter(of)
        .map(|row| {
            let message = row["failure"]["message"].as_str();
            let reason = message
                .or(row["check"]["detail"].as_str())
                .unwrap_or_default();
            (
                row["status"].as_str().unwrap_or_default().to_owned(),
                reason.to_owned(),
            )
        })
        .collect();
    assert!(!found.is_empty(), "no row {system} {operation}");
    found
}

fn costs_only_its_own_rows(protocol: &str, more: &[&str]) {
    let root = root();
    let out = root.path("out");
    let everyone = everyone();
    let mut arguments = vec![
        "run",
        "--quiet",
        "--protocol",
        protocol,
        "--cpu",
        "none",
        "--timeout",
        "2",
    ];
    arguments.extend(["--impl", &everyone, "--alg", "ml-kem-768", "--warmups", "1"]);
    arguments.extend(more);
    arguments.extend(["--out", out.to_str().unwrap()]);
    let output = root.arena(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let rows = rows(&out);
    for operation in ["keygen", "encaps", "decaps"] {
        for system in GOOD {
            for (status, reason) in outcomes(&rows, system, operation) {
                assert_eq!(status, "ok", "{system} {operation}: {reason}");
            }
        }
    }
    for (system, _, expected) in FAULTY {
        for (operation, expected) in ["keygen", "encaps", "decaps"].iter().zip(expected) {
            for (status, reason) in outcomes(&rows, system, operation) {
                let told = format!("{system} {operation}: {status}: {reason}");
                assert_eq!(status == "ok", expected == "ok", "{told}");
                let words = expected.split('|').any(|words| reason.contains(words));
                assert!(expected == "ok" || words, "{told}");
            }
        }
    }
    let verified = root.arena(&["verify", out.to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}

#[test]
fn one_after_the_other() {
    costs_only_its_own_rows("quick", &["--iterations", "4"]);
}

#[test]
fn in_turns() {
    costs_only_its_own_rows(
        "evidence",
        &[
            "--iterations",
            "32",
            "--rounds",
            "1",
            "--op",
            "keygen,encaps,decaps",
        ],
    );
}

/// The cells of an implementation: what was counted in a class, and what was said.
fn counted(document: &Value, implementation: &str, class: &str) -> u64 {
    let cells = document["cells"].as_array().unwrap().iter();
    let own = cells.filter(|cell| cell["implementation"] == implementation);
    own.map(|cell| cell["counts"][class].as_u64().unwrap())
        .sum()
}

/// The checks go on past each of them: every case is counted for everyone, the good ones fail none and skip none,
/// and nobody's fault is taken for theirs.
#[test]
fn in_the_checks() {
    let root = root();
    // A hang costs a second, and there are as many as cases that decapsulate; so a few cases of each suite.
    for (suite, case) in [
        ("wycheproof", "mlkem_768/tc10"),
        ("interop", "/ek/"),
        ("robustness", "bit-flip-1"),
    ] {
        let output = root.arena(&[
            "check",
            "--quiet",
            "--json",
            "--timeout",
            "1",
            "--alg",
            "ml-kem-768",
            "--suite",
            suite,
            "--case",
            case,
        ]);
        // None of them is a crate of this project.
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        let classes = ["pass", "fail", "policy", "unsupported", "not-run"];
        let total = |id: &str| -> u64 {
            classes
                .iter()
                .map(|class| counted(&document, id, class))
                .sum()
        };
        let cases = total(GOOD[0]);
        assert!(cases > 0, "{suite}: no case");
        for good in GOOD {
            let lost = counted(&document, good, "fail") + counted(&document, good, "unsupported");
            assert_eq!(lost, 0, "{suite} {good}: {}", document["cells"]);
            assert!(counted(&document, good, "pass") > 0, "{suite} {good}");
        }
        for (id, ..) in FAULTY {
            assert_eq!(total(id), cases, "{suite} {id}");
        }
        // `refuses` is right about what must be refused.
        for id in ["start", "closes"] {
            assert_eq!(counted(&document, id, "pass"), 0, "{suite} {id}");
        }
        // What is right for damaged bytes the robustness suite doesn't ask, as long as it is an answer.
        let lies = (suite != "robustness").then_some("lies");
        for id in ["aborts", "hangs", "babbles"].into_iter().chain(lies) {
            assert!(counted(&document, id, "fail") > 0, "{suite} {id}");
        }
        assert_eq!(counted(&document, "floods", "fail"), 0, "{suite}");
    }
}

/// A second reply is taken for the answer to the next request, so the runner loses that row and no other system does.
#[test]
fn a_runner_that_replies_twice_loses_rows_of_its_own() {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("nexusq-v2", "1.0", "")
        .adapter("circl", "1.0", "twice:encaps");
    assert!(root.arena(&["build"]).status.success());
    let out = root.path("out");
    let shown = out.to_str().unwrap();
    let arguments = [
        "run",
        "--quiet",
        "--protocol",
        "quick",
        "--cpu",
        "none",
        "--iterations",
        "4",
    ];
    let chosen = [
        "--impl",
        "nexusq-v1,nexusq-v2,circl",
        "--alg",
        "ml-kem-768",
        "--out",
        shown,
    ];
    let output = root.arena(&[&arguments[..], &chosen].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let rows = rows(&out);
    for system in ["nexusq-v1", "nexusq-v2"] {
        for operation in ["keygen", "encaps", "decaps"] {
            for (status, reason) in outcomes(&rows, system, operation) {
                assert_eq!(status, "ok", "{system} {operation}: {reason}");
            }
        }
    }
    let of_liar: Vec<_> = ["keygen", "encaps", "decaps"]
        .iter()
        .flat_map(|operation| outcomes(&rows, "circl", operation))
        .collect();
    assert!(
        of_liar.iter().any(|(status, _)| status != "ok"),
        "{of_liar:?}"
    );
    let verified = root.arena(&["verify", shown]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}
