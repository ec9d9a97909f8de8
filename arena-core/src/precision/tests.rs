//! What further rounds add to a plan, and which half-width counts.

use super::*;
use crate::analysis::{Call, How, OperationComparison};
use crate::plan::{Design, DesignSystem};
use crate::planning::Wishes;
use crate::stats::Interval;
use arena_runner::message::{Lane, Operation};

fn planned(rounds: u32, implementations: &[&str], design: Option<Design>) -> (Plan, Protocol) {
    let wishes = Wishes {
        rounds: Some(rounds),
        implementations: implementations.iter().map(ToString::to_string).collect(),
        design,
        timeout_seconds: 60,
        ..Wishes::default()
    };
    planning::plan("evidence", &wishes, &[]).unwrap()
}

/// The rows of an extended plan are those that a plan for as many rounds has, in the same order.
#[test]
fn an_extended_plan_is_the_plan_for_more_rounds() {
    let design = Design {
        baseline: "x".to_owned(),
        candidate: "y".to_owned(),
        systems: ["x", "y"]
            .map(|name| DesignSystem {
                name: name.to_owned(),
                implementation: "nexusq-v2".to_owned(),
                control_of: None,
            })
            .to_vec(),
        corpus: Protocol::named("evidence").unwrap().corpus,
        interleaved: true,
    };
    for (implementations, design) in [
        (&[][..], None),
        (&["nexusq-v1", "circl"], None),
        (&[], Some(design)),
    ] {
        let (mut plan, mut protocol) = planned(12, implementations, design.clone());
        let before = plan.clone();
        extend(&mut plan, &mut protocol);
        let (mut wanted, wanted_protocol) = planned(16, implementations, design);
        assert_eq!(plan.rows[..before.rows.len()], before.rows[..]);
        // The run keeps its name; it is no other run.
        wanted.run_id.clone_from(&before.run_id);
        assert_eq!(plan, wanted);
        assert_eq!(protocol, wanted_protocol);
    }
}

#[test]
fn a_plan_is_complete_at_the_protocols_rounds_and_not_beyond() {
    let (mut plan, mut protocol) = planned(12 - STEP, &[], None);
    assert!(!plan.complete);
    extend(&mut plan, &mut protocol);
    assert_eq!((plan.rounds, plan.complete), (12, true));
    extend(&mut plan, &mut protocol);
    assert_eq!((plan.rounds, plan.complete), (16, false));
    assert_eq!(planning::protocol_of(&plan).unwrap(), protocol);
}

#[test]
fn fewer_rounds_than_the_first_look_are_refused() {
    let rounds = |asked, precise| first_rounds(asked, precise).map_err(|error| error.to_string());
    assert_eq!(rounds(None, false), Ok(None));
    assert_eq!(rounds(Some(3), false), Ok(Some(3)));
    assert_eq!(rounds(None, true), Ok(Some(12)));
    assert_eq!(rounds(Some(12), true), Ok(Some(12)));
    let error = rounds(Some(11), true).unwrap_err();
    assert!(error.starts_with("--rounds 11: with --precision at least 12"));
}

fn estimate(low: f64, high: f64) -> Estimate {
    Estimate {
        ratio: 1.0,
        interval: Some(Interval { low, high }),
        rounds: 12,
        blocks: 12,
        round_sd: Some(0.1),
    }
}

fn operation(operation: Operation, estimate: Option<Estimate>) -> OperationComparison {
    OperationComparison {
        algorithm: "ml-kem".to_owned(),
        parameter_set: "768".to_owned(),
        operation,
        how: Some(How::Medians),
        estimate,
        machine: None,
        order: None,
        noise_floor: None,
        call: Call::NoDifference,
        problem: None,
    }
}

fn widest_of(
    operations: Vec<OperationComparison>,
    geometric_mean: Option<Estimate>,
) -> Option<f64> {
    let protocol = Protocol::named("evidence").unwrap();
    let comparison = Comparison {
        baseline: protocol.gate.baseline.clone(),
        candidate: protocol.gate.candidate.clone(),
        lane: Lane::Prepared,
        operations,
        geometric_mean,
        without_signing: None,
        machine: None,
        noise_floor: None,
        call: Call::NoDifference,
    };
    let analysis = Analysis {
        control: Vec::new(),
        comparisons: vec![comparison],
        signing: Vec::new(),
    };
    widest(Some(&analysis), &protocol)
}

/// From Python: math.log(1.01 / 0.99) / 2 and math.log(1.03 / 0.98) / 2.
#[test]
fn the_widest_interval_of_the_gate_counts() {
    let close = |own: Option<f64>, other: f64| assert!((own.unwrap() - other).abs() < 1e-12);
    let (narrow, wide) = (estimate(0.99, 1.01), estimate(0.98, 1.03));
    let one = |estimate| operation(Operation::Encaps, Some(estimate));
    let two = || vec![one(narrow), operation(Operation::Decaps, Some(wide))];
    close(widest_of(two(), Some(narrow)), 0.024_880_754_779_531_9);
    close(
        widest_of(vec![one(narrow)], Some(wide)),
        0.024_880_754_779_531_9,
    );
    close(
        widest_of(vec![one(narrow)], Some(narrow)),
        0.010_000_333_353_334_72,
    );
    // A run of some operations has no mean over all; operations that were not measured don't count.
    let mut missing = operation(Operation::Decaps, None);
    missing.problem = Some("b has no usable row".to_owned());
    close(
        widest_of(vec![one(narrow), missing], None),
        0.010_000_333_353_334_72,
    );
}

#[test]
fn without_an_interval_there_is_no_widest() {
    let bare = Estimate {
        interval: None,
        ..estimate(0.9, 1.1)
    };
    let whole = operation(Operation::Encaps, Some(estimate(0.99, 1.01)));
    let operations = vec![whole, operation(Operation::Decaps, Some(bare))];
    assert_eq!(widest_of(operations, None), None);
    assert_eq!(widest_of(Vec::new(), None), None);
    assert_eq!(widest(None, &Protocol::named("evidence").unwrap()), None);
}
