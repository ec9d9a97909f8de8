//! The whole scheme against another implementation, and the kernels of every back end against the portable ones.

mod ranges;
mod rare;
mod sampling;

use super::parameters::{ciphertext_len, decapsulation_key_len, encapsulation_key_len};
use super::scheme::{ExpandedDecapsulationKey, ExpandedEncapsulationKey, keygen};
use ml_kem::{Decapsulate, KeyExport, KeyInit};
use std::vec;
use std::vec::Vec;

/// Bytes that look random and follow from a number.
fn bytes<const LEN: usize>(seed: u64) -> [u8; LEN] {
    let mut x = seed.wrapping_mul(0x9e3779b97f4a7c15) | 1;
    core::array::from_fn(|_| {
        x = x
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (x >> 56) as u8
    })
}

macro_rules! against {
    ($name:ident, $k:literal, $module:ident) => {
        fn $name(b: impl super::Kernels, cases: u64) {
            for case in 0..cases {
                let (d, z, m) = (
                    bytes::<32>(3 * case),
                    bytes::<32>(3 * case + 1),
                    bytes::<32>(3 * case + 2),
                );
                let mut seed = [0; 64];
                seed[..32].copy_from_slice(&d);
                seed[32..].copy_from_slice(&z);
                let theirs = ml_kem::$module::DecapsulationKey::new(&seed.into());
                let mut dk = vec![0; decapsulation_key_len($k)];
                keygen::<_, $k>(b, &d, &z, &mut dk);
                #[allow(deprecated)]
                let expected = ml_kem::ExpandedKeyEncoding::to_expanded_bytes(&theirs);
                assert!(dk[..] == expected[..], "dk {case}");

                let ek = &dk[384 * $k..][..encapsulation_key_len($k)];
                assert!(
                    ek == &theirs.encapsulation_key().to_bytes()[..],
                    "ek {case}"
                );
                let mut key = ExpandedEncapsulationKey::<$k>::zero();
                assert!(key.decode(b, ek));
                let mut c = vec![0; ciphertext_len($k)];
                let mut secret = [0; 32];
                key.encapsulate(b, &m, &mut c, &mut secret);
                let (their_c, their_secret) = theirs
                    .encapsulation_key()
                    .encapsulate_deterministic(&m.into());
                assert!(c[..] == their_c[..], "c {case}");
                assert_eq!(secret[..], their_secret[..], "K {case}");

                let mut key = ExpandedDecapsulationKey::<$k>::zero();
                key.decode(b, &dk, None);
                let mut again = [0; 32];
                key.decapsulate(b, &c, &mut again);
                assert_eq!(again, secret, "decapsulated {case}");
                let place = case as usize % c.len();
                c[place] ^= 1 << (case % 8);
                key.decapsulate(b, &c, &mut again);
                let changed: Vec<u8> = c.clone();
                let rejected = theirs.decapsulate(changed.as_slice().try_into().unwrap());
                assert_eq!(again[..], rejected[..], "rejected {case}");
            }
        }
    };
}

against!(ml_kem_512, 2, ml_kem_512);
against!(ml_kem_768, 3, ml_kem_768);
against!(ml_kem_1024, 4, ml_kem_1024);

#[test]
fn all_back_ends_agree_with_another_implementation() {
    for_each_backend!(b => {
        ml_kem_512(b, 60);
        ml_kem_768(b, 60);
        ml_kem_1024(b, 60);
    });
}

/// For Miri, which takes a thousand times as long: `ci/platforms`. One polynomial through the kernels and back.
#[test]
fn interpreted() {
    use super::{Coefficients, Kernels, N, Poly, Q};
    use crate::wipe::Plain;
    for_each_backend!(b => {
        let mut f = Poly::<Coefficients>::ZERO;
        b.sample_cbd2(&bytes(1), &mut f);
        let (mut hat, mut reduced, mut back) = (Poly::ZERO, Poly::ZERO, Poly::ZERO);
        let mut encoded = [0; 384];
        b.ntt(&f, &mut hat);
        b.encode12(&hat, &mut encoded);
        assert!(b.decode12(&encoded, &mut reduced));
        b.inverse_ntt(&reduced, &mut back);
        assert!((0..N).all(|i| (back.0[i] - f.0[i]) % Q == 0));
        let (mut c, mut again) = ([0; 320], Poly::ZERO);
        b.compress::<10>(&back, &mut c);
        b.decompress::<10>(&c, &mut again);
        assert!((0..N).all(|i| (again.0[i] - f.0[i] + 5).rem_euclid(Q) <= 10));
        let message = bytes(2);
        let (mut m, mut read) = (Poly::<Coefficients>::ZERO, [0; 32]);
        b.add_message(&message, &mut m);
        b.to_message(&m, &mut read);
        assert_eq!(read, message);
    });
}
