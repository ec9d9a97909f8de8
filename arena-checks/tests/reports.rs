//! The forms for machines are well-formed and say what the document says.
#![allow(clippy::unwrap_used)]

use arena_checks::board::{Board, Pair};
use arena_checks::case::{Case, Verdict};
use arena_checks::class::Class;
use arena_checks::policy::keys::HASH_CHECK;
use arena_checks::report::{self, Document, SubjectInfo, SuiteInfo};
use arena_checks::stage::Depth;
use nexusq_contract::ParameterSet;
use std::collections::BTreeMap;

fn subject(id: &str, own: bool) -> SubjectInfo {
    SubjectInfo {
        id: id.to_owned(),
        own,
        version: "1.0".to_owned(),
        back_end: String::new(),
        runner_sha256: String::new(),
        why_not: String::new(),
    }
}

/// One case of each class, and a failure whose words try to break out of every format.
fn document(depth: Depth, seed: u64) -> Document {
    let mut board = Board::default();
    let case = |id: &str| Case::new(ParameterSet::MlKem768, "file", id);
    let policy = Verdict::Policy {
        rule: HASH_CHECK,
        detail: "accepted".to_owned(),
    };
    for (id, verdict) in [
        ("tc1", Verdict::Pass),
        (
            "tc2",
            Verdict::Fail("<b>&\"']]>\u{0}\n\u{1b}[1m".to_owned()),
        ),
        ("tc3", policy),
        ("tc4", Verdict::Unsupported("no import-seed".to_owned())),
        ("tc5", Verdict::NotRun("not built".to_owned())),
    ] {
        board.note("other", "suite", &case(id), &verdict);
    }
    board.note(
        "ours",
        "suite",
        &case("tc2"),
        &Verdict::Fail("x".to_owned()),
    );
    board.note_pair(Pair {
        parameter_set: "ml-kem-768".to_owned(),
        owner: "ours".to_owned(),
        other: "other".to_owned(),
        forms: BTreeMap::from([(Class::Pass, vec!["ek".to_owned()])]),
    });
    let suites = vec![SuiteInfo {
        id: "suite".to_owned(),
        purpose: "a & b".to_owned(),
    }];
    let subjects = vec![subject("ours", true), subject("other", false)];
    Document::new(&board, subjects, suites, depth, seed, None)
}

#[test]
fn junit_is_well_formed_and_its_counts_agree() {
    let text = report::junit(&document(Depth::Core, 0));
    let xml = roxmltree::Document::parse(&text).unwrap();
    let all = xml.descendants();
    let suites: Vec<_> = all.filter(|node| node.has_tag_name("testsuite")).collect();
    assert_eq!(suites.len(), 2);
    for suite in suites {
        let number = |name: &str| suite.attribute(name).unwrap().parse::<usize>().unwrap();
        let tagged = |name: &'static str| {
            let all = suite.descendants();
            all.filter(move |node| node.has_tag_name(name)).count()
        };
        assert_eq!(number("tests"), tagged("testcase"));
        assert_eq!(number("failures"), tagged("failure"));
        assert_eq!(number("skipped"), tagged("skipped"));
    }
    let failure = xml.descendants().find(|node| {
        node.has_tag_name("failure") && node.attribute("message").unwrap().contains("<b>")
    });
    let repeat = failure.unwrap().text().unwrap();
    assert_eq!(
        repeat,
        "arena check --impl other --suite suite --alg ml-kem-768 --case ml-kem-768/file/tc2"
    );
}

/// SARIF 2.1.0: what its schema requires of a log, a run, a tool and a result.
#[test]
fn sarif_has_what_its_schema_requires() {
    let sarif = report::sarif(&document(Depth::Core, 0));
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "arena check");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    // Two failures and a policy; passes, unsupported and not run are no results.
    assert_eq!(results.len(), 3);
    for result in results {
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
        let location = &result["locations"][0];
        assert!(location["physicalLocation"]["artifactLocation"]["uri"].is_string());
    }
    let level = |text: &str| {
        let begins = |result: &&serde_json::Value| {
            let words = result["message"]["text"].as_str().unwrap();
            words.starts_with(text)
        };
        let result = results.iter().find(begins).unwrap();
        result["level"].as_str().unwrap().to_owned()
    };
    assert_eq!(level("ours ml-kem-768/file/tc2"), "error");
    assert_eq!(level("other ml-kem-768/file/tc2"), "warning");
    assert_eq!(level("other ml-kem-768/file/tc3"), "note");
}

#[test]
fn json_can_be_read_back() {
    let document = document(Depth::Full, 0xab);
    let text = serde_json::to_string(&document).unwrap();
    assert_eq!(serde_json::from_str::<Document>(&text).unwrap(), document);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["pairs"][0]["forms"]["pass"][0], "ek");
    // What is needed to ask again is in the command.
    let command = document.command(&document.cells[0], "c");
    assert!(
        command.ends_with("--case c --full --seed 00000000000000ab"),
        "{command}"
    );
}

#[test]
fn the_table_counts_every_class_and_fits_a_terminal() {
    let table = report::table(&document(Depth::Core, 0));
    assert!(table.contains("other           1/1/1/1/1"), "{table}");
    let policy = "dk-hash-check: FIPS 203 section 7.3\n    other 1";
    assert!(table.contains(policy), "{table}");
    for line in table.lines().filter(|line| !line.contains("tc2")) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}
