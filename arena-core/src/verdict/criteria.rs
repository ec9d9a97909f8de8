//! The criteria that are not about speed: `same-environment` and `raw-records`.

use crate::gate::{Criterion, Outcome};
use crate::normalize::{Normalized, NormalizedRow};
use crate::protocol::Protocol;
use std::collections::BTreeSet;

type Fact = (&'static str, fn(&NormalizedRow) -> Option<String>);

/// What must be the same for both sides.
const SHARED: [Fact; 6] = [
    ("machine", |row| row.machine.clone()),
    ("processor", |row| row.cpu.clone()),
    ("operating system", |row| row.os.clone()),
    ("architecture", |row| row.arch.clone()),
    ("pinned processor", |row| {
        Some(
            row.pinned_cpu
                .map_or("none".to_owned(), |cpu| cpu.to_string()),
        )
    }),
    ("build", |row| row.build.clone()),
];

/// What must be the same for all rows of one side.
const OWN: [Fact; 2] = [
    ("version", |row| Some(row.version.clone())),
    ("runner", |row| row.runner_sha256.clone()),
];

/// Both sides were measured on the same machine, and built by the same toolchain in the same way.
pub(super) fn same_environment(normalized: &Normalized, protocol: &Protocol) -> Criterion {
    let id = "same-environment";
    let (baseline, candidate) = (&protocol.gate.baseline, &protocol.gate.candidate);
    let rows_of = |system: &str| {
        let rows = normalized.rows.iter().filter(|row| row.usable());
        rows.filter(|row| row.system == system).collect::<Vec<_>>()
    };
    let sides = [rows_of(baseline), rows_of(candidate)];
    if sides.iter().any(Vec::is_empty) {
        let reason = format!("There are not usable rows of both {baseline} and {candidate}.");
        return Criterion::new(id, Outcome::Unresolved, reason);
    }
    let both = sides.concat();
    let mut unknown = Vec::new();
    let mut differing = Vec::new();
    let mut compare = |rows: &[&NormalizedRow], (name, fact): &Fact, of: &str| {
        let values: BTreeSet<Option<String>> = rows.iter().map(|row| fact(row)).collect();
        if values.contains(&None) {
            unknown.push(format!("{name}{of}"));
        }
        let known: Vec<String> = values.into_iter().flatten().collect();
        if known.len() > 1 {
            differing.push(format!("{name}{of}: {}", known.join(" / ")));
        }
    };
    for fact in &SHARED {
        compare(&both, fact, "");
    }
    for (side, system) in sides.iter().zip([baseline, candidate]) {
        for fact in &OWN {
            compare(side, fact, &format!(" of {system}"));
        }
    }
    if !differing.is_empty() {
        let reason = format!("The rows differ in {}.", differing.join("; "));
        return Criterion::new(id, Outcome::NotMet, reason);
    }
    if !unknown.is_empty() {
        let reason = format!("Some rows do not say: {}.", unknown.join(", "));
        return Criterion::new(id, Outcome::Unresolved, reason);
    }
    let reason = format!(
        "All {} usable rows of {baseline} and {candidate} come from one machine, one build each, and one toolchain.",
        both.len()
    );
    Criterion::new(id, Outcome::Met, reason)
}

/// Every row that counts has the samples from which its figures follow.
pub(super) fn raw_records(normalized: &Normalized) -> Criterion {
    let id = "raw-records";
    let rows: Vec<&NormalizedRow> = normalized.rows.iter().filter(|row| row.usable()).collect();
    if rows.is_empty() {
        let reason = "There is no usable row.".to_owned();
        return Criterion::new(id, Outcome::Unresolved, reason);
    }
    let mut bare = Vec::new();
    for row in &rows {
        if row.raw_samples == 0 || row.n != Some(row.raw_samples) {
            bare.push(row.name());
        }
    }
    if bare.is_empty() {
        let reason = format!("All {} usable rows hold their raw samples.", rows.len());
        return Criterion::new(id, Outcome::Met, reason);
    }
    let reason = format!(
        "{} rows hold no raw samples: {}.",
        bare.len(),
        bare.join(", ")
    );
    Criterion::new(id, Outcome::NotMet, reason)
}
