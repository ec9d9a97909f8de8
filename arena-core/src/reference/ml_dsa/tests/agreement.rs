//! The model gives the bytes that the crate `ml-dsa` gives, for seeds, messages and contexts.

use crate::corpus::derive;
use crate::reference::ml_dsa::keygen::keygen_internal;
use crate::reference::ml_dsa::pure::{SignError, message_prime, sign, verify};
use crate::reference::ml_dsa::{Parameters, Rule, Rules};
use ml_dsa::{KeyInit, Keypair};
use nexusq_contract::ParameterSet;

fn array(label: &str) -> [u8; 32] {
    derive(1, label, 32).try_into().unwrap()
}

macro_rules! agreement {
    ($name:ident, $set:ident) => {
        #[test]
        fn $name() {
            let p = Parameters::of(ParameterSet::$set).unwrap();
            for n in 0..12 {
                let xi = array(&format!("xi {n}"));
                let theirs = ml_dsa::SigningKey::<ml_dsa::$set>::new(&xi.into());
                let (pk, sk) = keygen_internal(&p, &xi);
                assert_eq!(pk, theirs.verifying_key().encode().as_slice());
                let expanded = theirs.expanded_key();
                #[allow(deprecated)]
                let their_sk = expanded.to_expanded();
                assert_eq!(sk, their_sk.as_slice());

                let message = derive(n, "message", n as usize * 31);
                let context = derive(n, "context", n as usize * 23);
                let signed = sign(&p, &sk, &message, &context, &[0; 32]).unwrap();
                let their_signature = expanded.sign_deterministic(&message, &context).unwrap();
                assert_eq!(signed.signature, their_signature.encode().as_slice());
                let outcome = verify(&p, Rules::all(), &pk, &message, &context, &signed.signature);
                assert_eq!(outcome, Ok(()));

                let rnd = array(&format!("rnd {n}"));
                let hedged = sign(&p, &sk, &message, &context, &rnd).unwrap();
                let message_prime = message_prime(Rules::all(), &message, &context).unwrap();
                let their_signature = expanded.sign_internal(&[&message_prime], &rnd.into());
                assert_eq!(hedged.signature, their_signature.encode().as_slice());
                assert_ne!(hedged.signature, signed.signature);
                let other = verify(&p, Rules::all(), &pk, b"other", &context, &hedged.signature);
                assert_eq!(other, Err(Rule::Challenge));
            }
        }
    };
}

agreement!(agreement_on_ml_dsa_44, MlDsa44);
agreement!(agreement_on_ml_dsa_65, MlDsa65);
agreement!(agreement_on_ml_dsa_87, MlDsa87);

#[test]
fn a_context_of_256_bytes_is_not_signed() {
    let p = Parameters::of(ParameterSet::MlDsa44).unwrap();
    let (_, sk) = keygen_internal(&p, &[0; 32]);
    let refused = sign(&p, &sk, b"", &[0; 256], &[0; 32]);
    assert_eq!(refused, Err(SignError::Context(256)));
}
