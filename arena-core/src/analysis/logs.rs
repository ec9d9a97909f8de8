//! From the samples of two rows to the log-ratios of their blocks.

use super::pair::How;
use crate::math::Portable;
use crate::record::Keys;
use crate::series::{Block, Series};
use crate::stats::median;
use arena_runner::message::{Operation, Randomness};

/// What the blocks of one round say of candidate over baseline. All are natural logarithms of ratios.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RoundLogs {
    /// Of the samples, one for each block.
    pub(super) blocks: Vec<f64>,
    /// Of the calibrations, one for each block.
    pub(super) calibration: Vec<f64>,
    /// Median of the blocks in which the candidate came after the baseline, minus that of the others.
    pub(super) order: Option<f64>,
}

/// How two rows of an operation are compared. `common` says whether the protocol has them share their items.
pub(super) fn how(
    operation: Operation,
    common: bool,
    baseline: &Series,
    candidate: &Series,
) -> How {
    // Keys that a runner drew itself are not shared, whatever the protocol wants.
    let same_inputs = |series: &Series| {
        common && series.keys == Keys::Seeded && series.randomness != Randomness::Own
    };
    match operation {
        _ if same_inputs(baseline) && same_inputs(candidate) => How::SameInputs,
        Operation::Sign => How::ExpectedAttempts,
        _ => How::Medians,
    }
}

/// The log-ratios of a round, or `None` if the rows did not take turns with one another.
pub(super) fn of_round(how: How, baseline: &Series, candidate: &Series) -> Option<RoundLogs> {
    if baseline.group.is_none() || baseline.group != candidate.group {
        return None;
    }
    let mut logs = RoundLogs::default();
    let alike = baseline.build == candidate.build;
    let (mut after, mut before) = (Vec::new(), Vec::new());
    for (left, right) in baseline.blocks.iter().zip(&candidate.blocks) {
        if let (Some(left), Some(right), true) = (left.calibration, right.calibration, alike) {
            logs.calibration.extend(log_ratio(left, right));
        }
        let Some(log) = of_block(how, left, right) else {
            continue;
        };
        logs.blocks.push(log);
        if right.place > left.place {
            after.push(log);
        } else {
            before.push(log);
        }
    }
    logs.order = median(&after).zip(median(&before)).map(|(a, b)| a - b);
    Some(logs)
}

/// The log-ratio of one block on each side.
fn of_block(how: How, baseline: &Block, candidate: &Block) -> Option<f64> {
    match how {
        How::SameInputs => {
            let pairs = baseline.samples.iter().zip(&candidate.samples);
            let logs: Vec<f64> = pairs.filter_map(|(a, b)| log_ratio(*a, *b)).collect();
            median(&logs)
        }
        How::Medians => log_ratio(median(&baseline.samples)?, median(&candidate.samples)?),
        How::ExpectedAttempts => None,
    }
}

/// ln(candidate / baseline), if both are positive.
pub(super) fn log_ratio(baseline: f64, candidate: f64) -> Option<f64> {
    let log = (candidate / baseline).natural_log();
    (baseline > 0.0 && candidate > 0.0 && log.is_finite()).then_some(log)
}
