//! Raw files of both schema versions to one set; everything out of place is named with its line.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::normalize::{Expected, FindingKind, Normalized, RawFile, Standing, normalize};
use arena_core::plan::Plan;
use arena_core::protocol::Protocol;
use arena_core::schema::validate_normalized;
use std::path::{Path, PathBuf};

fn history() -> Vec<RawFile> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records/evidence/run-37918298351");
    ["aws-lc-ec05f25", "pq-code-package", "rustcrypto-kems"]
        .map(|name| RawFile::from(folder.join(format!("{name}.jsonl"))))
        .to_vec()
}

/// Normalizes texts as files `0.jsonl`, `1.jsonl`, ... against the rows of a plan.
fn of_texts(plan: &Plan, texts: &[&[u8]]) -> Normalized {
    let dir = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let name = format!("{index}.jsonl");
        let path: PathBuf = dir.path().join(&name);
        std::fs::write(&path, text).unwrap();
        files.push(RawFile { path, name });
    }
    let expected = Expected {
        rows: &plan.rows,
        plan: Some(plan),
    };
    normalize(&files, expected).unwrap()
}

fn nine() -> (Plan, Vec<String>) {
    let plan = common::plan("v2", 4, |row| row.system == "openssl");
    let lines = plan
        .rows
        .iter()
        .map(|row| common::line(&common::record(&plan, row, 1.0)));
    let lines = lines.collect();
    (plan, lines)
}

#[test]
fn the_historical_rows_are_read_and_what_they_do_not_say_is_null() {
    let rows = Protocol::named("v2").unwrap().expected_rows();
    let expected = Expected {
        rows: &rows,
        plan: None,
    };
    let normalized = normalize(&history(), expected).unwrap();
    assert_eq!(normalized.rows.len(), 18);
    assert!(
        normalized
            .rows
            .iter()
            .all(|row| row.standing == Standing::Expected)
    );
    assert_eq!(normalized.of_kind(FindingKind::Missing).count(), 120);
    assert_eq!(normalized.findings.len(), 120);
    // The first line of aws-lc-ec05f25.jsonl, read by hand.
    let row = normalized
        .rows
        .iter()
        .find(|row| row.system == "aws-lc" && row.operation.id() == "keygen")
        .unwrap();
    assert_eq!(row.mean_ns, Some(12374.15));
    assert_eq!((row.iterations, row.warmups), (Some(20), Some(3)));
    assert_eq!((row.median_ns, row.min_ns, row.lane), (None, None, None));
    assert_eq!((row.machine.as_ref(), row.check), (None, None));
    assert_eq!(row.cpu.as_deref(), Some("github-actions"));
    assert_eq!((row.raw_samples, row.source.line), (0, 1));
    for row in &normalized.rows {
        let value = serde_json::to_value(row).unwrap();
        assert_eq!(validate_normalized(&value), Ok(()));
    }
}

#[test]
fn both_versions_mix_and_a_row_in_both_is_doubled() {
    let plan = common::plan("v2", 4, |row| row.system == "aws-lc");
    let old = std::fs::read(&history()[0].path).unwrap();
    let new = common::line(&common::record(&plan, &plan.rows[1], 1.0));
    let normalized = of_texts(&plan, &[&old, new.as_bytes()]);
    assert_eq!(normalized.rows.len(), 7);
    let doubled: Vec<_> = normalized
        .rows
        .iter()
        .filter(|row| row.standing == Standing::Doubled)
        .collect();
    assert_eq!(doubled.len(), 2, "neither copy counts");
    let findings: Vec<String> = normalized
        .findings
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        findings,
        [
            "doubled: 1.jsonl:1: aws-lc ml-kem-768 encaps (prepared, round 1) is there already: 0.jsonl line 2."
        ]
    );
}

/// Rows of version 1 carry no round: several of one operation are its rounds, as far as expected.
#[test]
fn version_1_rows_of_several_rounds_take_the_expected_rows_one_by_one() {
    let plan = common::plan("v2", 4, |row| {
        row.system == "nexusq-v1" && row.parameter_set == "768" && row.operation.id() == "keygen"
    });
    let old = std::fs::read_to_string(&history()[0].path).unwrap();
    let line = old
        .lines()
        .next()
        .unwrap()
        .replace("\"aws-lc\"", "\"v1-reference\"")
        + "\n";
    let normalized = of_texts(&plan, &[line.repeat(5).as_bytes()]);
    assert_eq!(normalized.findings, []);
    let rounds: Vec<_> = normalized
        .rows
        .iter()
        .map(|row| row.round.unwrap())
        .collect();
    assert_eq!(rounds, [1, 2, 3, 4, 5]);
    let normalized = of_texts(&plan, &[line.repeat(6).as_bytes()]);
    assert_eq!(normalized.of_kind(FindingKind::Doubled).count(), 1);
}

#[test]
fn missing_doubled_and_foreign_rows_are_named() {
    let (plan, mut lines) = nine();
    let removed = lines.remove(2);
    lines.push(lines[0].clone());
    let other = common::plan("v2", 4, |row| row.system == "botan");
    lines.push(common::line(&common::record(&other, &other.rows[0], 1.0)));
    let normalized = of_texts(&plan, &[lines.concat().as_bytes()]);
    let findings: Vec<String> = normalized
        .findings
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        findings,
        [
            "missing: openssl ml-kem-768 decaps (prepared, round 1) is in no file.",
            "doubled: 0.jsonl:9: openssl ml-kem-768 keygen (prepared, round 1) is there already: 0.jsonl line 1.",
            "foreign: 0.jsonl:10: botan ml-kem-768 keygen (prepared, round 1) is not among the 9 expected rows.",
        ]
    );
    let whole = of_texts(&plan, &[(lines[..8].concat() + &removed).as_bytes()]);
    assert_eq!(whole.findings, []);
    let order: Vec<_> = whole.rows.iter().map(|row| row.key().unwrap()).collect();
    assert_eq!(
        order, plan.rows,
        "in the expected order, not that of the file"
    );
}

#[test]
fn rows_of_another_run_are_foreign() {
    let (plan, lines) = nine();
    let mut other = plan.clone();
    other.run_id = "another".into();
    let normalized = of_texts(&other, &[lines[0].as_bytes()]);
    let foreign: Vec<String> = normalized
        .of_kind(FindingKind::Foreign)
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        foreign,
        [
            "foreign: 0.jsonl:1: openssl ml-kem-768 keygen (prepared, round 1): run_id is v2-000000000000002a-1, the plan's is another."
        ]
    );
    other = plan.clone();
    other.iterations = 5;
    let normalized = of_texts(&other, &[lines[0].as_bytes()]);
    assert!(
        normalized
            .findings
            .last()
            .unwrap()
            .what
            .contains("iterations is 4, the plan's is 5")
    );
}

#[test]
fn malformed_lines_are_named_with_their_reason() {
    let (plan, lines) = nine();
    let good = lines[0].trim_end();
    let cases: [(String, &str); 14] = [
        ("{\n".into(), "The line is no JSON"),
        ("\n".into(), "The line is empty"),
        (" \t\r\n".into(), "The line is empty"),
        ("[]\n".into(), "no schema_version"),
        (
            "{\"schema_version\":3}\n".into(),
            "schema_version is 3; known are 1 and 2",
        ),
        ("{\"schema_version\":\"2\"}\n".into(), "no schema_version"),
        (
            "{\"schema_version\":1}\n".into(),
            "breaks schema version 1: missing field",
        ),
        ("{\"schema_version\":2}\n".into(), "breaks schema version 2"),
        (good.into(), "does not end with a line feed"),
        (
            good[..good.len() / 2].into(),
            "does not end with a line feed",
        ),
        (
            good.replace("\"median\":", "\"median\":1") + "\n",
            "summary.median is 1",
        ),
        (
            good.replace("\"samples_ns\":[", "\"samples_ns\":[9,") + "\n",
            "iterations is 4, but samples_ns holds 5",
        ),
        (
            good.replace("\"public_key_bytes\":1184", "\"public_key_bytes\":1185") + "\n",
            "not those of the standard",
        ),
        (
            good.replacen("\"run_id\":", "\"run_id\":\"x\",\"run_id\":", 1) + "\n",
            "duplicate field",
        ),
    ];
    for (text, reason) in cases {
        let normalized = of_texts(&plan, &[(lines[1].clone() + &text).as_bytes()]);
        let found: Vec<_> = normalized.of_kind(FindingKind::Malformed).collect();
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].file.as_deref(), Some("0.jsonl"));
        assert_eq!(found[0].line, Some(2), "{text}");
        assert!(found[0].what.contains(reason), "{}", found[0].what);
        assert_eq!(normalized.rows.len(), 1, "{text}");
    }
    let old = std::fs::read_to_string(&history()[0].path).unwrap();
    let slow = old.replacen("12374.15", "99374.15", 1);
    let normalized = of_texts(&plan, &[slow.as_bytes()]);
    let found: Vec<_> = normalized.of_kind(FindingKind::Malformed).collect();
    assert!(
        found[0].what.contains("throughput_ops_s"),
        "{}",
        found[0].what
    );
}

/// Random bytes and randomly damaged rows: whatever they hold, each line is a row or a finding.
#[test]
fn no_content_makes_the_reader_fail() {
    let (plan, lines) = nine();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..300 {
        let mut bytes = lines[(random() % 9) as usize].clone().into_bytes();
        for _ in 0..random() % 4 + 1 {
            let at = (random() % bytes.len() as u64) as usize;
            bytes[at] = random() as u8;
        }
        let normalized = of_texts(&plan, &[&bytes]);
        let there = normalized.rows.len();
        let refused = normalized
            .findings
            .iter()
            .filter(|finding| finding.file.is_some())
            .count();
        assert!(there + refused >= 1);
    }
    let noise: Vec<u8> = (0..100_000).map(|_| random() as u8).collect();
    let deep = "[".repeat(100_000) + "\n";
    let normalized = of_texts(&plan, &[&noise, deep.as_bytes()]);
    assert_eq!(normalized.rows.len(), 0);
    let text = serde_json::to_string(&normalized.findings).unwrap();
    assert!(
        !text.chars().any(char::is_control),
        "findings are fit for a terminal"
    );
}
