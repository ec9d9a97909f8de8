//! Means against an independent implementation, and what a spread decides.

use super::*;

const LIMITS: Limits = Limits {
    geometric_mean_ceiling: 0.95,
    individual_regression_ceiling: 1.05,
    improvement_ceiling: 0.95,
};

fn figures(operation: Operation, rounds: &[(f64, f64)]) -> Figures {
    Figures {
        algorithm: "ml-kem".into(),
        parameter_set: "768".into(),
        operation,
        rounds: Ok(rounds.to_vec()),
    }
}

fn two(first: &[(f64, f64)], second: &[(f64, f64)]) -> Evaluation {
    let figures = [
        figures(Operation::Encaps, first),
        figures(Operation::Decaps, second),
    ];
    evaluate(&figures, &LIMITS)
}

/// Values from Python 3.11 `statistics.geometric_mean`: rounds sqrt(0.9 × 0.8) and
/// sqrt(0.95 × 0.7), and their geometric mean.
#[test]
fn means_agree_with_an_independent_implementation() {
    let evaluation = two(
        &[(100.0, 90.0), (200.0, 190.0)],
        &[(10.0, 8.0), (10.0, 7.0)],
    );
    let mean = evaluation.geometric_mean.unwrap();
    assert!((mean.low - 0.815_475_321_515_004_5).abs() < 1e-12);
    assert!((mean.high - 0.848_528_137_423_857).abs() < 1e-12);
    assert!((mean.value - 0.831_837_577_703_873_5).abs() < 1e-12);
    assert_eq!(evaluation.operations[0].baseline_ns, Some(150.0));
    assert_eq!(evaluation.operations[0].candidate_ns, Some(140.0));
    assert_eq!(evaluation.improved, "2/2");
    let criterion = geometric_mean_criterion(&evaluation, &LIMITS);
    assert_eq!(criterion.status, Outcome::Met);
}

#[test]
fn a_limit_is_decided_only_if_the_whole_spread_lies_on_one_side() {
    let spread = |ratios: &[f64]| Spread::of(ratios).unwrap().against(1.05);
    assert_eq!(spread(&[1.0, 1.05]), Outcome::Met);
    assert_eq!(spread(&[1.06, 1.2]), Outcome::NotMet);
    assert_eq!(spread(&[1.05, 1.06]), Outcome::Unresolved);
    assert_eq!(spread(&[0.5]), Outcome::Unresolved);
    assert_eq!(spread(&[2.0]), Outcome::Unresolved);
    assert_eq!(Spread::of(&[]), None);
    assert_eq!(Spread::of(&[0.0]), None);
}

#[test]
fn one_regression_is_enough_even_if_another_operation_is_missing() {
    let slow = figures(Operation::Encaps, &[(10.0, 20.0), (10.0, 21.0)]);
    let mut missing = figures(Operation::Decaps, &[]);
    missing.rounds = Err("nexusq-v1 has no row in round 2".into());
    let evaluation = evaluate(&[slow, missing], &LIMITS);
    let criterion = individual_regression_criterion(&evaluation, &LIMITS);
    assert_eq!(criterion.status, Outcome::NotMet);
    assert!(
        criterion.reason.contains("ml-kem-768 encaps at 2.0494"),
        "{criterion:?}"
    );
    let criterion = geometric_mean_criterion(&evaluation, &LIMITS);
    assert_eq!(criterion.status, Outcome::Unresolved);
    assert!(
        criterion
            .reason
            .contains("decaps: nexusq-v1 has no row in round 2")
    );
}

#[test]
fn one_round_is_unresolved_and_says_on_which_side_it_lies() {
    let evaluation = two(&[(10.0, 11.0)], &[(10.0, 11.0)]);
    for criterion in [
        geometric_mean_criterion(&evaluation, &LIMITS),
        individual_regression_criterion(&evaluation, &LIMITS),
    ] {
        assert_eq!(criterion.status, Outcome::Unresolved);
        assert!(
            criterion.reason.contains("only one figure"),
            "{criterion:?}"
        );
        assert!(
            criterion.reason.to_lowercase().contains("above"),
            "{criterion:?}"
        );
    }
}

#[test]
fn figures_that_are_no_numbers_are_a_problem_and_no_panic() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let evaluation = two(&[(bad, 1.0), (1.0, bad)], &[(1.0, 1.0), (1.0, 1.0)]);
        assert_eq!(evaluation.geometric_mean, None);
        assert!(evaluation.operations[0].problem.is_some());
    }
    assert_eq!(evaluate(&[], &LIMITS).geometric_mean, None);
}
