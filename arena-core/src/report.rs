//! The report of a run: what stands in the speed table, in which order, and what stays out and why.
//!
//! This file makes the content; the files of this module give it a form.

mod gather;
pub mod markdown;
mod overview;
pub mod page;
pub mod sections;
pub mod sheet;
pub mod splice;
pub mod table;
pub mod text;

use crate::analysis::Analysis;
use crate::normalize::{Normalized, NormalizedRow, Standing};
use crate::protocol::Protocol;
use crate::record::Status;
use crate::stats;
use crate::verdict::Verdict;
use arena_runner::message::{Lane, Operation, Randomness};
pub use gather::Gathered;
use gather::{GroupKey, Member};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// The lane; rows of schema version 1 have none.
    pub lane: Option<Lane>,
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

/// What the figures of ML-DSA signing are where attempts are known.
const COST_NOTE: &str = "Figures are times at the expected number of attempts, with their 95 % intervals: from a line through attempts and times where signatures are deterministic, else the mean of many draws.";

impl Report {
    /// The report of a run.
    pub fn of(normalized: &Normalized, verdict: Verdict, protocol: &Protocol) -> Report {
        let mut gathered = Gathered::new(protocol);
        for row in &normalized.rows {
            gathered.add(row);
        }
        gathered.report(verdict)
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

fn group(key: &GroupKey, rows: &[Member], verdict: &Verdict) -> Group {
    let (set, algorithm, name, operation, lane) = key;
    let label = match set {
        Some(set) => set.label().to_owned(),
        None => format!("{algorithm}-{name}"),
    };
    let signing = algorithm == "ml-dsa" && *operation == Operation::Sign;
    let costs = verdict.analysis.as_ref().filter(|_| signing);
    let one_draw = signing
        && costs.is_none()
        && rows
            .iter()
            .any(|row| row.randomness == Some(Randomness::Deterministic));
    let mut lines = lines(rows);
    if let (Some(analysis), Some(lane)) = (costs, lane) {
        for line in &mut lines {
            at_expected_attempts(line, analysis, name, *lane);
        }
    }
    let figure_of = |wanted: &str| {
        let line = lines.iter().find(|line: &&Line| line.system == wanted);
        line.map(|line| line.median_ns)
    };
    let baseline = figure_of(&verdict.baseline);
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
        title: format!(
            "{label} {} ({})",
            operation.id(),
            lane.map_or("no lane", Lane::id)
        ),
        algorithm: algorithm.clone(),
        parameter_set: name.clone(),
        operation: *operation,
        lane: *lane,
        ranked: !one_draw,
        note: match costs {
            Some(_) => Some(COST_NOTE.to_owned()),
            None => note(one_draw, *operation, rows),
        },
        lines,
    }
}

/// Puts the cost of signing in the place of a median over messages that need unlike attempts.
fn at_expected_attempts(line: &mut Line, analysis: &Analysis, set: &str, lane: Lane) {
    let mut costs = analysis.signing.iter();
    let cost = costs
        .find(|cost| cost.system == line.system && cost.parameter_set == set && cost.lane == lane);
    if let Some(figure) = cost.and_then(|cost| cost.at_expected) {
        line.median_ns = figure.value;
        line.low_ns = figure.interval.map(|interval| interval.low);
        line.high_ns = figure.interval.map(|interval| interval.high);
    }
}

/// One line for each system, in the order of the rows.
fn lines(rows: &[Member]) -> Vec<Line> {
    let mut systems: Vec<(&str, Vec<f64>)> = Vec::new();
    for row in rows {
        match systems
            .iter_mut()
            .find(|(system, _)| *system == &*row.system)
        {
            Some((_, figures)) => figures.push(row.figure),
            None => systems.push((&row.system, vec![row.figure])),
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

/// What a reader must know to compare the lines of a group.
fn note(one_draw: bool, operation: Operation, rows: &[Member]) -> Option<String> {
    let sources = if one_draw {
        Some(SIGN_NOTE.to_owned())
    } else {
        let source = |row: &Member| row.randomness.map(|source| source.id().into());
        unlike(rows, source).map(|parts| format!("Randomness differs: {parts}."))
    };
    // What a key object holds is made outside the clock, but for key generation.
    let prepared =
        operation != Operation::Keygen && rows.iter().all(|row| row.lane == Some(Lane::Prepared));
    let keys = if prepared {
        let held = unlike(rows, |row| row.prepared_key.clone());
        held.map(|parts| format!("Prepared keys hold unlike things: {parts}."))
    } else {
        None
    };
    let notes: Vec<String> = sources.into_iter().chain(keys).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Who has which value, if the systems of a group differ in it.
fn unlike(rows: &[Member], value: impl Fn(&Member) -> Option<Rc<str>>) -> Option<String> {
    let mut owners: BTreeMap<Rc<str>, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        let value = value(row).unwrap_or_else(|| "unknown".into());
        owners.entry(value).or_default().insert(&row.system);
    }
    if owners.len() < 2 {
        return None;
    }
    let parts = owners.into_iter().map(|(value, systems)| {
        let systems: Vec<&str> = systems.into_iter().collect();
        format!("{value} ({})", systems.join(", "))
    });
    Some(parts.collect::<Vec<_>>().join("; "))
}
