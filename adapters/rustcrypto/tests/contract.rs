//! The adapter against the contract, and its version against the pins.
#![allow(clippy::unwrap_used)]

use adapter_rustcrypto::*;
use nexusq_contract::{ContractError, Kem, KeyForm, ParameterSet, Signature, SigningRandomness};

const CARGO_TOML: &str = include_str!("../Cargo.toml");
const ADAPTER_TOML: &str = include_str!("../adapter.toml");
const PINS: &str = include_str!("../../../vendor/rustcrypto.toml");

#[test]
fn version_is_that_of_the_pinned_crates() {
    let version = descriptor().version;
    assert!(ADAPTER_TOML.contains(&format!("version = \"{version}\"\n")));
    for part in version.split(", ") {
        let (name, number) = part.split_once(' ').unwrap();
        let line = CARGO_TOML
            .lines()
            .find(|line| line.starts_with(&format!("{name} = ")))
            .unwrap();
        assert!(line.contains(&format!("\"={number}\"")), "{line}");
        assert!(
            PINS.contains(&format!("name = \"{name}\"\nversion = \"{number}\"\n")),
            "{name}"
        );
    }
}

fn kem<K: Kem>(kem: K) {
    let sizes = kem.parameter_set().kem_sizes().unwrap();
    let (ek, dk) = kem.generate_from_seed(&vec![7; sizes.seed]).ok().unwrap();
    let (c, sent) = kem.encapsulate_with_m(&ek, &vec![9; sizes.m]).ok().unwrap();
    let received = kem.decapsulate(&dk, c.as_ref()).ok().unwrap();
    assert_eq!(sent.as_ref(), received.as_ref());
    assert_eq!(
        (c.as_ref().len(), sent.as_ref().len()),
        (sizes.ciphertext, sizes.shared_secret)
    );

    let mut out = vec![0; 10_000];
    let length = kem.export_encapsulation_key(&ek, &mut out).unwrap();
    assert_eq!(length, sizes.encapsulation_key);
    assert!(kem.import_encapsulation_key(&out[..length]).is_ok());
    assert!(kem.import_encapsulation_key(&out[..length - 1]).is_err());
    let length = kem
        .export_decapsulation_key(&dk, KeyForm::Expanded, &mut out)
        .unwrap();
    assert_eq!(length, sizes.decapsulation_key);
    let again = kem
        .import_decapsulation_key(KeyForm::Expanded, &out[..length])
        .ok()
        .unwrap();
    assert_eq!(
        kem.decapsulate(&again, c.as_ref()).ok().unwrap().as_ref(),
        sent.as_ref()
    );
    assert!(
        kem.import_decapsulation_key(KeyForm::Expanded, &out[..length + 1])
            .is_err()
    );

    for wrong in [0, c.as_ref().len() - 1, c.as_ref().len() + 1] {
        let error = kem.decapsulate(&dk, &vec![0; wrong]).err();
        assert!(
            matches!(error, Some(ContractError::InvalidLength { actual, .. }) if actual == wrong)
        );
    }
    assert!(kem.generate_from_seed(&vec![0; sizes.seed + 1]).is_err());
    assert!(kem.encapsulate_with_m(&ek, &vec![0; sizes.m + 1]).is_err());
    let (ek, dk) = kem.generate().ok().unwrap();
    let (c, sent) = kem.encapsulate(&ek).ok().unwrap();
    assert_eq!(
        kem.decapsulate(&dk, c.as_ref()).ok().unwrap().as_ref(),
        sent.as_ref()
    );
}

#[test]
fn key_encapsulation_mechanisms_keep_the_contract() {
    kem(MlKem512);
    kem(MlKem768);
    kem(MlKem1024);
    kem(Hqc128);
    kem(Hqc192);
    kem(Hqc256);
}

fn signature<S: Signature>(scheme: S) {
    let sizes = scheme.parameter_set().signature_sizes().unwrap();
    let (pk, sk) = scheme.generate_from_seed(&[7; 32]).ok().unwrap();
    let rnd = [5; 32];
    for randomness in [
        SigningRandomness::Hedged,
        SigningRandomness::Deterministic,
        SigningRandomness::Rnd(&rnd),
    ] {
        let sigma = scheme
            .sign(&sk, b"message", b"context", randomness)
            .ok()
            .unwrap();
        assert_eq!(sigma.as_ref().len(), sizes.signature);
        assert_eq!(
            scheme.verify(&pk, b"message", b"context", sigma.as_ref()),
            Ok(true)
        );
        assert_eq!(
            scheme.verify(&pk, b"message", b"", sigma.as_ref()),
            Ok(false)
        );
        assert_eq!(
            scheme.verify(&pk, b"message", b"context", &sigma.as_ref()[1..]),
            Ok(false)
        );
        assert!(
            scheme
                .verify(&pk, b"message", &[0; 256], sigma.as_ref())
                .is_err()
        );
    }
    assert!(
        scheme
            .sign(&sk, b"", &[0; 256], SigningRandomness::Hedged)
            .is_err()
    );
    assert!(
        scheme
            .sign(&sk, b"", b"", SigningRandomness::Rnd(&[0; 31]))
            .is_err()
    );
    let mut out = vec![0; 10_000];
    assert_eq!(
        scheme.export_verifying_key(&pk, &mut out),
        Ok(sizes.public_key)
    );
    assert!(
        scheme
            .import_verifying_key(&out[..sizes.public_key])
            .is_ok()
    );
    assert!(
        scheme
            .import_verifying_key(&out[..sizes.public_key - 1])
            .is_err()
    );
    let length = scheme.export_signing_key(&sk, KeyForm::Expanded, &mut out);
    assert_eq!(length, Ok(sizes.private_key));
    assert!(scheme.import_signing_key(KeyForm::Seed, &[0; 31]).is_err());
}

#[test]
fn signature_schemes_keep_the_contract() {
    signature(MlDsa44);
    signature(MlDsa65);
    signature(MlDsa87);
}

/// rnd = 0 is the deterministic variant, and a given rnd is framed as FIPS 204 Alg. 2 asks.
#[test]
fn sign_with_rnd_agrees_with_nexusq_v2() {
    let key = nexusq_v2::ml_dsa_65::SigningKey::from_seed(&[7; 32]);
    let (_, sk) = MlDsa65.generate_from_seed(&[7; 32]).ok().unwrap();
    for rnd in [[0; 32], [3; 32]] {
        let ours = MlDsa65
            .sign(&sk, b"m", b"ctx", SigningRandomness::Rnd(&rnd))
            .ok()
            .unwrap();
        let theirs = key.sign_with_rnd(b"m", b"ctx", &rnd).unwrap();
        assert_eq!(ours.as_slice(), theirs.as_bytes());
    }
    let zero = MlDsa65
        .sign(&sk, b"m", b"ctx", SigningRandomness::Deterministic)
        .ok()
        .unwrap();
    assert_eq!(
        zero.as_slice(),
        key.sign_with_rnd(b"m", b"ctx", &[0; 32])
            .unwrap()
            .as_bytes()
    );
}

/// The sizes that the contract states are those that the crate states.
#[test]
fn hqc_sizes_agree_with_the_crate() {
    macro_rules! check {
        ($set:ident, $module:ident) => {
            let sizes = ParameterSet::$set.kem_sizes().unwrap();
            assert_eq!(sizes.encapsulation_key, hqc_kem::$module::PUBLIC_KEY_SIZE);
            assert_eq!(sizes.decapsulation_key, hqc_kem::$module::SECRET_KEY_SIZE);
            assert_eq!(sizes.ciphertext, hqc_kem::$module::CIPHERTEXT_SIZE);
            assert_eq!(sizes.shared_secret, hqc_kem::$module::SHARED_SECRET_SIZE);
            assert_eq!(
                sizes.m,
                hqc_kem::$module::MESSAGE_SIZE + hqc_kem::$module::SALT_SIZE
            );
        };
    }
    check!(Hqc128, hqc128);
    check!(Hqc192, hqc192);
    check!(Hqc256, hqc256);
}
