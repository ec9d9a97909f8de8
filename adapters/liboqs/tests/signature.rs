//! ML-DSA of liboqs against the package `ml-dsa`.
#![allow(missing_docs, clippy::unwrap_used)]

use adapter_liboqs::MlDsa;
use ml_dsa::{ExpandedSigningKey, MlDsa44, MlDsa65, MlDsa87};
use nexusq_contract::{ContractError, KeyForm, ParameterSet, Signature, SigningRandomness};

const MESSAGE: &[u8] = b"a message";
const CONTEXT: &[u8] = b"a context";
const HEDGED: SigningRandomness<'static> = SigningRandomness::Hedged;

fn pk_bytes(signer: &MlDsa, key: &<MlDsa as Signature>::VerifyingKey) -> Vec<u8> {
    let mut out = vec![0; 4000];
    let len = signer.export_verifying_key(key, &mut out).unwrap();
    out[..len].to_vec()
}

fn sk_bytes(signer: &MlDsa, key: &<MlDsa as Signature>::SigningKey) -> Vec<u8> {
    let mut out = vec![0; 6000];
    let len = signer
        .export_signing_key(key, KeyForm::Expanded, &mut out)
        .unwrap();
    out[..len].to_vec()
}

macro_rules! agrees_with_ml_dsa {
    ($test:ident, $set:ident, $reference:ty) => {
        #[test]
        #[allow(deprecated)]
        fn $test() {
            let signer = MlDsa::new(ParameterSet::$set).unwrap();
            // ml-dsa's key for ξ = 00, 01, ..., 1f, signed with here and verified there.
            let xi: [u8; 32] = std::array::from_fn(|i| i as u8);
            let reference = ExpandedSigningKey::<$reference>::from_seed(&xi.into());
            let reference_pk = reference.verifying_key();
            let bytes = reference.to_expanded();
            let sk = signer
                .import_signing_key(KeyForm::Expanded, &bytes)
                .unwrap();
            let vk = signer.import_verifying_key(&reference_pk.encode()).unwrap();
            assert_eq!(sk_bytes(&signer, &sk), bytes.as_slice());
            for context in [&b""[..], CONTEXT] {
                let sigma = signer.sign(&sk, MESSAGE, context, HEDGED).unwrap();
                let decoded = ml_dsa::Signature::decode(&sigma[..].try_into().unwrap()).unwrap();
                assert!(reference_pk.verify_with_context(MESSAGE, context, &decoded));
                let sigma = reference
                    .sign_deterministic(MESSAGE, context)
                    .unwrap()
                    .encode();
                assert_eq!(signer.verify(&vk, MESSAGE, context, &sigma), Ok(true));
            }

            // liboqs's key, signed with there and verified here.
            let (vk, sk) = signer.generate().unwrap();
            let bytes = sk_bytes(&signer, &sk);
            let reference =
                ExpandedSigningKey::<$reference>::from_expanded(&bytes[..].try_into().unwrap());
            assert_eq!(
                pk_bytes(&signer, &vk),
                reference.verifying_key().encode().as_slice()
            );
            let sigma = reference
                .sign_deterministic(MESSAGE, CONTEXT)
                .unwrap()
                .encode();
            assert_eq!(signer.verify(&vk, MESSAGE, CONTEXT, &sigma), Ok(true));
        }
    };
}
agrees_with_ml_dsa!(ml_dsa_44_agrees, MlDsa44, MlDsa44);
agrees_with_ml_dsa!(ml_dsa_65_agrees, MlDsa65, MlDsa65);
agrees_with_ml_dsa!(ml_dsa_87_agrees, MlDsa87, MlDsa87);

#[test]
fn bad_signatures_are_refused() {
    let signer = MlDsa::new(ParameterSet::MlDsa65).unwrap();
    let (vk, sk) = signer.generate().unwrap();
    let mut sigma = signer.sign(&sk, MESSAGE, CONTEXT, HEDGED).unwrap();
    assert_eq!(signer.verify(&vk, MESSAGE, CONTEXT, &sigma), Ok(true));
    assert_eq!(signer.verify(&vk, b"", CONTEXT, &sigma), Ok(false));
    assert_eq!(signer.verify(&vk, MESSAGE, b"", &sigma), Ok(false));
    assert_eq!(signer.verify(&vk, MESSAGE, CONTEXT, &sigma[1..]), Ok(false));
    assert_eq!(signer.verify(&vk, MESSAGE, CONTEXT, &[]), Ok(false));
    sigma[40] ^= 1;
    assert_eq!(signer.verify(&vk, MESSAGE, CONTEXT, &sigma), Ok(false));
}

#[test]
fn wrong_lengths_are_refused() {
    let signer = MlDsa::new(ParameterSet::MlDsa65).unwrap();
    let (vk, sk) = signer.generate().unwrap();
    let refused = |error| matches!(error, ContractError::InvalidLength { .. });
    let long = [0; 256];
    assert!(signer.sign(&sk, MESSAGE, &long[1..], HEDGED).is_ok());
    assert!(
        signer
            .sign(&sk, MESSAGE, &long, HEDGED)
            .err()
            .is_some_and(refused)
    );
    assert!(
        signer
            .verify(&vk, MESSAGE, &long, &[])
            .err()
            .is_some_and(refused)
    );
    for wrong in [0, 1, 1951, 1953, 4031, 4033] {
        let bytes = vec![0; wrong];
        assert!(
            signer
                .import_verifying_key(&bytes)
                .err()
                .is_some_and(refused)
        );
        let imported = signer.import_signing_key(KeyForm::Expanded, &bytes);
        assert!(imported.err().is_some_and(refused));
    }
    // A key of another set has the same Rust type.
    let (small_vk, small_sk) = MlDsa::new(ParameterSet::MlDsa44)
        .unwrap()
        .generate()
        .unwrap();
    assert!(
        signer
            .sign(&small_sk, MESSAGE, b"", HEDGED)
            .err()
            .is_some_and(refused)
    );
    assert!(
        signer
            .verify(&small_vk, MESSAGE, b"", &[0; 3309])
            .err()
            .is_some_and(refused)
    );
}

#[test]
fn what_liboqs_lacks_is_said() {
    let signer = MlDsa::new(ParameterSet::MlDsa65).unwrap();
    let (_, sk) = signer.generate().unwrap();
    let unsupported = |error| matches!(error, ContractError::Unsupported(_));
    for randomness in [
        SigningRandomness::Deterministic,
        SigningRandomness::Rnd(&[0; 32]),
    ] {
        assert!(
            signer
                .sign(&sk, MESSAGE, b"", randomness)
                .err()
                .is_some_and(unsupported)
        );
    }
    assert!(
        signer
            .generate_from_seed(&[0; 32])
            .err()
            .is_some_and(unsupported)
    );
    assert!(
        signer
            .import_signing_key(KeyForm::Seed, &[0; 32])
            .err()
            .is_some_and(unsupported)
    );
    assert!(
        MlDsa::new(ParameterSet::SlhDsaShake128f)
            .err()
            .is_some_and(unsupported)
    );
}
