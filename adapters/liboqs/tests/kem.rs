//! ML-KEM of liboqs against the package `ml-kem`.
#![allow(missing_docs, clippy::unwrap_used)]

use adapter_liboqs::MlKem;
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

fn dk_bytes(kem: &MlKem, key: &<MlKem as Kem>::DecapsulationKey) -> Vec<u8> {
    let mut out = vec![0; 4000];
    let len = kem
        .export_decapsulation_key(key, KeyForm::Expanded, &mut out)
        .unwrap();
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
            assert_eq!(dk_bytes(&kem, &dk), expected.to_expanded_bytes().as_slice());

            // ml-kem opens what liboqs makes with its own randomness, and rejects implicitly as
            // liboqs does; liboqs opens what ml-kem makes, with imported keys.
            let (mut c, k) = kem.encapsulate(&ek).unwrap();
            let opened = expected.decapsulate(&c.as_slice().try_into().unwrap());
            assert_eq!(k.as_slice(), opened.as_slice());
            c[7] ^= 1;
            let rejected = expected.decapsulate(&c.as_slice().try_into().unwrap());
            assert_eq!(
                kem.decapsulate(&dk, &c).unwrap().as_slice(),
                rejected.as_slice()
            );

            let bytes = dk_bytes(&kem, &dk);
            let dk = kem
                .import_decapsulation_key(KeyForm::Expanded, &bytes)
                .unwrap();
            let (c, k) = expected_ek.encapsulate_deterministic(&[0x5a; 32].into());
            assert_eq!(kem.decapsulate(&dk, &c).unwrap().as_slice(), k.as_slice());
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
        assert!(kem.decapsulate(&dk, &bytes).err().is_some_and(refused));
        assert!(
            kem.import_encapsulation_key(&bytes)
                .err()
                .is_some_and(refused)
        );
        let imported = kem.import_decapsulation_key(KeyForm::Expanded, &bytes);
        assert!(imported.err().is_some_and(refused));
    }
    assert!(
        kem.export_encapsulation_key(&ek, &mut [0; 63])
            .err()
            .is_some_and(refused)
    );
    // A key of another set has the same Rust type.
    let small = MlKem::new(ParameterSet::MlKem512).unwrap();
    let (small_ek, small_dk) = small.generate().unwrap();
    assert!(kem.encapsulate(&small_ek).err().is_some_and(refused));
    assert!(
        kem.decapsulate(&small_dk, &[0; 1088])
            .err()
            .is_some_and(refused)
    );
}

#[test]
fn the_operation_itself_checks_the_key() {
    let kem = MlKem::new(ParameterSet::MlKem768).unwrap();
    let (ek, dk) = kem.generate().unwrap();
    // FIPS 203 section 7.2: a coefficient of fff is not below q.
    let mut bytes = ek_bytes(&kem, &ek);
    bytes[..3].fill(0xff);
    let ek = kem.import_encapsulation_key(&bytes).unwrap();
    let failed = |call| move |error| error == ContractError::LibraryFailed { call, code: -1 };
    assert!(
        kem.encapsulate(&ek)
            .err()
            .is_some_and(failed("OQS_KEM_encaps"))
    );
    // FIPS 203 section 7.3: the hash of ek in dk must be right.
    let mut bytes = dk_bytes(&kem, &dk);
    bytes[2400 - 64] ^= 1;
    let dk = kem
        .import_decapsulation_key(KeyForm::Expanded, &bytes)
        .unwrap();
    assert!(
        kem.decapsulate(&dk, &[0; 1088])
            .err()
            .is_some_and(failed("OQS_KEM_decaps"))
    );
}

#[test]
fn what_liboqs_lacks_is_said() {
    let kem = MlKem::new(ParameterSet::MlKem768).unwrap();
    let (ek, dk) = kem.generate().unwrap();
    let unsupported = |error| matches!(error, ContractError::Unsupported(_));
    assert!(
        kem.encapsulate_with_m(&ek, &[0; 32])
            .err()
            .is_some_and(unsupported)
    );
    assert!(
        kem.import_decapsulation_key(KeyForm::Seed, &[0; 64])
            .err()
            .is_some_and(unsupported)
    );
    let exported = kem.export_decapsulation_key(&dk, KeyForm::Seed, &mut [0; 64]);
    assert!(exported.err().is_some_and(unsupported));
    assert!(
        MlKem::new(ParameterSet::MlDsa44)
            .err()
            .is_some_and(unsupported)
    );
    assert!(
        MlKem::new(ParameterSet::Hqc128)
            .err()
            .is_some_and(unsupported)
    );
}
