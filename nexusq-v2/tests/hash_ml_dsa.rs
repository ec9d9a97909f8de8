//! HashML-DSA (FIPS 204 section 5.4), against another implementation and against M' by hand.
#![cfg(feature = "hash-ml-dsa")]
#![allow(clippy::unwrap_used)]

use const_oid::{ObjectIdentifier, db};
use fips204::Ph;
use fips204::traits::{KeyGen, SerDes, Signer, Verifier};
use nexusq_v2::{Error, MessageDigest, PreHash};

/// The object identifiers of the NIST registry, from a database that is not ours, and the digests
/// of "abc" that NIST publishes as examples, by their first four bytes.
const KNOWN: [(PreHash, ObjectIdentifier, [u8; 4]); 12] = [
    (
        PreHash::Sha2_224,
        db::rfc5912::ID_SHA_224,
        [0x23, 0x09, 0x7d, 0x22],
    ),
    (
        PreHash::Sha2_256,
        db::rfc5912::ID_SHA_256,
        [0xba, 0x78, 0x16, 0xbf],
    ),
    (
        PreHash::Sha2_384,
        db::rfc5912::ID_SHA_384,
        [0xcb, 0x00, 0x75, 0x3f],
    ),
    (
        PreHash::Sha2_512,
        db::rfc5912::ID_SHA_512,
        [0xdd, 0xaf, 0x35, 0xa1],
    ),
    (
        PreHash::Sha2_512_224,
        ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.5"),
        [0x46, 0x34, 0x27, 0x0f],
    ),
    (
        PreHash::Sha2_512_256,
        ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.6"),
        [0x53, 0x04, 0x8e, 0x26],
    ),
    (
        PreHash::Sha3_224,
        db::fips202::ID_SHA_3_224,
        [0xe6, 0x42, 0x82, 0x4c],
    ),
    (
        PreHash::Sha3_256,
        db::fips202::ID_SHA_3_256,
        [0x3a, 0x98, 0x5d, 0xa7],
    ),
    (
        PreHash::Sha3_384,
        db::fips202::ID_SHA_3_384,
        [0xec, 0x01, 0x49, 0x82],
    ),
    (
        PreHash::Sha3_512,
        db::fips202::ID_SHA_3_512,
        [0xb7, 0x51, 0x85, 0x0b],
    ),
    (
        PreHash::Shake128,
        db::fips202::ID_SHAKE_128,
        [0x58, 0x81, 0x09, 0x2d],
    ),
    (
        PreHash::Shake256,
        db::fips202::ID_SHAKE_256,
        [0x48, 0x33, 0x66, 0x60],
    ),
];

#[test]
fn object_identifiers_and_digests() {
    for (hash, oid, digest) in KNOWN {
        assert_eq!(hash.oid_der()[..2], [0x06, 0x09], "{hash:?}");
        assert_eq!(&hash.oid_der()[2..], oid.as_bytes(), "{hash:?}");
        assert_eq!(
            MessageDigest::of(hash, b"abc").as_bytes()[..4],
            digest,
            "{hash:?}"
        );
    }
    assert_eq!(KNOWN.map(|known| known.0), PreHash::ALL);
}

/// FIPS 204 section 5.4.1: 256 bits of SHAKE128, 512 of SHAKE256.
#[test]
fn digest_lengths() {
    let lengths = PreHash::ALL.map(PreHash::digest_len);
    assert_eq!(lengths, [28, 32, 48, 64, 28, 32, 28, 32, 48, 64, 32, 64]);
    for (hash, expected) in PreHash::ALL.into_iter().zip(lengths) {
        for actual in [0, expected - 1, expected + 1, 65] {
            let refused = MessageDigest::from_bytes(hash, &vec![0; actual])
                .err()
                .unwrap();
            assert!(
                matches!(refused, Error::InvalidLength { expected: e, actual: a, .. }
                    if e == expected && a == actual),
                "{hash:?} {refused:?}"
            );
        }
    }
}

macro_rules! parameter_set {
    ($module:ident, $set:ident) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Signature, SigningKey, VerifyingKey};

            /// What we sign is a signature of ML-DSA.Verify_internal over
            /// M' = 1‖|ctx|‖ctx‖OID‖PH(M), put together here.
            #[test]
            fn every_hash_signs_the_m_prime_of_the_standard() {
                let key = SigningKey::from_seed(&[7; 32]);
                let vk = key.verifying_key();
                let theirs = ml_dsa::VerifyingKey::<ml_dsa::$set>::decode(
                    vk.to_bytes().as_slice().try_into().unwrap(),
                );
                for (hash, oid, _) in KNOWN {
                    let signature = key.hash_sign(b"abc", b"context", hash).unwrap();
                    let mut m = vec![1, 7];
                    m.extend(b"context");
                    m.extend([0x06, oid.as_bytes().len() as u8]);
                    m.extend(oid.as_bytes());
                    m.extend(MessageDigest::of(hash, b"abc").as_bytes());
                    let decoded = signature.as_bytes().as_slice().try_into().unwrap();
                    assert!(theirs.verify_internal(&m, &decoded), "{hash:?}");
                    assert_eq!(vk.hash_verify(b"abc", b"context", hash, &signature), Ok(()));
                }
            }

            /// Both ways with the crate `fips204`, for the three hash functions that it has.
            #[test]
            fn another_implementation_agrees() {
                let (theirs, their_key) = fips204::$module::KG::keygen_from_seed(&[7; 32]);
                let key = SigningKey::from_seed(&[7; 32]);
                let vk = VerifyingKey::from_bytes(&theirs.clone().into_bytes()).unwrap();
                let known = [
                    (PreHash::Sha2_256, Ph::SHA256),
                    (PreHash::Sha2_512, Ph::SHA512),
                    (PreHash::Shake128, Ph::SHAKE128),
                ];
                for (ours, ph) in known {
                    let signature = key.hash_sign_deterministic(b"abc", b"ctx", ours).unwrap();
                    assert!(theirs.hash_verify(b"abc", signature.as_bytes(), b"ctx", &ph));
                    let zero = [0; 32];
                    let same = their_key.try_hash_sign_with_seed(&zero, b"abc", b"ctx", &ph);
                    let same = Signature::from_bytes(&same.unwrap()).unwrap();
                    assert_eq!(signature, same);
                    assert_eq!(vk.hash_verify(b"abc", b"ctx", ours, &same), Ok(()));
                }
            }

            #[test]
            fn variants_hashes_and_contexts_are_kept_apart() {
                let key = SigningKey::from_seed(&[7; 32]);
                let vk = key.verifying_key();
                let refused = Err(Error::InvalidSignature);
                let hash = PreHash::Sha3_512;
                let hashed = key.hash_sign(b"abc", b"ctx", hash).unwrap();
                assert_eq!(vk.verify(b"abc", b"ctx", &hashed), refused);
                assert_eq!(
                    vk.hash_verify(b"abc", b"ctx", PreHash::Sha2_512, &hashed),
                    refused
                );
                assert_eq!(vk.hash_verify(b"abc", b"cty", hash, &hashed), refused);
                assert_eq!(vk.hash_verify(b"abd", b"ctx", hash, &hashed), refused);
                let pure = key.sign(b"abc", b"ctx").unwrap();
                assert_eq!(vk.hash_verify(b"abc", b"ctx", hash, &pure), refused);
                let too_long = Error::ContextTooLong { actual: 256 };
                let error = key.hash_sign(b"abc", &[0; 256], hash).err();
                assert_eq!(error, Some(too_long));
                assert_eq!(
                    vk.hash_verify(b"abc", &[0; 256], hash, &hashed),
                    Err(too_long)
                );
            }
        }
    };
}

parameter_set!(ml_dsa_44, MlDsa44);
parameter_set!(ml_dsa_65, MlDsa65);
parameter_set!(ml_dsa_87, MlDsa87);
