//! ML-DSA and SLH-DSA of OpenSSL against the packages `ml-dsa` and `fips205`.
#![allow(missing_docs, clippy::unwrap_used)]

use adapter_openssl::Signer;
use ml_dsa::{ExpandedSigningKey, MlDsa44, MlDsa65, MlDsa87, SigningKey};
use nexusq_contract::{ContractError, KeyForm, ParameterSet, Signature, SigningRandomness};

const MESSAGE: &[u8] = b"a message";
const CONTEXT: &[u8] = b"a context";

/// Bytes 00, 01, ...: a seed of key generation.
fn seed<const N: usize>() -> [u8; N] {
    std::array::from_fn(|i| i as u8)
}

fn pk_bytes(signer: &Signer, key: &<Signer as Signature>::VerifyingKey) -> Vec<u8> {
    let mut out = vec![0; 4000];
    let len = signer.export_verifying_key(key, &mut out).unwrap();
    out[..len].to_vec()
}

fn sk_bytes(signer: &Signer, key: &<Signer as Signature>::SigningKey, form: KeyForm) -> Vec<u8> {
    let mut out = vec![0; 6000];
    let len = signer.export_signing_key(key, form, &mut out).unwrap();
    out[..len].to_vec()
}

macro_rules! agrees_with_ml_dsa {
    ($test:ident, $set:ident, $reference:ty) => {
        #[test]
        #[allow(deprecated)]
        fn $test() {
            let signer = Signer::new(ParameterSet::$set).unwrap();
            let (vk, sk) = signer.generate_from_seed(&seed::<32>()).unwrap();
            let xi = seed::<32>().into();
            let expected = ExpandedSigningKey::<$reference>::from_seed(&xi);
            let expected_pk = SigningKey::<$reference>::from_seed(&xi)
                .expanded_key()
                .verifying_key();
            let expanded = expected.to_expanded();
            assert_eq!(pk_bytes(&signer, &vk), expected_pk.encode().as_slice());
            assert_eq!(
                sk_bytes(&signer, &sk, KeyForm::Expanded),
                expanded.as_slice()
            );
            assert_eq!(sk_bytes(&signer, &sk, KeyForm::Seed), seed::<32>());

            for context in [&b""[..], CONTEXT] {
                let sigma = signer
                    .sign(&sk, MESSAGE, context, SigningRandomness::Deterministic)
                    .unwrap();
                let reference = expected.sign_deterministic(MESSAGE, context).unwrap();
                assert_eq!(sigma, reference.encode().as_slice());
                assert_eq!(signer.verify(&vk, MESSAGE, context, &sigma), Ok(true));
            }
            let rnd = [0x5a; 32];
            let sigma = signer
                .sign(&sk, MESSAGE, CONTEXT, SigningRandomness::Rnd(&rnd))
                .unwrap();
            // FIPS 204 Alg. 2, line 10: M' = 0 ‖ |ctx| ‖ ctx ‖ M.
            let m_prime = [&[0, CONTEXT.len() as u8][..], CONTEXT, MESSAGE];
            let reference = expected.sign_internal(&m_prime, &rnd.into());
            assert_eq!(sigma, reference.encode().as_slice());

            for (form, bytes) in [
                (KeyForm::Expanded, &expanded[..]),
                (KeyForm::Seed, &seed::<32>()),
            ] {
                let sk = signer.import_signing_key(form, bytes).unwrap();
                let sigma = signer
                    .sign(&sk, MESSAGE, CONTEXT, SigningRandomness::Hedged)
                    .unwrap();
                let decoded = ml_dsa::Signature::decode(&sigma[..].try_into().unwrap()).unwrap();
                assert!(expected_pk.verify_with_context(MESSAGE, CONTEXT, &decoded));
            }
        }
    };
}
agrees_with_ml_dsa!(ml_dsa_44_agrees, MlDsa44, MlDsa44);
agrees_with_ml_dsa!(ml_dsa_65_agrees, MlDsa65, MlDsa65);
agrees_with_ml_dsa!(ml_dsa_87_agrees, MlDsa87, MlDsa87);

#[test]
fn slh_dsa_shake_128f_agrees() {
    use fips205::slh_dsa_shake_128f::KG;
    use fips205::traits::{KeyGen, SerDes, Signer as _};
    let signer = Signer::new(ParameterSet::SlhDsaShake128f).unwrap();
    let seed = seed::<48>();
    let (vk, sk) = signer.generate_from_seed(&seed).unwrap();
    let part = |i: usize| <[u8; 16]>::try_from(&seed[16 * i..16 * (i + 1)]).unwrap();
    let (expected_pk, expected_sk) = KG::keygen_from_seed(&part(0), &part(1), &part(2));
    let sigma = signer
        .sign(&sk, MESSAGE, CONTEXT, SigningRandomness::Deterministic)
        .unwrap();
    let reference = expected_sk.try_sign(MESSAGE, CONTEXT, false).unwrap();
    assert_eq!(sigma, reference);
    assert_eq!(pk_bytes(&signer, &vk), expected_pk.into_bytes());
    assert_eq!(
        sk_bytes(&signer, &sk, KeyForm::Expanded),
        expected_sk.into_bytes()
    );
}

#[test]
fn every_set_signs_and_refuses_what_it_should() {
    let slow = |set: &&ParameterSet| !set.name().ends_with('s');
    let sets = ParameterSet::ALL
        .iter()
        .filter(|set| set.signature_sizes().is_some());
    for &set in sets.filter(slow) {
        let signer = Signer::new(set).unwrap();
        let (vk, sk) = signer.generate().unwrap();
        let vk = signer
            .import_verifying_key(&pk_bytes(&signer, &vk))
            .unwrap();
        let sk = sk_bytes(&signer, &sk, KeyForm::Expanded);
        let sk = signer.import_signing_key(KeyForm::Expanded, &sk).unwrap();
        let rnd = vec![0x5a; set.signature_sizes().unwrap().rnd];
        let mut sigma = signer
            .sign(&sk, MESSAGE, CONTEXT, SigningRandomness::Rnd(&rnd))
            .unwrap();
        assert_eq!(
            signer.verify(&vk, MESSAGE, CONTEXT, &sigma),
            Ok(true),
            "{set:?}"
        );
        assert_eq!(
            signer.verify(&vk, MESSAGE, b"", &sigma),
            Ok(false),
            "{set:?}"
        );
        assert_eq!(
            signer.verify(&vk, b"", CONTEXT, &sigma),
            Ok(false),
            "{set:?}"
        );
        assert_eq!(
            signer.verify(&vk, MESSAGE, CONTEXT, &sigma[1..]),
            Ok(false),
            "{set:?}"
        );
        sigma[40] ^= 1;
        assert_eq!(
            signer.verify(&vk, MESSAGE, CONTEXT, &sigma),
            Ok(false),
            "{set:?}"
        );
    }
}

#[test]
fn wrong_lengths_are_refused() {
    let signer = Signer::new(ParameterSet::MlDsa65).unwrap();
    let (vk, sk) = signer.generate().unwrap();
    let refused = |error| matches!(error, ContractError::InvalidLength { .. });
    let long = [0; 256];
    let hedged = SigningRandomness::Hedged;
    assert!(signer.sign(&sk, MESSAGE, &long[1..], hedged).is_ok());
    assert!(
        signer
            .sign(&sk, MESSAGE, &long, hedged)
            .err()
            .is_some_and(refused)
    );
    assert!(
        signer
            .verify(&vk, MESSAGE, &long, &[])
            .err()
            .is_some_and(refused)
    );
    for wrong in [0, 1, 31, 33, 1951, 1953, 4031, 4033] {
        let bytes = vec![0; wrong];
        let rnd = SigningRandomness::Rnd(&bytes);
        assert!(
            signer
                .sign(&sk, MESSAGE, b"", rnd)
                .err()
                .is_some_and(refused)
        );
        assert!(signer.generate_from_seed(&bytes).err().is_some_and(refused));
        assert!(
            signer
                .import_verifying_key(&bytes)
                .err()
                .is_some_and(refused)
        );
        for form in [KeyForm::Expanded, KeyForm::Seed] {
            assert!(
                signer
                    .import_signing_key(form, &bytes)
                    .err()
                    .is_some_and(refused)
            );
        }
    }
}

#[test]
fn what_openssl_lacks_is_said() {
    let signer = Signer::new(ParameterSet::SlhDsaShake128f).unwrap();
    let unsupported = |error| matches!(error, ContractError::Unsupported(_));
    assert!(
        signer
            .import_signing_key(KeyForm::Seed, &[0; 48])
            .err()
            .is_some_and(unsupported)
    );
    assert!(
        Signer::new(ParameterSet::MlKem512)
            .err()
            .is_some_and(unsupported)
    );
    // A key that came in expanded form has no seed to give out.
    let signer = Signer::new(ParameterSet::MlDsa44).unwrap();
    let (_, sk) = signer.generate().unwrap();
    let bytes = sk_bytes(&signer, &sk, KeyForm::Expanded);
    let sk = signer
        .import_signing_key(KeyForm::Expanded, &bytes)
        .unwrap();
    assert!(
        signer
            .export_signing_key(&sk, KeyForm::Seed, &mut [0; 32])
            .is_err()
    );
}
