//! A whole folder of evidence with changes in it: what is made of it never panics, and what is written about it holds.

use crate::input::{self, Input};
use crate::scratch::Scratch;
use crate::{json, made};
use arena_core::evidence::{self, ENVIRONMENT, PLAN};
use arena_core::plan::Plan;
use arena_core::protocol::Protocol;
use arena_core::record::{Record, Status};
use arena_core::stats::Summary;
use arena_core::verify::{Verification, verify};
use arena_core::{files, record};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Steps of verification that must hold of a folder that was just finished, whatever its rows are worth.
const OWN_STEPS: [&str; 5] = [
    "checksums",
    "normalized",
    "verdict",
    "report-md",
    "report-html",
];

/// Which protocol, changes of samples, then changes of plan, machine and rows as JSON, then of the bytes of one file.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let taking_turns = input.byte() % 2 == 1;
    let name = if taking_turns { "evidence" } else { "v2" };
    let protocol = made::protocol(name);
    let iterations = if taking_turns { 64 } else { 4 };
    let plan = made::plan(&protocol, iterations, |row| {
        row.round <= 3
            && row.lane == protocol.gate.lane
            && row.system.starts_with("nexusq")
            && matches!(
                row.set().map(|set| set.label()),
                Some("ML-KEM-768" | "ML-DSA-65")
            )
    });
    let folder = Scratch::new();
    let changed = write(&folder, &plan, &protocol, &mut input);
    let Ok(derived) = evidence::derive(folder.path()) else {
        assert!(changed, "nothing can be made of a right folder");
        return;
    };
    let again = evidence::finish(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.verdict().statement, derived.verdict().statement);
    let verification = verify(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    holds(&verification, changed);
    let report = &derived.report;
    let _ = (
        arena_core::report::table::render(report),
        arena_core::report::table::verdict(derived.verdict()),
    );
    compare_with_itself(folder.path());
}

/// What was derived is what verification derives; a folder in which nothing was changed is right in everything.
fn holds(verification: &Verification, changed: bool) {
    for step in &verification.steps {
        let own = OWN_STEPS.contains(&step.id);
        assert!(
            step.ok || (changed && !own),
            "{}: {:?}",
            step.id,
            step.findings
        );
    }
}

/// A folder is comparable with itself, or there is nothing to compare.
fn compare_with_itself(folder: &Path) {
    if let Ok(comparison) = arena_core::folders::compare(folder, folder, false) {
        for row in comparison.rows {
            assert!((row.ratio - 1.0).abs() < 1e-9, "{row:?}");
        }
    }
}

/// Writes the files of a run; returns whether anything was changed.
fn write(folder: &Scratch, plan: &Plan, protocol: &Protocol, input: &mut Input<'_>) -> bool {
    let mut rows: Vec<Record> = plan
        .rows
        .iter()
        .map(|row| made::record(plan, protocol, row))
        .collect();
    let mut changed = change_samples(&mut rows, input);
    let mut whole = serde_json::json!({
        "plan": value(plan),
        "machine": value(made::facts()),
        "rows": rows.iter().map(value).collect::<Vec<Value>>(),
    });
    changed |= json::edit(&mut whole, input);
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for (member, name) in [("plan", PLAN), ("machine", ENVIRONMENT)] {
        texts.push((
            name.to_owned(),
            bytes(whole.get(member).unwrap_or(&Value::Null)),
        ));
    }
    let mut raw: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for row in whole
        .get("rows")
        .and_then(Value::as_array)
        .unwrap_or(&Vec::new())
    {
        // The artifact's name stays within the folder.
        let system = row
            .pointer("/row/system")
            .and_then(Value::as_str)
            .unwrap_or("none");
        let known = plan.rows.iter().any(|row| row.system == system);
        let file = raw.entry(if known {
            system.to_owned()
        } else {
            "none".to_owned()
        });
        let file = file.or_default();
        file.extend(bytes(row));
        file.push(b'\n');
    }
    texts.extend(
        raw.into_iter()
            .map(|(system, lines)| (format!("raw/{system}.jsonl"), lines)),
    );
    let which = usize::from(input.byte()) % texts.len();
    changed |= input::edit(&mut texts[which].1, input);
    for (name, text) in texts {
        folder.write(&name, text);
    }
    folder.write("raw/empty.jsonl", "");
    changed
}

fn value(of: &impl serde::Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_else(|error| panic!("{error}"))
}

fn bytes(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_else(|error| panic!("{error}"))
}

/// Gives some rows other samples, with the statistics that follow from them, or another outcome.
fn change_samples(rows: &mut [Record], input: &mut Input<'_>) -> bool {
    let count = input.byte() % 4;
    for _ in 0..count {
        let index = usize::from(input.byte()) % rows.len();
        let (pattern, size) = (input.byte(), input.word() as u64);
        let row = &mut rows[index];
        let Some(measurement) = &mut row.measurement else {
            continue;
        };
        for (number, sample) in measurement.samples_ns.iter_mut().enumerate() {
            *sample = match pattern % 7 {
                0 => 0,
                1 => u64::MAX,
                2 => size,
                3 => size << (number % 48),
                4 => 1 + number as u64 % 2 * u64::from(u32::MAX),
                5 => u64::MAX - number as u64,
                _ => *sample,
            };
        }
        if let Some(summary) = Summary::of(&measurement.samples_ns) {
            measurement.summary = summary;
        }
        if pattern % 7 == 6 {
            row.status = *input.choose(&[Status::Failed, Status::Mismatch, Status::Ok]);
            row.check.outcome = *input.choose(&[
                record::CheckOutcome::Mismatch,
                record::CheckOutcome::SelfOnly,
                record::CheckOutcome::NotChecked,
            ]);
        }
    }
    count > 0
}

/// A plan and raw rows of any content.
pub(crate) fn raw_rows(data: &[u8]) {
    let protocol = made::protocol("v2");
    let plan = made::plan(&protocol, 4, |row| {
        row.round == 1 && row.system == "nexusq-v1"
    });
    let folder = Scratch::new();
    let path = folder.write("rows.jsonl", data);
    let files = [arena_core::normalize::RawFile::from(path.clone())];
    let expected = arena_core::normalize::Expected {
        rows: &plan.rows,
        plan: Some(&plan),
    };
    let normalized = arena_core::normalize::normalize(&files, expected);
    let normalized = normalized.unwrap_or_else(|error| panic!("{error}"));
    // Every line is a row or is named: as malformed, or as one of another run.
    let lines = data.split(|&byte| byte == b'\n').count()
        - usize::from(data.last().is_none_or(|&byte| byte == b'\n'));
    let named: std::collections::BTreeSet<Option<u64>> = normalized
        .findings
        .iter()
        .map(|finding| finding.line)
        .collect();
    let rows: std::collections::BTreeSet<u64> =
        normalized.rows.iter().map(|row| row.source.line).collect();
    for line in 1..=lines as u64 {
        assert!(
            rows.contains(&line) || named.contains(&Some(line)),
            "line {line} is lost"
        );
    }
    assert_eq!(rows.len(), normalized.rows.len());
    let jsonl = normalized
        .to_jsonl()
        .unwrap_or_else(|error| panic!("{error}"));
    for line in jsonl.split_inclusive(|&byte| byte == b'\n') {
        let row: Value = serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(arena_core::schema::validate_normalized(&row), Ok(()));
    }
    let _ = arena_core::series::read(&files, &normalized).unwrap_or_else(|error| panic!("{error}"));
    let _ = files::read(&path);
}
