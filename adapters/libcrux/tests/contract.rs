//! The adapter against the contract with each back end, and its version against the pins.
#![allow(clippy::unwrap_used)]

use adapter_libcrux::{BackEnd, back_end, descriptor, portable};
use nexusq_contract::{ContractError, Kem, KeyForm, Signature, SigningRandomness};

const CARGO_TOML: &str = include_str!("../Cargo.toml");
const ADAPTER_TOML: &str = include_str!("../adapter.toml");
const PINS: &str = include_str!("../../../vendor/libcrux.toml");

#[test]
fn version_is_that_of_the_pinned_crates() {
    let version = descriptor(false, back_end()).version;
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

/// Runs a check with the types of each back end that this processor has.
macro_rules! each {
    ($check:ident, $($set:ident),+) => {
        $($check(portable::$set);)+
        #[cfg(target_arch = "x86_64")]
        if back_end() == BackEnd::Avx2 {
            use adapter_libcrux::avx2;
            $($check(avx2::$set);)+
        }
    };
}

#[test]
fn key_encapsulation_mechanisms_keep_the_contract() {
    each!(kem, MlKem512, MlKem768, MlKem1024);
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
    each!(signature, MlDsa44, MlDsa65, MlDsa87);
}

fn agrees_with_nexusq_v2<S: Signature>(scheme: S) {
    let key = nexusq_v2::ml_dsa_65::SigningKey::from_seed(&[7; 32]);
    let (_, sk) = scheme.generate_from_seed(&[7; 32]).ok().unwrap();
    let sign = |randomness| scheme.sign(&sk, b"m", b"ctx", randomness).ok().unwrap();
    for rnd in &[[0; 32], [3; 32]] {
        let theirs = key.sign_with_rnd(b"m", b"ctx", rnd).unwrap();
        let ours = sign(SigningRandomness::Rnd(rnd));
        assert_eq!(ours.as_ref(), theirs.as_bytes());
    }
    let zero = key.sign_with_rnd(b"m", b"ctx", &[0; 32]).unwrap();
    let ours = sign(SigningRandomness::Deterministic);
    assert_eq!(ours.as_ref(), zero.as_bytes());
}

/// rnd = 0 is the deterministic variant, and a given rnd is used as FIPS 204 Alg. 2 asks.
#[test]
fn sign_with_rnd_agrees_with_another_implementation() {
    each!(agrees_with_nexusq_v2, MlDsa65);
}

/// Keys as key generation makes them and as they are imported, from the seed and expanded, are the same keys.
fn forms_agree<K: Kem>(kem: K) {
    let seed = [3; 64];
    let (ek, dk) = kem.generate_from_seed(&seed).ok().unwrap();
    let mut ek_bytes = vec![0; 4000];
    let length = kem.export_encapsulation_key(&ek, &mut ek_bytes).unwrap();
    ek_bytes.truncate(length);
    let mut dk_bytes = vec![0; 4000];
    let length = kem
        .export_decapsulation_key(&dk, KeyForm::Expanded, &mut dk_bytes)
        .unwrap();
    dk_bytes.truncate(length);
    let imported = kem.import_encapsulation_key(&ek_bytes).ok().unwrap();
    let (c, secret) = kem.encapsulate_with_m(&ek, &[9; 32]).ok().unwrap();
    let (again, same) = kem.encapsulate_with_m(&imported, &[9; 32]).ok().unwrap();
    assert_eq!(
        (c.as_ref(), secret.as_ref()),
        (again.as_ref(), same.as_ref())
    );
    let mut damaged = c.as_ref().to_vec();
    damaged[0] ^= 1;
    for (form, bytes) in [
        (KeyForm::Expanded, &dk_bytes[..]),
        (KeyForm::Seed, &seed[..]),
    ] {
        let key = kem.import_decapsulation_key(form, bytes).ok().unwrap();
        let mut out = vec![0; 4000];
        let length = kem
            .export_decapsulation_key(&key, KeyForm::Expanded, &mut out)
            .unwrap();
        assert_eq!(out[..length], dk_bytes);
        for (c, right) in [(c.as_ref(), true), (&damaged, false)] {
            let ours = kem.decapsulate(&key, c).ok().unwrap();
            let theirs = kem.decapsulate(&dk, c).ok().unwrap();
            assert_eq!(ours.as_ref(), theirs.as_ref());
            assert_eq!(ours.as_ref() == secret.as_ref(), right);
        }
    }
    let mut over = ek_bytes.clone();
    over[..2].copy_from_slice(&[0x01, 0x0d]);
    let refused = kem.import_encapsulation_key(&over);
    assert!(
        matches!(refused, Err(ContractError::InvalidInput { .. })),
        "3329 as the first coefficient"
    );
    let mut other = dk_bytes.clone();
    let hash = other.len() - 64;
    other[hash] ^= 1;
    let refused = kem.import_decapsulation_key(KeyForm::Expanded, &other);
    assert!(
        matches!(refused, Err(ContractError::InvalidInput { .. })),
        "another H(ek)"
    );
}

#[test]
fn imported_keys_are_those_that_were_made() {
    each!(forms_agree, MlKem512, MlKem768, MlKem1024);
}
