//! Our own vectors of ML-DSA verification: each isolates its rule, the accepted ones find their faults, and
//! an implementation that is not ours answers to all of them what we expect.
#![allow(clippy::unwrap_used)]

use arena_checks::case::Verdict;
use arena_checks::report::MutantKind;
use arena_checks::subject::Answer;
use arena_checks::suites::rejection::verification;
use arena_checks::vector::judge;
use arena_checks::vectors::ml_dsa::SETS;
use arena_checks::vectors::ml_dsa::accepted::accepted;
use arena_checks::vectors::ml_dsa::faulty::Fault;
use arena_checks::vectors::ml_dsa::forge::{Forger, Question};
use arena_checks::vectors::ml_dsa::rules::{breaking, id};
use arena_checks::vectors::ml_dsa::score::{isolates, score, score_with};
use arena_core::reference::ml_dsa::ring::Q;
use arena_core::reference::ml_dsa::rounding::decompose;
use arena_core::reference::ml_dsa::{Parameters, Rule, Rules};
use arena_runner::message::Performed;
use arena_runner::{Field, Fields};
use nexusq_contract::ParameterSet;
use std::collections::BTreeSet;

fn forgers() -> impl Iterator<Item = Forger> {
    SETS.into_iter().map(|set| Forger::new(set).unwrap())
}

/// The standard's verifier and those that lack a rule.
fn verifiers() -> impl Iterator<Item = Rules> {
    let lacking = Rule::ALL.into_iter().map(Rules::without);
    lacking.chain([Rules::all()])
}

#[test]
fn every_vector_isolates_its_rule() {
    for forger in forgers() {
        let vectors = breaking(&forger);
        for vector in &vectors {
            let what = format!("{} {} {}", forger.set.label(), id(vector.rule), vector.name);
            let found = vector.question.put_to_model(&forger.p, Rules::all());
            assert_eq!(found, Err(vector.rule), "{what}");
            assert!(isolates(&forger.p, vector), "{what}");
        }
        for rule in Rule::ALL {
            let of_rule = vectors.iter().filter(|vector| vector.rule == rule);
            assert!(of_rule.count() >= 3, "{} {rule:?}", forger.set.label());
        }
        let names: BTreeSet<String> = vectors
            .iter()
            .map(|vector| format!("{}/{}", id(vector.rule), vector.name))
            .collect();
        assert_eq!(names.len(), vectors.len(), "a name is there twice");
    }
}

#[test]
fn what_breaks_no_rule_is_accepted_by_every_model() {
    for forger in forgers() {
        for vector in accepted(&forger) {
            for rules in verifiers() {
                let found = vector.question.put_to_model(&forger.p, rules);
                assert_eq!(found, Ok(()), "{} {}", forger.set.label(), vector.name);
            }
        }
    }
}

/// No choice was given up silently, and for every coefficient of w' that was asked for there is a z. There are 46
/// vectors without those of c̃, and of c̃ there are 4, 6 and 8 for its 32, 48 and 64 bytes.
#[test]
fn no_vector_is_missing() {
    let counts = forgers().map(|forger| (breaking(&forger).len(), accepted(&forger).len()));
    let counts: Vec<(usize, usize)> = counts.collect();
    assert_eq!(counts, [(50, 34), (52, 34), (54, 34)]);
}

/// By hand from Alg. 36, the values of w' that `accepted` asks for.
#[test]
fn the_targets_of_use_hint_are_what_they_are_called() {
    for p in SETS.map(|set| Parameters::of(set).unwrap()) {
        let of = |r: i32| decompose(r, p.gamma2);
        let m = (Q - 1) / (2 * p.gamma2);
        assert_eq!(of(10 * p.gamma2), (5, 0));
        assert_eq!(of(11 * p.gamma2), (5, p.gamma2));
        assert_eq!(of(11 * p.gamma2 + 1), (6, 1 - p.gamma2));
        assert_eq!(of(Q - 1), (0, -1));
        assert_eq!(of(Q - 1 - p.gamma2), (m - 1, p.gamma2));
        assert_eq!(of(Q - p.gamma2), (0, -p.gamma2));
    }
}

#[test]
fn the_score_is_total() {
    let mutants = score(&SETS);
    let of = |kind: MutantKind| mutants.iter().filter(move |mutant| mutant.kind == kind);
    assert_eq!(of(MutantKind::LacksRule).count(), 33);
    assert_eq!(of(MutantKind::RefusesMore).count(), 36);
    for mutant in &mutants {
        assert!(!mutant.caught_by.is_empty(), "{mutant:?}");
    }
}

/// Vectors of another rule don't count, nor does one that a second verifier accepts.
#[test]
fn the_score_counts_own_vectors_only() {
    let forger = Forger::new(ParameterSet::MlDsa44).unwrap();
    let others = breaking(&forger).into_iter();
    let missing: Vec<_> = others
        .filter(|vector| vector.rule != Rule::ZeroPadding)
        .collect();
    let mut order = breaking(&forger).into_iter();
    let order = order
        .find(|vector| vector.rule == Rule::HintOrder)
        .unwrap()
        .question;
    let mut disguised = breaking(&forger);
    for vector in &mut disguised {
        if vector.rule == Rule::ZeroPadding {
            vector.question = order.clone();
        }
    }
    for vectors in [missing, disguised] {
        let alive: Vec<String> = score_with(&forger, &vectors, &accepted(&forger))
            .into_iter()
            .filter(|mutant| mutant.caught_by.is_empty())
            .map(|mutant| mutant.rule)
            .collect();
        assert_eq!(alive, [Rule::ZeroPadding.text()]);
    }
}

/// What the suite says of a verifier: the groups of the cases that it fails.
fn failed_groups(set: ParameterSet, verifier: impl Fn(&Question) -> bool) -> BTreeSet<String> {
    let mut groups = BTreeSet::new();
    for vector in verification(set) {
        let field = |field| vector.inputs.get(field).unwrap().to_vec();
        let question = Question {
            public_key: field(Field::PublicKey),
            message: field(Field::Message),
            context: field(Field::Context),
            signature: field(Field::Signature),
        };
        let answer = Answer::Done(Performed {
            outputs: Fields::new(),
            valid: Some(verifier(&question)),
        });
        match judge(&vector.expect, &answer) {
            Verdict::Pass => {}
            Verdict::Fail(_) => drop(groups.insert(vector.case.group)),
            other => panic!("{other:?}"),
        }
    }
    groups
}

/// The suite finds a verifier without a rule, and by the vectors of that rule. That each vector isolates its
/// rule in every set is shown above; here it is the way through the suite that counts.
#[test]
fn a_weak_verifier_fails_by_name() {
    let set = ParameterSet::MlDsa44;
    let p = Parameters::of(set).unwrap();
    for rule in Rule::ALL {
        let rules = Rules::without(rule);
        let mut failed = failed_groups(set, |question| question.put_to_model(&p, rules).is_ok());
        // A signature or key of another set's length is accepted there too where zeros restore it.
        failed.remove("more-lengths");
        assert_eq!(failed, BTreeSet::from([id(rule).to_owned()]));
    }
    let strict = Fault::OrderAcrossRows;
    let failed = failed_groups(set, |question| strict.accepts(&p, question));
    assert_eq!(failed, BTreeSet::from(["accepted".to_owned()]));
    assert!(failed_groups(set, |_| true).len() > 10);
}

macro_rules! independent {
    ($name:ident, $set:ident) => {
        /// The crate `ml-dsa`, which is not ours, answers what we expect to every vector.
        #[test]
        fn $name() {
            let failed = failed_groups(ParameterSet::$set, |question| {
                let Ok(key) = question.public_key.as_slice().try_into() else {
                    return false;
                };
                let key = ml_dsa::VerifyingKey::<ml_dsa::$set>::decode(key);
                let signature = question.signature.as_slice();
                let Ok(signature) = ml_dsa::Signature::<ml_dsa::$set>::try_from(signature) else {
                    return false;
                };
                key.verify_with_context(&question.message, &question.context, &signature)
            });
            assert_eq!(failed, BTreeSet::new());
        }
    };
}

independent!(an_independent_verifier_of_ml_dsa_44, MlDsa44);
independent!(an_independent_verifier_of_ml_dsa_65, MlDsa65);
independent!(an_independent_verifier_of_ml_dsa_87, MlDsa87);

#[test]
fn no_bytes_make_a_verifier_panic() {
    for forger in forgers() {
        for length in [0, 1, 32, 33, forger.p.signature_length(), 6000] {
            for byte in [0, 0x5a, 0xff] {
                let bytes = vec![byte; length];
                let question = Question {
                    public_key: bytes.clone(),
                    message: Vec::new(),
                    context: bytes.clone(),
                    signature: bytes,
                };
                for rules in verifiers() {
                    let _ = question.put_to_model(&forger.p, rules);
                }
                for fault in Fault::ALL {
                    assert!(!fault.accepts(&forger.p, &question));
                }
            }
        }
    }
}
