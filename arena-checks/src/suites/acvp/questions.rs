//! ACVP cases as questions of the runner protocol.

use super::files::{Group, Test};
use super::{Kind, Published};
use crate::case::Case;
use crate::question::{Question, Way};
use crate::vector::{Expect, Vector};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// These vectors hand M′ itself to the signer, not a message and a context.
const NO_SIGN_INTERNAL: &str = "no door for ML-DSA.Sign_internal (FIPS 204 Algorithm 7)";
const NO_VERIFY_INTERNAL: &str = "no door for ML-DSA.Verify_internal (FIPS 204 Algorithm 8)";

/// The questions of a set of vectors.
///
/// # Errors
/// A field is missing or malformed.
pub(super) fn of(published: &Published, groups: &[Group]) -> Result<Vec<Question>, String> {
    let mut questions = Vec::new();
    for group in groups {
        for test in &group.tests {
            let case = published.case(group.set, test.id);
            let name = case.name();
            let question = question(published.kind, group, test, case);
            questions.push(question.map_err(|why| format!("{name}: {why}"))?);
        }
    }
    Ok(questions)
}

fn question(kind: Kind, group: &Group, test: &Test, case: Case) -> Result<Question, String> {
    Ok(match kind {
        Kind::Keygen => Question::new(case.clone(), keygen(test, &case)?),
        Kind::EncapsDecaps if group.about.text("function") == Some("encapsulation") => {
            Question::new(case.clone(), vec![encaps(test, &case)?])
        }
        Kind::EncapsDecaps => Question::new(case.clone(), vec![decaps(group, test, &case)?]),
        // A message that began with the bytes 0 and n would be what ML-DSA.Sign makes of a context
        // of n bytes (Algorithm 2, line 10). None of these does; a test looks.
        Kind::SigGen => Question::without_door(case, NO_SIGN_INTERNAL),
        Kind::SigVer => Question::without_door(case, NO_VERIFY_INTERNAL),
    })
}

fn keygen(test: &Test, case: &Case) -> Result<Vec<Way>, String> {
    let (seed, public, private) = if case.set.algorithm().is_kem() {
        let mut seed = test.prompt.bytes("d")?;
        seed.extend(test.prompt.bytes("z")?);
        let public = (Field::EncapsulationKey, test.answer.bytes("ek")?);
        (
            seed,
            public,
            (Field::DecapsulationKey, test.answer.bytes("dk")?),
        )
    } else {
        let public = (Field::PublicKey, test.answer.bytes("pk")?);
        let private = (Field::PrivateKey, test.answer.bytes("sk")?);
        (test.prompt.bytes("seed")?, public, private)
    };
    let alone = Fields::new().with(public.0, public.1);
    let both = alone.clone().with(private.0, private.1);
    let with = |needs: &[Capability], outputs: Fields| Vector {
        case: case.clone(),
        operation: Operation::Keygen,
        randomness: Randomness::Given,
        inputs: Fields::new().with(Field::Seed, seed.as_slice()),
        needs: needs.to_vec(),
        expect: Expect::Outputs(outputs),
    };
    use Capability::{ExportExpanded, GenerateFromSeed};
    Ok(vec![
        Way::plain(with(&[GenerateFromSeed, ExportExpanded], both)),
        Way {
            route: "the public key alone compared; no export-expanded",
            ..Way::plain(with(&[GenerateFromSeed], alone))
        },
    ])
}

fn encaps(test: &Test, case: &Case) -> Result<Way, String> {
    Ok(Way::plain(Vector {
        case: case.clone(),
        operation: Operation::Encaps,
        randomness: Randomness::Given,
        inputs: Fields::new()
            .with(Field::EncapsulationKey, test.prompt.bytes("ek")?)
            .with(Field::M, test.prompt.bytes("m")?),
        needs: vec![Capability::EncapsulateWithM],
        expect: Expect::Outputs(
            Fields::new()
                .with(Field::Ciphertext, test.answer.bytes("c")?)
                .with(Field::SharedSecret, test.answer.bytes("k")?),
        ),
    }))
}

fn decaps(group: &Group, test: &Test, case: &Case) -> Result<Way, String> {
    Ok(Way::plain(Vector {
        case: case.clone(),
        operation: Operation::Decaps,
        randomness: Randomness::None,
        inputs: Fields::new()
            .with(Field::DecapsulationKey, group.about.bytes("dk")?)
            .with(Field::Ciphertext, test.prompt.bytes("c")?),
        needs: vec![Capability::ImportExpanded],
        expect: Expect::Outputs(Fields::new().with(Field::SharedSecret, test.answer.bytes("k")?)),
    }))
}
