//! The tables of `docs/records/history.md` are those of the files that it names.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records")
}

fn json(name: &str) -> Value {
    let text = fs::read_to_string(records().join("evidence").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn lines(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(records().join("evidence").join(name)).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// The lines of the page's tables without heads, by table.
fn tables() -> Vec<Vec<String>> {
    let page = fs::read_to_string(records().join("history.md")).unwrap();
    let mut tables = Vec::new();
    for part in page.split("\n\n") {
        let lines: Vec<String> = part.lines().map(str::to_owned).collect();
        if lines.first().is_some_and(|line| line.starts_with('|')) {
            tables.push(lines[2..].to_vec());
        }
    }
    tables
}

fn what(algorithm: &Value, set: &Value, operation: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let family = text(algorithm).to_uppercase();
    format!("{family}-{} {}", text(set), text(operation))
}

fn us(ns: &Value) -> String {
    format!("{:.3}", ns.as_f64().unwrap() / 1000.0)
}

#[test]
fn the_first_table_is_the_published_one_beside_the_verdict() {
    let published = json("published-v2-record.json");
    let ours = json("arena-v2-20261130/verdict.json");
    let mut expected = Vec::new();
    for own in ours["operations"].as_array().unwrap() {
        let name = |row: &Value| what(&row["algorithm"], &row["parameter_set"], &row["operation"]);
        let mut rows = published["operations"].as_array().unwrap().iter();
        let row = rows.find(|row| name(row) == name(own)).unwrap();
        let number = |row: &Value, field: &str| row[field].as_f64().unwrap();
        let ratio = &own["ratio"];
        expected.push(format!(
            "| {} | {:.3} | {:.3} | {:.4} | {} | {} | {:.4} | {:.4} to {:.4} |",
            name(own),
            number(row, "v1_us"),
            number(row, "v2_us"),
            number(row, "ratio"),
            us(&own["baseline_ns"]),
            us(&own["candidate_ns"]),
            number(ratio, "value"),
            number(ratio, "low"),
            number(ratio, "high"),
        ));
    }
    assert_eq!(expected.len(), 9);
    assert_eq!(tables()[0], expected);
}

#[test]
fn the_second_table_is_the_historical_rows_beside_the_normalized_ones() {
    let ours = lines("arena-v2-20261130/normalized.jsonl");
    let mut expected = Vec::new();
    for (file, system) in [
        ("aws-lc-ec05f25", "aws-lc"),
        ("pq-code-package", "pq-code-package"),
        ("rustcrypto-kems", "rustcrypto-kems"),
    ] {
        for row in lines(&format!("run-37918298351/{file}.jsonl")) {
            let algorithm = &row["algorithm"];
            let name = what(
                &algorithm["id"],
                &algorithm["parameter_set"],
                &row["operation"],
            );
            let own = ours.iter().find(|own| {
                let operation = what(&own["algorithm"], &own["parameter_set"], &own["operation"]);
                own["system"] == system && operation == name
            });
            let own = own.unwrap();
            expected.push(format!(
                "| {system} {name} | {} | {} | {} |",
                us(&row["measurement"]["latency_ns"]),
                us(&own["mean_ns"]),
                us(&own["median_ns"]),
            ));
        }
    }
    assert_eq!(expected.len(), 18);
    assert_eq!(tables()[1], expected);
    assert_eq!(tables().len(), 2);
}
