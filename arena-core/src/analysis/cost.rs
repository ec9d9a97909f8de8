//! What signing costs: a fixed part, a part for each attempt, and the time at the expected number of
//! attempts.
//!
//! ML-DSA signing repeats until a candidate passes (FIPS 204 Alg. 7). Of deterministic signatures the
//! attempts are known, so a line through (attempts, time) tells both parts. Of hedged ones they are
//! not; then there is the mean over many draws, with an interval as wide as those draws make it.

use super::SEED;
use crate::attempts::expected_attempts;
use crate::math::Portable;
use crate::series::{All, Series};
use crate::stats::{self, Figure};
use arena_runner::message::{Lane, Operation};
use nexusq_contract::ParameterSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What signing costs one system in one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SigningCost {
    /// The system.
    pub system: String,
    /// Name of the parameter set of ML-DSA.
    pub parameter_set: String,
    /// The lane.
    pub lane: Lane,
    /// Distinct messages whose attempts are known; 0 if signatures are hedged.
    pub messages: usize,
    /// Mean attempts of these messages.
    pub mean_attempts: Option<f64>,
    /// The expected number of attempts of a random message.
    pub expected_attempts: f64,
    /// What a signature costs whatever the attempts, in nanoseconds.
    pub fixed: Option<Figure>,
    /// What each attempt adds, in nanoseconds.
    pub per_attempt: Option<Figure>,
    /// The time at the expected number of attempts, in nanoseconds; if attempts are not known, the mean over the rounds
    /// (geometric) of the means of their samples.
    pub at_expected: Option<Figure>,
    /// Samples.
    pub samples: usize,
}

/// The signing costs of all systems, parameter sets and lanes.
pub(super) fn of_all(all: &All) -> Vec<SigningCost> {
    let mut rounds: BTreeMap<(&str, ParameterSet, Lane), Vec<&Series>> = BTreeMap::new();
    for (key, series) in all {
        let set = key.set().filter(|set| expected_attempts(*set).is_some());
        if let Some(set) = set.filter(|_| key.operation == Operation::Sign) {
            let of_system = rounds.entry((&key.system, set, key.lane)).or_default();
            of_system.push(series);
        }
    }
    let costs = rounds.into_iter();
    costs
        .filter_map(|((system, set, lane), series)| of(system, set, lane, &series))
        .collect()
}

fn of(system: &str, set: ParameterSet, lane: Lane, rounds: &[&Series]) -> Option<SigningCost> {
    let expected = expected_attempts(set)?;
    let points: Vec<Vec<(f64, f64)>> = rounds.iter().map(|series| points(series)).collect();
    let known: Vec<f64> = points
        .iter()
        .flatten()
        .map(|(attempts, _)| *attempts)
        .collect();
    let mut cost = SigningCost {
        system: system.to_owned(),
        parameter_set: set.name().to_owned(),
        lane,
        messages: known.len(),
        mean_attempts: (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64),
        expected_attempts: expected,
        fixed: None,
        per_attempt: None,
        at_expected: None,
        samples: rounds.iter().map(|series| samples(series).count()).sum(),
    };
    if points.iter().all(|points| !points.is_empty()) {
        let line = stats::line(&points, expected, SEED)?;
        cost.fixed = Some(line.intercept);
        cost.per_attempt = Some(line.slope);
        cost.at_expected = Some(line.value);
    } else {
        let means = rounds.iter().filter_map(|series| mean(series));
        let logs: Vec<Vec<f64>> = means.map(|mean| vec![mean.natural_log()]).collect();
        let estimate = stats::paired(&logs, SEED)?;
        cost.at_expected = Some(Figure {
            value: estimate.ratio,
            interval: estimate.interval,
        });
    }
    Some(cost)
}

fn samples(series: &Series) -> impl Iterator<Item = f64> {
    series
        .blocks
        .iter()
        .flat_map(|block| block.samples.iter().copied())
}

fn mean(series: &Series) -> Option<f64> {
    let count = samples(series).count();
    (count > 0).then(|| samples(series).sum::<f64>() / count as f64)
}

/// (attempts, median time over the blocks) of each item; empty if attempts are not known.
fn points(series: &Series) -> Vec<(f64, f64)> {
    let attempts = series.attempts.as_deref().unwrap_or_default();
    let times = |item: usize| -> Option<f64> {
        let of_item = series
            .blocks
            .iter()
            .filter_map(|block| block.samples.get(item));
        stats::median(&of_item.copied().collect::<Vec<f64>>())
    };
    let points = attempts.iter().enumerate();
    points
        .filter_map(|(item, &count)| Some((f64::from(count), times(item)?)))
        .collect()
}

/// The time of a round at the expected number of attempts, for comparisons of rows whose attempts differ.
pub(crate) fn of_round(series: &Series, set: ParameterSet) -> Option<f64> {
    let points = points(series);
    if points.is_empty() {
        return mean(series);
    }
    let line = stats::line(&[points], expected_attempts(set)?, SEED)?;
    Some(line.value.value)
}
