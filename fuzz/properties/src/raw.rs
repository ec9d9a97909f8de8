//! The decoders of V2 that take the standards' own encodings: keys, ciphertexts, signatures.
//!
//! What is accepted is compared with the rules of FIPS 203 section 7.2 and 7.3 and FIPS 204, computed here from the bytes, and
//! what was accepted must come back as it was.

use crate::input::{Input, edit};
use nexusq_v2::Error;
use sha3::Digest;
use shake::digest::{ExtendableOutput, Update, XofReader};

/// q of FIPS 203.
const Q: u16 = 3329;

/// One of the eighteen decoders on bytes of any length, on bytes of its length, or on a right encoding with changes.
pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let (kind, how) = (input.byte(), input.byte());
    let decoder = DECODERS[usize::from(kind) % DECODERS.len()];
    let mut bytes;
    match how % 3 {
        0 => bytes = input.rest().to_vec(),
        1 => {
            bytes = input.rest().to_vec();
            bytes.resize(decoder.length, 0);
        }
        _ => {
            bytes = (decoder.right)();
            edit(&mut bytes, &mut input);
        }
    }
    (decoder.check)(&bytes);
}

/// A decoder of one type at one parameter set.
#[derive(Clone, Copy)]
struct Decoder {
    /// Bytes of the encoding.
    length: usize,
    /// A right encoding.
    right: fn() -> Vec<u8>,
    /// Decodes and compares.
    check: fn(&[u8]),
}

macro_rules! decoder {
    ($module:ident, $type:ident, $function:ident) => {
        Decoder {
            length: nexusq_v2::$module::$type::LEN,
            right: $module::right::$function,
            check: $module::$function,
        }
    };
}

macro_rules! of_kem {
    ($module:ident) => {
        [
            decoder!($module, EncapsulationKey, encapsulation_key),
            decoder!($module, DecapsulationKey, decapsulation_key),
            decoder!($module, Ciphertext, ciphertext),
        ]
    };
}

macro_rules! of_signature {
    ($module:ident) => {
        [
            decoder!($module, VerifyingKey, verifying_key),
            decoder!($module, SigningKey, signing_key),
            decoder!($module, Signature, signature),
        ]
    };
}

const DECODERS: [Decoder; 18] = {
    let sets = [
        of_kem!(ml_kem_512),
        of_kem!(ml_kem_768),
        of_kem!(ml_kem_1024),
        of_signature!(ml_dsa_44),
        of_signature!(ml_dsa_65),
        of_signature!(ml_dsa_87),
    ];
    let mut all = [sets[0][0]; 18];
    let mut index = 0;
    while index < all.len() {
        all[index] = sets[index / 3][index % 3];
        index += 1;
    }
    all
};

/// The length is the only thing that is wrong, or not what is wrong.
fn length_is_told(outcome: Option<&Error>, length: usize, bytes: &[u8]) {
    let told = matches!(outcome, Some(Error::InvalidLength { .. }));
    assert_eq!(told, bytes.len() != length, "{outcome:?}");
    if let Some(Error::InvalidLength {
        expected, actual, ..
    }) = outcome
    {
        assert_eq!((*expected, *actual), (length, bytes.len()));
    }
}

/// Whether every 12-bit number is below q (FIPS 203 section 7.2, and ByteDecode of Alg. 6).
fn canonical(encoded: &[u8]) -> bool {
    encoded.chunks_exact(3).all(|three| {
        let word = u32::from_le_bytes([three[0], three[1], three[2], 0]);
        let numbers = [word & 0xfff, word >> 12];
        numbers.iter().all(|&number| number < u32::from(Q))
    })
}

fn sha3_256(bytes: &[u8]) -> [u8; 32] {
    sha3::Sha3_256::digest(bytes).into()
}

fn shake256(bytes: &[u8]) -> [u8; 64] {
    let mut out = [0; 64];
    let mut hash = shake::Shake256::default();
    hash.update(bytes);
    hash.finalize_xof().read(&mut out);
    out
}

macro_rules! kem {
    ($module:ident, k $k:literal) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Ciphertext, DecapsulationKey, EncapsulationKey};

            pub(super) mod right {
                use super::DecapsulationKey;

                fn key() -> DecapsulationKey {
                    DecapsulationKey::from_seed(&[7; 64])
                }

                pub(in crate::raw) fn encapsulation_key() -> Vec<u8> {
                    key().encapsulation_key().to_bytes().to_vec()
                }

                pub(in crate::raw) fn decapsulation_key() -> Vec<u8> {
                    key().to_expanded().as_bytes().to_vec()
                }

                pub(in crate::raw) fn ciphertext() -> Vec<u8> {
                    let (ciphertext, _) = key().encapsulation_key().encapsulate_with_m(&[9; 32]);
                    ciphertext.as_bytes().to_vec()
                }
            }

            pub(super) fn encapsulation_key(bytes: &[u8]) {
                let outcome = EncapsulationKey::from_bytes(bytes);
                length_is_told(outcome.as_ref().err(), EncapsulationKey::LEN, bytes);
                if bytes.len() != EncapsulationKey::LEN {
                    return;
                }
                assert_eq!(
                    outcome.is_ok(),
                    canonical(&bytes[..384 * $k]),
                    "{outcome:?}"
                );
                if let Ok(key) = outcome {
                    assert_eq!(key.to_bytes(), bytes);
                    let (ciphertext, _) = key.encapsulate_with_m(&[3; 32]);
                    assert_eq!(ciphertext.as_bytes().len(), Ciphertext::LEN);
                }
            }

            pub(super) fn decapsulation_key(bytes: &[u8]) {
                let outcome = DecapsulationKey::from_expanded(bytes);
                length_is_told(outcome.as_ref().err(), DecapsulationKey::LEN, bytes);
                if bytes.len() != DecapsulationKey::LEN {
                    return;
                }
                let (private, rest) = bytes.split_at(384 * $k);
                let (ek, rest) = rest.split_at(EncapsulationKey::LEN);
                let right = canonical(&ek[..384 * $k]) && sha3_256(ek) == rest[..32];
                assert_eq!(outcome.is_ok(), right, "{outcome:?}");
                let Ok(key) = outcome else { return };
                assert!(key.to_seed().is_none());
                assert_eq!(key.encapsulation_key().to_bytes(), ek);
                let encoded = key.to_expanded();
                assert_eq!(encoded.as_bytes()[384 * $k..], bytes[384 * $k..]);
                // ByteDecode takes numbers of q and above modulo q, so that they come back smaller.
                assert_eq!(encoded.as_bytes() == bytes, canonical(private));
                assert_eq!(
                    DecapsulationKey::from_expanded(encoded.as_bytes()).as_ref(),
                    Ok(&key)
                );
                let _ = key.decapsulate_bytes(&[5; Ciphertext::LEN]);
            }

            pub(super) fn ciphertext(bytes: &[u8]) {
                let outcome = Ciphertext::from_bytes(bytes);
                length_is_told(outcome.as_ref().err(), Ciphertext::LEN, bytes);
                let key = DecapsulationKey::from_seed(&[7; 64]);
                let secret = key.decapsulate_bytes(bytes);
                length_is_told(secret.as_ref().err(), Ciphertext::LEN, bytes);
                if let (Ok(ciphertext), Ok(secret)) = (outcome, secret) {
                    assert_eq!(ciphertext.as_bytes(), bytes);
                    assert_eq!(key.decapsulate(&ciphertext), secret);
                }
            }
        }
    };
}

kem!(ml_kem_512, k 2);
kem!(ml_kem_768, k 3);
kem!(ml_kem_1024, k 4);

macro_rules! signature {
    ($module:ident) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Signature, SigningKey, VerifyingKey};

            pub(super) mod right {
                use super::SigningKey;

                fn key() -> SigningKey {
                    SigningKey::from_seed(&[7; 32])
                }

                pub(in crate::raw) fn verifying_key() -> Vec<u8> {
                    key().verifying_key().to_bytes().to_vec()
                }

                pub(in crate::raw) fn signing_key() -> Vec<u8> {
                    key().to_expanded().as_bytes().to_vec()
                }

                pub(in crate::raw) fn signature() -> Vec<u8> {
                    let signature = key().sign_deterministic(b"message", b"context");
                    signature.map_or_else(|_| Vec::new(), |signature| signature.as_bytes().to_vec())
                }
            }

            pub(super) fn verifying_key(bytes: &[u8]) {
                let outcome = VerifyingKey::from_bytes(bytes);
                length_is_told(outcome.as_ref().err(), VerifyingKey::LEN, bytes);
                // Every string of the right length is a public key (FIPS 204 Alg. 23).
                if let Ok(key) = outcome {
                    assert_eq!(key.to_bytes(), bytes);
                    let signature = right::signature();
                    let valid = key.verify_bytes(b"message", b"context", &signature).is_ok();
                    assert_eq!(valid, bytes == right::verifying_key());
                }
            }

            pub(super) fn signing_key(bytes: &[u8]) {
                let outcome = SigningKey::from_expanded(bytes);
                length_is_told(outcome.as_ref().err(), SigningKey::LEN, bytes);
                let Ok(key) = outcome else { return };
                assert!(key.to_seed().is_none());
                assert_eq!(key.to_expanded().as_bytes(), bytes);
                let public = key.verifying_key().to_bytes();
                // rho and tr (FIPS 204 Alg. 6 and 24).
                assert_eq!(public[..32], bytes[..32]);
                assert_eq!(shake256(&public), bytes[64..128]);
            }

            pub(super) fn signature(bytes: &[u8]) {
                let outcome = Signature::from_bytes(bytes);
                length_is_told(outcome.as_ref().err(), Signature::LEN, bytes);
                let key = SigningKey::from_seed(&[7; 32]).verifying_key();
                let verified = key.verify_bytes(b"message", b"context", bytes);
                length_is_told(verified.as_ref().err(), Signature::LEN, bytes);
                if let Ok(signature) = outcome {
                    assert_eq!(signature.as_bytes(), bytes);
                    assert_eq!(key.verify(b"message", b"context", &signature), verified);
                    // ML-DSA is strongly unforgeable: no other bytes are a signature.
                    assert_eq!(verified.is_ok(), bytes == right::signature());
                }
            }
        }
    };
}

signature!(ml_dsa_44);
signature!(ml_dsa_65);
signature!(ml_dsa_87);
