//! Botan against independent implementations (crates ml-kem, ml-dsa and slh-dsa), and its answers
//! to inputs that must be refused.
#![allow(
    deprecated,
    reason = "the crates advise against expanded keys; comparing needs them"
)]

use crate::kem::MlKem;
use crate::signature::Scheme;
use ml_dsa::{KeyInit as _, Keypair as _};
use ml_kem::ExpandedKeyEncoding as _;
use ml_kem::kem::{Decapsulate as _, KeyExport as _};
use nexusq_contract::{
    Capability, ContractError, Kem, KeyForm, ParameterSet, Signature, SigningRandomness,
};

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

macro_rules! agrees_with_ml_kem {
    ($test:ident, $set:ident, $length:literal) => {
        #[test]
        fn $test() -> Outcome {
            let kem = MlKem::<$length>::new(ParameterSet::$set)?;
            let (seed, m) = (counting::<64>(), [0x5a; 32]);
            let reference = ml_kem::DecapsulationKey::<ml_kem::$set>::from_seed(seed.into());
            let (public, private) = kem.generate_from_seed(&seed)?;
            let ek = exported(|out| kem.export_encapsulation_key(&public, out))?;
            assert_eq!(ek, reference.encapsulation_key().to_bytes().as_slice());
            let back = exported(|out| kem.export_decapsulation_key(&private, KeyForm::Seed, out))?;
            assert_eq!(back, seed);

            let public = kem.import_encapsulation_key(&ek)?;
            let (ciphertext, secret) = kem.encapsulate_with_m(&public, &m)?;
            let expected = reference
                .encapsulation_key()
                .encapsulate_deterministic(&m.into());
            assert_eq!(ciphertext.as_slice(), expected.0.as_slice());
            assert_eq!(secret.as_ref(), expected.1.as_slice());

            let expanded = reference.to_expanded_bytes();
            let imported = kem.import_decapsulation_key(KeyForm::Expanded, &expanded)?;
            let mut wrong = ciphertext;
            wrong[0] ^= 1;
            for c in [ciphertext, wrong] {
                let expected = reference.decapsulate(&c.into());
                for key in [&private, &imported] {
                    assert_eq!(kem.decapsulate(key, &c)?.as_ref(), expected.as_slice());
                }
            }

            let (public, private) = kem.generate()?;
            let (ciphertext, secret) = kem.encapsulate(&public)?;
            assert_eq!(
                kem.decapsulate(&private, &ciphertext)?.as_ref(),
                secret.as_ref()
            );
            Ok(())
        }
    };
}

agrees_with_ml_kem!(ml_kem_512_agrees, MlKem512, 768);
agrees_with_ml_kem!(ml_kem_768_agrees, MlKem768, 1088);
agrees_with_ml_kem!(ml_kem_1024_agrees, MlKem1024, 1568);

macro_rules! agrees_with_ml_dsa {
    ($test:ident, $set:ident, $length:literal) => {
        #[test]
        fn $test() -> Outcome {
            let dsa = Scheme::<$length>::new(ParameterSet::$set)?;
            let (seed, rnd) = (counting::<32>(), [0x5a; 32]);
            let reference = ml_dsa::SigningKey::<ml_dsa::$set>::new(&seed.into());
            let expanded = reference.expanded_key();
            let (public, private) = dsa.generate_from_seed(&seed)?;
            let pk = exported(|out| dsa.export_verifying_key(&public, out))?;
            assert_eq!(pk, reference.verifying_key().encode().as_slice());

            let ours = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Deterministic)?;
            let theirs = expanded.sign_deterministic(MESSAGE, b"")?.encode();
            assert_eq!(ours.as_slice(), theirs.as_slice());
            // FIPS 204 Alg. 2: M' = 0 ‖ |ctx| ‖ ctx ‖ M, here with an empty context.
            let ours = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Rnd(&rnd))?;
            let theirs = expanded
                .sign_internal(&[&[0, 0], MESSAGE], &rnd.into())
                .encode();
            assert_eq!(ours.as_slice(), theirs.as_slice());
            let ours = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Hedged)?;
            assert_ne!(ours.as_slice(), theirs.as_slice());
            let decoded = ml_dsa::Signature::decode(&ours.into()).ok_or("not decodable")?;
            assert!(
                reference
                    .verifying_key()
                    .verify_with_context(MESSAGE, b"", &decoded)
            );
            assert!(dsa.verify(&dsa.import_verifying_key(&pk)?, MESSAGE, b"", &theirs)?);

            let (public, private) = dsa.generate()?;
            let signature = dsa.sign(&private, b"", b"", SigningRandomness::Hedged)?;
            assert!(dsa.verify(&public, b"", b"", &signature)?);
            Ok(())
        }
    };
}

agrees_with_ml_dsa!(ml_dsa_44_agrees, MlDsa44, 2420);
agrees_with_ml_dsa!(ml_dsa_65_agrees, MlDsa65, 3309);
agrees_with_ml_dsa!(ml_dsa_87_agrees, MlDsa87, 4627);

macro_rules! agrees_with_slh_dsa {
    ($test:ident, $set:ident, $type:ident, $n:literal, $length:literal) => {
        #[test]
        fn $test() -> Outcome {
            let dsa = Scheme::<$length>::new(ParameterSet::$set)?;
            let (seed, addrnd) = (counting::<{ 3 * $n }>(), [0x5a; $n]);
            let (sk_seed, rest) = seed.split_at($n);
            let (sk_prf, pk_seed) = rest.split_at($n);
            let reference = slh_dsa::SigningKey::<slh_dsa::$type>::slh_keygen_internal(
                sk_seed, sk_prf, pk_seed,
            );
            let (public, private) = dsa.generate_from_seed(&seed)?;
            let pk = exported(|out| dsa.export_verifying_key(&public, out))?;
            let sk = exported(|out| dsa.export_signing_key(&private, KeyForm::Expanded, out))?;
            assert_eq!(pk, reference.verifying_key().to_vec());
            assert_eq!(sk, reference.to_vec());

            let private = dsa.import_signing_key(KeyForm::Expanded, &sk)?;
            let ours = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Rnd(&addrnd))?;
            let theirs = reference.try_sign_with_context(MESSAGE, b"", Some(&addrnd))?;
            assert_eq!(ours.as_slice(), theirs.to_vec());
            assert!(dsa.verify(&dsa.import_verifying_key(&pk)?, MESSAGE, b"", &ours)?);
            assert!(!dsa.verify(&public, b"another message", b"", &ours)?);
            Ok(())
        }
    };
}

// One of each kind: the others differ in numbers that Botan and the contract state alike.
agrees_with_slh_dsa!(
    slh_dsa_shake_128f_agrees,
    SlhDsaShake128f,
    Shake128f,
    16,
    17088
);
agrees_with_slh_dsa!(
    slh_dsa_shake_192f_agrees,
    SlhDsaShake192f,
    Shake192f,
    24,
    35664
);
agrees_with_slh_dsa!(
    slh_dsa_sha2_128f_agrees,
    SlhDsaSha2_128f,
    Sha2_128f,
    16,
    17088
);
agrees_with_slh_dsa!(
    slh_dsa_sha2_256f_agrees,
    SlhDsaSha2_256f,
    Sha2_256f,
    32,
    49856
);

#[test]
fn slh_dsa_signs_deterministically_and_hedged() -> Outcome {
    let dsa = Scheme::<17088>::new(ParameterSet::SlhDsaShake128f)?;
    let (sk_seed, sk_prf, pk_seed) = ([1; 16], [2; 16], [3; 16]);
    let reference =
        slh_dsa::SigningKey::<slh_dsa::Shake128f>::slh_keygen_internal(&sk_seed, &sk_prf, &pk_seed);
    let private = dsa.import_signing_key(KeyForm::Expanded, &reference.to_vec())?;
    let ours = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Deterministic)?;
    let theirs = reference.try_sign_with_context(MESSAGE, b"", None)?;
    assert_eq!(ours.as_slice(), theirs.to_vec());
    let hedged = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Hedged)?;
    assert_ne!(ours, hedged);
    let theirs = slh_dsa::Signature::try_from(hedged.as_slice())?;
    reference
        .verifying_key()
        .try_verify_with_context(MESSAGE, b"", &theirs)?;
    Ok(())
}

#[test]
fn kem_refuses_wrong_lengths_and_keys() -> Outcome {
    let kem = MlKem::<1088>::new(ParameterSet::MlKem768)?;
    let reference = ml_kem::DecapsulationKey::<ml_kem::MlKem768>::from_seed([7; 64].into());
    let ek = reference.encapsulation_key().to_bytes();
    let dk = reference.to_expanded_bytes();
    let public = kem.import_encapsulation_key(&ek)?;
    let private = kem.import_decapsulation_key(KeyForm::Expanded, &dk)?;

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
    assert!(length(kem.encapsulate_with_m(&public, &[0; 31]).err()));
    assert!(length(kem.decapsulate(&private, &[0; 1087]).err()));
    assert!(length(
        kem.export_encapsulation_key(&public, &mut [0; 1183]).err()
    ));
    assert!(length(MlKem::<1087>::new(ParameterSet::MlKem768).err()));

    // A coefficient of 4095 is not below q; a flipped bit of ek in dk breaks the hash.
    let invalid =
        |error: Option<ContractError>| matches!(error, Some(ContractError::InvalidInput { .. }));
    let mut bad_ek = ek;
    bad_ek[..2].copy_from_slice(&[0xff, 0xff]);
    assert!(invalid(kem.import_encapsulation_key(&bad_ek).err()));
    let mut bad_dk = dk;
    bad_dk[1152 + 1183] ^= 1;
    assert!(invalid(
        kem.import_decapsulation_key(KeyForm::Expanded, &bad_dk)
            .err()
    ));

    let mut room = [0; 2400];
    for form in [KeyForm::Expanded, KeyForm::Seed] {
        let error = kem
            .export_decapsulation_key(&private, form, &mut room)
            .err();
        assert!(matches!(
            error,
            Some(ContractError::Unsupported(_) | ContractError::InvalidLength { .. })
        ));
    }
    Ok(())
}

#[test]
fn signature_refuses_what_is_wrong() -> Outcome {
    let dsa = Scheme::<3309>::new(ParameterSet::MlDsa65)?;
    let (public, private) = dsa.generate_from_seed(&counting::<32>())?;
    let signature = dsa.sign(&private, MESSAGE, b"", SigningRandomness::Deterministic)?;
    assert!(dsa.verify(&public, MESSAGE, b"", &signature)?);
    for place in [0, 100, 3308] {
        let mut wrong = signature;
        wrong[place] ^= 1;
        assert!(!dsa.verify(&public, MESSAGE, b"", &wrong)?, "byte {place}");
    }
    assert!(!dsa.verify(&public, b"another message", b"", &signature)?);
    assert!(!dsa.verify(&public, MESSAGE, b"", &signature[1..])?);
    assert!(!dsa.verify(&public, MESSAGE, b"", &[])?);

    let no_context = ContractError::Unsupported(Capability::Context.id());
    let deterministic = SigningRandomness::Deterministic;
    assert_eq!(
        dsa.sign(&private, MESSAGE, b"c", deterministic).err(),
        Some(no_context)
    );
    assert_eq!(
        dsa.verify(&public, MESSAGE, b"c", &signature).err(),
        Some(no_context)
    );
    assert!(!dsa.capabilities().contains(&Capability::Context));
    let long = Some(ContractError::InvalidLength {
        what: "context",
        expected: 255,
        actual: 256,
    });
    assert_eq!(
        dsa.sign(&private, MESSAGE, &[0; 256], deterministic).err(),
        long
    );
    assert_eq!(
        dsa.verify(&public, MESSAGE, &[0; 256], &signature).err(),
        long
    );

    assert!(
        dsa.sign(&private, MESSAGE, b"", SigningRandomness::Rnd(&[0; 31]))
            .is_err()
    );
    assert!(dsa.generate_from_seed(&[0; 31]).is_err());
    assert!(dsa.import_verifying_key(&[0; 1951]).is_err());
    assert!(dsa.import_signing_key(KeyForm::Seed, &[0; 31]).is_err());
    let expanded = dsa.import_signing_key(KeyForm::Expanded, &[0; 4032]).err();
    assert_eq!(
        expanded,
        Some(ContractError::Unsupported(Capability::ImportExpanded.id()))
    );
    Ok(())
}

#[test]
fn every_parameter_set_of_the_runner_is_well_formed() -> Outcome {
    crate::runner()?;
    Ok(())
}

#[test]
fn the_library_reports_the_version_in_the_manifest() {
    let version = crate::descriptor::descriptor().version;
    assert!(include_str!("../adapter.toml").contains(&format!("version = \"{version}\"")));
}
