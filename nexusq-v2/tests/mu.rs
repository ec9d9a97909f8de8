//! Signing and verifying an external mu (FIPS 204 sections 5.2 and 6.2).
#![allow(clippy::unwrap_used)]

use nexusq_v2::Error;
use shake::digest::{ExtendableOutput, Update, XofReader};

/// H(..., 64) = SHAKE256.
fn h(pieces: &[&[u8]]) -> [u8; 64] {
    let mut hash = shake::Shake256::default();
    pieces.iter().for_each(|piece| hash.update(piece));
    let mut out = [0; 64];
    hash.finalize_xof().read(&mut out);
    out
}

macro_rules! parameter_set {
    ($module:ident) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Mu, SigningKey};

            #[test]
            fn mu_is_the_hash_of_the_standard() {
                let key = SigningKey::from_seed(&[7; 32]);
                let vk = key.verifying_key();
                let tr = h(&[&vk.to_bytes()]);
                // FIPS 204 Alg. 2 line 10 and Alg. 7 line 6.
                let expected = h(&[&tr, &[0, 7], b"context", b"message"]);
                assert_eq!(vk.mu(b"message", b"context").unwrap().as_bytes(), &expected);
                assert_eq!(
                    key.mu(b"message", b"context"),
                    vk.mu(b"message", b"context")
                );
                let imported = SigningKey::from_expanded(key.to_expanded().as_ref()).unwrap();
                assert_eq!(
                    imported.mu(b"message", b"context"),
                    key.mu(b"message", b"context")
                );
            }

            #[test]
            fn a_signed_mu_is_a_signed_message() {
                let key = SigningKey::from_seed(&[7; 32]);
                let vk = key.verifying_key();
                let mu = vk.mu(b"message", b"context").unwrap();
                let whole = key.sign_deterministic(b"message", b"context").unwrap();
                assert_eq!(key.sign_mu_deterministic(&mu).unwrap(), whole);
                assert_eq!(vk.verify_mu(&mu, &whole), Ok(()));
                let rnd = [3; 32];
                let whole = key.sign_with_rnd(b"message", b"context", &rnd).unwrap();
                assert_eq!(key.sign_mu_with_rnd(&mu, &rnd).unwrap(), whole);
                let hedged = key.sign_mu(&mu).unwrap();
                assert_ne!(hedged, key.sign_mu(&mu).unwrap());
                assert_eq!(vk.verify(b"message", b"context", &hedged), Ok(()));
            }

            #[test]
            fn another_mu_is_refused() {
                let key = SigningKey::from_seed(&[7; 32]);
                let vk = key.verifying_key();
                let signature = key.sign_deterministic(b"message", b"context").unwrap();
                let refused = Err(Error::InvalidSignature);
                for (message, context) in [(b"massage", b"context"), (b"message", b"contest")] {
                    let mu = vk.mu(message, context).unwrap();
                    assert_eq!(vk.verify_mu(&mu, &signature), refused);
                }
                let other = SigningKey::from_seed(&[8; 32])
                    .mu(b"message", b"context")
                    .unwrap();
                assert_eq!(vk.verify_mu(&other, &signature), refused);
                assert_ne!(other, vk.mu(b"message", b"context").unwrap());
                let mut changed = *signature.as_bytes();
                changed[40] ^= 1;
                let changed = nexusq_v2::$module::Signature::from_bytes(&changed).unwrap();
                let mu = vk.mu(b"message", b"context").unwrap();
                assert_eq!(vk.verify_mu(&mu, &changed), refused);
            }

            #[test]
            fn mu_has_exactly_64_bytes_and_its_context_at_most_255() {
                for actual in [0, 32, 63, 65, 128] {
                    let refused = Error::InvalidLength {
                        what: "mu",
                        expected: 64,
                        actual,
                    };
                    assert_eq!(Mu::from_bytes(&vec![1; actual]).err(), Some(refused));
                }
                assert_eq!(Mu::from_bytes(&[1; 64]).unwrap().as_bytes(), &[1; 64]);
                let key = SigningKey::from_seed(&[7; 32]);
                let too_long = Some(Error::ContextTooLong { actual: 256 });
                assert!(key.mu(b"", &[0; 255]).is_ok());
                assert_eq!(key.mu(b"", &[0; 256]).err(), too_long);
                assert_eq!(key.verifying_key().mu_builder(&[0; 256]).err(), too_long);
            }

            #[test]
            fn mu_is_redacted() {
                let key = SigningKey::from_seed(&[7; 32]);
                assert!(format!("{:?}", key.mu(b"", b"")).contains(", redacted)"));
                assert!(format!("{:?}", key.mu_builder(b"")).contains(", redacted)"));
            }
        }
    };
}

parameter_set!(ml_dsa_44);
parameter_set!(ml_dsa_65);
parameter_set!(ml_dsa_87);
