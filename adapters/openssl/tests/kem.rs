//! ML-KEM of OpenSSL against the package `ml-kem`.
#![allow(missing_docs, clippy::unwrap_used)]

use adapter_openssl::MlKem;
#[allow(deprecated)]
use ml_kem::ExpandedKeyEncoding;
use ml_kem::kem::{Decapsulate, KeyExport};
use ml_kem::{DecapsulationKey, MlKem512, MlKem768, MlKem1024};
use nexusq_contract::{ContractError, Kem, KeyForm, ParameterSet};

/// d‖z = 00, 01, ..., 3f.
fn seed() -> [u8; 64] {
    std::array::from_fn(|i| i as u8)
}

fn ek_bytes(kem: &MlKem, key: &<MlKem as Kem>::EncapsulationKey) -> Vec<u8> {
    let mut out = vec![0; 2000];
    let len = kem.export_encapsulation_key(key, &mut out).unwrap();
    out[..len].to_vec()
}

fn dk_bytes(kem: &MlKem, key: &<MlKem as Kem>::DecapsulationKey, form: KeyForm) -> Vec<u8> {
    let mut out = vec![0; 4000];
    let len = kem.export_decapsulation_key(key, form, &mut out).unwrap();
    out[..len].to_vec()
}

macro_rules! agrees_with_ml_kem {
    ($test:ident, $set:ident, $reference:ty) => {
        #[test]
        #[allow(deprecated)]
        fn $test() {
            let kem = MlKem::new(ParameterSet::$set).unwrap();
            let (ek, dk) = kem.generate_from_seed(&seed()).unwrap();
            let expected = DecapsulationKey::<$reference>::from_seed(seed().into());
            let expected_ek = expected.encapsulation_key();
            assert_eq!(ek_bytes(&kem, &ek), expected_ek.to_bytes().as_slice());
            let expanded = expected.to_expanded_bytes();
            assert_eq!(dk_bytes(&kem, &dk, KeyForm::Expanded), expanded.as_slice());
            assert_eq!(dk_bytes(&kem, &dk, KeyForm::Seed), seed());

            let (c, k) = kem.encapsulate_with_m(&ek, &[0x5a; 32]).unwrap();
            let (expected_c, expected_k) =
                expected_ek.encapsulate_deterministic(&[0x5a; 32].into());
            assert_eq!(c, expected_c.as_slice());
            assert_eq!(k.as_slice(), expected_k.as_slice());

            // Keys imported in either form decapsulate what OpenSSL's own randomness made, and
            // reject implicitly as ml-kem does.
            let (mut c, k) = kem.encapsulate(&ek).unwrap();
            for (form, bytes) in [(KeyForm::Expanded, &expanded[..]), (KeyForm::Seed, &seed())] {
                let dk = kem.import_decapsulation_key(form, bytes).unwrap();
                assert_eq!(kem.decapsulate(&dk, &c).unwrap(), k);
            }
            c[7] ^= 1;
            let rejected = expected.decapsulate(&c.as_slice().try_into().unwrap());
            assert_eq!(
                kem.decapsulate(&dk, &c).unwrap().as_slice(),
                rejected.as_slice()
            );
        }
    };
}
agrees_with_ml_kem!(ml_kem_512_agrees, MlKem512, MlKem512);
agrees_with_ml_kem!(ml_kem_768_agrees, MlKem768, MlKem768);
agrees_with_ml_kem!(ml_kem_1024_agrees, MlKem1024, MlKem1024);

#[test]
fn wrong_lengths_are_refused() {
    let kem = MlKem::new(ParameterSet::MlKem768).unwrap();
    let (ek, dk) = kem.generate().unwrap();
    let refused = |error| matches!(error, ContractError::InvalidLength { .. });
    for wrong in [0, 1, 63, 65, 1087, 1089, 1183, 1185, 2399, 2401] {
        let bytes = vec![0; wrong];
        assert!(kem.generate_from_seed(&bytes).err().is_some_and(refused));
        assert!(
            kem.encapsulate_with_m(&ek, &bytes)
                .err()
                .is_some_and(refused)
        );
        assert!(kem.decapsulate(&dk, &bytes).err().is_some_and(refused));
        assert!(
            kem.import_encapsulation_key(&bytes)
                .err()
                .is_some_and(refused)
        );
        for form in [KeyForm::Expanded, KeyForm::Seed] {
            assert!(
                kem.import_decapsulation_key(form, &bytes)
                    .err()
                    .is_some_and(refused)
            );
        }
    }
    let mut short = [0; 63];
    assert!(
        kem.export_encapsulation_key(&ek, &mut short)
            .err()
            .is_some_and(refused)
    );
    assert!(
        kem.export_decapsulation_key(&dk, KeyForm::Seed, &mut short)
            .err()
            .is_some_and(refused)
    );
}

#[test]
fn keys_that_break_the_standards_rules_are_refused() {
    let kem = MlKem::new(ParameterSet::MlKem768).unwrap();
    let refused = |error| matches!(error, ContractError::InvalidInput { .. });
    // FIPS 203 section 7.2: a coefficient of fff is not below q.
    let (ek, dk) = kem.generate_from_seed(&seed()).unwrap();
    let mut bytes = ek_bytes(&kem, &ek);
    bytes[..3].fill(0xff);
    assert!(
        kem.import_encapsulation_key(&bytes)
            .err()
            .is_some_and(refused)
    );
    // FIPS 203 section 7.3: the hash of ek in dk must be right.
    let mut bytes = dk_bytes(&kem, &dk, KeyForm::Expanded);
    bytes[2400 - 64] ^= 1;
    assert!(
        kem.import_decapsulation_key(KeyForm::Expanded, &bytes)
            .err()
            .is_some_and(refused)
    );
}

#[test]
fn a_key_of_another_set_is_refused() {
    let small = MlKem::new(ParameterSet::MlKem512).unwrap();
    let large = MlKem::new(ParameterSet::MlKem1024).unwrap();
    let (ek, dk) = large.generate().unwrap();
    assert!(small.encapsulate(&ek).is_err());
    assert!(small.decapsulate(&dk, &[0; 768]).is_err());
    assert!(MlKem::new(ParameterSet::MlDsa44).is_err());
    assert!(MlKem::new(ParameterSet::Hqc128).is_err());
}
