//! The inputs of the suite `signing`: they reach what they say they reach, together everything that can be reached,
//! and the signatures are those of an implementation that is not ours.
#![allow(clippy::unwrap_used)]

use arena_checks::suites::signing::coverage;
use arena_checks::vectors::ml_dsa::SETS;
use arena_checks::vectors::ml_dsa::branches::{Branch, reached};
use arena_checks::vectors::ml_dsa::signing::{Input, inputs, large_t0, message_of};
use arena_core::attempts::attempts;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::encoding::sk_decode;
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::ring::Polynomial;
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
    assert_eq!(coverage.len(), 45);
    let never: Vec<String> = coverage
        .iter()
        .filter(|reached| reached.inputs.is_none())
        .map(|reached| format!("{} {}", reached.parameter_set, reached.branch))
        .collect();
    let of_ct0 = ["ct0", "ct0-at-bound", "ct0-at-limit"];
    let expected = ["ml-dsa-65", "ml-dsa-87"].map(|set| of_ct0.map(|ct0| format!("{set} {ct0}")));
    assert_eq!(never, expected.concat());
    for reached in coverage {
        assert_ne!(reached.inputs, Some(0), "{reached:?}");
    }
}

macro_rules! signature {
    ($set:ident, $sk:expr, $input:expr) => {{
        let sk = $sk.as_slice().try_into().unwrap();
        #[allow(deprecated)]
        let key = ml_dsa::ExpandedSigningKey::<ml_dsa::$set>::from_expanded(sk);
        let message = message_of($input.counter);
        let signature = key.sign_deterministic(&message, &[]);
        signature.unwrap().encode().to_vec()
    }};
}

#[test]
fn the_signatures_are_those_of_an_independent_implementation() {
    for input in inputs() {
        let (sk, signed) = input.signed().unwrap();
        let theirs = match input.set {
            ParameterSet::MlDsa44 => signature!(MlDsa44, sk, input),
            ParameterSet::MlDsa65 => signature!(MlDsa65, sk, input),
            _ => signature!(MlDsa87, sk, input),
        };
        assert_eq!(signed.signature, theirs, "{}", input.line());
    }
}

/// The key with a large t0 is that of its seed in everything else, and t0 is what `large_t0` says.
#[test]
fn a_large_t0_is_the_only_change() {
    let p = Parameters::of(ParameterSet::MlDsa44).unwrap();
    let (_, honest) = keygen_internal(&p, &[3; 32]);
    let made = large_t0(&p, &[3; 32]).unwrap();
    let t0 = p.private_key_length() - 416 * p.k;
    assert_eq!(made[..t0], honest[..t0]);
    let key = sk_decode(&p, &made).unwrap();
    assert!(key.t0[0].0.iter().all(|a| (3554..=4065).contains(&a.abs())));
    assert!(key.t0[0].0.iter().any(|a| *a < 0) && key.t0[0].0.iter().any(|a| *a > 0));
    assert!(key.t0[1..].iter().all(|row| *row == Polynomial::ZERO));
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
