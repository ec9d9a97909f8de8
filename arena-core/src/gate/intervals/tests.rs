//! What intervals of made-up comparisons make of the criteria.

use super::*;
use crate::analysis::How;
use crate::gate::{
    Criterion, Figures, Outcome, evaluate, geometric_mean_criterion,
    individual_regression_criterion,
};
use crate::stats::Interval;
use arena_runner::message::{Lane, Operation};

const LIMITS: Limits = Limits {
    geometric_mean_ceiling: 0.95,
    individual_regression_ceiling: 1.05,
    improvement_ceiling: 0.95,
};
const OPERATIONS: [Operation; 2] = [Operation::Encaps, Operation::Decaps];

fn estimate(ratio: f64, low: f64, high: f64) -> Estimate {
    Estimate {
        ratio,
        interval: Some(Interval { low, high }),
        rounds: 12,
        blocks: 192,
        round_sd: Some(0.02),
    }
}

fn compared(operation: Operation, estimate: Estimate) -> OperationComparison {
    OperationComparison {
        algorithm: "ml-kem".to_owned(),
        parameter_set: "768".to_owned(),
        operation,
        how: Some(How::SameInputs),
        estimate: Some(estimate),
        machine: None,
        order: None,
        noise_floor: None,
        call: Call::Slower,
        problem: None,
    }
}

/// Two operations whose rounds lie far apart, with the intervals of that comparison in their place.
fn judged(comparison: &Comparison) -> Evaluation {
    let figures = OPERATIONS.map(|operation| Figures {
        algorithm: "ml-kem".to_owned(),
        parameter_set: "768".to_owned(),
        operation,
        rounds: Ok(vec![(10.0, 5.0), (10.0, 20.0)]),
    });
    let mut evaluation = evaluate(&figures, &LIMITS);
    with_intervals(&mut evaluation, comparison, &LIMITS);
    evaluation
}

fn comparison(estimates: [Estimate; 2], mean: Estimate) -> Comparison {
    let operations = OPERATIONS.into_iter().zip(estimates);
    Comparison {
        baseline: "a".to_owned(),
        candidate: "b".to_owned(),
        lane: Lane::Prepared,
        operations: operations.map(|(o, e)| compared(o, e)).collect(),
        geometric_mean: Some(mean),
        without_signing: None,
        machine: None,
        noise_floor: None,
        call: Call::Faster,
    }
}

fn criteria(comparison: &Comparison) -> (Criterion, Criterion) {
    let evaluation = judged(comparison);
    (
        geometric_mean_criterion(&evaluation, &LIMITS),
        individual_regression_criterion(&evaluation, &LIMITS),
    )
}

#[test]
fn intervals_take_the_place_of_the_spread_between_rounds() {
    let estimates = [estimate(0.90, 0.89, 0.91), estimate(1.02, 1.01, 1.03)];
    let mut comparison = comparison(estimates, estimate(0.94, 0.93, 0.945));
    comparison.noise_floor = Some(1.002);
    comparison.operations[1].noise_floor = Some(1.004);
    let evaluation = judged(&comparison);
    let spreads = [
        evaluation.operations[0].ratio,
        evaluation.operations[1].ratio,
        evaluation.geometric_mean,
    ];
    let expected = [
        (0.90, 0.89, 0.91, None),
        (1.02, 1.01, 1.03, Some(1.004)),
        (0.94, 0.93, 0.945, Some(1.002)),
    ];
    for (spread, (value, low, high, noise_floor)) in spreads.into_iter().zip(expected) {
        let wanted = Spread {
            value,
            low,
            high,
            rounds: 12,
            interval: true,
            noise_floor,
            round_sd: Some(0.02),
        };
        assert_eq!(spread, Some(wanted));
    }
    assert_eq!(evaluation.improved, "1/2");
    assert!(evaluation.operations.iter().all(|o| o.problem.is_none()));
    let (mean, individual) = criteria(&comparison);
    assert_eq!(
        (mean.status, individual.status),
        (Outcome::Met, Outcome::Met)
    );
    assert_eq!(
        mean.reason,
        "The geometric mean is 0.9400 (95 % interval 0.9300 to 0.9450, 12 rounds): the interval is not above 0.95."
    );
    assert_eq!(individual.reason, "No operation's interval is above 1.05.");
}

/// 0.01 from the ceiling with a standard deviation of 0.02, and 1 + z(0.8)/z(0.975) = 1.4294: 1.4294 · 2.0369 · 0.02/√33 = 0.01014
/// is too much, 1.4294 · 2.0345 · 0.02/√34 = 0.00998 is not. (Table of t(0.975, R − 1).)
#[test]
fn an_interval_that_holds_the_limit_decides_nothing_and_says_how_many_rounds_would() {
    let near = 0.95 * 0.01_f64.exp();
    let narrow = [estimate(0.90, 0.89, 0.91), estimate(1.07, 1.04, 1.10)];
    let (mean, individual) = criteria(&comparison(narrow, estimate(near, 0.945, 0.975)));
    assert_eq!(mean.status, Outcome::Unresolved);
    assert!(
        mean.reason.ends_with(
            "the interval holds 0.95; about 34 rounds would decide it in four of five runs."
        ),
        "{mean:?}"
    );
    assert_eq!(individual.status, Outcome::Unresolved);
    assert!(
        individual
            .reason
            .starts_with("Not decided against 1.05: ml-kem-768 decaps at 1.0700 (95 %"),
        "{individual:?}"
    );
}

#[test]
fn an_interval_above_the_limit_is_not_met() {
    let slow = [estimate(1.07, 1.06, 1.08), estimate(1.02, 1.0, 1.04)];
    let (mean, individual) = criteria(&comparison(slow, estimate(1.0, 0.96, 1.04)));
    assert_eq!(mean.status, Outcome::NotMet);
    assert!(mean.reason.ends_with("the interval is above 0.95."));
    assert_eq!(individual.status, Outcome::NotMet);
    assert_eq!(
        individual.reason,
        "Above 1.05: ml-kem-768 encaps at 1.0700 (95 % interval 1.0600 to 1.0800, 12 rounds)."
    );
}

#[test]
fn a_limit_closer_than_the_noise_is_not_decided_by_more_rounds() {
    let fast = [estimate(0.90, 0.89, 0.91), estimate(0.90, 0.89, 0.91)];
    for (value, low, high) in [(0.945, 0.941, 0.949), (0.955, 0.951, 0.959)] {
        let mut comparison = comparison(fast, estimate(value, low, high));
        comparison.noise_floor = Some(1.012);
        let (mean, _) = criteria(&comparison);
        assert_eq!(mean.status, Outcome::Unresolved);
        assert!(
            mean.reason
                .ends_with("0.95 is closer than the noise of the method, 1.20 %."),
            "{mean:?}"
        );
    }
}

#[test]
fn a_disturbed_operation_has_no_ratio_and_takes_the_mean_with_it() {
    let fast = [estimate(0.90, 0.89, 0.91), estimate(0.90, 0.89, 0.91)];
    let mut comparison = comparison(fast, estimate(0.90, 0.89, 0.91));
    comparison.operations[1].call = Call::Disturbed;
    comparison.operations[1].machine = Some(estimate(1.03, 1.02, 1.04));
    let evaluation = judged(&comparison);
    assert_eq!(evaluation.operations[1].ratio, None);
    let problem = evaluation.operations[1].problem.as_deref().unwrap();
    assert!(problem.contains("the machine took 1.030 times as long"));
    assert_eq!(evaluation.geometric_mean, None);
    assert_eq!(evaluation.improved, "1/2");
    let (mean, individual) = criteria(&comparison);
    for criterion in [mean, individual] {
        assert_eq!(criterion.status, Outcome::Unresolved);
        assert!(
            criterion.reason.contains("ml-kem-768 decaps: disturbed"),
            "{criterion:?}"
        );
    }
}

#[test]
fn without_an_interval_the_reason_is_that_of_the_comparison() {
    let fast = [estimate(0.90, 0.89, 0.91), estimate(0.90, 0.89, 0.91)];
    for (problem, words) in [
        (None, "too few rounds for an interval"),
        (Some("b has no usable row"), "b has no usable row"),
    ] {
        let mut comparison = comparison(fast, estimate(0.90, 0.89, 0.91));
        let decaps = &mut comparison.operations[1];
        decaps.call = Call::TooFewRounds;
        decaps.estimate = decaps.estimate.map(|estimate| Estimate {
            interval: None,
            ..estimate
        });
        decaps.problem = problem.map(str::to_owned);
        let evaluation = judged(&comparison);
        assert_eq!(evaluation.operations[1].ratio, None);
        assert_eq!(evaluation.operations[1].problem.as_deref(), Some(words));
        assert_eq!(evaluation.geometric_mean, None);
    }
}
