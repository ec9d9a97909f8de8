//! What is wrong is refused, in both back ends, without a panic.

use adapter_pqcp::{BackEnd, descriptor, ml_dsa_65, ml_kem_768};
use nexusq_contract::{ContractError, Kem, KeyForm, Signature, SigningRandomness};

const BACK_ENDS: fn() -> [BackEnd; 2] = || [BackEnd::PORTABLE, BackEnd::fastest()];

fn is_length_error<T>(result: Result<T, ContractError>) -> bool {
    matches!(result, Err(ContractError::InvalidLength { .. }))
}

fn is_input_error<T>(result: Result<T, ContractError>) -> bool {
    matches!(result, Err(ContractError::InvalidInput { .. }))
}

#[test]
fn kem_refuses_wrong_lengths() {
    for kem in BACK_ENDS().map(ml_kem_768) {
        let (ek, dk) = kem.generate().expect("keygen");
        let long = [0; 2401];
        for length in [0, 31, 33, 63, 65, 1087, 1089, 1183, 1185, 2399, 2401] {
            let bytes = &long[..length];
            assert!(is_length_error(kem.generate_from_seed(bytes)));
            assert!(is_length_error(kem.encapsulate_with_m(&ek, bytes)));
            assert!(is_length_error(kem.decapsulate(&dk, bytes)));
            assert!(is_length_error(kem.import_encapsulation_key(bytes)));
            assert!(is_length_error(
                kem.import_decapsulation_key(KeyForm::Expanded, bytes)
            ));
        }
        assert!(is_length_error(
            kem.export_encapsulation_key(&ek, &mut [0; 1183])
        ));
        let export = kem.export_decapsulation_key(&dk, KeyForm::Expanded, &mut [0; 2399]);
        assert!(is_length_error(export));
    }
}

#[test]
fn kem_refuses_keys_that_break_a_rule_of_the_standard() {
    for kem in BACK_ENDS().map(ml_kem_768) {
        let (ek, dk) = kem.generate().expect("keygen");
        let (mut ek_bytes, mut dk_bytes) = ([0; 1184], [0; 2400]);
        kem.export_encapsulation_key(&ek, &mut ek_bytes)
            .expect("ek");
        kem.export_decapsulation_key(&dk, KeyForm::Expanded, &mut dk_bytes)
            .expect("dk");

        // The first coefficient is 0xd01 = q: FIPS 203 section 7.2.
        (ek_bytes[0], ek_bytes[1]) = (0x01, (ek_bytes[1] & 0xf0) | 0x0d);
        let ek = kem.import_encapsulation_key(&ek_bytes).expect("length");
        assert!(is_input_error(kem.encapsulate(&ek)));
        assert!(is_input_error(kem.encapsulate_with_m(&ek, &[0; 32])));
        // The first byte of H(ek): FIPS 203 section 7.3.
        dk_bytes[768 * 3 + 32] ^= 1;
        let dk = kem
            .import_decapsulation_key(KeyForm::Expanded, &dk_bytes)
            .expect("length");
        assert!(is_input_error(kem.decapsulate(&dk, &[0; 1088])));
    }
}

#[test]
fn seeds_are_no_private_keys_here() {
    let (kem, scheme) = (ml_kem_768(BackEnd::PORTABLE), ml_dsa_65(BackEnd::PORTABLE));
    let kem_import = kem.import_decapsulation_key(KeyForm::Seed, &[0; 64]);
    assert!(matches!(kem_import, Err(ContractError::Unsupported(_))));
    let import = scheme.import_signing_key(KeyForm::Seed, &[0; 32]);
    assert!(matches!(import, Err(ContractError::Unsupported(_))));
}

#[test]
fn signature_refuses_wrong_lengths() {
    for scheme in BACK_ENDS().map(ml_dsa_65) {
        let (pk, sk) = scheme.generate().expect("keygen");
        let long = [0; 4033];
        for length in [0, 31, 33, 1951, 1953, 4031, 4033] {
            let bytes = &long[..length];
            assert!(is_length_error(scheme.generate_from_seed(bytes)));
            let sign = scheme.sign(&sk, b"", b"", SigningRandomness::Rnd(bytes));
            assert!(is_length_error(sign));
            assert!(is_length_error(scheme.import_verifying_key(bytes)));
            assert!(is_length_error(
                scheme.import_signing_key(KeyForm::Expanded, bytes)
            ));
        }
        let context = [0; 256];
        for randomness in [SigningRandomness::Hedged, SigningRandomness::Deterministic] {
            assert!(is_length_error(scheme.sign(&sk, b"", &context, randomness)));
        }
        assert!(is_length_error(
            scheme.verify(&pk, b"", &context, &[0; 3309])
        ));
    }
}

#[test]
fn bad_signatures_are_false() {
    for scheme in BACK_ENDS().map(ml_dsa_65) {
        let (pk, sk) = scheme.generate().expect("keygen");
        let good = scheme.sign(&sk, b"message", b"context", SigningRandomness::Hedged);
        let good = good.expect("sign");
        assert_eq!(scheme.verify(&pk, b"message", b"context", &good), Ok(true));
        assert_eq!(scheme.verify(&pk, b"massage", b"context", &good), Ok(false));
        assert_eq!(scheme.verify(&pk, b"message", b"contest", &good), Ok(false));
        assert_eq!(
            scheme.verify(&pk, b"message", b"context", &good[1..]),
            Ok(false)
        );
        assert_eq!(scheme.verify(&pk, b"message", b"context", b""), Ok(false));
        for at in [0, 47, 48, 1000, 3248, 3308] {
            let mut bad = good;
            bad[at] ^= 1;
            assert_eq!(
                scheme.verify(&pk, b"message", b"context", &bad),
                Ok(false),
                "byte {at}"
            );
        }
    }
}

#[test]
fn hedged_signatures_differ() {
    for scheme in BACK_ENDS().map(ml_dsa_65) {
        let (_, sk) = scheme.generate().expect("keygen");
        let sign = || {
            scheme
                .sign(&sk, b"", b"", SigningRandomness::Hedged)
                .expect("sign")
        };
        assert_ne!(sign(), sign());
    }
}

#[test]
fn adapter_toml_tells_the_version_and_the_ids_that_the_runner_reports() {
    let toml = include_str!("../adapter.toml");
    for portable in [false, true] {
        let descriptor = descriptor(portable, BackEnd::PORTABLE);
        assert!(toml.contains(&format!("\nid = \"{}\"", descriptor.id)));
        assert!(toml.contains(&format!("\nname = \"{}\"", descriptor.name)));
    }
    let version = format!(
        "\nversion = \"{}\"",
        descriptor(false, BackEnd::PORTABLE).version
    );
    assert_eq!(toml.matches(&version).count(), 2);
}
