//! The inputs of the suite `signing`: they reach what they say they reach, together everything that can be reached,
//! and the signatures are those of an implementation that is not ours.
#![allow(clippy::unwrap_used)]

use arena_checks::suites::signing::coverage;
use arena_checks::vectors::ml_dsa::SETS;
use arena_checks::vectors::ml_dsa::branches::{Branch, reached};
use arena_checks::vectors::ml_dsa::signing::{Input, inputs, message_of};
use arena_core::attempts::attempts;
use arena_core::reference::ml_dsa::Parameters;
use ml_dsa::KeyInit;
use nexusq_contract::ParameterSet;

#[test]
fn inputs_reach_what_the_file_says() {
    assert!(inputs().len() >= 30);
    for input in inputs() {
        let p = Parameters::of(input.set).unwrap();
        let (sk, signed) = input.signed().unwrap();
        assert_eq!(reached(&p, &signed), input.branches, "{}", input.line());
        // Counted in another way: which of the masks the signature holds.
        let message = message_of(input.counter);
        let counted = attempts(input.set, &sk, &message, &[], &signed.signature).unwrap();
        assert_eq!(counted as usize, signed.attempts(), "{}", input.line());
        let many = input.branches.contains(&Branch::ManyAttempts);
        assert_eq!(counted >= 32, many, "{}", input.line());
    }
}

#[test]
fn every_branch_that_can_be_reached_is() {
    let coverage = coverage(&SETS);
    assert_eq!(coverage.len(), 39);
    let never: Vec<String> = coverage
        .iter()
        .filter(|reached| reached.inputs.is_none())
        .map(|reached| format!("{} {}", reached.parameter_set, reached.branch))
        .collect();
    assert_eq!(never, ["ml-dsa-65 ct0", "ml-dsa-87 ct0"]);
    for reached in coverage {
        assert_ne!(reached.inputs, Some(0), "{reached:?}");
    }
}

macro_rules! signature {
    ($set:ident, $input:expr) => {{
        let key = ml_dsa::SigningKey::<ml_dsa::$set>::new(&$input.seed.into());
        let message = message_of($input.counter);
        let signature = key.expanded_key().sign_deterministic(&message, &[]);
        signature.unwrap().encode().to_vec()
    }};
}

#[test]
fn the_signatures_are_those_of_an_independent_implementation() {
    for input in inputs() {
        let theirs = match input.set {
            ParameterSet::MlDsa44 => signature!(MlDsa44, input),
            ParameterSet::MlDsa65 => signature!(MlDsa65, input),
            _ => signature!(MlDsa87, input),
        };
        let (_, signed) = input.signed().unwrap();
        assert_eq!(signed.signature, theirs, "{}", input.line());
    }
}

#[test]
fn lines_are_read_as_they_are_written() {
    for input in inputs() {
        assert_eq!(Input::of_line(&input.line()), Some(input));
    }
    for line in ["", "44", "44 00 1 z", "45 00 1 z", "no line of the file"] {
        assert_eq!(Input::of_line(line), None, "{line}");
    }
}
