//! What ML-KEM leaves behind, beside what the crate `ml-kem` leaves for the same operation, when
//! its caller clears each secret that it returns where it stands.

use crate::watch::Secret;
use crate::{Known, bytes, check};
use ml_kem::{Decapsulate, KeyExport};
use std::hint::black_box;
use zeroize::Zeroize;

/// The coefficients of ByteDecode12 (FIPS 203 Alg. 6) as they stand in memory, two bytes each.
fn decoded(encoded: &[u8]) -> Vec<u8> {
    let pairs = encoded.chunks_exact(3).flat_map(|chunk| {
        let word = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], 0]);
        [(word & 0xfff) as u16, (word >> 12) as u16]
    });
    pairs.flat_map(u16::to_le_bytes).collect()
}

macro_rules! parameter_set {
    ($module:ident, $k:literal) => {
        #[test]
        fn $module() {
            use ml_kem::$module::DecapsulationKey as Theirs;
            use nexusq_v2::$module::DecapsulationKey as Ours;
            // Not part of its caller, whose frame would then be that of the crate underneath.
            #[inline(never)]
            fn encapsulate(
                ek: &ml_kem::$module::EncapsulationKey,
                m: &[u8; 32],
            ) -> (ml_kem::$module::Ciphertext, ml_kem::SharedKey) {
                ek.encapsulate_deterministic(m.into())
            }
            let seed: &'static [u8; 64] = Box::leak(Box::new(bytes(stringify!($module))));
            let m: &'static [u8; 32] = Box::leak(Box::new(bytes("m")));
            let key: &Ours = Box::leak(Box::new(Ours::from_seed(seed)));
            let their_key: &Theirs = Box::leak(Box::new(Theirs::from_seed((*seed).into())));
            let dk = Box::leak(Box::new(*key.to_expanded().as_bytes()));
            let ek = key.encapsulation_key();
            let their_ek = their_key.encapsulation_key();
            let (c, secret) = ek.encapsulate_with_m(m);
            let their_c = c.as_bytes().as_slice().try_into().unwrap();
            let rejected = key
                .decapsulate_bytes(&[0; Ours::LEN][..c.as_bytes().len()])
                .unwrap();
            let secrets = [
                Secret::handled("d", &seed[..32]),
                Secret::handled("z", &seed[32..]),
                Secret::handled("m", m),
                Secret::handled("shared secret", secret.as_bytes()),
                Secret::handled("rejection secret", rejected.as_bytes()),
                Secret::handled("dk_pke, encoded", &dk[..384 * $k]),
                Secret::inner("s, decoded", &decoded(&dk[..384 * $k]), 1),
            ];
            let check = |what: &str, ours: &(dyn Fn() + Sync), theirs: &(dyn Fn() + Sync)| {
                check(
                    &format!("{} {what}", stringify!($module)),
                    &secrets,
                    ours,
                    theirs,
                );
            };
            check(
                "key generation from a seed",
                &|| drop(black_box(Ours::from_seed(seed))),
                &|| drop(black_box(Theirs::from_seed((*seed).into()))),
            );
            check(
                "key generation from a generator",
                &|| drop(black_box(Ours::generate_from_rng(&mut Known(seed)))),
                &|| drop(black_box(Theirs::from_seed((*seed).into()))),
            );
            check(
                "encapsulation",
                &|| drop(black_box(ek.encapsulate_with_rng(&mut Known(m)))),
                &|| {
                    let mut pair = encapsulate(their_ek, m);
                    pair.1.zeroize();
                    black_box(&pair);
                },
            );
            check(
                "decapsulation",
                &|| drop(black_box(key.decapsulate(&c))),
                &|| {
                    let mut k = their_key.decapsulate(&their_c);
                    k.zeroize();
                    black_box(&k);
                },
            );
            check(
                "export of the seed",
                &|| drop(black_box(key.to_seed())),
                &|| {
                    let mut copy = their_key.to_bytes();
                    copy.zeroize();
                    black_box(&copy);
                },
            );
            check(
                "export, expanded",
                &|| drop(black_box(key.to_expanded())),
                &|| {
                    #[allow(deprecated)]
                    let mut dk = ml_kem::ExpandedKeyEncoding::to_expanded_bytes(their_key);
                    dk.zeroize();
                    black_box(&dk);
                },
            );
            check(
                "import, expanded",
                &|| drop(black_box(Ours::from_expanded(dk))),
                &|| {
                    #[allow(deprecated)]
                    drop(black_box(Theirs::from_expanded(
                        dk.as_slice().try_into().unwrap(),
                    )));
                },
            );
            let pem = key.to_pkcs8_pem().unwrap();
            check(
                "PKCS#8 in PEM, written and read",
                &|| {
                    drop(black_box(key.to_pkcs8_pem()));
                    drop(black_box(Ours::from_pkcs8_pem(&pem)));
                },
                // The crate has no such call that reads PEM; its export and key generation are
                // what ours is made of.
                &|| {
                    let mut copy = their_key.to_bytes();
                    copy.zeroize();
                    black_box(&copy);
                    drop(black_box(Theirs::from_seed((*seed).into())));
                },
            );
        }
    };
}

parameter_set!(ml_kem_512, 2);
parameter_set!(ml_kem_768, 3);
parameter_set!(ml_kem_1024, 4);
