//! Two systems compared: per operation and over all operations, with intervals, the noise of the
//! method, and what may be called a difference.

use super::logs::{self, RoundLogs};
use super::{Cell, SEED, cost};
use crate::math::Portable;
use crate::protocol::Protocol;
use crate::record::RowKey;
use crate::series::{All, Series};
use crate::stats::{self, Estimate};
use arena_runner::message::{Lane, Operation};
use nexusq_contract::ParameterSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A machine whose calibration differs between the turns of two systems by more than this (as a
/// logarithm), beyond doubt, was not the same machine for both.
const UNEQUAL_MACHINE: f64 = 0.002;
/// Half-widths of its 95 % interval by which the calibration must be off to be beyond doubt. An
/// interval excludes 1 by chance in one of twenty cases, and a run has dozens; at 1.5 half-widths it is one of
/// some three hundred.
const BEYOND_DOUBT: f64 = 1.5;

/// How two rows are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Both do the same work on each item: the median over the items of the ratio of their times.
    SameInputs,
    /// Each draws its own randomness, which hardly changes the work: the ratio of the medians of a block.
    Medians,
    /// Signing whose attempts differ: the ratio of the times at the expected number of attempts.
    ExpectedAttempts,
}

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// The candidate takes less time.
    Faster,
    /// The candidate takes more time.
    Slower,
    /// No difference is shown.
    NoDifference,
    /// The machine was not equally fast in the turns of both: the figures say nothing.
    Disturbed,
    /// There are too few rounds for an interval.
    TooFewRounds,
}

impl Call {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Call::Faster => "faster",
            Call::Slower => "slower",
            Call::NoDifference => "no difference shown",
            Call::Disturbed => "disturbed",
            Call::TooFewRounds => "too few rounds",
        }
    }
}

/// One operation of two systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationComparison {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// How the rows are compared.
    pub how: Option<How>,
    /// Candidate over baseline.
    pub estimate: Option<Estimate>,
    /// The machine in the candidate's turns over the machine in the baseline's: ratio of the calibrations. Absent if a
    /// runner has none, or if the two are compiled unlike.
    pub machine: Option<Estimate>,
    /// What it changes to come after the baseline and not before it.
    pub order: Option<Estimate>,
    /// The largest difference that the control leaves possible between two names of one executable, as a ratio above 1.
    pub noise_floor: Option<f64>,
    /// What it comes to.
    pub call: Call,
    /// Why there is no estimate.
    pub problem: Option<String>,
}

/// Two systems in one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The system that is the measure.
    pub baseline: String,
    /// The system that is compared with it.
    pub candidate: String,
    /// The lane.
    pub lane: Lane,
    /// Each operation that both have.
    pub operations: Vec<OperationComparison>,
    /// The geometric mean over these operations.
    pub geometric_mean: Option<Estimate>,
    /// The geometric mean without signing.
    pub without_signing: Option<Estimate>,
    /// As of an operation, for the geometric mean.
    pub machine: Option<Estimate>,
    /// As of an operation, for the geometric mean.
    pub noise_floor: Option<f64>,
    /// What the geometric mean comes to.
    pub call: Call,
}

type Rounds = BTreeMap<u32, Vec<f64>>;

impl Comparison {
    /// Compares two systems. `control` is the candidate's comparison with itself under a second name, if there is one.
    pub fn of(
        all: &All,
        protocol: &Protocol,
        baseline: &str,
        candidate: &str,
        lane: Lane,
        control: Option<&Comparison>,
    ) -> Comparison {
        let mut operations = Vec::new();
        let (mut logs, mut unsigned, mut calibrations) = (Vec::new(), Vec::new(), Vec::new());
        for (set, operation) in shared(protocol, baseline, candidate) {
            let cell = Cell {
                set,
                operation,
                lane,
            };
            let (compared, rounds, calibration) =
                operation_of(all, &cell, baseline, candidate, protocol.corpus.common);
            if operation != Operation::Sign {
                unsigned.push(rounds.clone());
            }
            logs.push(rounds);
            calibrations.push(calibration);
            operations.push(compared);
        }
        let mut comparison = Comparison {
            baseline: baseline.to_owned(),
            candidate: candidate.to_owned(),
            lane,
            operations,
            geometric_mean: joint(&logs),
            without_signing: joint(&unsigned),
            machine: joint(&calibrations),
            noise_floor: None,
            call: Call::TooFewRounds,
        };
        comparison.judge(control);
        comparison
    }

    /// What may be called a difference, given the control.
    fn judge(&mut self, control: Option<&Comparison>) {
        for operation in &mut self.operations {
            let same = |other: &&OperationComparison| {
                other.parameter_set == operation.parameter_set
                    && other.algorithm == operation.algorithm
                    && other.operation == operation.operation
            };
            let of_control = control.and_then(|control| control.operations.iter().find(same));
            operation.noise_floor = of_control.and_then(|of| of.estimate).and_then(floor);
            operation.call = call(operation.estimate, operation.machine, operation.noise_floor);
        }
        self.noise_floor = control.and_then(|of| of.geometric_mean).and_then(floor);
        self.call = call(self.geometric_mean, self.machine, self.noise_floor);
    }
}

impl OperationComparison {
    /// The operation in words, for example `ml-kem-768 decaps`.
    pub fn name(&self) -> String {
        let operation = self.operation.id();
        format!("{}-{} {operation}", self.algorithm, self.parameter_set)
    }
}

/// The operations that both systems have.
fn shared(protocol: &Protocol, baseline: &str, candidate: &str) -> Vec<(ParameterSet, Operation)> {
    let sets_of = |name: &str| {
        let system = protocol.systems.iter().find(|system| system.name == name);
        system.map(|system| system.sets.clone()).unwrap_or_default()
    };
    let others = sets_of(candidate);
    let mut operations = Vec::new();
    for set in sets_of(baseline) {
        if others.contains(&set) {
            operations.extend(Operation::of(set).map(|operation| (set, operation)));
        }
    }
    operations
}

/// The rows of a system in a cell, by round.
fn rows<'a>(all: &'a All, cell: &Cell, system: &str) -> BTreeMap<u32, &'a Series> {
    let key = |round| RowKey::new(system, cell.set, cell.operation, cell.lane, round);
    all.range(key(0)..=key(u32::MAX))
        .map(|(key, series)| (key.round, series))
        .collect()
}

/// The comparison of a cell, with the log-ratios of its blocks and of their calibrations by round.
fn operation_of(
    all: &All,
    cell: &Cell,
    baseline: &str,
    candidate: &str,
    common: bool,
) -> (OperationComparison, Rounds, Rounds) {
    let (left, right) = (rows(all, cell, baseline), rows(all, cell, candidate));
    let (mut logs, mut calibrations, mut orders) = (Rounds::new(), Rounds::new(), Vec::new());
    let mut how = None;
    for (round, left) in &left {
        let Some(right) = right.get(round) else {
            continue;
        };
        let compared = *how.get_or_insert_with(|| logs::how(cell.operation, common, left, right));
        let Some(of_round) = logs::of_round(compared, left, right) else {
            continue;
        };
        let RoundLogs {
            mut blocks,
            calibration,
            order,
        } = of_round;
        if compared == How::ExpectedAttempts {
            let costs = cost::of_round(left, cell.set).zip(cost::of_round(right, cell.set));
            blocks.extend(costs.and_then(|(left, right)| logs::log_ratio(left, right)));
        }
        if !blocks.is_empty() {
            logs.insert(*round, blocks);
        }
        if !calibration.is_empty() {
            calibrations.insert(*round, calibration);
        }
        orders.extend(order.map(|order| vec![order]));
    }
    let estimate = |rounds: &Rounds| {
        let values: Vec<Vec<f64>> = rounds.values().cloned().collect();
        stats::paired(&values, SEED)
    };
    let problem = match (left.len(), right.len(), logs.len()) {
        (0, _, _) => Some(format!("{baseline} has no usable row")),
        (_, 0, _) => Some(format!("{candidate} has no usable row")),
        (_, _, 0) => Some("no two rows took turns with one another".to_owned()),
        _ => None,
    };
    let compared = OperationComparison {
        algorithm: cell.set.algorithm().id().to_owned(),
        parameter_set: cell.set.name().to_owned(),
        operation: cell.operation,
        how,
        estimate: estimate(&logs),
        machine: estimate(&calibrations),
        order: stats::paired(&orders, SEED),
        noise_floor: None,
        call: Call::TooFewRounds,
        problem,
    };
    (compared, logs, calibrations)
}

fn joint(operations: &[Rounds]) -> Option<Estimate> {
    stats::joint(operations, SEED).map(|joint| joint.estimate)
}

/// The largest ratio above 1 that an estimate leaves possible in either direction.
fn floor(control: Estimate) -> Option<f64> {
    let interval = control.interval?;
    Some(interval.high.max(1.0 / interval.low).max(1.0))
}

fn call(estimate: Option<Estimate>, machine: Option<Estimate>, floor: Option<f64>) -> Call {
    let Some((estimate, interval)) = estimate.and_then(|e| Some((e, e.interval?))) else {
        return Call::TooFewRounds;
    };
    if unequal(machine) {
        return Call::Disturbed;
    }
    let inside_noise =
        floor.is_some_and(|floor| estimate.ratio.natural_log().abs() <= floor.natural_log());
    if interval.contains(1.0) || inside_noise {
        Call::NoDifference
    } else if estimate.ratio < 1.0 {
        Call::Faster
    } else {
        Call::Slower
    }
}

/// Whether the machine was not equally fast in the turns of both.
fn unequal(machine: Option<Estimate>) -> bool {
    let known = machine.and_then(|machine| Some((machine.ratio, machine.interval?)));
    known.is_some_and(|(ratio, interval)| {
        let half_width = (interval.high / interval.low).natural_log() / 2.0;
        ratio.natural_log().abs() > UNEQUAL_MACHINE.max(BEYOND_DOUBT * half_width)
    })
}
