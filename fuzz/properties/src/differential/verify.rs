//! Verification of changed signatures, public keys, messages and contexts: the same answer of V2, of another implementation and
//! of the model.

use crate::input::{Input, edit, edit_within};
use arena_core::reference::ml_dsa::{Parameters, Rules, pure};
use nexusq_contract::ParameterSet;

/// Which signature, what is changed in each part of it, and the same of key, message and context.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let set = *input.choose(&[ml_dsa_44 as fn(&mut Input<'_>), ml_dsa_65, ml_dsa_87]);
    set(&mut input);
}

/// What is verified.
struct Question {
    public_key: Vec<u8>,
    message: Vec<u8>,
    context: Vec<u8>,
    signature: Vec<u8>,
    /// Whether it is what was signed.
    unchanged: bool,
}

/// Changes a right signature in each of its parts, c~‖z‖h (FIPS 204 Alg. 26), so that each is reached by few decisions.
fn changed(right: Question, p: &Parameters, input: &mut Input<'_>) -> Question {
    let (z, h) = (p.challenge_length(), p.signature_length() - p.hint_length());
    let end = p.signature_length();
    let mut question = right;
    let signature = &mut question.signature;
    // The hint first: most of the rules of decoding are there.
    let mut changed = edit_within(signature, h, end, input);
    changed |= edit_within(signature, z, h, input);
    changed |= edit_within(signature, 0, z, input);
    changed |= edit(&mut question.public_key, input);
    changed |= edit(&mut question.message, input);
    changed |= edit(&mut question.context, input);
    // A context on either side of the longest one that is allowed.
    if let more @ 1.. = input.byte() % 3 {
        question.context.resize(254 + usize::from(more), 1);
        changed = true;
    }
    question.unchanged = !changed;
    question
}

/// The model's answer. It is asked about every rule of the standard.
fn model(p: &Parameters, question: &Question) -> bool {
    let Question {
        public_key,
        message,
        context,
        signature,
        ..
    } = question;
    pure::verify(p, Rules::all(), public_key, message, context, signature).is_ok()
}

macro_rules! set {
    ($module:ident, $set:ident) => {
        fn $module(input: &mut Input<'_>) {
            use fips204::traits::{SerDes, Verifier};
            use nexusq_v2::$module::{SigningKey, VerifyingKey};

            let Some(parameters) = Parameters::of(ParameterSet::$set) else {
                panic!("the model does not know the parameter set");
            };
            let which = input.byte();
            let key = SigningKey::from_seed(&[which % 2; 32]);
            let (message, context) = (vec![which % 4; 3], vec![which % 8; usize::from(which % 3)]);
            let Ok(signature) = key.sign_deterministic(&message, &context) else {
                panic!("a key of key generation does not sign");
            };
            let right = Question {
                public_key: key.verifying_key().to_bytes().to_vec(),
                message,
                context,
                signature: signature.as_bytes().to_vec(),
                unchanged: true,
            };
            let question = changed(right, &parameters, input);
            let Question {
                public_key,
                message,
                context,
                signature,
                unchanged,
            } = &question;
            let own = VerifyingKey::from_bytes(public_key)
                .and_then(|key| key.verify_bytes(message, context, signature));
            // ML-DSA is strongly unforgeable: nothing else is accepted.
            assert_eq!(own.is_ok(), *unchanged, "{own:?}");
            assert_eq!(own.is_ok(), model(&parameters, &question), "{own:?}");
            let (Ok(public_key), Ok(signature)) = (
                public_key.as_slice().try_into(),
                signature.as_slice().try_into(),
            ) else {
                return;
            };
            let other = fips204::$module::PublicKey::try_from_bytes(public_key);
            let other = other.is_ok_and(|key| key.verify(message, &signature, context));
            assert_eq!(own.is_ok(), other, "{own:?}");
        }
    };
}

set!(ml_dsa_44, MlDsa44);
set!(ml_dsa_65, MlDsa65);
set!(ml_dsa_87, MlDsa87);
