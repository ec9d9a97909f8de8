//! The rejection sampler and the transforms of every back end.

use super::bytes;
use crate::ml_kem::{Coefficients, Factor, Kernels, N, Ntt, Poly, Q};
use crate::wipe::Plain;
use std::vec::Vec;

fn class(x: i64) -> i64 {
    x.rem_euclid(i64::from(Q))
}

/// Every three bytes, in blocks of SHAKE128: SampleNTT (FIPS 203 Alg. 7).
#[test]
fn uniform_numbers_from_every_three_bytes() {
    for_each_backend!(b => {
        let mut expected: Vec<i16> = Vec::new();
        let (mut poly, mut filled) = (Poly::<Ntt>::ZERO, 0);
        for first in (0..1u32 << 24).step_by(56) {
            let mut block = [0; 168];
            for (i, three) in block.chunks_exact_mut(3).enumerate() {
                let x = (first + i as u32) % (1 << 24);
                three.copy_from_slice(&x.to_le_bytes()[..3]);
                let both = [(x & 0xfff) as i16, (x >> 12) as i16];
                expected.extend(both.iter().filter(|d| **d < Q));
            }
            filled = b.sample_uniform(&block, &mut poly, filled);
            if filled == N {
                assert!(poly.0[..] == expected[..N], "{first}");
                expected.clear();
                filled = 0;
            } else {
                assert_eq!(filled, expected.len());
            }
        }
    });
}

/// Polynomials with |x| ≤ q: those that strain the bounds, and random ones.
fn polynomials<D>() -> Vec<Poly<D>> {
    let with = |number: &dyn Fn(usize) -> i16| {
        let mut poly = Poly::ZERO;
        for (i, x) in poly.0.iter_mut().enumerate() {
            *x = number(i);
        }
        poly
    };
    let mut all = std::vec![
        with(&|_| Q),
        with(&|_| -Q),
        with(&|i| if i % 2 == 0 { Q } else { -Q }),
        with(&|i| if i % 4 < 2 { Q } else { -Q }),
        with(&|i| i16::from(i == 0)),
        with(&|i| i16::from(i == N - 1)),
    ];
    for seed in 0..40 {
        let bytes = bytes::<512>(seed);
        let word = |i: usize| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        all.push(with(&|i| (word(i) % 6659) as i16 - Q));
        all.push(with(&|i| if word(i) >> 15 == 1 { Q } else { -Q }));
    }
    all
}

/// Elements 2·i and 2·i + 1 of the transform are the remainder modulo X² − ζ^(2·BitRev7(i) + 1), ζ = 17 (FIPS 203 section 4.3).
#[test]
fn transform_is_the_remainders() {
    for_each_backend!(b => {
        for f in polynomials::<Coefficients>() {
            let mut hat = Poly::ZERO;
            b.ntt(&f, &mut hat);
            for i in 0..N / 2 {
                let exponent = 2 * ((i as u8).reverse_bits() >> 1) + 1;
                let root = (0..exponent).fold(1, |power, _| class(power * 17));
                for odd in 0..2 {
                    let value = (0..N / 2).rev().fold(0, |sum, j| class(sum * root + i64::from(f.0[2 * j + odd])));
                    assert_eq!(class(hat.0[2 * i + odd].into()), value);
                }
            }
            assert!(hat.0.iter().all(|x| x.abs() <= 8 * Q));
        }
    });
}

#[test]
fn transform_and_back() {
    for_each_backend!(b => {
        for f_hat in polynomials::<Ntt>() {
            let (mut f, mut again) = (Poly::ZERO, Poly::ZERO);
            b.inverse_ntt(&f_hat, &mut f);
            assert!(f.0.iter().all(|x| x.abs() <= Q));
            b.ntt(&f, &mut again);
            for (x, y) in f_hat.0.iter().zip(&again.0) {
                assert_eq!(class((*x).into()), class((*y).into()));
            }
        }
    });
}

/// Sums of four products, with numbers as large as decoding gives them.
#[test]
fn products_are_those_of_the_schoolbook() {
    for_each_backend!(b => {
        let all = polynomials::<Coefficients>();
        for case in 0..8 {
            let f: Vec<_> = (0..4).map(|i| all[(7 * case + i) % all.len()]).collect();
            let g: Vec<_> = (0..4).map(|i| all[(7 * case + i + 5) % all.len()]).collect();
            let mut a = [Poly::<Ntt>::ZERO; 4];
            let mut factors = [Factor::ZERO; 4];
            for i in 0..4 {
                let mut hat = Poly::ZERO;
                b.ntt(&f[i], &mut hat);
                for (to, x) in a[i].0.iter_mut().zip(hat.0) {
                    // Of the representatives below 4096 the largest.
                    let x = x.rem_euclid(Q);
                    *to = if x + Q < 4096 { x + Q } else { x };
                }
                b.ntt(&g[i], &mut hat);
                b.factor(&hat, &mut factors[i]);
            }
            let (mut sum, mut got) = (Poly::<Ntt>::ZERO, Poly::ZERO);
            b.dot(&a, &factors, &mut sum);
            assert!(sum.0.iter().all(|x| x.abs() <= Q));
            b.inverse_ntt(&sum, &mut got);
            let mut expected = [0i64; N];
            for (f, g) in f.iter().zip(&g) {
                for (i, x) in f.0.iter().enumerate() {
                    for (j, y) in g.0.iter().enumerate() {
                        let term = i64::from(*x) * i64::from(*y);
                        expected[(i + j) % N] += if i + j < N { term } else { -term };
                    }
                }
            }
            for (x, expected) in got.0.iter().zip(expected) {
                assert_eq!(class((*x).into()), class(expected));
            }
        }
    });
}
