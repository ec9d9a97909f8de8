//! Made-up samples whose ratios, disturbances and signing costs are known, and what the analysis makes of them.
//!
//! Ends of intervals come from Python: the percentiles 2.5 and 97.5 of the means of all 6⁶ resamples of the
//! rounds, widened by √(6/5) · t(0.975, 5)/z(0.975). The analysis draws 2000 of them, hence the tolerances.

mod made;

use super::*;
use crate::record::{Keys, RowKey};
use crate::series::Series;
use arena_runner::message::Randomness;
use made::{BLOCKS, HEDGED, ITEMS, Made, ROUNDS, all_of, protocol, replace, series};

fn of(all: &All, control: Option<&Comparison>) -> Comparison {
    Comparison::of(all, &protocol(), "a", "b", Lane::Prepared, control)
}

/// The control of `b`, whose rounds scatter by five times as much as those of a comparison.
fn noisy_control() -> Comparison {
    let noisy = Made {
        noise: 5.0,
        ..Made::default()
    };
    let all = all_of(&[("b", Made::default()), ("b-control", noisy)]);
    let protocol = protocol();
    Comparison::of(&all, &protocol, "b", "b-control", Lane::Prepared, None)
}

fn shifted(ratio: f64) -> Made {
    Made {
        ratio,
        noise: 1.0,
        ..Made::default()
    }
}

#[track_caller]
fn close(own: f64, other: f64, tolerance: f64) {
    assert!((own - other).abs() <= tolerance, "{own} {other}");
}

#[test]
fn identical_sides_show_no_difference() {
    let compared = of(
        &all_of(&[("a", Made::default()), ("b", Made::default())]),
        None,
    );
    assert_eq!(compared.call, Call::NoDifference);
    assert_eq!(compared.operations.len(), 6);
    for operation in &compared.operations {
        let estimate = operation.estimate.unwrap();
        assert_eq!(operation.call, Call::NoDifference, "{}", operation.name());
        assert_eq!((estimate.ratio, estimate.rounds), (1.0, ROUNDS as usize));
        assert_eq!(estimate.blocks, ROUNDS as usize * BLOCKS);
        assert_eq!(operation.problem, None);
        assert_eq!(operation.machine.unwrap().ratio, 1.0);
    }
}

/// From Python: 1.01, 1.008550 to 1.011452, and `statistics.stdev` of the rounds.
#[test]
fn one_per_cent_more_is_found_in_either_direction() {
    let slower = of(
        &all_of(&[("a", Made::default()), ("b", shifted(1.01))]),
        None,
    );
    assert_eq!(slower.call, Call::Slower);
    let operations = slower.operations.iter().map(|o| (o.estimate, o.call));
    for (estimate, call) in operations.chain([(slower.geometric_mean, slower.call)]) {
        let estimate = estimate.unwrap();
        let interval = estimate.interval.unwrap();
        assert_eq!(call, Call::Slower);
        close(estimate.ratio, 1.01, 1e-12);
        close(estimate.round_sd.unwrap(), 0.001_414_213_562_373, 1e-12);
        close(interval.low, 1.008_550, 0.000_25);
        close(interval.high, 1.011_452, 0.000_25);
    }
    let faster = of(
        &all_of(&[("a", shifted(1.01)), ("b", Made::default())]),
        None,
    );
    assert_eq!(faster.call, Call::Faster);
    close(faster.geometric_mean.unwrap().ratio, 1.0 / 1.01, 1e-12);
    close(faster.without_signing.unwrap().ratio, 1.0 / 1.01, 1e-12);
}

/// From Python: the control's interval is 0.992842 to 1.007209, so its floor is 1.007209. A ratio of 1.005 ± 0.0015 excludes
/// 1 and lies below the floor, one of 1.01 above it.
#[test]
fn what_lies_inside_the_noise_of_the_control_is_not_called() {
    let control = noisy_control();
    assert_eq!(control.call, Call::NoDifference);
    for (ratio, alone, beside_control) in [
        (1.005, Call::Slower, Call::NoDifference),
        (1.0 / 1.005, Call::Faster, Call::NoDifference),
        (1.01, Call::Slower, Call::Slower),
        (1.0 / 1.01, Call::Faster, Call::Faster),
    ] {
        let all = all_of(&[("a", Made::default()), ("b", shifted(ratio))]);
        let without = of(&all, None);
        assert_eq!((without.call, without.noise_floor), (alone, None));
        let with = of(&all, Some(&control));
        assert_eq!(with.call, beside_control, "{ratio}");
        close(with.noise_floor.unwrap(), 1.007_209, 0.001_2);
        for operation in &with.operations {
            assert_eq!(operation.call, beside_control, "{}", operation.name());
            close(operation.noise_floor.unwrap(), 1.007_209, 0.001_2);
        }
    }
}

#[test]
fn a_machine_that_was_slower_for_one_side_is_called_disturbed() {
    for (calibration, call) in [
        (1.03, Call::Disturbed),
        (1.0 / 1.03, Call::Disturbed),
        // Beyond doubt, but less than 0.2 %.
        (1.001, Call::Slower),
    ] {
        let disturbed = Made {
            calibration,
            ..shifted(1.01)
        };
        let compared = of(&all_of(&[("a", Made::default()), ("b", disturbed)]), None);
        assert_eq!(compared.call, call, "{calibration}");
        close(compared.machine.unwrap().ratio, calibration, 1e-12);
        for operation in &compared.operations {
            assert_eq!(operation.call, call, "{calibration} {}", operation.name());
            close(operation.machine.unwrap().ratio, calibration, 1e-12);
            close(operation.estimate.unwrap().ratio, 1.01, 1e-12);
        }
    }
}

#[test]
fn without_calibration_or_with_unlike_builds_nothing_is_called_disturbed() {
    let disturbed = Made {
        calibration: 1.03,
        ..shifted(1.01)
    };
    let whole = all_of(&[("a", Made::default()), ("b", disturbed)]);
    let of_b = |change: fn(&mut Series)| {
        let mut all = whole.clone();
        let rows = all.iter_mut().filter(|(key, _)| key.system == "b");
        rows.for_each(|(_, series)| change(series));
        of(&all, None)
    };
    let none = of_b(|series| {
        let blocks = series.blocks.iter_mut();
        blocks.for_each(|block| block.calibration = None);
    });
    // The calibration of another compiler is other work.
    let unlike = of_b(|series| series.build = Some("other".to_owned()));
    for compared in [none, unlike] {
        assert_eq!((compared.call, compared.machine), (Call::Slower, None));
        for operation in &compared.operations {
            assert_eq!((operation.call, operation.machine), (Call::Slower, None));
        }
    }
}

#[test]
fn rows_that_did_not_take_turns_with_one_another_are_not_paired() {
    let whole = all_of(&[("a", Made::default()), ("b", shifted(1.01))]);
    let mut all = whole.clone();
    for (key, series) in &mut all {
        if key.system == "b" && key.round == 2 && key.operation == Operation::Decaps {
            series.group = Some(99);
        }
    }
    let compared = of(&all, None);
    for operation in &compared.operations {
        let rounds = operation.estimate.unwrap().rounds;
        let lacks = operation.operation == Operation::Decaps;
        assert_eq!(rounds, ROUNDS as usize - usize::from(lacks));
        assert_eq!(operation.problem, None);
    }
    // The geometric mean leaves the round out for all.
    assert_eq!(compared.geometric_mean.unwrap().rounds, 5);
    assert_eq!(of(&whole, None).geometric_mean.unwrap().rounds, 6);

    for group in [None, Some(99)] {
        let mut all = whole.clone();
        for (key, series) in &mut all {
            // Without a group on either side they were not timed in turns at all.
            if group.is_none() || key.system == "b" {
                series.group = group;
            }
        }
        let compared = of(&all, None);
        assert_eq!(compared.call, Call::TooFewRounds);
        for operation in &compared.operations {
            assert_eq!((operation.estimate, operation.machine), (None, None));
            let problem = operation.problem.as_deref();
            assert_eq!(problem, Some("no two rows took turns with one another"));
        }
    }
}

#[test]
fn missing_rows_and_few_rounds_are_named() {
    let mut all = all_of(&[("a", Made::default()), ("b", shifted(1.01))]);
    all.retain(|key, _| key.round <= 2);
    all.retain(|key, _| key.operation != Operation::Encaps || key.system == "a");
    all.retain(|key, _| key.operation != Operation::Decaps || key.system == "b");
    let compared = of(&all, None);
    for operation in &compared.operations {
        let problem = match operation.operation {
            Operation::Encaps => Some("b has no usable row"),
            Operation::Decaps => Some("a has no usable row"),
            _ => None,
        };
        assert_eq!(operation.problem.as_deref(), problem);
        assert_eq!(operation.call, Call::TooFewRounds);
        assert_eq!(operation.estimate.is_some(), problem.is_none());
    }
    assert_eq!(compared.geometric_mean, None);
}

/// In half of the blocks the candidate comes second and takes 2 % more: the order is worth 1.02, and the ratio, a median
/// of as many blocks of each kind, is √1.02.
#[test]
fn what_coming_second_costs_is_found() {
    let tired = Made {
        second: 1.02,
        ..Made::default()
    };
    let compared = of(&all_of(&[("a", Made::default()), ("b", tired)]), None);
    for operation in &compared.operations {
        let order = operation.order.unwrap();
        close(order.ratio, 1.02, 1e-12);
        assert_eq!(order.rounds, ROUNDS as usize);
        close(operation.estimate.unwrap().ratio, 1.02_f64.sqrt(), 1e-12);
    }
}

/// Medians over the items: of the ratios 1.1, 0.95, 1.1 if items are paired; 190 over 200 if they are not.
#[test]
fn items_are_paired_where_both_sides_do_the_same_work() {
    let times = [[100.0, 200.0, 400.0], [110.0, 190.0, 440.0]];
    let paired = (How::SameInputs, 1.1);
    let apart = (How::Medians, 0.95);
    for (randomness, common, keys, (how, ratio)) in [
        (Randomness::None, true, Keys::Seeded, paired),
        (Randomness::Given, true, Keys::Seeded, paired),
        (Randomness::Deterministic, true, Keys::Seeded, paired),
        (Randomness::Own, true, Keys::Seeded, apart),
        // Item 3 of the one has nothing to do with item 3 of the other.
        (Randomness::None, true, Keys::Own, apart),
        (Randomness::None, false, Keys::Seeded, apart),
    ] {
        let mut protocol = protocol();
        protocol.corpus.common = common;
        let (set, lane) = (ParameterSet::MlKem768, Lane::Prepared);
        let mut all = All::new();
        for (name, times) in [("a", times[0]), ("b", times[1])] {
            for round in 1..=3 {
                let mut series = series(round, randomness, &times, &Made::default(), name == "b");
                if name == "b" {
                    series.keys = keys;
                }
                let key = RowKey::new(name, set, Operation::Decaps, lane, round);
                all.insert(key, series);
            }
        }
        let compared = Comparison::of(&all, &protocol, "a", "b", lane, None);
        let mut operations = compared.operations.iter();
        let decaps = operations.find(|o| o.how.is_some()).unwrap();
        assert_eq!(decaps.operation, Operation::Decaps);
        assert_eq!(decaps.how, Some(how), "{randomness:?} {common} {keys:?}");
        close(decaps.estimate.unwrap().ratio, ratio, 1e-12);
    }
}

#[test]
fn the_cost_of_signing_is_recovered_from_a_line() {
    let mut all = all_of(&[("a", Made::default())]);
    // One disturbed block of four does not move the median over the blocks.
    let signing = all
        .iter_mut()
        .find(|(key, _)| key.operation == Operation::Sign);
    for sample in &mut signing.unwrap().1.blocks[1].samples {
        *sample *= 7.0;
    }
    let analysis = Analysis::of(&all, &protocol());
    let [cost] = analysis.signing.as_slice() else {
        panic!("{:?}", analysis.signing);
    };
    assert_eq!(
        (cost.system.as_str(), cost.parameter_set.as_str()),
        ("a", "65")
    );
    assert_eq!((cost.lane, cost.expected_attempts), (Lane::Prepared, 5.14));
    assert_eq!(cost.messages, ITEMS * ROUNDS as usize);
    assert_eq!(cost.samples, ITEMS * ROUNDS as usize * BLOCKS);
    // The attempts of `made`: 1, 3, 4, 12.
    close(cost.mean_attempts.unwrap(), 5.0, 1e-12);
    for (figure, value) in [
        (cost.fixed, 50_000.0),
        (cost.per_attempt, 90_000.0),
        (cost.at_expected, 50_000.0 + 90_000.0 * 5.14),
    ] {
        let figure = figure.unwrap();
        close(figure.value, value, 1e-4);
        let interval = figure.interval.unwrap();
        close(interval.low, value, 1e-4);
        close(interval.high, value, 1e-4);
    }
}

/// From Python: `statistics.geometric_mean` of the rounds' means is 500662.853108; resampled, 485271.5 to 515263.8. Against a
/// deterministic side, which takes 512600 at 5.14 attempts, the ratio is 0.976712549958.
#[test]
fn hedged_signing_has_the_mean_of_its_draws_and_is_compared_at_the_expected_attempts() {
    let mut all = all_of(&[("a", Made::default()), ("b", Made::default())]);
    for (round, mean) in (1..).zip(HEDGED) {
        let draws = [0.2 * mean, 0.4 * mean, 0.4 * mean, 3.0 * mean];
        let hedged = series(round, Randomness::Own, &draws, &Made::default(), true);
        replace(&mut all, "b", Operation::Sign, round, hedged);
    }
    let analysis = Analysis::of(&all, &protocol());
    let cost = analysis.signing.iter().find(|cost| cost.system == "b");
    let cost = cost.unwrap();
    assert_eq!((cost.messages, cost.mean_attempts), (0, None));
    assert_eq!((cost.fixed, cost.per_attempt), (None, None));
    assert_eq!(cost.samples, ITEMS * ROUNDS as usize * BLOCKS);
    let mean = cost.at_expected.unwrap();
    close(mean.value, 500_662.853_108, 1e-3);
    close(mean.interval.unwrap().low, 485_271.5, 2_500.0);
    close(mean.interval.unwrap().high, 515_263.8, 2_500.0);

    let compared = of(&all, None);
    let mut operations = compared.operations.iter();
    let sign = operations.find(|o| o.operation == Operation::Sign).unwrap();
    assert_eq!(sign.how, Some(How::ExpectedAttempts));
    let estimate = sign.estimate.unwrap();
    close(estimate.ratio, 0.976_712_549_958, 1e-10);
    // One figure a round, whatever the number of blocks.
    assert_eq!((estimate.rounds, estimate.blocks), (6, 6));
}

#[test]
fn every_system_is_compared_with_the_baseline_and_the_candidate_with_its_control() {
    let mut all = All::new();
    for lane in [Lane::Prepared, Lane::FromBytes] {
        let of_lane = all_of(&[
            ("a", Made::default()),
            ("b", shifted(1.01)),
            ("b-control", shifted(1.01)),
            ("c", shifted(0.5)),
        ]);
        all.extend(of_lane.into_iter().map(|(mut key, series)| {
            key.lane = lane;
            (key, series)
        }));
    }
    let protocol = protocol();
    let analysis = Analysis::of(&all, &protocol);
    let named = |compared: &[Comparison]| -> Vec<(String, String, Lane, Call)> {
        let names = compared.iter();
        names
            .map(|c| (c.baseline.clone(), c.candidate.clone(), c.lane, c.call))
            .collect()
    };
    let expected = |base: &str, candidate: &str, lane, call| {
        (base.to_owned(), candidate.to_owned(), lane, call)
    };
    let (prepared, from_bytes) = (Lane::Prepared, Lane::FromBytes);
    assert_eq!(
        named(&analysis.comparisons),
        [
            expected("a", "b", prepared, Call::Slower),
            expected("a", "c", prepared, Call::Faster),
            expected("a", "b", from_bytes, Call::Slower),
            expected("a", "c", from_bytes, Call::Faster),
        ]
    );
    assert_eq!(
        named(&analysis.control),
        [
            expected("b", "b-control", prepared, Call::NoDifference),
            expected("b", "b-control", from_bytes, Call::NoDifference),
        ]
    );
    let gate = analysis.gate(&protocol).unwrap();
    assert_eq!((gate.candidate.as_str(), gate.lane), ("b", prepared));
    assert_eq!(analysis.control(from_bytes).unwrap().lane, from_bytes);
    // What the control's own shift would be worth against the baseline plays no part: the floor is that of equal sides.
    close(gate.noise_floor.unwrap(), 1.0, 1e-12);
    assert_eq!(
        Analysis::of(&All::new(), &protocol).comparisons,
        Vec::new(),
        "no rows, no comparison"
    );
}
