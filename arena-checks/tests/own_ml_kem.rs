//! Our own vectors of ML-KEM: put to the crate `ml-kem`, which is not ours, and to weak decapsulations.
#![allow(clippy::unwrap_used)]

use arena_checks::case::Verdict;
use arena_checks::stage::Depth;
use arena_checks::subject::Answer;
use arena_checks::vector::{Expect, Vector, judge};
use arena_checks::vectors::ml_kem::{SETS, vectors};
use arena_core::reference::ml_kem::Parameters;
use arena_core::reference::ml_kem::hash::g;
use arena_core::reference::ml_kem::kem::{decaps, encaps, implicit_rejection, parts};
use arena_core::reference::ml_kem::pke::{decrypt, encrypt};
use arena_runner::message::{ErrorKind, Operation, Performed, RunnerError};
use arena_runner::{Field, Fields};
use nexusq_contract::ParameterSet;
use std::collections::{BTreeMap, BTreeSet};

/// Success with these outputs, or a refusal.
fn answer(outputs: Option<Fields>) -> Answer {
    let refused = || {
        Answer::Refused(RunnerError {
            kind: ErrorKind::InvalidInput,
            message: String::new(),
        })
    };
    outputs.map_or_else(refused, |outputs| {
        Answer::Done(Performed {
            outputs,
            valid: None,
        })
    })
}

macro_rules! independent {
    ($set:ident, $module:ident) => {
        mod $module {
            use super::*;
            use ml_kem::$module::{DecapsulationKey, EncapsulationKey};
            use ml_kem::{Decapsulate, FromSeed};

            fn decapsulated(inputs: &Fields) -> Option<Fields> {
                let c = inputs.get(Field::Ciphertext)?.try_into().ok()?;
                #[allow(deprecated)]
                let key = match inputs.get(Field::DecapsulationKey) {
                    Some(dk) => DecapsulationKey::from_expanded(dk.try_into().ok()?).ok()?,
                    None => DecapsulationKey::from_seed(inputs.get(Field::Seed)?.try_into().ok()?),
                };
                let secret = key.decapsulate(c);
                Some(Fields::new().with(Field::SharedSecret, secret.as_slice()))
            }

            /// Whether the crate takes the key; what encapsulation returns is the model's here.
            fn encapsulated(inputs: &Fields) -> Option<Fields> {
                let ek = inputs.get(Field::EncapsulationKey)?;
                EncapsulationKey::new(ek.try_into().ok()?).ok()?;
                let p = Parameters::of(ParameterSet::$set).unwrap();
                let m = inputs.get(Field::M).unwrap_or(&[0; 32]);
                let (secret, c) = encaps(&p, ek, m.try_into().ok()?).ok()?;
                let fields = Fields::new().with(Field::SharedSecret, secret);
                Some(fields.with(Field::Ciphertext, c))
            }

            fn generated(inputs: &Fields) -> Option<Fields> {
                let seed: &[u8; 64] = inputs.get(Field::Seed)?.try_into().ok()?;
                let _ = ml_kem::$set::from_seed(seed.into());
                Some(Fields::new())
            }

            #[test]
            fn an_independent_implementation_answers_what_we_expect() {
                let vectors = vectors(ParameterSet::$set, 0, Depth::Core);
                assert!(vectors.len() > 400);
                for vector in &vectors {
                    let outputs = match vector.operation {
                        Operation::Decaps => decapsulated(&vector.inputs),
                        Operation::Encaps => encapsulated(&vector.inputs),
                        _ => generated(&vector.inputs),
                    };
                    let verdict = judge(&vector.expect, &answer(outputs));
                    let fine = matches!(verdict, Verdict::Pass | Verdict::Policy { .. });
                    assert!(fine, "{}: {verdict:?}", vector.case.name());
                }
            }
        }
    };
}

independent!(MlKem512, ml_kem_512);
independent!(MlKem768, ml_kem_768);
independent!(MlKem1024, ml_kem_1024);

/// In a full run every byte of every ciphertext is changed in two ways, and nothing is asked twice.
#[test]
fn every_byte_is_changed() {
    for set in SETS {
        let all = vectors(set, 0, Depth::Full);
        let length = set.kem_sizes().unwrap().ciphertext;
        let changed: BTreeSet<&[u8]> = all
            .iter()
            .filter(|vector| vector.case.group == "changed-byte")
            .map(|vector| vector.inputs.get(Field::Ciphertext).unwrap())
            .collect();
        assert_eq!(changed.len(), 2 * length);
        let names: BTreeSet<String> = all.iter().map(|vector| vector.case.name()).collect();
        assert_eq!(names.len(), all.len(), "a name is there twice");
    }
    let core = vectors(ParameterSet::MlKem768, 0, Depth::Core);
    let changed = |vector: &&Vector| vector.case.group == "changed-byte";
    assert_eq!(core.iter().filter(changed).count(), 2 * 1088);
}

/// How often a decapsulation fails, by groups of cases.
fn failures(weak: impl Fn(&Parameters, &[u8], &[u8]) -> Option<[u8; 32]>) -> BTreeMap<String, u32> {
    let set = ParameterSet::MlKem768;
    let p = Parameters::of(set).unwrap();
    let mut groups = BTreeMap::new();
    for vector in vectors(set, 0, Depth::Core) {
        let dk = vector.inputs.get(Field::DecapsulationKey);
        let (Some(dk), Some(c)) = (dk, vector.inputs.get(Field::Ciphertext)) else {
            continue;
        };
        let secret = weak(&p, dk, c).map(|k| Fields::new().with(Field::SharedSecret, k));
        if let Verdict::Fail(_) = judge(&vector.expect, &answer(secret)) {
            *groups.entry(vector.case.group).or_default() += 1;
        }
    }
    groups
}

#[test]
fn the_model_fails_nothing() {
    assert_eq!(failures(|p, dk, c| decaps(p, dk, c).ok()), BTreeMap::new());
}

/// The change of its lowest bit stays unseen, and the secret is that of the right ciphertext. That of its highest is
/// seen: with four bits for a coefficient of v it is half the modulus, so another m comes out.
#[test]
fn a_comparison_without_the_last_byte_fails() {
    let failed = failures(|p, dk, c| {
        let parts = parts(p, dk).ok()?;
        let m = decrypt(p, parts.decryption_key, c);
        let again = encrypt(p, parts.encryption_key, &m, &g(&[&m, parts.hash]).1);
        let mut repaired = c.to_vec();
        *repaired.last_mut()? = *again.last()?;
        let secret = decaps(p, dk, &repaired).ok()?;
        if repaired.len() == again.len() && repaired == again {
            Some(secret)
        } else {
            decaps(p, dk, c).ok()
        }
    });
    assert_eq!(failed.get("changed-byte"), Some(&1), "{failed:?}");
}

#[test]
fn an_explicit_rejection_fails() {
    let failed = failures(|p, dk, c| {
        let secret = decaps(p, dk, c).ok()?;
        let z = dk.get(dk.len() - 32..)?;
        (secret != implicit_rejection(z, c)).then_some(secret)
    });
    assert_eq!(failed.get("changed-byte"), Some(&(2 * 1088)));
    assert_eq!(failed.get("unchanged"), None);
}

#[test]
fn a_longer_ciphertext_that_is_cut_fails() {
    let failed = failures(|p, dk, c| decaps(p, dk, c.get(..1088).unwrap_or(c)).ok());
    assert!(failed.contains_key("ciphertext-length"), "{failed:?}");
}

/// A group that asks for a refusal here and for a result there would be hard to read.
#[test]
fn groups_ask_for_one_kind_of_answer() {
    let mut kinds: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for set in SETS {
        for vector in vectors(set, 0, Depth::Core) {
            let kind = match vector.expect {
                Expect::Outputs(_) => "a result",
                Expect::Refused => "a refusal",
                Expect::Valid(_) => "an answer of verify",
                _ => "either",
            };
            kinds.entry(vector.case.group).or_default().insert(kind);
        }
    }
    let mixed = kinds.values().filter(|kinds| kinds.len() > 1);
    assert_eq!(mixed.count(), 0, "{kinds:?}");
}
