//! The figures of a cell in each run: one value a round, as a logarithm.

use super::{Cell, Measure};
use crate::folders::{self, Folder};
use crate::math::Portable;
use crate::record::RowKey;
use crate::stats;
use std::collections::BTreeMap;

/// A cell in a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    /// Which run of the key, counted from 0.
    pub(super) run: usize,
    /// The logarithm of each round's figure: a time, or a ratio to the baseline in the same round.
    pub(super) logs: Vec<f64>,
    /// Geometric mean over the rounds of the time.
    pub(super) time_ns: f64,
    /// Median of the machine's calibrations.
    pub(super) calibration: Option<f64>,
    /// The noise floor that the run's control gives, as a ratio above 1.
    pub(super) floor: Option<f64>,
    /// What was measured, in words.
    pub(super) version: String,
    /// SHA-256 of the runner.
    pub(super) executable: Option<String>,
}

/// A cell in a run, with both measures.
struct Both {
    times: Point,
    /// By round; absent if the rows did not take turns with those of the baseline.
    to_baseline: Option<Vec<f64>>,
    /// The executable of the baseline.
    baseline: Option<String>,
}

/// The cells of several runs.
#[derive(Default)]
pub(super) struct Gathered {
    runs: usize,
    cells: BTreeMap<Cell, Vec<Both>>,
}

impl Gathered {
    /// Adds the next run.
    pub(super) fn add(&mut self, folder: &Folder) {
        let mut rounds: BTreeMap<Cell, BTreeMap<u32, Round>> = BTreeMap::new();
        for (key, series) in &folder.all {
            let Some(log) = folders::figure(key, series) else {
                continue;
            };
            let blocks = series.blocks.iter();
            let calibrations = blocks.filter_map(|block| block.calibration).collect();
            let round = Round {
                log,
                group: series.group,
                calibrations,
            };
            let of_cell = rounds.entry(cell(key)).or_default();
            of_cell.insert(key.round, round);
        }
        let baseline = &folder.baseline;
        for (cell, own) in &rounds {
            let other = Cell {
                system: baseline.clone(),
                ..cell.clone()
            };
            let other = rounds.get(&other).filter(|_| cell.system != *baseline);
            let point = Both {
                times: self.times(folder, cell, own),
                to_baseline: other.and_then(|other| to_baseline(own, other)),
                baseline: folder.executables.get(baseline).cloned(),
            };
            self.cells.entry(cell.clone()).or_default().push(point);
        }
        self.runs += 1;
    }

    fn times(&self, folder: &Folder, cell: &Cell, rounds: &BTreeMap<u32, Round>) -> Point {
        let logs: Vec<f64> = rounds.values().map(|round| round.log).collect();
        let calibrations: Vec<f64> = rounds
            .values()
            .flat_map(|round| round.calibrations.iter().copied())
            .collect();
        Point {
            run: self.runs,
            time_ns: (logs.iter().sum::<f64>() / logs.len() as f64).exponential(),
            logs,
            calibration: stats::median(&calibrations),
            floor: floor(folder, cell),
            version: folder
                .versions
                .get(&cell.system)
                .cloned()
                .unwrap_or_default(),
            executable: folder.executables.get(&cell.system).cloned(),
        }
    }

    /// Each cell with its points. The ratio to the baseline is the measure where all runs have it and the baseline was
    /// one and the same executable in all of them; else the time is.
    pub(super) fn lines(self) -> Vec<(Cell, Measure, Vec<Point>)> {
        let mut lines = Vec::new();
        for (cell, both) in self.cells {
            let yardstick = both.first().and_then(|first| first.baseline.clone());
            let relative = yardstick.is_some()
                && both
                    .iter()
                    .all(|point| point.to_baseline.is_some() && point.baseline == yardstick);
            let points = both.into_iter().map(|point| match point.to_baseline {
                Some(logs) if relative => Point {
                    logs,
                    ..point.times
                },
                _ => point.times,
            });
            let measure = if relative {
                Measure::ToBaseline
            } else {
                Measure::Time
            };
            lines.push((cell, measure, points.collect()));
        }
        lines
    }
}

struct Round {
    log: f64,
    group: Option<u64>,
    calibrations: Vec<f64>,
}

fn cell(key: &RowKey) -> Cell {
    Cell {
        set: format!("{}-{}", key.algorithm, key.parameter_set),
        operation: key.operation,
        lane: key.lane,
        system: key.system.clone(),
    }
}

/// The logarithm of the ratio to the baseline in each round in which both took turns.
fn to_baseline(own: &BTreeMap<u32, Round>, other: &BTreeMap<u32, Round>) -> Option<Vec<f64>> {
    let mut logs = Vec::new();
    for (number, round) in own {
        let other = other.get(number)?;
        if round.group.is_none() || round.group != other.group {
            return None;
        }
        logs.push(round.log - other.log);
    }
    (!logs.is_empty()).then_some(logs)
}

/// The noise floor that the control of a run gives for an operation and lane.
fn floor(folder: &Folder, cell: &Cell) -> Option<f64> {
    let analysis = folder.analysis.as_ref()?;
    let comparisons = analysis.comparisons.iter();
    let of_lane = comparisons.filter(|comparison| comparison.lane == cell.lane);
    let operations = of_lane.flat_map(|comparison| &comparison.operations);
    let mut here = operations.filter(|operation| {
        operation.operation == cell.operation
            && format!("{}-{}", operation.algorithm, operation.parameter_set) == cell.set
    });
    here.find_map(|operation| operation.noise_floor)
}
