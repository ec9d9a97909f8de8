//! What ML-DSA leaves behind, beside what the crate `ml-dsa` leaves for the same operation, when
//! its caller clears each secret that it returns where it stands.

use crate::watch::Secret;
use crate::{Known, bytes, check};
use std::hint::black_box;
use zeroize::Zeroize;

/// Coefficients of BitUnpack (FIPS 204 Alg. 19) modulo q as they stand in memory, four bytes each.
fn decoded(encoded: &[u8], eta: u32) -> Vec<u8> {
    let bits = if eta == 2 { 3 } else { 4 };
    let coefficients = (0..encoded.len() * 8 / bits).map(|index| {
        let at = index * bits;
        let next = encoded.get(at / 8 + 1).copied().unwrap_or(0);
        let word = u32::from(encoded[at / 8]) | u32::from(next) << 8;
        let stored = word >> (at % 8) & ((1 << bits) - 1);
        (8_380_417 + eta - stored) % 8_380_417
    });
    coefficients.flat_map(u32::to_le_bytes).collect()
}

macro_rules! parameter_set {
    ($module:ident, $set:ident, $eta:literal, $small:literal) => {
        #[test]
        fn $module() {
            use nexusq_v2::$module::SigningKey as Ours;
            type Theirs = ml_dsa::SigningKey<ml_dsa::$set>;
            let seed: &'static [u8; 32] = Box::leak(Box::new(bytes(stringify!($module))));
            let rnd: &'static [u8; 32] = Box::leak(Box::new(bytes("rnd")));
            let key: &Ours = Box::leak(Box::new(Ours::from_seed(seed)));
            let their_key: &Theirs = Box::leak(Box::new(Theirs::from_seed(seed.into())));
            let sk = Box::leak(Box::new(*key.to_expanded().as_bytes()));
            let mu = key.mu(b"message", b"context").unwrap();
            let secrets = [
                Secret::handled("xi", seed),
                Secret::handled("rnd", rnd),
                Secret::handled("mu", mu.as_bytes()),
                Secret::handled("s1, s2, encoded", &sk[128..128 + $small]),
                Secret::handled("t0, encoded", &sk[128 + $small..]),
                Secret::inner("K", &sk[32..64], 1),
                // 16 bytes are only four small coefficients, which other polynomials have too.
                Secret::inner("s1, s2, decoded", &decoded(&sk[128..128 + $small], $eta), 8),
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
                &|| drop(black_box(Theirs::from_seed(seed.into()))),
            );
            check(
                "key generation from a generator",
                &|| drop(black_box(Ours::generate_from_rng(&mut Known(seed)))),
                &|| drop(black_box(Theirs::from_seed(seed.into()))),
            );
            let their_expanded = their_key.expanded_key();
            check(
                "signing",
                &|| {
                    drop(black_box(key.sign_with_rng(
                        b"message",
                        b"context",
                        &mut Known(rnd),
                    )))
                },
                &|| {
                    let signature =
                        their_expanded.sign_randomized(b"message", b"context", &mut Known(rnd));
                    black_box(signature.unwrap().encode());
                },
            );
            check(
                "signing of an external mu",
                &|| {
                    let mu = key.mu(b"message", b"context").unwrap();
                    drop(black_box(key.sign_mu_with_rng(&mu, &mut Known(rnd))));
                },
                &|| {
                    let signature =
                        their_expanded.sign_randomized(b"message", b"context", &mut Known(rnd));
                    black_box(signature.unwrap().encode());
                },
            );
            check(
                "export of the seed",
                &|| drop(black_box(key.to_seed())),
                &|| {
                    let mut copy = their_key.to_seed();
                    copy.zeroize();
                    black_box(&copy);
                },
            );
            check(
                "export, expanded",
                &|| drop(black_box(key.to_expanded())),
                &|| {
                    #[allow(deprecated)]
                    let mut sk = their_expanded.to_expanded();
                    sk.zeroize();
                    black_box(&sk);
                },
            );
            check(
                "import, expanded",
                &|| drop(black_box(Ours::from_expanded(sk))),
                &|| {
                    let encoded = sk.as_slice().try_into().unwrap();
                    #[allow(deprecated)]
                    let key = ml_dsa::ExpandedSigningKey::<ml_dsa::$set>::from_expanded(encoded);
                    let key = Box::new(key);
                    black_box(key.verifying_key());
                },
            );
            let pem = key.to_pkcs8_pem().unwrap();
            check(
                "PKCS#8 in PEM, written and read",
                &|| {
                    drop(black_box(key.to_pkcs8_pem()));
                    drop(black_box(Ours::from_pkcs8_pem(&pem)));
                },
                &|| {
                    let mut copy = their_key.to_seed();
                    copy.zeroize();
                    black_box(&copy);
                    drop(black_box(Theirs::from_seed(seed.into())));
                },
            );
        }
    };
}

parameter_set!(ml_dsa_44, MlDsa44, 2, 768);
parameter_set!(ml_dsa_65, MlDsa65, 4, 1408);
parameter_set!(ml_dsa_87, MlDsa87, 2, 1440);
