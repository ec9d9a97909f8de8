//! Both back ends give the same bytes as the independent crates ml-kem and ml-dsa: keys,
//! ciphertexts, shared secrets (also of rejected ciphertexts) and signatures.
#![allow(deprecated)] // The two crates deprecate the expanded encoding of private keys.

use adapter_pqcp::BackEnd;
use ml_dsa::ExpandedSigningKey;
use ml_kem::{Decapsulate, ExpandedKeyEncoding, KeyExport};
use nexusq_contract::{ContractError, Kem, KeyForm, Signature, SigningRandomness};

const ROUNDS: usize = 8;

/// Both back ends on a processor with AVX2, the portable C twice on another.
fn cases() -> impl Iterator<Item = (BackEnd, usize)> {
    let back_ends = [BackEnd::PORTABLE, BackEnd::fastest()];
    back_ends
        .into_iter()
        .flat_map(|back_end| (0..ROUNDS).map(move |round| (back_end, round)))
}

/// Bytes that differ from round to round; round 0 is 00, 01, 02 and so on.
fn bytes<const N: usize>(round: usize) -> [u8; N] {
    std::array::from_fn(|i| (i + round * (2 * i + 89)) as u8)
}

fn exported(write: impl FnOnce(&mut [u8]) -> Result<usize, ContractError>) -> Vec<u8> {
    let mut out = vec![0; 5000];
    let length = write(&mut out).expect("the buffer is long enough");
    out.truncate(length);
    out
}

macro_rules! kem_agrees {
    ($ours:ident, $theirs:ty) => {
        #[test]
        fn $ours() {
            for (back_end, round) in cases() {
                let kem = adapter_pqcp::$ours(back_end);
                let (seed, m) = (bytes::<64>(round), bytes::<32>(round + 1));

                let their_dk = ml_kem::DecapsulationKey::<$theirs>::from_seed(seed.into());
                let their_ek = their_dk.encapsulation_key();
                let (ek, dk) = kem.generate_from_seed(&seed).expect("keygen");
                let ek_bytes = exported(|out| kem.export_encapsulation_key(&ek, out));
                assert_eq!(ek_bytes, their_ek.to_bytes().as_slice());
                let dk_bytes =
                    exported(|out| kem.export_decapsulation_key(&dk, KeyForm::Expanded, out));
                assert_eq!(dk_bytes, their_dk.to_expanded_bytes().as_slice());

                let (their_c, their_k) = their_ek.encapsulate_deterministic(&m.into());
                let ek = kem.import_encapsulation_key(&ek_bytes).expect("ek");
                let (c, k) = kem.encapsulate_with_m(&ek, &m).expect("encaps");
                assert_eq!(
                    (&c[..], k.as_ref()),
                    (their_c.as_slice(), their_k.as_slice())
                );

                let dk = kem
                    .import_decapsulation_key(KeyForm::Expanded, &dk_bytes)
                    .expect("dk");
                assert_eq!(
                    kem.decapsulate(&dk, &c).expect("decaps").as_ref(),
                    their_k.as_slice()
                );
                let mut wrong = their_c;
                wrong[round * 90] ^= 1 << round;
                let rejected = kem.decapsulate(&dk, &wrong).expect("decaps");
                assert_eq!(rejected.as_ref(), their_dk.decapsulate(&wrong).as_slice());
                assert_ne!(rejected.as_ref(), k.as_ref());

                let (c, k) = kem.encapsulate(&ek).expect("encaps");
                let c = ml_kem::Ciphertext::<$theirs>::try_from(&c[..]).expect("length");
                assert_eq!(k.as_ref(), their_dk.decapsulate(&c).as_slice());
            }
        }
    };
}

kem_agrees!(ml_kem_512, ml_kem::MlKem512);
kem_agrees!(ml_kem_768, ml_kem::MlKem768);
kem_agrees!(ml_kem_1024, ml_kem::MlKem1024);

macro_rules! signature_agrees {
    ($ours:ident, $theirs:ty) => {
        #[test]
        fn $ours() {
            for (back_end, round) in cases() {
                let scheme = adapter_pqcp::$ours(back_end);
                let (xi, rnd) = (bytes::<32>(round), bytes::<32>(round + 1));
                let message = vec![round as u8; 300 * round];
                let context = vec![0xc7; 255 * round / (ROUNDS - 1)];

                let theirs = ExpandedSigningKey::<$theirs>::from_seed(&xi.into());
                let (pk, sk) = scheme.generate_from_seed(&xi).expect("keygen");
                let pk_bytes = exported(|out| scheme.export_verifying_key(&pk, out));
                assert_eq!(pk_bytes, theirs.verifying_key().encode().as_slice());
                let sk_bytes =
                    exported(|out| scheme.export_signing_key(&sk, KeyForm::Expanded, out));
                assert_eq!(sk_bytes, theirs.to_expanded().as_slice());

                let pk = scheme.import_verifying_key(&pk_bytes).expect("pk");
                let sk = scheme
                    .import_signing_key(KeyForm::Expanded, &sk_bytes)
                    .expect("sk");
                let sign = |randomness| {
                    let signature = scheme.sign(&sk, &message, &context, randomness);
                    let signature = signature.expect("sign");
                    assert_eq!(scheme.verify(&pk, &message, &context, &signature), Ok(true));
                    signature
                };
                let expected = theirs.sign_deterministic(&message, &context).expect("sign");
                assert_eq!(
                    sign(SigningRandomness::Deterministic)[..],
                    expected.encode()[..]
                );
                // FIPS 204 Alg. 2 line 10.
                let prefix = [0, context.len() as u8];
                let expected = theirs.sign_internal(&[&prefix, &context, &message], &rnd.into());
                assert_eq!(
                    sign(SigningRandomness::Rnd(&rnd))[..],
                    expected.encode()[..]
                );
                let hedged = sign(SigningRandomness::Hedged);
                let hedged = ml_dsa::Signature::<$theirs>::try_from(&hedged[..]).expect("format");
                assert!(
                    theirs
                        .verifying_key()
                        .verify_with_context(&message, &context, &hedged)
                );
            }
        }
    };
}

signature_agrees!(ml_dsa_44, ml_dsa::MlDsa44);
signature_agrees!(ml_dsa_65, ml_dsa::MlDsa65);
signature_agrees!(ml_dsa_87, ml_dsa::MlDsa87);
