//! Figures of a merged set over time: for each system, operation and lane the steps from run to run, and the course of the
//! whole period, with intervals. Only within one key; what has unlike keys stands side by side and has no ratio.
//!
//! A step is called a regression only if its whole interval lies beyond the noise floor. `docs/many-machines.md` says how
//! the intervals are made and what they don't cover.

mod chart;
mod line;
mod points;
mod sheet;

pub use line::{Changed, LineTrend, Measure, Step, TrendCall, Whole};

use crate::files::FileError;
use crate::folders;
use crate::merged::{Key, Member, Set};
use arena_runner::message::{Lane, Operation};
use serde::Serialize;
use std::collections::BTreeMap;

/// A system in a cell of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cell {
    /// For example `ml-kem-768`.
    pub set: String,
    /// The operation.
    pub operation: Operation,
    /// The lane.
    pub lane: Lane,
    /// The system.
    pub system: String,
}

/// What a merged set shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trends {
    /// Each key with its runs.
    pub keys: Vec<KeyTrend>,
    /// Each cell that runs of several keys have: its newest time under each key, in nanoseconds. Never a ratio.
    pub side_by_side: Vec<Beside>,
}

/// The runs of one key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyTrend {
    /// The id of the key.
    pub id: String,
    /// The key.
    pub key: Key,
    /// Its runs by date.
    pub runs: Vec<RunFacts>,
    /// Its lines.
    pub lines: Vec<LineTrend>,
}

/// A run of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunFacts {
    /// Its name.
    pub run_id: String,
    /// When its plan was made.
    pub created_unix_ns: u64,
    /// The commit of the arena's source.
    pub commit: Option<String>,
    /// The verdict in a sentence.
    pub statement: String,
}

/// A cell under several keys.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Beside {
    /// The cell.
    pub cell: Cell,
    /// The newest time by id of the key.
    pub times_ns: BTreeMap<String, f64>,
}

impl Trends {
    /// The trends of a set. One folder after the other is read.
    ///
    /// # Errors
    /// A folder can't be read.
    pub fn of(set: &Set) -> Result<Trends, FileError> {
        let mut keys = Vec::new();
        for (key, members) in set.by_key() {
            keys.push(of_key(key, members)?);
        }
        let mut times: BTreeMap<&Cell, BTreeMap<String, f64>> = BTreeMap::new();
        for of_key in &keys {
            for line in &of_key.lines {
                if let Some(point) = line.points.last() {
                    let of_cell = times.entry(&line.cell).or_default();
                    of_cell.insert(of_key.id.clone(), point.time_ns);
                }
            }
        }
        let beside = times.into_iter().filter(|(_, times)| times.len() > 1);
        let side_by_side = beside.map(|(cell, times_ns)| Beside {
            cell: cell.clone(),
            times_ns,
        });
        Ok(Trends {
            side_by_side: side_by_side.collect(),
            keys,
        })
    }

    /// Whether the newest step of a line, or its whole period, is called a regression.
    pub fn has_regression(&self) -> bool {
        let mut lines = self.keys.iter().flat_map(|key| &key.lines);
        lines.any(|line| {
            let newest = line.steps.last().map(|step| step.call);
            let whole = line.whole.as_ref().map(|whole| whole.call);
            [newest, whole].contains(&Some(TrendCall::Regression))
        })
    }
}

fn of_key(key: &Key, members: &[Member]) -> Result<KeyTrend, FileError> {
    let mut gathered = points::Gathered::default();
    let mut runs = Vec::new();
    for member in members {
        let folder = folders::read(&member.path)?;
        runs.push(RunFacts {
            run_id: member.run_id.clone(),
            created_unix_ns: member.created_unix_ns,
            commit: member.commit.clone(),
            statement: folder.statement.clone(),
        });
        gathered.add(&folder);
    }
    let lines = gathered.lines();
    let several = lines.iter().filter(|(_, _, points)| points.len() > 1);
    let family = several.count();
    let lines = lines
        .into_iter()
        .map(|(cell, measure, points)| line::trend(cell, measure, &points, &runs, family));
    Ok(KeyTrend {
        id: key.id(),
        key: key.clone(),
        lines: lines.collect(),
        runs,
    })
}
