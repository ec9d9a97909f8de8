//! V1 and V2 read each other's keys, ciphertexts and signatures, and agree on known values.
#![allow(clippy::unwrap_used)]

use nexusq_contract::{ContractError, Kem, KeyForm, ParameterSet, Signature, SigningRandomness};
use nexusq_v1::contract as v1;
use nexusq_v2::contract as v2;

fn exported<K: Kem>(kem: &K, ek: &K::EncapsulationKey) -> Vec<u8> {
    let mut out = vec![0; kem.parameter_set().kem_sizes().unwrap().encapsulation_key];
    assert_eq!(kem.export_encapsulation_key(ek, &mut out), Ok(out.len()));
    out
}

fn exported_dk<K: Kem>(kem: &K, dk: &K::DecapsulationKey, form: KeyForm) -> Vec<u8> {
    let sizes = kem.parameter_set().kem_sizes().unwrap();
    let length = if form == KeyForm::Seed {
        sizes.seed
    } else {
        sizes.decapsulation_key
    };
    let mut out = vec![0; length];
    assert_eq!(kem.export_decapsulation_key(dk, form, &mut out), Ok(length));
    out
}

/// `alice` generates, `bob` encapsulates to her exported key, and whoever imports her
/// decapsulation key in either form finds the same secret.
fn key_exchange<A: Kem, B: Kem>(alice: A, bob: B) {
    let (ek, dk) = alice.generate().ok().unwrap();
    let imported = bob
        .import_encapsulation_key(&exported(&alice, &ek))
        .ok()
        .unwrap();
    let (c, sent) = bob.encapsulate(&imported).ok().unwrap();
    let received = alice.decapsulate(&dk, c.as_ref()).ok().unwrap();
    assert_eq!(sent.as_ref(), received.as_ref());
    for form in [KeyForm::Expanded, KeyForm::Seed] {
        let bytes = exported_dk(&alice, &dk, form);
        let moved = bob.import_decapsulation_key(form, &bytes).ok().unwrap();
        let received = bob.decapsulate(&moved, c.as_ref()).ok().unwrap();
        assert_eq!(sent.as_ref(), received.as_ref(), "{form:?}");
    }
}

#[test]
fn ml_kem_both_ways() {
    key_exchange(v1::MlKem768, v2::MlKem768);
    key_exchange(v2::MlKem768, v1::MlKem768);
    key_exchange(v1::MlKem1024, v2::MlKem1024);
    key_exchange(v2::MlKem1024, v1::MlKem1024);
}

fn signing<A: Signature, B: Signature>(alice: A, bob: B) {
    let (pk, sk) = alice.generate().ok().unwrap();
    let mut bytes = vec![0; ParameterSet::MlDsa65.signature_sizes().unwrap().public_key];
    assert_eq!(alice.export_verifying_key(&pk, &mut bytes), Ok(bytes.len()));
    let imported = bob.import_verifying_key(&bytes).ok().unwrap();
    for randomness in [SigningRandomness::Hedged, SigningRandomness::Deterministic] {
        let sigma = alice
            .sign(&sk, b"message", b"context", randomness)
            .ok()
            .unwrap();
        assert_eq!(
            bob.verify(&imported, b"message", b"context", sigma.as_ref()),
            Ok(true)
        );
        assert_eq!(
            bob.verify(&imported, b"message", b"", sigma.as_ref()),
            Ok(false)
        );
    }
    let mut seed = [0; 32];
    assert_eq!(
        alice.export_signing_key(&sk, KeyForm::Seed, &mut seed),
        Ok(32)
    );
    let moved = bob.import_signing_key(KeyForm::Seed, &seed).ok().unwrap();
    let sigma = bob
        .sign(&moved, b"message", b"", SigningRandomness::Deterministic)
        .ok()
        .unwrap();
    assert_eq!(alice.verify(&pk, b"message", b"", sigma.as_ref()), Ok(true));
}

#[test]
fn ml_dsa_both_ways() {
    signing(v1::MlDsa65, v2::MlDsa65);
    signing(v2::MlDsa65, v1::MlDsa65);
}

/// An expanded signing key goes from V1 to V2; V1 says that it does not read one.
#[test]
fn expanded_signing_key_goes_to_v2_only() {
    let (_, sk) = v1::MlDsa65.generate().ok().unwrap();
    let imported = v2::MlDsa65
        .import_signing_key(KeyForm::Expanded, &sk.to_bytes())
        .unwrap();
    let deterministic = SigningRandomness::Deterministic;
    let theirs = v2::MlDsa65
        .sign(&imported, b"message", b"", deterministic)
        .unwrap();
    assert_eq!(
        theirs.as_bytes(),
        &sk.sign_deterministic(b"message", b"").unwrap()
    );
    let refused = v1::MlDsa65
        .import_signing_key(KeyForm::Expanded, &sk.to_bytes())
        .err();
    assert_eq!(refused, Some(ContractError::Unsupported("import-expanded")));
}
