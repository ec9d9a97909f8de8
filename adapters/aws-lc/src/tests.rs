//! AWS-LC against independent implementations (crates ml-kem and ml-dsa), and its answers to
//! inputs that must be refused.
#![allow(
    deprecated,
    reason = "the crates advise against expanded keys; comparing needs them"
)]

use crate::kem::{ML_KEM_512, ML_KEM_768, ML_KEM_1024};
use crate::signature::{ML_DSA_44, ML_DSA_65, ML_DSA_87};
use ml_dsa::{KeyInit as _, Keypair as _};
use ml_kem::ExpandedKeyEncoding as _;
use ml_kem::kem::{Decapsulate as _, KeyExport as _};
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, Signature, SigningRandomness};

type Outcome = Result<(), Box<dyn std::error::Error>>;

const MESSAGE: &[u8] = b"a message";

/// Bytes 0, 1, 2, ...
fn counting<const N: usize>() -> [u8; N] {
    std::array::from_fn(|i| i as u8)
}

/// What `export` writes.
fn exported(
    export: impl FnOnce(&mut [u8]) -> Result<usize, ContractError>,
) -> Result<Vec<u8>, ContractError> {
    let mut room = vec![0; 5000];
    let length = export(&mut room)?;
    room.truncate(length);
    Ok(room)
}

fn encoded_keys<K: Kem>(
    kem: &K,
    keys: &(K::EncapsulationKey, K::DecapsulationKey),
) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
    Ok((
        exported(|out| kem.export_encapsulation_key(&keys.0, out))?,
        exported(|out| kem.export_decapsulation_key(&keys.1, KeyForm::Expanded, out))?,
    ))
}

macro_rules! agrees_with_ml_kem {
    ($test:ident, $kem:expr, $set:ty) => {
        #[test]
        fn $test() -> Outcome {
            let (seed, m) = (counting::<64>(), [0x5a; 32]);
            let reference = ml_kem::DecapsulationKey::<$set>::from_seed(seed.into());
            let keys = $kem.generate_from_seed(&seed)?;
            let (ek, dk) = encoded_keys(&$kem, &keys)?;
            assert_eq!(ek, reference.encapsulation_key().to_bytes().as_slice());
            assert_eq!(dk, reference.to_expanded_bytes().as_slice());

            let (ciphertext, secret) = $kem.encapsulate_with_m(&keys.0, &m)?;
            let expected = reference
                .encapsulation_key()
                .encapsulate_deterministic(&m.into());
            assert_eq!(ciphertext.as_slice(), expected.0.as_slice());
            assert_eq!(secret.as_ref(), expected.1.as_slice());

            let imported = $kem.import_decapsulation_key(KeyForm::Expanded, &dk)?;
            let mut wrong = ciphertext;
            wrong[0] ^= 1;
            for c in [ciphertext, wrong] {
                let expected = reference.decapsulate(&c.into());
                assert_eq!(
                    $kem.decapsulate(&imported, &c)?.as_ref(),
                    expected.as_slice()
                );
            }

            let fresh = $kem.generate()?;
            let (ciphertext, secret) = $kem.encapsulate(&fresh.0)?;
            assert_eq!(
                $kem.decapsulate(&fresh.1, &ciphertext)?.as_ref(),
                secret.as_ref()
            );
            Ok(())
        }
    };
}

agrees_with_ml_kem!(ml_kem_512_agrees, ML_KEM_512, ml_kem::MlKem512);
agrees_with_ml_kem!(ml_kem_768_agrees, ML_KEM_768, ml_kem::MlKem768);
agrees_with_ml_kem!(ml_kem_1024_agrees, ML_KEM_1024, ml_kem::MlKem1024);

macro_rules! agrees_with_ml_dsa {
    ($test:ident, $dsa:expr, $set:ty) => {
        #[test]
        fn $test() -> Outcome {
            let seed = counting::<32>();
            let reference = ml_dsa::SigningKey::<$set>::new(&seed.into());
            let (public, private) = $dsa.generate_from_seed(&seed)?;
            let pk = exported(|out| $dsa.export_verifying_key(&public, out))?;
            let sk = exported(|out| $dsa.export_signing_key(&private, KeyForm::Expanded, out))?;
            assert_eq!(pk, reference.verifying_key().encode().as_slice());
            assert_eq!(sk, reference.expanded_key().to_expanded().as_slice());

            // Each verifies what the other signs, under the right context alone.
            let private = $dsa.import_signing_key(KeyForm::Expanded, &sk)?;
            for context in [&b""[..], &[7; 255]] {
                let ours = $dsa.sign(&private, MESSAGE, context, SigningRandomness::Hedged)?;
                let decoded = ml_dsa::Signature::decode(&ours.into()).ok_or("not decodable")?;
                let key = reference.verifying_key();
                assert!(key.verify_with_context(MESSAGE, context, &decoded));
                assert!(!key.verify_with_context(MESSAGE, b"other", &decoded));
                let theirs = reference
                    .expanded_key()
                    .sign_deterministic(MESSAGE, context)?
                    .encode();
                assert!($dsa.verify(&public, MESSAGE, context, &theirs)?);
                assert!(!$dsa.verify(&public, MESSAGE, b"other", &theirs)?);
            }
            let (public, private) = $dsa.generate()?;
            let signature = $dsa.sign(&private, b"", b"", SigningRandomness::Hedged)?;
            assert!($dsa.verify(&public, b"", b"", &signature)?);
            Ok(())
        }
    };
}

agrees_with_ml_dsa!(ml_dsa_44_agrees, ML_DSA_44, ml_dsa::MlDsa44);
agrees_with_ml_dsa!(ml_dsa_65_agrees, ML_DSA_65, ml_dsa::MlDsa65);
agrees_with_ml_dsa!(ml_dsa_87_agrees, ML_DSA_87, ml_dsa::MlDsa87);

#[test]
fn kem_refuses_wrong_lengths_and_keys() -> Outcome {
    let kem = ML_KEM_768;
    let keys = kem.generate_from_seed(&counting::<64>())?;
    let (ek, dk) = encoded_keys(&kem, &keys)?;
    let length =
        |error: Option<ContractError>| matches!(error, Some(ContractError::InvalidLength { .. }));
    assert!(length(kem.generate_from_seed(&[0; 63]).err()));
    assert!(length(kem.import_encapsulation_key(&ek[1..]).err()));
    assert!(length(kem.import_encapsulation_key(&[]).err()));
    assert!(length(
        kem.import_decapsulation_key(KeyForm::Expanded, &dk[1..])
            .err()
    ));
    assert!(length(
        kem.import_decapsulation_key(KeyForm::Seed, &dk).err()
    ));
    assert!(length(kem.encapsulate_with_m(&keys.0, &[0; 31]).err()));
    assert!(length(kem.decapsulate(&keys.1, &[0; 1087]).err()));
    assert!(length(
        kem.export_encapsulation_key(&keys.0, &mut [0; 1183]).err()
    ));

    // A coefficient of 4095 is not below q; a flipped bit of ek in dk breaks the hash.
    let invalid =
        |error: Option<ContractError>| matches!(error, Some(ContractError::InvalidInput { .. }));
    let mut bad_ek = ek.clone();
    bad_ek[..2].copy_from_slice(&[0xff, 0xff]);
    let key = kem.import_encapsulation_key(&bad_ek)?;
    assert!(invalid(kem.encapsulate(&key).err()));
    assert!(invalid(kem.encapsulate_with_m(&key, &[0; 32]).err()));
    let mut bad_dk = dk.clone();
    bad_dk[1152 + 7] ^= 1;
    let key = kem.import_decapsulation_key(KeyForm::Expanded, &bad_dk)?;
    assert!(invalid(kem.decapsulate(&key, &[0; 1088]).err()));
    Ok(())
}

#[test]
fn seeds_come_back_and_expanded_keys_have_none() -> Outcome {
    let (mut seed, mut xi) = ([0; 64], [0; 32]);
    let keys = ML_KEM_768.generate_from_seed(&counting::<64>())?;
    assert_eq!(
        ML_KEM_768.export_decapsulation_key(&keys.1, KeyForm::Seed, &mut seed)?,
        64
    );
    assert_eq!(seed, counting::<64>());
    let keys = ML_DSA_65.generate_from_seed(&counting::<32>())?;
    assert_eq!(
        ML_DSA_65.export_signing_key(&keys.1, KeyForm::Seed, &mut xi)?,
        32
    );
    assert_eq!(xi, counting::<32>());

    let mut sk = [0; 4032];
    ML_DSA_65.export_signing_key(&keys.1, KeyForm::Expanded, &mut sk)?;
    let key = ML_DSA_65.import_signing_key(KeyForm::Expanded, &sk)?;
    let error = ML_DSA_65
        .export_signing_key(&key, KeyForm::Seed, &mut xi)
        .err();
    assert!(matches!(error, Some(ContractError::Unsupported(_))));
    Ok(())
}

#[test]
fn signature_refuses_what_is_wrong() -> Outcome {
    let dsa = ML_DSA_65;
    let (public, private) = dsa.generate_from_seed(&counting::<32>())?;
    let signature = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Hedged)?;
    for place in [0, 100, 3308] {
        let mut wrong = signature;
        wrong[place] ^= 1;
        assert!(!dsa.verify(&public, MESSAGE, b"", &wrong)?, "byte {place}");
    }
    assert!(!dsa.verify(&public, b"another message", b"", &signature)?);
    assert!(!dsa.verify(&public, MESSAGE, b"", &signature[1..])?);
    assert!(!dsa.verify(&public, MESSAGE, b"", &[])?);

    let long = [0; 256];
    assert!(
        dsa.sign(&private, MESSAGE, &long, SigningRandomness::Hedged)
            .is_err()
    );
    assert!(dsa.verify(&public, MESSAGE, &long, &signature).is_err());
    assert!(dsa.generate_from_seed(&[0; 31]).is_err());
    assert!(dsa.import_verifying_key(&[0; 1951]).is_err());
    assert!(
        dsa.import_signing_key(KeyForm::Expanded, &[0; 4031])
            .is_err()
    );

    for randomness in [
        SigningRandomness::Deterministic,
        SigningRandomness::Rnd(&[0; 32]),
    ] {
        let error = dsa.sign(&private, MESSAGE, b"", randomness).err();
        assert_eq!(
            error,
            Some(ContractError::Unsupported(randomness.capability().id()))
        );
        assert!(!dsa.capabilities().contains(&randomness.capability()));
    }
    assert!(dsa.capabilities().contains(&Capability::SignHedged));
    Ok(())
}

#[test]
fn the_library_reports_the_version_in_the_manifest() {
    let version = crate::descriptor::descriptor().version;
    assert!(include_str!("../adapter.toml").contains(&format!("version = \"{version}\"")));
}
