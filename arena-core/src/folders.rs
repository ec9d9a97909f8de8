//! Two folders of evidence compared, system by system.
//!
//! Their rows did not take turns with one another, so each round of one folder is a sample of its own
//! and so is each of the other; an interval comes from the spread of both (Welch). What changed
//! between the two runs besides the code can't be told from the figures, but for the machine's speed, which
//! the calibrations tell.

use crate::analysis::{Analysis, Call, cost};
use crate::environment::Facts;
use crate::evidence::{self, ENVIRONMENT};
use crate::files::{self, FileError};
use crate::math::Portable;
use crate::record::RowKey;
use crate::report::sections::Section;
use crate::series::{self, All, Series};
use crate::stats::{self, Interval, t_quantile};
use arena_runner::message::{Lane, Operation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

/// A difference of the calibrations that is worth a word, as a logarithm.
pub(crate) const MACHINE_CHANGED: f64 = 0.005;

/// Why two folders are not compared.
#[derive(Debug, Error)]
pub enum FoldersError {
    /// A file.
    #[error("{0}")]
    File(#[from] FileError),
    /// They come from unlike machines.
    #[error(
        "the folders come from unlike machines ({first}; {second}); figures of two machines say nothing about code. --across-machines compares them all the same, and says so"
    )]
    UnlikeMachines {
        /// Processor and system of the first.
        first: String,
        /// Of the second.
        second: String,
    },
    /// Nothing is in both.
    #[error("no system has usable rows of one operation in both folders")]
    NothingShared,
}

/// Two folders compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FolderComparison {
    /// The run that is the measure.
    pub first: String,
    /// The run that is compared with it.
    pub second: String,
    /// What a reader must know.
    pub labels: Vec<String>,
    /// Each system in each cell that both folders have.
    pub rows: Vec<FolderRow>,
}

/// A system in a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FolderRow {
    /// The system.
    pub system: String,
    /// For example `ml-kem-768`.
    pub set: String,
    /// The operation.
    pub operation: Operation,
    /// The lane.
    pub lane: Lane,
    /// Whether both runs used the same executable; absent if it is not known.
    pub same_executable: Option<bool>,
    /// Second over first.
    pub ratio: f64,
    /// Its 95 % interval; absent with fewer than two rounds on a side.
    pub interval: Option<Interval>,
    /// Ratio of the machine's calibrations, second over first; absent if a run has none.
    pub machine: Option<f64>,
    /// What it comes to.
    pub call: Call,
}

/// What a comparison needs of a folder.
pub(crate) struct Folder {
    pub(crate) run: String,
    facts: Facts,
    /// The samples.
    pub(crate) all: All,
    /// SHA-256 of the runner of each system.
    pub(crate) executables: BTreeMap<String, String>,
    /// Implementation, version, back end and build of each system, in words.
    pub(crate) versions: BTreeMap<String, String>,
    /// The system that is the measure.
    pub(crate) baseline: String,
    /// The verdict in a sentence.
    pub(crate) statement: String,
    /// What the run says of itself, where systems took turns.
    pub(crate) analysis: Option<Analysis>,
}

/// Compares two folders.
///
/// # Errors
/// See [`FoldersError`].
pub fn compare(
    first: &Path,
    second: &Path,
    across: bool,
) -> Result<FolderComparison, FoldersError> {
    let (first, second) = (read(first)?, read(second)?);
    let mut labels = Vec::new();
    if first.facts.machine() != second.facts.machine() {
        let of = |folder: &Folder| {
            let environment = folder.facts.environment(None);
            format!("{}, {}", environment.cpu, environment.os)
        };
        let (first, second) = (of(&first), of(&second));
        if !across {
            return Err(FoldersError::UnlikeMachines { first, second });
        }
        labels.push(format!("ACROSS MACHINES: the first run is from {first}; the second from {second}. Differences are those of machines and code together."));
    }
    labels.push("The two runs did not take turns. What changed between them besides the code is part of every difference.".to_owned());
    let mut cells: BTreeMap<(String, String, Operation, Lane), ()> = BTreeMap::new();
    for key in first.all.keys() {
        let set = format!("{}-{}", key.algorithm, key.parameter_set);
        cells.insert((key.system.clone(), set, key.operation, key.lane), ());
    }
    let rows: Vec<FolderRow> = cells
        .into_keys()
        .filter_map(|cell| row(&first, &second, cell))
        .collect();
    if rows.is_empty() {
        return Err(FoldersError::NothingShared);
    }
    Ok(FolderComparison {
        first: first.run,
        second: second.run,
        labels,
        rows,
    })
}

/// Reads a folder from its raw rows.
pub(crate) fn read(dir: &Path) -> Result<Folder, FileError> {
    let derived = evidence::derive(dir)?;
    let all = series::read(&evidence::raw_files(dir)?, &derived.normalized)?;
    let (mut executables, mut versions) = (BTreeMap::new(), BTreeMap::new());
    for row in &derived.normalized.rows {
        let or_unknown =
            |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
        let version = format!(
            "{} {}, {}, {}",
            row.implementation,
            row.version,
            or_unknown(&row.back_end),
            or_unknown(&row.build)
        );
        if row.usable() {
            versions.insert(row.system.clone(), version);
        }
        if let Some(sha256) = &row.runner_sha256 {
            executables.insert(row.system.clone(), sha256.clone());
        }
    }
    Ok(Folder {
        run: derived.plan.run_id.clone(),
        facts: files::read_json(&dir.join(ENVIRONMENT))?,
        all,
        executables,
        versions,
        baseline: derived.report.verdict.baseline,
        statement: derived.report.verdict.statement,
        analysis: derived.report.verdict.analysis,
    })
}

fn row(
    first: &Folder,
    second: &Folder,
    (system, set, operation, lane): (String, String, Operation, Lane),
) -> Option<FolderRow> {
    let here = |key: &RowKey| {
        key.system == system
            && format!("{}-{}", key.algorithm, key.parameter_set) == set
            && key.operation == operation
            && key.lane == lane
    };
    let of = |folder: &Folder| -> Vec<f64> {
        let rows = folder.all.iter().filter(|(key, _)| here(key));
        rows.filter_map(|(key, series)| figure(key, series))
            .collect()
    };
    let calibrations = |folder: &Folder| -> Option<f64> {
        let rows = folder.all.iter().filter(|(key, _)| here(key));
        let blocks = rows.flat_map(|(_, series)| &series.blocks);
        stats::median(
            &blocks
                .filter_map(|block| block.calibration)
                .collect::<Vec<f64>>(),
        )
    };
    let (left, right) = (of(first), of(second));
    let (ratio, interval) = welch(&left, &right)?;
    let machine = calibrations(first)
        .zip(calibrations(second))
        .map(|(a, b)| b / a);
    let executables = first
        .executables
        .get(&system)
        .zip(second.executables.get(&system));
    Some(FolderRow {
        same_executable: executables.map(|(a, b)| a == b),
        call: call(ratio, interval, machine),
        system,
        set,
        operation,
        lane,
        ratio,
        interval,
        machine,
    })
}

/// The logarithm of a row's figure: its median, or the cost of signing at the expected number of attempts.
pub(crate) fn figure(key: &RowKey, series: &Series) -> Option<f64> {
    let signing = key
        .set()
        .filter(|_| key.operation == Operation::Sign && key.algorithm == "ml-dsa");
    let value = match signing {
        Some(set) => cost::of_round(series, set)?,
        None => {
            let samples = series
                .blocks
                .iter()
                .flat_map(|block| block.samples.iter().copied());
            stats::median(&samples.collect::<Vec<f64>>())?
        }
    };
    (value > 0.0).then(|| value.natural_log())
}

/// exp of the difference of the means, with Welch's interval of 95 %.
fn welch(left: &[f64], right: &[f64]) -> Option<(f64, Option<Interval>)> {
    let (difference, half) = welch_logs(left, right, 0.975)?;
    let interval = half.map(|half| Interval {
        low: (difference - half).exponential(),
        high: (difference + half).exponential(),
    });
    Some((difference.exponential(), interval))
}

/// The difference of the means, right less left, and half the width of Welch's interval; `p` is the quantile at its upper end.
pub(crate) fn welch_logs(left: &[f64], right: &[f64], p: f64) -> Option<(f64, Option<f64>)> {
    let moments = |values: &[f64]| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (n, mean, squares / (n - 1.0) / n)
    };
    if left.is_empty() || right.is_empty() {
        return None;
    }
    let ((n, mean, error), (m, other, of_other)) = (moments(left), moments(right));
    let difference = other - mean;
    let both = error + of_other;
    if n < 2.0 || m < 2.0 || both <= 0.0 {
        return Some((difference, None));
    }
    let degrees = both.powi(2) / (error.powi(2) / (n - 1.0) + of_other.powi(2) / (m - 1.0));
    Some((difference, Some(t_quantile(p, degrees)? * both.sqrt())))
}

fn call(ratio: f64, interval: Option<Interval>, machine: Option<f64>) -> Call {
    let Some(interval) = interval else {
        return Call::TooFewRounds;
    };
    if machine.is_some_and(|machine| machine.natural_log().abs() > MACHINE_CHANGED) {
        Call::Disturbed
    } else if interval.contains(1.0) {
        Call::NoDifference
    } else if ratio < 1.0 {
        Call::Faster
    } else {
        Call::Slower
    }
}

impl FolderComparison {
    /// The comparison as a table.
    pub fn section(&self) -> Section {
        let rows = self.rows.iter().map(|row| {
            let cell = format!(
                "{} {} {} ({})",
                row.system,
                row.set,
                row.operation.id(),
                row.lane.id()
            );
            let interval = row.interval.map_or("-".to_owned(), |interval| {
                format!("{:.4} to {:.4}", interval.low, interval.high)
            });
            let executable = match row.same_executable {
                Some(true) => "same",
                Some(false) => "other",
                None => "unknown",
            };
            vec![
                cell,
                format!("{:.4}", row.ratio),
                interval,
                row.call.words().to_owned(),
                executable.to_owned(),
                row.machine
                    .map_or("-".to_owned(), |machine| format!("{machine:.4}")),
            ]
        });
        Section {
            title: format!("{} over {}", self.second, self.first),
            head: vec!["row", "ratio", "95 % interval", "comes to", "executable", "machine"],
            rows: rows.collect(),
            notes: vec!["Disturbed: the same calibration took more than 0.5 % longer or shorter in one run than in the other, so a difference says nothing about code.".to_owned()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: [f64; 5] = [0.10, 0.12, 0.09, 0.13, 0.11];
    const RIGHT: [f64; 4] = [0.15, 0.14, 0.19, 0.12];
    const DIFFERENCE: f64 = 0.04;
    const LOW: f64 = -0.003_865_170_629_962_882;
    const HIGH: f64 = 0.083_865_170_629_962_9;

    /// Values from scipy 1.17: ttest_ind(b, a, equal_var=False).confidence_interval(0.95).
    #[test]
    fn the_interval_agrees_with_an_independent_implementation() {
        let (ratio, interval) = welch(&LEFT, &RIGHT).unwrap();
        let interval = interval.unwrap();
        for (own, other) in [
            (ratio.ln(), DIFFERENCE),
            (interval.low.ln(), LOW),
            (interval.high.ln(), HIGH),
        ] {
            assert!((own - other).abs() < 1e-9, "{own} {other}");
        }
        assert_eq!(welch(&[0.0], &[0.1]).unwrap().1, None);
        assert!(welch(&[], &[0.1]).is_none());
    }
}

#[cfg(test)]
mod row_tests;
