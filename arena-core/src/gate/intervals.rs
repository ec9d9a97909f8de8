//! Intervals in the place of the spread between rounds, where systems took turns.

use super::{Evaluation, Limits, OperationResult, Spread};
use crate::analysis::{Call, Comparison, OperationComparison};
use crate::stats::Estimate;

/// Puts the intervals of a comparison in the place of the spread between rounds.
pub fn with_intervals(evaluation: &mut Evaluation, comparison: &Comparison, limits: &Limits) {
    for operation in &mut evaluation.operations {
        let same = |other: &&OperationComparison| {
            other.algorithm == operation.algorithm
                && other.parameter_set == operation.parameter_set
                && other.operation == operation.operation
        };
        if let Some(compared) = comparison.operations.iter().find(same) {
            judge(operation, compared);
        }
    }
    let ratios = evaluation.operations.iter().filter_map(|o| o.ratio);
    let improved = ratios
        .filter(|ratio| ratio.value <= limits.improvement_ceiling)
        .count();
    evaluation.improved = format!("{improved}/{}", evaluation.operations.len());
    let whole = evaluation.operations.iter().all(|o| o.ratio.is_some());
    let mean = comparison.geometric_mean.filter(|_| whole);
    evaluation.geometric_mean = mean.and_then(|mean| spread(mean, comparison.noise_floor));
}

fn judge(operation: &mut OperationResult, compared: &OperationComparison) {
    let estimate = compared.estimate;
    operation.ratio = estimate.and_then(|estimate| spread(estimate, compared.noise_floor));
    operation.problem = match compared.call {
        Call::Disturbed => {
            operation.ratio = None;
            let machine = compared.machine.map_or(1.0, |machine| machine.ratio);
            Some(format!(
                "disturbed: the machine took {machine:.3} times as long for the same work in the turns of one side as in those of the other"
            ))
        }
        Call::TooFewRounds => Some(
            compared
                .problem
                .clone()
                .unwrap_or_else(|| "too few rounds for an interval".to_owned()),
        ),
        _ => None,
    };
}

/// `None` without an interval.
fn spread(estimate: Estimate, noise_floor: Option<f64>) -> Option<Spread> {
    let interval = estimate.interval?;
    Some(Spread {
        value: estimate.ratio,
        low: interval.low,
        high: interval.high,
        rounds: estimate.rounds,
        interval: true,
        noise_floor,
        round_sd: estimate.round_sd,
    })
}

#[cfg(test)]
mod tests;
