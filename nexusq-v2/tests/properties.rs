//! What holds for every input: round trips, refusals, and no panic on any bytes.
#![allow(clippy::unwrap_used)]

use nexusq_v2::Error;
use proptest::prelude::*;

fn settings() -> ProptestConfig {
    ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Bytes of about the length `around`, exactly it more often than not.
fn about(around: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => prop::collection::vec(any::<u8>(), around),
        1 => prop::collection::vec(any::<u8>(), 0..around + 40),
    ]
}

macro_rules! ml_kem {
    ($module:ident) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Ciphertext, DecapsulationKey, EncapsulationKey};

            proptest! {
                #![proptest_config(settings())]

                #[test]
                fn decapsulation_undoes_encapsulation(seed: [u8; 32], z: [u8; 32], m: [u8; 32]) {
                    let seed: [u8; 64] = [seed, z].concat().try_into().unwrap();
                    let dk = DecapsulationKey::from_seed(&seed);
                    let (c, sent) = dk.encapsulation_key().encapsulate_with_m(&m);
                    prop_assert_eq!(&dk.decapsulate(&c), &sent);
                    let moved = DecapsulationKey::from_expanded(dk.to_expanded().as_ref()).unwrap();
                    prop_assert_eq!(&moved.decapsulate(&c), &sent);
                    let ek = EncapsulationKey::from_bytes(&dk.encapsulation_key().to_bytes());
                    prop_assert_eq!(ek, Ok(dk.encapsulation_key()));
                }

                #[test]
                fn a_changed_ciphertext_gives_another_secret_and_no_error(
                    m: [u8; 32], at in any::<prop::sample::Index>(), bit in 0..8_u32,
                ) {
                    let dk = DecapsulationKey::from_seed(&[7; 64]);
                    let (c, sent) = dk.encapsulation_key().encapsulate_with_m(&m);
                    let mut changed = *c.as_bytes();
                    changed[at.index(Ciphertext::LEN)] ^= 1 << bit;
                    let rejected = dk.decapsulate_bytes(&changed).unwrap();
                    prop_assert_ne!(&rejected, &sent);
                    prop_assert_eq!(&dk.decapsulate_bytes(&changed).unwrap(), &rejected);
                }

                #[test]
                fn any_bytes_as_an_encapsulation_key(bytes in about(EncapsulationKey::LEN)) {
                    if let Ok(key) = EncapsulationKey::from_bytes(&bytes) {
                        prop_assert_eq!(key.to_bytes().to_vec(), bytes);
                    }
                }

                #[test]
                fn any_bytes_as_a_decapsulation_key(bytes in about(DecapsulationKey::LEN)) {
                    prop_assert!(DecapsulationKey::from_expanded(&bytes).is_err());
                }

                #[test]
                fn any_bytes_as_a_ciphertext(bytes in about(Ciphertext::LEN)) {
                    let outcome = DecapsulationKey::from_seed(&[7; 64]).decapsulate_bytes(&bytes);
                    prop_assert_eq!(outcome.is_ok(), bytes.len() == Ciphertext::LEN);
                }
            }
        }
    };
}

ml_kem!(ml_kem_512);
ml_kem!(ml_kem_768);
ml_kem!(ml_kem_1024);

macro_rules! ml_dsa {
    ($module:ident) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Signature, SigningKey, VerifyingKey};

            proptest! {
                #![proptest_config(settings())]

                #[test]
                fn what_is_signed_verifies(
                    seed: [u8; 32], rnd: [u8; 32],
                    message in prop::collection::vec(any::<u8>(), 0..300),
                    context in prop::collection::vec(any::<u8>(), 0..=255),
                ) {
                    let sk = SigningKey::from_seed(&seed);
                    let vk = VerifyingKey::from_bytes(&sk.verifying_key().to_bytes()).unwrap();
                    let signature = sk.sign_with_rnd(&message, &context, &rnd).unwrap();
                    prop_assert_eq!(vk.verify(&message, &context, &signature), Ok(()));
                    let mu = vk.mu(&message, &context).unwrap();
                    prop_assert_eq!(vk.verify_mu(&mu, &signature), Ok(()));
                    let moved = SigningKey::from_expanded(sk.to_expanded().as_ref()).unwrap();
                    prop_assert_eq!(moved.sign_mu_with_rnd(&mu, &rnd), Ok(signature));
                }

                #[test]
                fn a_changed_signature_is_refused(
                    at in any::<prop::sample::Index>(), bit in 0..8_u32,
                ) {
                    let sk = SigningKey::from_seed(&[7; 32]);
                    let signature = sk.sign_deterministic(b"message", b"context").unwrap();
                    let mut changed = *signature.as_bytes();
                    changed[at.index(Signature::LEN)] ^= 1 << bit;
                    let refused = sk.verifying_key().verify_bytes(b"message", b"context", &changed);
                    prop_assert_eq!(refused, Err(Error::InvalidSignature));
                }

                #[test]
                fn message_and_context_do_not_run_into_each_other(
                    text in prop::collection::vec(any::<u8>(), 1..200),
                    cut in any::<prop::sample::Index>(), other in any::<prop::sample::Index>(),
                ) {
                    let (cut, other) = (cut.index(text.len()), other.index(text.len()));
                    let sk = SigningKey::from_seed(&[7; 32]);
                    let signature = sk.sign_deterministic(&text[cut..], &text[..cut]).unwrap();
                    let verdict = sk.verifying_key().verify(&text[other..], &text[..other], &signature);
                    prop_assert_eq!(verdict.is_ok(), cut == other);
                }

                #[test]
                fn any_bytes_as_a_signing_key(bytes in about(SigningKey::LEN)) {
                    prop_assert!(SigningKey::from_expanded(&bytes).is_err());
                }

                #[test]
                fn any_bytes_as_a_verifying_key_and_a_signature(
                    key in about(VerifyingKey::LEN), signature in about(Signature::LEN),
                ) {
                    if let Ok(key) = VerifyingKey::from_bytes(&key) {
                        prop_assert!(key.verify_bytes(b"", b"", &signature).is_err());
                    }
                }
            }
        }
    };
}

ml_dsa!(ml_dsa_44);
ml_dsa!(ml_dsa_65);
ml_dsa!(ml_dsa_87);
