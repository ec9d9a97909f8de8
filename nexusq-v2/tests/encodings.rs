//! Keys in SubjectPublicKeyInfo and PKCS#8 (RFC 9881, RFC 9935). The documents are put together
//! here, by hand; those of OpenSSL and of Wycheproof are read in other tests.
#![cfg(feature = "pkcs8")]
#![allow(clippy::unwrap_used)]

use nexusq_v2::{Error, PrivateKeyForm};

/// A DER value: tag, length, contents.
fn tlv(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let mut out = vec![tag];
    match length {
        0..0x80 => out.push(length as u8),
        0x80..0x100 => out.extend([0x81, length as u8]),
        _ => out.extend([0x82, (length >> 8) as u8, length as u8]),
    }
    out.extend(contents);
    out
}

/// 2.16.840.1.101.3.4.a.b, with or without parameters.
fn algorithm(arcs: [u8; 2], parameters: &[u8]) -> Vec<u8> {
    let oid = tlv(0x06, &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, arcs[0], arcs[1]]);
    tlv(0x30, &[oid.as_slice(), parameters].concat())
}

fn pkcs8(version: u8, algorithm: &[u8], private_key: &[u8], rest: &[u8]) -> Vec<u8> {
    let version = tlv(0x02, &[version]);
    let private_key = tlv(0x04, private_key);
    tlv(0x30, &[&version, algorithm, &private_key, rest].concat())
}

fn spki(algorithm: &[u8], unused_bits: u8, key: &[u8]) -> Vec<u8> {
    let bits = tlv(0x03, &[&[unused_bits], key].concat());
    tlv(0x30, &[algorithm, &bits].concat())
}

fn both(seed: &[u8], expanded: &[u8]) -> Vec<u8> {
    tlv(0x30, &[tlv(0x04, seed), tlv(0x04, expanded)].concat())
}

macro_rules! key_pair {
    ($module:ident, $public:ident, $private:ident, $to_public:ident, $seed:literal, $arcs:expr,
     $name:literal, $wrong_expanded:expr) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{$private as Private, $public as Public};

            const SEED: [u8; $seed] = [7; $seed];

            fn key() -> Private {
                Private::from_seed(&SEED)
            }

            fn document(private_key: &[u8]) -> Vec<u8> {
                pkcs8(0, &algorithm($arcs, &[]), private_key, &[])
            }

            fn refused(private_key: &[u8]) -> Error {
                Private::from_pkcs8_der(&document(private_key))
                    .err()
                    .unwrap()
            }

            #[test]
            fn the_three_forms_are_read_and_the_seed_is_written() {
                let key = key();
                let expanded = key.to_expanded();
                let seed = document(&tlv(0x80, &SEED));
                assert_eq!(key.to_pkcs8_der().unwrap().as_bytes(), seed);
                let read = Private::from_pkcs8_der(&seed).unwrap();
                assert_eq!((read.to_seed(), &read), (key.to_seed(), &key));
                let document = self::document(&both(&SEED, expanded.as_ref()));
                let read = Private::from_pkcs8_der(&document).unwrap();
                assert_eq!((read.to_seed(), &read), (key.to_seed(), &key));
                let document = self::document(&tlv(0x04, expanded.as_ref()));
                let read = Private::from_pkcs8_der(&document).unwrap();
                assert_eq!(read, key);
                assert_eq!(read.to_pkcs8_der().err(), Some(Error::NoSeed));
                assert_eq!(read.to_pkcs8_pem().err(), Some(Error::NoSeed));
            }

            #[test]
            fn halves_that_disagree_are_refused() {
                let mut other = SEED;
                other[$seed - 1] ^= 1;
                let expanded = key().to_expanded();
                let error = refused(&both(&other, expanded.as_ref()));
                assert!(matches!(
                    error,
                    Error::PrivateKey {
                        form: PrivateKeyForm::Both,
                        ..
                    }
                ));
                assert!(error.to_string().contains("in the form both"), "{error}");
            }

            #[test]
            fn lengths_are_exact_and_the_form_is_named() {
                let expanded = *key().to_expanded().as_bytes();
                for length in [0, $seed - 1, $seed + 1] {
                    let seed = vec![7; length];
                    for (form, private_key) in
                        [("seed", tlv(0x80, &seed)), ("both", both(&seed, &expanded))]
                    {
                        let error = refused(&private_key);
                        let text = error.to_string();
                        assert!(text.contains(&format!("in the form {form}")), "{text}");
                        assert!(text.contains(&format!("got {length}")), "{text}");
                    }
                }
                for length in [0, expanded.len() - 1, expanded.len() + 1] {
                    let mut wrong = expanded.to_vec();
                    wrong.resize(length, 0);
                    for (form, private_key) in [
                        ("expanded", tlv(0x04, &wrong)),
                        ("both", both(&SEED, &wrong)),
                    ] {
                        let text = refused(&private_key).to_string();
                        assert!(text.contains(&format!("in the form {form}")), "{text}");
                        assert!(text.contains(&format!("got {length}")), "{text}");
                    }
                }
            }

            #[test]
            fn an_expanded_key_is_checked() {
                let mut expanded = *key().to_expanded().as_bytes();
                let rule = $wrong_expanded(&mut expanded);
                let error = refused(&tlv(0x04, &expanded));
                let form = PrivateKeyForm::Expanded;
                assert_eq!(error, Error::PrivateKey { form, rule });
                assert!(
                    error.to_string().contains("in the form expanded: FIPS 20"),
                    "{error}"
                );
            }

            #[test]
            fn another_form_is_named_by_its_tag() {
                assert_eq!(refused(&SEED), Error::UnknownPrivateKeyForm { tag: 7 });
                assert_eq!(refused(&[]), Error::UnknownPrivateKeyForm { tag: 0 });
                let constructed = tlv(0xa0, &tlv(0x04, &SEED));
                let error = refused(&constructed);
                assert_eq!(error, Error::UnknownPrivateKeyForm { tag: 0xa0 });
                assert!(error.to_string().contains("0xa0"), "{error}");
            }

            #[test]
            fn what_is_not_der_is_refused() {
                let expanded = key().to_expanded();
                for private_key in [
                    tlv(0x80, &SEED),
                    tlv(0x04, expanded.as_ref()),
                    both(&SEED, expanded.as_ref()),
                ] {
                    let trailing = [private_key.as_slice(), &[0]].concat();
                    assert!(matches!(refused(&trailing), Error::PrivateKey { .. }));
                    let short = &private_key[..private_key.len() - 1];
                    assert!(matches!(refused(short), Error::PrivateKey { .. }));
                    let whole = document(&private_key);
                    let encoding = Error::Encoding {
                        document: "PKCS#8 private key",
                    };
                    for cut in [0, 1, 10, whole.len() - 1] {
                        assert_eq!(Private::from_pkcs8_der(&whole[..cut]).err(), Some(encoding));
                    }
                    let trailing = [whole.as_slice(), &[0]].concat();
                    assert_eq!(Private::from_pkcs8_der(&trailing).err(), Some(encoding));
                }
                let three = [
                    tlv(0x04, &SEED),
                    tlv(0x04, expanded.as_ref()),
                    tlv(0x04, &[]),
                ];
                assert!(matches!(
                    refused(&tlv(0x30, &three.concat())),
                    Error::PrivateKey { .. }
                ));
            }

            #[test]
            fn another_algorithm_is_refused() {
                let own: [u8; 2] = $arcs;
                let sets = [[4, 1], [4, 2], [4, 3], [3, 17], [3, 18], [3, 19]];
                let pk = key().$to_public().to_bytes();
                for arcs in sets.into_iter().filter(|arcs| *arcs != own) {
                    let other = Some(Error::AnotherAlgorithm { expected: $name });
                    let document = pkcs8(0, &algorithm(arcs, &[]), &tlv(0x80, &SEED), &[]);
                    assert_eq!(Private::from_pkcs8_der(&document).err(), other);
                    let document = spki(&algorithm(arcs, &[]), 0, &pk);
                    assert_eq!(Public::from_public_key_der(&document).err(), other);
                }
                let null = Some(Error::AlgorithmParameters { algorithm: $name });
                let document = pkcs8(0, &algorithm(own, &[5, 0]), &tlv(0x80, &SEED), &[]);
                assert_eq!(Private::from_pkcs8_der(&document).err(), null);
                let document = spki(&algorithm(own, &[5, 0]), 0, &pk);
                assert_eq!(Public::from_public_key_der(&document).err(), null);
            }

            #[test]
            fn a_public_key_beside_the_private_key_must_be_its_own() {
                let mut pk = key().$to_public().to_bytes();
                let with = |pk: &[u8]| {
                    let bits = tlv(0x81, &[&[0], pk].concat());
                    pkcs8(1, &algorithm($arcs, &[]), &tlv(0x80, &SEED), &bits)
                };
                assert_eq!(Private::from_pkcs8_der(&with(&pk)), Ok(key()));
                pk[3] ^= 1;
                let error = Private::from_pkcs8_der(&with(&pk)).err();
                assert_eq!(error, Some(Error::PublicKeyMismatch));
            }

            #[test]
            fn public_keys() {
                let key = key().$to_public();
                let pk = key.to_bytes();
                let document = spki(&algorithm($arcs, &[]), 0, &pk);
                assert_eq!(key.to_public_key_der().unwrap().as_bytes(), document);
                assert_eq!(Public::from_public_key_der(&document).unwrap(), key);
                let unused = spki(&algorithm($arcs, &[]), 1, &pk);
                assert!(Public::from_public_key_der(&unused).is_err());
                let short = spki(&algorithm($arcs, &[]), 0, &pk[1..]);
                let error = Public::from_public_key_der(&short).err().unwrap();
                assert!(matches!(error, Error::InvalidLength { .. }), "{error}");
                let encoding = Some(Error::Encoding {
                    document: "SubjectPublicKeyInfo",
                });
                let cut = &document[..document.len() - 1];
                assert_eq!(Public::from_public_key_der(cut).err(), encoding);
            }

            #[test]
            fn pem() {
                let (private, public) = (key(), key().$to_public());
                let pem = private.to_pkcs8_pem().unwrap();
                assert_eq!(Private::from_pkcs8_pem(&pem).unwrap(), private);
                assert_eq!(
                    Private::from_pkcs8_pem(&pem.replace('\n', "\r\n")).unwrap(),
                    private
                );
                let refused = Some(Error::Pem {
                    label: "PRIVATE KEY",
                });
                let other = pem.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
                for text in [other.as_str(), "", "-----BEGIN", &pem[..80], &pem[1..]] {
                    assert_eq!(Private::from_pkcs8_pem(text).err(), refused, "{text}");
                }
                let pem = public.to_public_key_pem().unwrap();
                assert_eq!(Public::from_public_key_pem(&pem).unwrap(), public);
                let refused = Some(Error::Pem {
                    label: "PUBLIC KEY",
                });
                let other = pem.replace("PUBLIC KEY", "CERTIFICATE");
                for text in [other.as_str(), "", "-----BEGIN", &pem[..80], &pem[1..]] {
                    assert_eq!(Public::from_public_key_pem(text).err(), refused, "{text}");
                }
            }

            /// No changed byte makes a panic; what is accepted is a key.
            #[test]
            fn every_changed_byte() {
                let document = document(&tlv(0x80, &SEED));
                for at in 0..document.len() - $seed {
                    for value in 0..=255 {
                        let mut changed = document.clone();
                        changed[at] = value;
                        let outcome = Private::from_pkcs8_der(&changed);
                        assert_eq!(outcome.is_ok(), changed == document, "{at} {value}");
                    }
                }
            }

            #[test]
            fn the_traits_of_pkcs8() {
                use pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
                fn round<S, P>(private: &S, public: &P)
                where
                    S: DecodePrivateKey + EncodePrivateKey + PartialEq,
                    P: DecodePublicKey + EncodePublicKey + PartialEq,
                {
                    let pem = private.to_pkcs8_pem(pkcs8::LineEnding::CRLF).unwrap();
                    assert!(S::from_pkcs8_pem(&pem).is_ok_and(|read| read == *private));
                    let pem = public.to_public_key_pem(pkcs8::LineEnding::CRLF).unwrap();
                    assert!(P::from_public_key_pem(&pem).is_ok_and(|read| read == *public));
                }
                round(&key(), &key().$to_public());
            }
        }
    };
}

macro_rules! ml_kem {
    ($module:ident, $last:literal, $name:literal) => {
        key_pair!(
            $module,
            EncapsulationKey,
            DecapsulationKey,
            encapsulation_key,
            64,
            [4, $last],
            $name,
            |dk: &mut [u8]| {
                let hash = dk.len() - 64;
                dk[hash] ^= 1;
                "FIPS 203 section 7.3: H(ek) differs from the hash in the key"
            }
        );
    };
}

macro_rules! ml_dsa {
    ($module:ident, $last:literal, $name:literal) => {
        key_pair!(
            $module,
            VerifyingKey,
            SigningKey,
            verifying_key,
            32,
            [3, $last],
            $name,
            |sk: &mut [u8]| {
                sk[64] ^= 1;
                "FIPS 204 Alg. 6: tr differs from the hash of the public key"
            }
        );
    };
}

ml_kem!(ml_kem_512, 1, "ML-KEM-512");
ml_kem!(ml_kem_768, 2, "ML-KEM-768");
ml_kem!(ml_kem_1024, 3, "ML-KEM-1024");
ml_dsa!(ml_dsa_44, 17, "ML-DSA-44");
ml_dsa!(ml_dsa_65, 18, "ML-DSA-65");
ml_dsa!(ml_dsa_87, 19, "ML-DSA-87");
