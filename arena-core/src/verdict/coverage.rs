//! What there is of the rows that there should be, and the criterion `coverage`.

use crate::gate::{Criterion, Outcome};
use crate::normalize::{Finding, FindingKind, Normalized, NormalizedRow, Standing};
use crate::plan::Plan;
use crate::protocol::Protocol;
use crate::record::{RowKey, Status};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// What there is of the rows that there should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// Rows that the protocol has.
    pub expected: usize,
    /// Rows that the run was asked for.
    pub asked: usize,
    /// Of these, rows that are there.
    pub present: usize,
    /// Of these, rows with a measurement that may be used.
    pub ok: usize,
    /// Rows that failed, with their reasons.
    pub failed: Vec<Entry>,
    /// Rows whose results were wrong, with what differed.
    pub mismatch: Vec<Entry>,
    /// Rows that the run was asked for and that are nowhere.
    pub missing: Vec<Entry>,
    /// Rows that are there more than once.
    pub doubled: Vec<Entry>,
    /// Rows that nobody asked for.
    pub foreign: Vec<Entry>,
    /// Lines that are no rows.
    pub malformed: Vec<Entry>,
}

/// A row or a line that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The row in words, if it is known which.
    pub row: Option<String>,
    /// The raw file.
    pub file: Option<String>,
    /// The line, counted from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub what: String,
}

impl From<&Finding> for Entry {
    fn from(finding: &Finding) -> Entry {
        Entry {
            row: finding.row.clone(),
            file: finding.file.clone(),
            line: finding.line,
            what: finding.what.clone(),
        }
    }
}

impl From<&NormalizedRow> for Entry {
    fn from(row: &NormalizedRow) -> Entry {
        Entry {
            row: Some(row.name()),
            file: Some(row.source.file.clone()),
            line: Some(row.source.line),
            what: row.failure.clone().unwrap_or_default(),
        }
    }
}

impl Coverage {
    pub(super) fn of(normalized: &Normalized, plan: &Plan, protocol: &Protocol) -> Coverage {
        let found = |kind| normalized.of_kind(kind).map(Entry::from).collect();
        let with = |status| {
            let expected = normalized
                .rows
                .iter()
                .filter(|row| row.standing == Standing::Expected);
            let rows = expected.filter(|row| row.status == status);
            rows.map(Entry::from).collect()
        };
        let missing: Vec<Entry> = found(FindingKind::Missing);
        Coverage {
            expected: protocol.expected_rows().len(),
            asked: plan.rows.len(),
            present: plan.rows.len().saturating_sub(missing.len()),
            ok: normalized.rows.iter().filter(|row| row.usable()).count(),
            failed: with(Status::Failed),
            mismatch: with(Status::Mismatch),
            missing,
            doubled: found(FindingKind::Doubled),
            foreign: found(FindingKind::Foreign),
            malformed: found(FindingKind::Malformed),
        }
    }
}

/// Whether a plan asks for the protocol's rows and counts, all of them and no others.
pub fn is_complete(plan: &Plan, protocol: &Protocol) -> bool {
    plan.design.is_none() && shortfall(plan, protocol).is_none()
}

/// Where a plan departs from its protocol.
fn shortfall(plan: &Plan, protocol: &Protocol) -> Option<String> {
    let name = &protocol.name;
    let differ = |what: &str, own: usize, protocols: usize| {
        (own != protocols).then(|| {
            format!("the run was asked for {own} {what}, but protocol {name} has {protocols}")
        })
    };
    let expected = protocol.expected_rows();
    let distinct: HashSet<&RowKey> = plan.rows.iter().collect();
    let others = expected.iter().any(|row| !distinct.contains(row));
    differ("rows", plan.rows.len(), expected.len())
        .or_else(|| differ("samples per row", plan.iterations, protocol.iterations))
        .or_else(|| differ("warm-ups per row", plan.warmups, protocol.warmups))
        .or_else(|| {
            others.then(|| format!("the run was asked for other rows than protocol {name} has"))
        })
}

/// The criterion `coverage`: the protocol's rows, all of them, once and usable.
pub(super) fn criterion(coverage: &Coverage, plan: &Plan, protocol: &Protocol) -> Criterion {
    let Coverage { expected, ok, .. } = coverage;
    let counts = [
        ("missing", coverage.missing.len()),
        ("failed", coverage.failed.len()),
        ("wrong", coverage.mismatch.len()),
        ("doubled", coverage.doubled.len()),
        ("foreign", coverage.foreign.len()),
        ("malformed", coverage.malformed.len()),
    ];
    let mut faults: Vec<String> = shortfall(plan, protocol).into_iter().collect();
    for (what, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        faults.push(format!("{count} {what}"));
    }
    let of_rows = format!("{ok} of {expected} rows are there and usable");
    if faults.is_empty() && ok == expected {
        return Criterion::new("coverage", Outcome::Met, format!("{of_rows}."));
    }
    let reason = format!("{of_rows}: {}.", faults.join("; "));
    Criterion::new("coverage", Outcome::NotMet, reason)
}
