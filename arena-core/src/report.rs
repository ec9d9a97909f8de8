//! The report of a run: what stands in the speed table, in which order, and what stays out and why.
//!
//! This file makes the content; the files of this module give it a form.

pub mod html;
pub mod markdown;
pub mod table;
pub mod text;

use crate::normalize::{Normalized, NormalizedRow, Standing};
use crate::protocol::Protocol;
use crate::record::Status;
use crate::stats;
use crate::verdict::Verdict;
use arena_runner::message::{Lane, Operation, Randomness};
use nexusq_contract::ParameterSet;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that a report shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// What the protocol is for.
    pub purpose: String,
    /// Where the rows were measured; more than one line if they differ.
    pub machines: Vec<String>,
    /// What was measured.
    pub systems: Vec<SystemFacts>,
    /// The speed table.
    pub groups: Vec<Group>,
    /// Rows that stay out of it.
    pub left_out: Vec<LeftOut>,
}

/// What a system is, as its rows say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SystemFacts {
    /// Its name in the matrix.
    pub system: String,
    /// Id of the implementation.
    pub implementation: String,
    /// Version.
    pub version: String,
    /// Back end in use.
    pub back_end: String,
}

/// One operation of one parameter set in one lane: what may be compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// For example `ML-KEM-768 keygen (prepared)`.
    pub title: String,
    /// Whether its systems may be ranked.
    pub ranked: bool,
    /// What a reader must know to compare its lines.
    pub note: Option<String>,
    /// Its systems, the fastest first if they may be ranked.
    pub lines: Vec<Line>,
}

/// The figure of one system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The system.
    pub system: String,
    /// Median over the rounds of the medians.
    pub median_ns: f64,
    /// The smallest median of a round, if there are several.
    pub low_ns: Option<f64>,
    /// The largest.
    pub high_ns: Option<f64>,
    /// Rounds.
    pub rounds: usize,
    /// The figure over that of the baseline.
    pub to_baseline: Option<f64>,
    /// The figure over the smallest; absent where systems may not be ranked.
    pub to_best: Option<f64>,
}

/// A row that stays out of the speed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The row in words.
    pub row: String,
    /// Why, in a word or two.
    pub why: &'static str,
    /// What happened.
    pub reason: String,
}

/// What signing rows of ML-DSA show when each one signs a single message deterministically.
pub const SIGN_NOTE: &str = "Not ranked: a row times one message, signed deterministically, so it shows how many attempts that one draw needed; ratios compare draws too.";

impl Report {
    /// The report of a run.
    pub fn of(normalized: &Normalized, verdict: Verdict, protocol: &Protocol) -> Report {
        Report {
            machines: distinct(normalized, machine),
            systems: distinct(normalized, facts),
            groups: groups(normalized, &verdict.baseline),
            left_out: normalized.rows.iter().filter_map(left_out).collect(),
            purpose: protocol.purpose.clone(),
            verdict,
        }
    }

    /// The line that a run under a protocol for trying things out must carry.
    pub fn no_evidence(&self) -> Option<String> {
        (!self.verdict.evidence).then(|| {
            format!(
                "No evidence: protocol {} is for trying things out.",
                self.verdict.protocol
            )
        })
    }
}

fn distinct<T: Ord>(normalized: &Normalized, of: fn(&NormalizedRow) -> Option<T>) -> Vec<T> {
    let expected = normalized
        .rows
        .iter()
        .filter(|row| row.standing == Standing::Expected);
    let values: BTreeSet<T> = expected.filter_map(of).collect();
    values.into_iter().collect()
}

fn machine(row: &NormalizedRow) -> Option<String> {
    let pinned = match row.pinned_cpu {
        Some(cpu) => format!("pinned to processor {cpu}"),
        None => "not pinned".to_owned(),
    };
    let (cpu, os) = (row.cpu.as_ref()?, row.os.as_ref()?);
    Some(format!("{cpu}; {os}; {pinned}"))
}

fn facts(row: &NormalizedRow) -> Option<SystemFacts> {
    Some(SystemFacts {
        system: row.system.clone(),
        implementation: row.implementation.clone(),
        version: row.version.clone(),
        back_end: row.back_end.clone()?,
    })
}

/// Whether a row has a figure that may stand beside others.
fn comparable(row: &NormalizedRow) -> Option<f64> {
    row.median_ns.filter(|_| row.usable())
}

fn left_out(row: &NormalizedRow) -> Option<LeftOut> {
    let told = || row.failure.clone().unwrap_or_default();
    let (why, reason) = match (row.standing, row.status) {
        (Standing::Foreign, _) => ("foreign", "nobody asked for this row".to_owned()),
        (Standing::Doubled, _) => (
            "doubled",
            "the row is there more than once, and nothing says which one counts".to_owned(),
        ),
        (_, Status::Failed) => ("failed", told()),
        (_, Status::Mismatch) => ("mismatch", told()),
        (_, Status::Ok) if row.median_ns.is_none() => (
            "mean only",
            "the row holds a mean and no samples, and means are not compared with medians"
                .to_owned(),
        ),
        (_, Status::Ok) => return None,
    };
    Some(LeftOut {
        row: row.name(),
        why,
        reason,
    })
}

type GroupKey = (
    Option<ParameterSet>,
    String,
    String,
    Operation,
    Option<Lane>,
);

fn groups(normalized: &Normalized, baseline: &str) -> Vec<Group> {
    let mut members: BTreeMap<GroupKey, Vec<(&NormalizedRow, f64)>> = BTreeMap::new();
    for row in &normalized.rows {
        let Some(figure) = comparable(row) else {
            continue;
        };
        let set = ParameterSet::from_names(&row.algorithm, &row.parameter_set);
        let key = (
            set,
            row.algorithm.clone(),
            row.parameter_set.clone(),
            row.operation,
            row.lane,
        );
        members.entry(key).or_default().push((row, figure));
    }
    members
        .into_iter()
        .map(|(key, rows)| group(&key, &rows, baseline))
        .collect()
}

fn group(key: &GroupKey, rows: &[(&NormalizedRow, f64)], baseline: &str) -> Group {
    let (set, algorithm, name, operation, lane) = key;
    let label = match set {
        Some(set) => set.label().to_owned(),
        None => format!("{algorithm}-{name}"),
    };
    let lane = lane.map_or("no lane", Lane::id);
    let one_draw = algorithm == "ml-dsa"
        && *operation == Operation::Sign
        && rows
            .iter()
            .any(|(row, _)| row.randomness == Some(Randomness::Deterministic));
    let mut lines = lines(rows);
    let figure_of = |wanted: &str| {
        let line = lines.iter().find(|line: &&Line| line.system == wanted);
        line.map(|line| line.median_ns)
    };
    let baseline = figure_of(baseline);
    let best = lines
        .iter()
        .map(|line| line.median_ns)
        .fold(f64::INFINITY, f64::min);
    for line in &mut lines {
        let over = |other: f64| (other > 0.0).then(|| line.median_ns / other);
        line.to_baseline = baseline.and_then(over);
        line.to_best = over(best).filter(|_| !one_draw);
    }
    if !one_draw {
        lines.sort_by(|left, right| left.median_ns.total_cmp(&right.median_ns));
    }
    Group {
        title: format!("{label} {} ({lane})", operation.id()),
        ranked: !one_draw,
        note: if one_draw {
            Some(SIGN_NOTE.to_owned())
        } else {
            mixed(rows)
        },
        lines,
    }
}

/// One line for each system, in the order of the rows.
fn lines(rows: &[(&NormalizedRow, f64)]) -> Vec<Line> {
    let mut systems: Vec<(&str, Vec<f64>)> = Vec::new();
    for (row, figure) in rows {
        match systems.iter_mut().find(|(system, _)| *system == row.system) {
            Some((_, figures)) => figures.push(*figure),
            None => systems.push((&row.system, vec![*figure])),
        }
    }
    let mut lines = Vec::new();
    for (system, figures) in systems {
        let Some(median_ns) = stats::median(&figures) else {
            continue;
        };
        let several = figures.len() > 1;
        let low = figures.iter().copied().fold(f64::INFINITY, f64::min);
        let high = figures.iter().copied().fold(0.0, f64::max);
        lines.push(Line {
            system: system.to_owned(),
            median_ns,
            low_ns: several.then_some(low),
            high_ns: several.then_some(high),
            rounds: figures.len(),
            to_baseline: None,
            to_best: None,
        });
    }
    lines
}

/// A note if the systems took their randomness from different sources.
fn mixed(rows: &[(&NormalizedRow, f64)]) -> Option<String> {
    let mut by_source: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (row, _) in rows {
        let source = row.randomness.map_or("unknown", Randomness::id);
        by_source.entry(source).or_default().insert(&row.system);
    }
    if by_source.len() < 2 {
        return None;
    }
    let mut parts = Vec::new();
    for (source, systems) in by_source {
        let systems: Vec<&str> = systems.into_iter().collect();
        parts.push(format!("{source} ({})", systems.join(", ")));
    }
    Some(format!("Randomness differs: {}.", parts.join("; ")))
}
