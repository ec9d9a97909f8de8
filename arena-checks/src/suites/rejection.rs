//! The suite `rejection`: what must be refused, what must not, and what comes of a wrong ciphertext.
//!
//! The vectors are our own; [`crate::vectors`] makes them and says why each answer is the right one.

use crate::case::Case;
use crate::stage::{Stage, Suite};
use crate::vector::{Expect, Vector};
use crate::vectors::ml_dsa::accepted::accepted;
use crate::vectors::ml_dsa::forge::{Forger, Question};
use crate::vectors::ml_dsa::rules::{breaking, id};
use crate::vectors::{ml_dsa, ml_kem};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// The suite.
pub struct Rejection;

impl Suite for Rejection {
    fn id(&self) -> &'static str {
        "rejection"
    }

    fn purpose(&self) -> &'static str {
        "implicit rejection, lengths, key checks, and every rule of ML-DSA verification alone, from our own vectors"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        let (seed, depth) = (stage.wishes.seed, stage.wishes.depth);
        for set in stage.wishes.sets.clone() {
            let mut vectors = ml_kem::vectors(set, seed, depth);
            vectors.extend(verification(set));
            vectors.extend(ml_dsa::keys::vectors(set, seed));
            if !vectors.is_empty() {
                stage.say(&crate::case::set_name(set));
                stage.put(&vectors);
            }
        }
    }
}

/// The vectors of ML-DSA verification; none for another scheme.
pub fn verification(set: ParameterSet) -> Vec<Vector> {
    let Some(forger) = Forger::new(set) else {
        return Vec::new();
    };
    let refused = breaking(&forger).into_iter().map(|vector| {
        let case = Case::new(set, id(vector.rule), vector.name);
        verify(case, vector.question, false)
    });
    let taken = accepted(&forger).into_iter().map(|vector| {
        let case = Case::new(set, "accepted", vector.name);
        verify(case, vector.question, true)
    });
    let more = lengths(&forger).into_iter().map(|(name, question)| {
        let case = Case::new(set, "more-lengths", name);
        verify(case, question, false)
    });
    refused.chain(taken).chain(more).collect()
}

/// Lengths that differ by more than one byte. They isolate nothing: a reader that fills with zeros has another c̃.
fn lengths(forger: &Forger) -> Vec<(String, Question)> {
    let Ok(right) = forger.forge(arena_core::reference::ml_dsa::Rules::all(), forger.choice())
    else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for set in ml_dsa::SETS {
        let Some(sizes) = set.signature_sizes() else {
            continue;
        };
        if set != forger.set {
            let mut question = right.clone();
            question.signature.resize(sizes.signature, 0);
            all.push((format!("signature-of-ml-dsa-{}", set.name()), question));
            let mut question = right.clone();
            question.public_key.resize(sizes.public_key, 0);
            all.push((format!("public-key-of-ml-dsa-{}", set.name()), question));
        }
    }
    let mut question = right.clone();
    question.signature.clear();
    all.push(("signature-empty".to_owned(), question));
    let mut question = right;
    question.public_key.clear();
    all.push(("public-key-empty".to_owned(), question));
    all
}

fn verify(case: Case, question: Question, valid: bool) -> Vector {
    let context = if question.context.is_empty() {
        Vec::new()
    } else {
        vec![Capability::Context]
    };
    Vector {
        case,
        operation: Operation::Verify,
        randomness: Randomness::None,
        inputs: Fields::new()
            .with(Field::PublicKey, question.public_key)
            .with(Field::Message, question.message)
            .with(Field::Context, question.context)
            .with(Field::Signature, question.signature),
        needs: context,
        expect: Expect::Valid(valid),
    }
}
