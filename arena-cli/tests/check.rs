//! `arena check`: wrong answers are caught by each suite and counted to whom they belong, nothing is dropped from
//! the denominators, and only our own failures decide the exit code.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, stderr, stdout};
use serde_json::Value;
use std::process::Output;

/// The sum of a class over the parameter sets of an implementation and suite.
fn count(document: &Value, implementation: &str, suite: &str, class: &str) -> u64 {
    cells(document, implementation, suite)
        .map(|cell| cell["counts"][class].as_u64().unwrap())
        .sum()
}

fn total(document: &Value, implementation: &str, suite: &str) -> u64 {
    ["pass", "fail", "policy", "unsupported", "not-run"]
        .iter()
        .map(|class| count(document, implementation, suite, class))
        .sum()
}

fn cells<'a>(
    document: &'a Value,
    implementation: &'a str,
    suite: &'a str,
) -> impl Iterator<Item = &'a Value> {
    let cells = document["cells"].as_array().unwrap().iter();
    cells.filter(move |cell| cell["implementation"] == implementation && cell["suite"] == suite)
}

/// The details of findings, and the reasons, of an implementation and suite.
fn words(document: &Value, implementation: &str, suite: &str) -> String {
    let cells = cells(document, implementation, suite);
    let texts = cells.map(|cell| format!("{} {}", cell["findings"], cell["reasons"]));
    texts.collect::<Vec<String>>().join("\n")
}

fn check(root: &Root, arguments: &[&str]) -> (Output, Value) {
    let mut command = vec!["check", "--quiet", "--json"];
    command.extend(arguments);
    let output = root.arena(&command);
    let document = serde_json::from_slice(&output.stdout);
    let document = document.unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)));
    (output, document)
}

fn built(root: Root) -> Root {
    let output = root.arena(&["build"]);
    assert!(output.status.success(), "{}", stderr(&output));
    root
}

#[test]
fn wycheproof_counts_every_vector_of_every_implementation() {
    let root = built(
        Root::new()
            .own_adapter("nexusq-v2", "")
            .adapter("circl", "1.0", "wrong:decaps")
            .adapter("liboqs", "1.0", "crash:decaps")
            .adapter("openssl", "2.0", "")
            .adapter_built_by("pqcp", "['false']", "1.0", ""),
    );
    let arguments = ["--suite", "wycheproof", "--alg", "ml-kem-768,ml-dsa-44"];
    let (output, document) = check(&root, &arguments);
    // Failures of comparators are reported and leave the exit code as it is.
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let of = |implementation, class| count(&document, implementation, "wycheproof", class);
    for implementation in ["nexusq-v2", "circl", "liboqs", "openssl", "pqcp"] {
        // 201 + 265 + 100 + 9, and 73 + 86 + 180 of a set that the fakes don't have.
        assert_eq!(total(&document, implementation, "wycheproof"), 575 + 339);
    }
    assert_eq!(
        (of("nexusq-v2", "pass"), of("nexusq-v2", "unsupported")),
        (575, 339)
    );
    // Every valid ciphertext: 161 with seeds, 3 with expanded keys.
    assert_eq!((of("circl", "fail"), of("circl", "pass")), (164, 575 - 164));
    // After 25 crashes it is not asked again; what remains is counted.
    assert_eq!(of("liboqs", "fail"), 25);
    let liboqs = words(&document, "liboqs", "wycheproof");
    assert!(liboqs.contains("ended by signal 6 (abort)"), "{liboqs}");
    assert!(
        liboqs.contains("it broke 25 times and was not asked again"),
        "{liboqs}"
    );
    for (absent, why) in [
        (
            "openssl",
            "adapter.toml says version 1.0, the runner reports 2.0",
        ),
        ("pqcp", "not built"),
    ] {
        assert_eq!(of(absent, "not-run"), 575 + 339, "{absent}");
        let words = words(&document, absent, "wycheproof");
        assert!(words.contains(why), "{words}");
    }
}

#[test]
fn wycheproof_catches_wrong_signatures_and_a_verifier_that_accepts_all() {
    let root = built(Root::new().adapter("botan", "1.0", "wrong:verify").adapter(
        "aws-lc",
        "1.0",
        "wrong:sign",
    ));
    for (implementation, file, total_of, failures) in [
        // Every invalid signature but those under the 4 public keys of a wrong length.
        ("botan", "mldsa_65_verify", 210, 131 - 4),
        // Every valid signature over a message: of 101, 17 are over a mu alone.
        ("aws-lc", "mldsa_65_sign_seed", 105, 84),
    ] {
        let arguments = ["--suite", "wycheproof", "--alg", "ml-dsa-65"];
        let mut arguments = arguments.to_vec();
        arguments.extend(["--impl", implementation, "--case", file]);
        let (_, document) = check(&root, &arguments);
        let of = |class| count(&document, implementation, "wycheproof", class);
        assert_eq!(total(&document, implementation, "wycheproof"), total_of);
        assert_eq!(of("fail"), failures, "{implementation}");
    }
}

#[test]
fn interop_says_whose_fault_it_is() {
    let root = built(
        Root::new()
            .own_adapter("nexusq-v2", "")
            .adapter("rustcrypto", "1.0", "")
            .adapter("openssl", "1.0", "")
            .adapter("circl", "1.0", "wrong:decaps")
            .adapter("botan", "1.0", "wrong:keygen"),
    );
    let arguments = ["--suite", "interop", "--alg", "ml-kem-768"];
    let (output, document) = check(&root, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let failures = |implementation| count(&document, implementation, "interop", "fail");
    for right in ["nexusq-v2", "rustcrypto", "openssl"] {
        let words = words(&document, right, "interop");
        assert_eq!(failures(right), 0, "{right}: {words}");
        // Owner or other in 9 exchanges of each of 5 forms, in 2 rounds.
        assert_eq!(total(&document, right, "interop"), 9 * 5 * 2);
    }
    // It decapsulates as the owner in `ek`, as the other one in `dk-expanded` and `dk-seed`: each 5 times, in
    // both rounds.
    assert_eq!(failures("circl"), 3 * 5 * 2);
    // In the second round its keys are halves of two pairs. Whoever uses them fails, but `m` needs no private key.
    let botan = words(&document, "botan", "interop");
    assert!(
        botan.contains("ml-kem-768/dk-expanded/botan+nexusq-v2/2"),
        "{botan}"
    );
    assert!(!botan.contains("/m/botan"), "{botan}");
    let circl = words(&document, "circl", "interop");
    assert!(circl.contains("ml-kem-768/ek/circl+nexusq-v2"), "{circl}");
    assert!(circl.contains("gets on with the keys of"), "{circl}");
    // The matrix of pairs, over all forms.
    let pairs = document["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 25);
    let pair = pairs
        .iter()
        .find(|pair| pair["owner"] == "nexusq-v2" && pair["other"] == "circl");
    let forms = &pair.unwrap()["forms"];
    let names = |class: &str| forms[class].as_array().unwrap().len();
    assert_eq!((names("pass"), names("fail")), (6, 4), "{forms}");

    // One finding again, by the command that the report gives: the others are witnesses.
    let one = [
        "--suite",
        "interop",
        "--impl",
        "circl",
        "--alg",
        "ml-kem-768",
    ];
    let mut command = one.to_vec();
    command.extend(["--case", "ml-kem-768/ek/circl+nexusq-v2"]);
    let (_, again) = check(&root, &command);
    assert_eq!(count(&again, "circl", "interop", "fail"), 2);
    assert_eq!(total(&again, "nexusq-v2", "interop"), 0);
}

#[test]
fn interop_catches_wrong_signatures() {
    let root = built(
        Root::new()
            .own_adapter("nexusq-v2", "")
            .adapter("rustcrypto", "1.0", "")
            .adapter("aws-lc", "1.0", "wrong:sign"),
    );
    let arguments = [
        "--suite",
        "interop",
        "--alg",
        "ml-dsa-65",
        "--case",
        "ctx255",
    ];
    let (output, document) = check(&root, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let failures = |implementation| count(&document, implementation, "interop", "fail");
    for implementation in ["nexusq-v2", "rustcrypto", "aws-lc"] {
        // Owner or other in 5 exchanges of each of 5 forms, in 2 rounds.
        assert_eq!(total(&document, implementation, "interop"), 5 * 5 * 2);
    }
    assert_eq!((failures("nexusq-v2"), failures("rustcrypto")), (0, 0));
    // Its signatures don't verify: 3 as owner, 3 and 3 as the other one. Nor are they equal to those of
    // others: 2 and 2, deterministic and with a given rnd; with itself it agrees.
    assert_eq!(failures("aws-lc"), (9 + 8) * 2);
}

#[test]
fn robustness_catches_crashes_and_what_must_not_be_accepted() {
    let root = built(
        Root::new()
            .own_adapter("nexusq-v2", "")
            .adapter("botan", "1.0", "wrong:verify")
            .adapter("liboqs", "1.0", "crash:decaps"),
    );
    let arguments = ["--suite", "robustness", "--alg", "ml-kem-768,ml-dsa-65"];
    let (output, document) = check(&root, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for implementation in ["nexusq-v2", "botan", "liboqs"] {
        // 17 damages of 6 and of 10 inputs.
        assert_eq!(total(&document, implementation, "robustness"), 17 * 16);
    }
    let failures = |implementation| count(&document, implementation, "robustness", "fail");
    assert_eq!(
        failures("nexusq-v2"),
        0,
        "{}",
        words(&document, "nexusq-v2", "robustness")
    );
    let botan = words(&document, "botan", "robustness");
    assert!(
        botan.contains("ml-dsa-65/verify/message/bit-flip-1"),
        "{botan}"
    );
    assert!(botan.contains("expected the answer invalid or an error; got the answer valid"));
    let liboqs = words(&document, "liboqs", "robustness");
    assert!(liboqs.contains("ended by signal 6 (abort)"), "{liboqs}");
    assert!(failures("liboqs") >= 17, "{liboqs}");
}

#[test]
fn vectors_that_are_not_here_are_counted_as_not_run() {
    let root = built(Root::new().own_adapter("nexusq-v2", ""));
    let output = root
        .command(&["check", "--quiet", "--json", "--suite", "acvp"])
        .env("GOMODCACHE", root.path("nothing"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(count(&document, "nexusq-v2", "acvp", "not-run"), 360);
    assert_eq!(total(&document, "nexusq-v2", "acvp"), 360);
    let words = words(&document, "nexusq-v2", "acvp");
    assert!(
        words.contains("lacks github.com/cloudflare/circl@v1.6.4; run ci/setup"),
        "{words}"
    );
}

#[test]
fn acvp_catches_wrong_answers_where_its_files_are() {
    let root = built(Root::new().own_adapter("nexusq-v2", "wrong:decaps"));
    let (output, document) = check(&root, &["--suite", "acvp", "--alg", "ml-kem-768"]);
    assert_eq!(total(&document, "nexusq-v2", "acvp"), 60);
    if count(&document, "nexusq-v2", "acvp", "not-run") == 60 {
        eprintln!("not run: {}", words(&document, "nexusq-v2", "acvp"));
        return;
    }
    // 25 key pairs and 25 encapsulations are right, 10 decapsulations wrong; and it is our own.
    assert_eq!(count(&document, "nexusq-v2", "acvp", "pass"), 50);
    assert_eq!(count(&document, "nexusq-v2", "acvp", "fail"), 10);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn our_own_failures_make_the_exit_code_1_and_every_report_names_them() {
    let root = built(Root::new().own_adapter("nexusq-v2", "wrong:decaps"));
    let file = |name: &str| root.path(name).to_str().unwrap().to_owned();
    let [json, junit, sarif] = ["c.json", "c.xml", "c.sarif"].map(file);
    let case = "ml-kem-768/mlkem_768/tc1";
    let output = root.arena(&[
        "check",
        "--suite",
        "wycheproof",
        "--alg",
        "ml-kem-768",
        "--case",
        case,
        "--out",
        &json,
        "--junit",
        &junit,
        "--sarif",
        &sarif,
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let table = stdout(&output);
    assert!(
        table.contains("ml-kem-768/mlkem_768/tc1: expected shared_secret"),
        "{table}"
    );
    for path in [json, junit, sarif] {
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("ml-kem-768/mlkem_768/tc1"), "{path}");
    }
}

#[test]
fn an_unknown_suite_is_answered_with_the_known_ones() {
    let root = Root::new().adapter("nexusq-v1", "1.0", "");
    let output = root.arena(&["check", "--suite", "wycheprof"]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(
        text.contains(
            "known are wycheproof, acvp, interop, rejection, signing, robustness, residue"
        ),
        "{text}"
    );
}
