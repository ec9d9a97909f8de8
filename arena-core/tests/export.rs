//! Rows as CSV and Parquet hold the figures of `normalized.jsonl`, and a report read from a finished folder is the one
//! that its raw rows make.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::evidence::stored::{NotStored, Stored};
use arena_core::evidence::{self, CHECKSUMS, NORMALIZED, PLAN};
use arena_core::export::{COLUMNS, Csv, ExportError, Kind, Parquet, Sink, each};
use arena_core::loose::Loose;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn csv(dir: &Path) -> String {
    let mut bytes = Vec::new();
    let mut sink: Box<dyn Sink + '_> = Box::new(Csv::new(&mut bytes).unwrap());
    each(dir, &mut |entry| sink.add(&entry)).unwrap();
    sink.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A folder in which some rows failed, with a reason that holds what CSV must quote.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    common::write_raw(dir.path(), &common::whole(), 1.5, |record| {
        if record.row.system == "botan" {
            common::fail(record, "it said \"no\", twice");
        }
        true
    });
    evidence::finish(dir.path()).unwrap();
    dir
}

fn normalized(dir: &Path) -> Vec<Value> {
    let text = fs::read_to_string(dir.join(NORMALIZED)).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

/// A field of a normalized row by the name of its column.
fn field<'a>(row: &'a Value, name: &str, plan: &'a Value) -> &'a Value {
    match name {
        "run_id" | "protocol" | "created_unix_ns" => &plan[name],
        _ => match name.strip_prefix("source_") {
            Some(part) => &row["source"][part],
            None => &row[name],
        },
    }
}

/// The fields of a line of CSV; an empty one that is not quoted is none.
fn fields(line: &str) -> Vec<Option<String>> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let (text, after) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let mut end = 0;
                loop {
                    end += quoted[end..].find('"').unwrap();
                    if !quoted[end + 1..].starts_with('"') {
                        break;
                    }
                    end += 2;
                }
                (
                    Some(quoted[..end].replace("\"\"", "\"")),
                    &quoted[end + 1..],
                )
            }
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                let text = (end > 0).then(|| rest[..end].to_owned());
                (text, &rest[end..])
            }
        };
        fields.push(text);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None => return fields,
        }
    }
}

#[test]
fn every_field_of_csv_and_parquet_is_that_of_the_normalized_rows() {
    let dir = folder();
    let plan: Value = serde_json::from_slice(&fs::read(dir.path().join(PLAN)).unwrap()).unwrap();
    let rows = normalized(dir.path());
    let text = csv(dir.path());
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names.len(), 42);
    // Every field of a normalized row has its column.
    for name in rows[0].as_object().unwrap().keys() {
        let there = name == "source" || names.contains(&name.as_str());
        assert!(there, "{name}");
    }
    for (line, row) in lines.by_ref().zip(&rows) {
        for (name, text) in names.iter().zip(fields(line)) {
            let value = field(row, name, &plan);
            let same = match (&text, value) {
                (None, Value::Null) => true,
                (Some(text), Value::String(value)) => text == value,
                (Some(text), Value::Number(value)) => text.parse::<f64>().ok() == value.as_f64(),
                _ => false,
            };
            assert!(same, "{name}: {text:?} {value}");
        }
    }
    assert_eq!(text.lines().count(), 1 + 138);

    let path = dir.path().join("rows.parquet");
    let file = fs::File::create(&path).unwrap();
    let mut sink: Box<dyn Sink + '_> = Box::new(Parquet::new(file).unwrap());
    each(dir.path(), &mut |entry| sink.add(&entry)).unwrap();
    sink.finish().unwrap();
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let read: Vec<_> = reader
        .get_row_iter(None)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(read.len(), 138);
    for (read, row) in read.iter().zip(&rows) {
        for ((name, got), column) in read.get_column_iter().zip(&COLUMNS) {
            assert_eq!(name, column.name);
            let same = match (got, field(row, name, &plan), column.kind) {
                (Field::Null, Value::Null, _) => true,
                (Field::Str(text), Value::String(value), Kind::Text) => text == value,
                (Field::Long(number), value, Kind::Integer) => value.as_i64() == Some(*number),
                (Field::Double(number), value, Kind::Number) => value.as_f64() == Some(*number),
                _ => false,
            };
            assert!(same, "{name}: {got:?}");
        }
    }
}

/// By hand: the samples of V1's first key generation are 10 100 + (7·i mod 50) for i from 0 to 49, so each of 10 100 to
/// 10 149 once. Median and mean are 10 124.5, half of them lie within 12.5 of it; percentile 5 is 0.05 · 49 = 2.45 above the first.
#[test]
fn figures_calculated_by_hand_stand_in_the_csv() {
    let dir = folder();
    let text = csv(dir.path());
    let names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let row = fields(text.lines().nth(1).unwrap());
    let of = |name: &str| {
        let place = names.iter().position(|other| *other == name).unwrap();
        row[place].clone().unwrap_or_default()
    };
    let expected = [
        ("run_id", "v2-000000000000002a-1"),
        ("system", "nexusq-v1"),
        ("parameter_set", "768"),
        ("operation", "keygen"),
        ("lane", "prepared"),
        ("round", "1"),
        ("standing", "expected"),
        ("raw_samples", "50"),
        ("min_ns", "10100"),
        ("median_ns", "10124.5"),
        ("mean_ns", "10124.5"),
        ("mad_ns", "12.5"),
        ("max_ns", "10149"),
        ("p5_ns", "10102.45"),
        ("source_schema_version", "2"),
    ];
    for (name, value) in expected {
        assert_eq!(of(name), value, "{name}");
    }
}

fn historical() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records/evidence/run-37918298351")
}

#[test]
fn what_rows_of_version_1_do_not_say_is_missing() {
    let text = csv(&historical());
    let first = text.lines().nth(1).unwrap();
    assert_eq!(
        first,
        ",,,aws-lc,ml-kem,768,keygen,,,,ok,,aws-lc,runtime,,,13.3.0; release; x86_64-linux-gnu,,,20,3,0,20,,,12374.15,,,,,,,,,,github-actions,Ubuntu,,,aws-lc-ec05f25.jsonl,1,1"
    );
    let loose = Loose::read(&historical()).unwrap();
    assert_eq!((loose.rows.len(), loose.files), (18, 3));
    let facts = loose.facts();
    let said = |name: &str| {
        let fact = facts.iter().find(|fact| fact.name == name).unwrap();
        (fact.said_by, fact.values.join(", "))
    };
    for name in [
        "lane",
        "round",
        "protocol",
        "back_end",
        "check",
        "machine",
        "median_ns",
    ] {
        assert_eq!(said(name), (0, String::new()), "{name}");
    }
    assert_eq!(said("cpu"), (18, "github-actions".to_owned()));
    let sheet = loose.sheet();
    assert_eq!(sheet.title, "Rows without a plan: run-37918298351");
    assert!(sheet.markdown().contains("| lane | 0 of 18 | missing |"));
    assert!(
        sheet
            .markdown()
            .contains("| aws-lc ml-kem-768 keygen | 12.37 µs | - | 20 | 3 |")
    );
}

#[test]
fn folders_without_rows_and_with_two_kinds_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let error = |dir: &Path| Loose::read(dir).unwrap_err();
    assert!(matches!(error(dir.path()), ExportError::Nothing(_)));
    let old = fs::read(historical().join("aws-lc-ec05f25.jsonl")).unwrap();
    fs::write(dir.path().join("a.jsonl"), old).unwrap();
    let plan = common::whole();
    let new = common::line(&common::record(&plan, &plan.rows[0], 1.0));
    fs::write(dir.path().join("b.jsonl"), new).unwrap();
    let error = error(dir.path()).to_string();
    assert!(
        error.contains(
            "two kinds of rows: a.jsonl:1 is of schema version 1, b.jsonl:1 of version 2"
        ),
        "{error}"
    );
}

#[test]
fn a_finished_folder_gives_the_report_that_its_raw_rows_make() {
    let dir = folder();
    let stored = Stored::open(dir.path()).unwrap().unwrap();
    let derived = evidence::derive(dir.path()).unwrap();
    assert_eq!(stored.report().unwrap(), derived.report);
    assert_eq!(stored.rows().unwrap().count(), 138);

    let path = dir.path().join(NORMALIZED);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"round\":1", "\"round\":9", 1)).unwrap();
    assert_eq!(
        Stored::open(dir.path()).unwrap().unwrap_err(),
        NotStored::Changed(NORMALIZED)
    );
    fs::remove_file(dir.path().join(CHECKSUMS)).unwrap();
    assert_eq!(
        Stored::open(dir.path()).unwrap().unwrap_err(),
        NotStored::Unfinished
    );
    let record =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/records/evidence/arena-v2-20261130");
    let other = Stored::open(&record).unwrap().unwrap_err();
    assert_eq!(other, NotStored::OtherArena("0.1.0".to_owned()));
}
