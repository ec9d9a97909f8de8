//! The checks at the door: each row of the table in the README, and each bound from both sides.
#![allow(clippy::unwrap_used)]

use nexusq_v2::Error;
use sha3::{Digest, Sha3_256};

/// Puts a 12-bit coefficient into ByteEncode12 (FIPS 203 Alg. 5).
fn put_coefficient(encoded: &mut [u8], index: usize, value: u16) {
    let [low, high] = value.to_le_bytes();
    let at = index / 2 * 3;
    if index.is_multiple_of(2) {
        encoded[at] = low;
        encoded[at + 1] = encoded[at + 1] & 0xf0 | high;
    } else {
        encoded[at + 1] = encoded[at + 1] & 0x0f | low << 4;
        encoded[at + 2] = low >> 4 | high << 4;
    }
}

macro_rules! ml_kem {
    ($module:ident, $k:literal) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Ciphertext, DecapsulationKey, EncapsulationKey};

            #[test]
            fn lengths() {
                let dk = DecapsulationKey::from_seed(&[7; 64]);
                for delta in [-1, 1] {
                    let wrong = |length: usize| vec![0; length.wrapping_add_signed(delta)];
                    let refused = |what, expected: usize| {
                        let actual = expected.wrapping_add_signed(delta);
                        Some(Error::InvalidLength {
                            what,
                            expected,
                            actual,
                        })
                    };
                    let error = EncapsulationKey::from_bytes(&wrong(EncapsulationKey::LEN)).err();
                    assert_eq!(error, refused("encapsulation key", EncapsulationKey::LEN));
                    let error =
                        DecapsulationKey::from_expanded(&wrong(DecapsulationKey::LEN)).err();
                    assert_eq!(error, refused("decapsulation key", DecapsulationKey::LEN));
                    let error = Ciphertext::from_bytes(&wrong(Ciphertext::LEN)).err();
                    assert_eq!(error, refused("ciphertext", Ciphertext::LEN));
                    let error = dk.decapsulate_bytes(&wrong(Ciphertext::LEN)).err();
                    assert_eq!(error, refused("ciphertext", Ciphertext::LEN));
                }
            }

            #[test]
            fn modulus_check_accepts_3328_and_refuses_3329_in_every_position() {
                let ek = DecapsulationKey::from_seed(&[7; 64])
                    .encapsulation_key()
                    .to_bytes();
                for index in 0..256 * $k {
                    let mut encoded = ek;
                    put_coefficient(&mut encoded, index, 3328);
                    let accepted = EncapsulationKey::from_bytes(&encoded).unwrap();
                    assert_eq!(accepted.to_bytes(), encoded);
                    put_coefficient(&mut encoded, index, 3329);
                    let refused = EncapsulationKey::from_bytes(&encoded).err();
                    assert_eq!(refused, Some(Error::EncapsulationKeyModulus), "{index}");
                }
            }

            #[test]
            fn decapsulation_key_checks() {
                let key = DecapsulationKey::from_seed(&[7; 64]);
                let hash_at = DecapsulationKey::LEN - 64;
                let ek_at = hash_at - EncapsulationKey::LEN;
                // A changed hash, and a changed rho under an unchanged hash.
                for at in [hash_at, hash_at + 31, hash_at - 1] {
                    let mut encoded = *key.to_expanded().as_bytes();
                    encoded[at] ^= 1;
                    let refused = DecapsulationKey::from_expanded(&encoded).err();
                    assert_eq!(refused, Some(Error::DecapsulationKeyHash), "{at}");
                }
                // A coefficient of 3329 whose hash is right.
                let mut encoded = *key.to_expanded().as_bytes();
                put_coefficient(&mut encoded[ek_at..hash_at], 0, 3329);
                let hash = Sha3_256::digest(&encoded[ek_at..hash_at]);
                encoded[hash_at..hash_at + 32].copy_from_slice(&hash);
                let refused = DecapsulationKey::from_expanded(&encoded).err();
                assert_eq!(refused, Some(Error::EncapsulationKeyModulus));
            }

            /// K̄ = J(z‖c) = SHAKE256(z‖c, 32) for what nobody encapsulated (FIPS 203 Alg. 18).
            #[test]
            fn implicit_rejection() {
                use shake::digest::{ExtendableOutput, Update, XofReader};
                let key = DecapsulationKey::from_seed(&[7; 64]);
                let (sent, secret) = key.encapsulation_key().encapsulate_with_m(&[9; 32]);
                let mut changed = *sent.as_bytes();
                changed[Ciphertext::LEN - 1] ^= 1;
                for c in [changed, [0; Ciphertext::LEN], [255; Ciphertext::LEN]] {
                    let mut expected = [0; 32];
                    let mut hash = shake::Shake256::default();
                    hash.update(&[7; 32]);
                    hash.update(&c);
                    hash.finalize_xof().read(&mut expected);
                    let rejected = key.decapsulate_bytes(&c).unwrap();
                    assert_eq!(rejected.as_bytes(), &expected);
                    assert_ne!(rejected, secret);
                }
                assert_eq!(key.decapsulate(&sent), secret);
            }

            #[test]
            fn debug_prints_no_secret() {
                let key = DecapsulationKey::from_seed(&[7; 64]);
                let (c, secret) = key.encapsulation_key().encapsulate_with_m(&[9; 32]);
                assert!(format!("{key:?}").ends_with(", redacted)"));
                assert!(format!("{secret:?}").ends_with(", redacted)"));
                assert!(format!("{:?}", key.to_expanded()).ends_with("(redacted)"));
                assert!(format!("{c:?}").len() < 60);
            }
        }
    };
}

ml_kem!(ml_kem_512, 2);
ml_kem!(ml_kem_768, 3);
ml_kem!(ml_kem_1024, 4);

macro_rules! ml_dsa {
    ($module:ident, $out_of_range:literal) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Signature, SigningKey, VerifyingKey};

            #[test]
            fn lengths() {
                let key = SigningKey::from_seed(&[7; 32]).verifying_key();
                for delta in [-1, 1] {
                    let wrong = |length: usize| vec![0; length.wrapping_add_signed(delta)];
                    let refused = |what, expected: usize| {
                        let actual = expected.wrapping_add_signed(delta);
                        Some(Error::InvalidLength {
                            what,
                            expected,
                            actual,
                        })
                    };
                    let error = VerifyingKey::from_bytes(&wrong(VerifyingKey::LEN)).err();
                    assert_eq!(error, refused("verifying key", VerifyingKey::LEN));
                    let error = SigningKey::from_expanded(&wrong(SigningKey::LEN)).err();
                    assert_eq!(error, refused("signing key", SigningKey::LEN));
                    let error = Signature::from_bytes(&wrong(Signature::LEN)).err();
                    assert_eq!(error, refused("signature", Signature::LEN));
                    let error = key.verify_bytes(b"", b"", &wrong(Signature::LEN)).err();
                    assert_eq!(error, refused("signature", Signature::LEN));
                }
            }

            #[test]
            fn signing_key_checks() {
                let key = SigningKey::from_seed(&[7; 32]);
                let refused = |at: usize, value: u8| {
                    let mut encoded = *key.to_expanded().as_bytes();
                    encoded[at] = value;
                    SigningKey::from_expanded(&encoded).err()
                };
                // The first bytes of s1 and, just before t0, the last of s2.
                let t0 = SigningKey::LEN - (VerifyingKey::LEN - 32) / 320 * 416;
                assert_eq!(refused(128, $out_of_range), Some(Error::SigningKeyRange));
                assert_eq!(refused(t0 - 1, $out_of_range), Some(Error::SigningKeyRange));
                // All-zero bytes are coefficients of η: in range, but another key.
                assert_eq!(refused(128, 0), Some(Error::SigningKeyHash));
                // rho, the first and the last byte of tr.
                for at in [0, 64, 127] {
                    let value = key.to_expanded().as_bytes()[at] ^ 1;
                    assert_eq!(refused(at, value), Some(Error::SigningKeyHash), "{at}");
                }
            }

            #[test]
            fn context_of_255_bytes_is_signed_and_of_256_refused() {
                let key = SigningKey::from_seed(&[7; 32]);
                let signature = key.sign(b"message", &[1; 255]).unwrap();
                let verifying_key = key.verifying_key();
                assert_eq!(
                    verifying_key.verify(b"message", &[1; 255], &signature),
                    Ok(())
                );
                let refused = verifying_key.verify(b"message", &[1; 254], &signature);
                assert_eq!(refused, Err(Error::InvalidSignature));
                let too_long = Error::ContextTooLong { actual: 256 };
                let refused = verifying_key.verify(b"message", &[1; 256], &signature);
                assert_eq!(refused, Err(too_long));
                assert_eq!(key.sign(b"message", &[1; 256]).err(), Some(too_long));
                assert_eq!(key.sign_deterministic(b"", &[1; 256]).err(), Some(too_long));
            }

            #[test]
            fn signing_is_hedged_unless_asked() {
                let key = SigningKey::from_seed(&[7; 32]);
                assert_ne!(key.sign(b"message", b""), key.sign(b"message", b""));
                let zero = key.sign_with_rnd(b"message", b"", &[0; 32]);
                assert_eq!(key.sign_deterministic(b"message", b""), zero);
            }

            #[test]
            fn both_forms_of_a_key_are_equal() {
                let key = SigningKey::from_seed(&[7; 32]);
                let imported = SigningKey::from_expanded(key.to_expanded().as_ref()).unwrap();
                assert_eq!(imported, key);
                assert_eq!(imported.verifying_key(), key.verifying_key());
                assert!(imported.to_seed().is_none());
                assert_ne!(imported, SigningKey::from_seed(&[8; 32]));
                assert!(format!("{imported:?}").ends_with(", redacted)"));
            }
        }
    };
}

ml_dsa!(ml_dsa_44, 0xff);
ml_dsa!(ml_dsa_65, 0xff);
ml_dsa!(ml_dsa_87, 0xff);

/// A generator that has nothing to give.
struct Broken;

impl nexusq_v2::rand_core::TryRng for Broken {
    type Error = std::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, std::fmt::Error> {
        Err(std::fmt::Error)
    }

    fn try_next_u64(&mut self) -> Result<u64, std::fmt::Error> {
        Err(std::fmt::Error)
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), std::fmt::Error> {
        Err(std::fmt::Error)
    }
}

impl nexusq_v2::rand_core::TryCryptoRng for Broken {}

#[test]
fn a_broken_generator_is_an_error() {
    let error = Some(Error::RandomnessFailed);
    assert_eq!(
        nexusq_v2::ml_kem_768::DecapsulationKey::generate_from_rng(&mut Broken).err(),
        error
    );
    assert_eq!(
        nexusq_v2::ml_dsa_65::SigningKey::generate_from_rng(&mut Broken).err(),
        error
    );
    let dk = nexusq_v2::ml_kem_768::DecapsulationKey::from_seed(&[7; 64]);
    assert_eq!(
        dk.encapsulation_key()
            .encapsulate_with_rng(&mut Broken)
            .err(),
        error
    );
    let sk = nexusq_v2::ml_dsa_65::SigningKey::from_seed(&[7; 32]);
    assert_eq!(sk.sign_with_rng(b"", b"", &mut Broken).err(), error);
}
