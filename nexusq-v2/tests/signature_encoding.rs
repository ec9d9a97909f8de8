//! The encoding of a signature is strict: HintBitUnpack (FIPS 204 Alg. 21) and the bound of z.
//!
//! Each changed hint below decodes to the same hint if the check is left out, so the signature
//! would verify: only the check refuses it.
#![allow(clippy::unwrap_used)]

use nexusq_v2::Error;

macro_rules! parameter_set {
    ($module:ident, omega $omega:literal, k $k:literal, c $c:literal, z $bits:literal) => {
        mod $module {
            use super::*;
            use nexusq_v2::$module::{Signature, SigningKey};

            fn verdict(signature: &[u8]) -> Result<(), Error> {
                let key = SigningKey::from_seed(&[7; 32]).verifying_key();
                key.verify_bytes(b"message", b"", signature)
            }

            /// A signature and the place of its hint, with at least two indices in the first
            /// polynomial that has any, and with unused bytes.
            fn signature() -> ([u8; Signature::LEN], usize, usize) {
                let key = SigningKey::from_seed(&[7; 32]);
                let hint = Signature::LEN - $omega - $k;
                for rnd in 0..=255 {
                    let signature = key.sign_with_rnd(b"message", b"", &[rnd; 32]).unwrap();
                    let bytes = *signature.as_bytes();
                    let (first, all) = (bytes[hint + $omega], bytes[Signature::LEN - 1]);
                    if first >= 2 && usize::from(all) < $omega {
                        return (bytes, hint, usize::from(all));
                    }
                }
                panic!("no signature of that kind");
            }

            #[test]
            fn the_unchanged_signature_verifies() {
                assert_eq!(verdict(&signature().0), Ok(()));
            }

            /// Alg. 21 line 9: indices of a polynomial rise.
            #[test]
            fn indices_out_of_order() {
                let (mut bytes, hint, _) = signature();
                bytes.swap(hint, hint + 1);
                assert_eq!(verdict(&bytes), Err(Error::InvalidSignature));
            }

            /// Alg. 21 line 9: no index comes twice.
            #[test]
            fn an_index_twice() {
                let (mut bytes, hint, all) = signature();
                bytes.copy_within(hint..hint + all, hint + 1);
                bytes[hint + $omega..]
                    .iter_mut()
                    .for_each(|count| *count += 1);
                assert_eq!(verdict(&bytes), Err(Error::InvalidSignature));
            }

            /// Alg. 21 lines 17 to 19: what is not used is zero.
            #[test]
            fn bytes_after_the_last_index() {
                let (bytes, hint, all) = signature();
                for at in all..$omega {
                    let mut changed = bytes;
                    changed[hint + at] = 1;
                    assert_eq!(verdict(&changed), Err(Error::InvalidSignature), "{at}");
                }
            }

            /// Alg. 21 line 4: counts neither fall nor pass ω.
            #[test]
            fn counts() {
                let (bytes, hint, _) = signature();
                for (at, count) in [($k - 1, $omega + 1), ($k - 1, 255), ($k - 1, 0), (0, 255)] {
                    let mut changed = bytes;
                    changed[hint + $omega + at] = count;
                    assert_eq!(
                        verdict(&changed),
                        Err(Error::InvalidSignature),
                        "{at} {count}"
                    );
                }
            }

            /// Alg. 8 line 13. A coefficient of γ1 is stored as zero bits; Wycheproof has the
            /// signatures that only this check refuses.
            #[test]
            fn z_too_large() {
                let (mut bytes, _, _) = signature();
                bytes[$c..$c + $bits / 8].fill(0);
                bytes[$c + $bits / 8] &= 0xff << ($bits % 8);
                assert_eq!(verdict(&bytes), Err(Error::InvalidSignature));
            }
        }
    };
}

parameter_set!(ml_dsa_44, omega 80, k 4, c 32, z 18);
parameter_set!(ml_dsa_65, omega 55, k 6, c 48, z 20);
parameter_set!(ml_dsa_87, omega 75, k 8, c 64, z 20);
