//! Samplers and transforms of every back end.

use super::bytes;
use crate::ml_dsa::{
    Coefficients, Kernels, N, Ntt, Poly, Product, Q, Small, SmallFactor, SmallNtt,
};
use crate::wipe::Plain;
use std::vec::Vec;

/// Every three bytes, in blocks of SHAKE128: CoeffFromThreeBytes (FIPS 204 Alg. 14).
#[test]
fn uniform_numbers_from_every_three_bytes() {
    for_each_backend!(b => {
        let mut expected: Vec<i32> = Vec::new();
        let (mut poly, mut filled) = (Poly::<Ntt>::ZERO, 0);
        for first in (0..1u32 << 24).step_by(56) {
            let mut block = [0; 168];
            for (i, three) in block.chunks_exact_mut(3).enumerate() {
                let x = (first + i as u32) % (1 << 24);
                three.copy_from_slice(&x.to_le_bytes()[..3]);
                let z = (x & 0x7f_ffff) as i32;
                if z < Q {
                    expected.push(z);
                }
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

/// CoeffFromHalfByte (FIPS 204 Alg. 15) as it stands.
fn coefficient(half: u8, eta: usize) -> Option<i16> {
    match eta {
        2 => (half < 15).then(|| 2 - i16::from(half % 5)),
        _ => (half < 9).then(|| 4 - i16::from(half)),
    }
}

fn small<const ETA: usize>(b: impl Kernels) {
    for case in 0..2000 {
        // Blocks of random bytes, and of each byte alone; those of bytes that are all left out end the loop after four.
        let block = |number: u64| match case {
            0..256 => [case as u8; 136],
            _ => bytes::<136>(case * 8 + number),
        };
        let mut expected = Vec::new();
        let (mut poly, mut filled) = (Small::ZERO, 0);
        for number in 0..4 {
            let block = block(number);
            let halves = block.iter().flat_map(|byte| [byte & 15, byte >> 4]);
            expected.extend(halves.filter_map(|half| coefficient(half, ETA)));
            filled = b.sample_small::<ETA>(&block, &mut poly, filled);
            assert_eq!(filled, expected.len().min(N), "{case}");
            assert!(poly.0[..filled] == expected[..filled], "{case}");
        }
    }
}

#[test]
fn private_numbers_from_half_bytes() {
    for_each_backend!(b => {
        small::<2>(b);
        small::<4>(b);
    });
}

/// The polynomials that strain the bounds, and random ones, |x| ≤ q.
fn polynomials() -> Vec<Poly<Coefficients>> {
    let with = |number: &dyn Fn(usize) -> i32| {
        let mut poly = Poly::ZERO;
        for (i, x) in poly.0.iter_mut().enumerate() {
            *x = number(i);
        }
        poly
    };
    let random = |seed: u64| {
        let bytes = bytes::<1024>(seed);
        let word = |i: usize| u32::from_le_bytes(*bytes[4 * i..].first_chunk().unwrap());
        (
            with(&|i| (word(i) % (2 * Q as u32 + 1)) as i32 - Q),
            with(&|i| if word(i) >> 31 == 1 { Q } else { -Q }),
        )
    };
    let mut all = std::vec![
        with(&|_| Q),
        with(&|_| -Q),
        with(&|_| Q - 1),
        with(&|i| if i % 2 == 0 { Q } else { -Q }),
        with(&|i| i32::from(i == 0)),
        with(&|i| i32::from(i == N - 1)),
    ];
    for seed in 0..12 {
        let (uniform, extreme) = random(seed);
        all.extend([uniform, extreme]);
    }
    all
}

fn class(x: i64) -> i64 {
    x.rem_euclid(i64::from(Q))
}

fn power(base: i64, exponent: u32) -> i64 {
    (0..exponent).fold(1, |power, _| class(power * base))
}

/// The value of a polynomial at a root, by Horner's rule.
fn value(f: &Poly<Coefficients>, root: i64) -> i64 {
    f.0.iter()
        .rev()
        .fold(0, |sum, x| class(sum * root + i64::from(*x)))
}

/// Element i of the transform is the value at ζ^(2·BitRev8(i) + 1), ζ = 1753 (FIPS 204 section 7.5).
#[test]
fn transform_is_evaluation() {
    let roots: Vec<i64> = (0..=255u8)
        .map(|i| power(1753, 2 * u32::from(i.reverse_bits()) + 1))
        .collect();
    for_each_backend!(b => {
        for f in polynomials() {
            let mut hat = Poly::ZERO;
            b.ntt(&f, &mut hat);
            for (x, root) in hat.0.iter().zip(&roots) {
                assert_eq!(class(i64::from(*x)), value(&f, *root));
                assert!(x.abs() <= 9 * Q);
            }
        }
    });
}

/// a·b modulo X^256 + 1.
fn schoolbook(a: &Poly<Coefficients>, b: &Poly<Coefficients>) -> [i64; N] {
    let mut product = [0; N];
    for (i, x) in a.0.iter().enumerate() {
        for (j, y) in b.0.iter().enumerate() {
            let term = class(i64::from(*x) * i64::from(*y));
            let at = (i + j) % N;
            product[at] = class(product[at] + if i + j < N { term } else { -term });
        }
    }
    product
}

/// Sums of seven products less an eighth, as long as FIPS 204 has them.
#[test]
fn products_are_those_of_the_schoolbook() {
    let all = polynomials();
    // Elements of A are below q; the others come from the transform.
    let reduced = |hat: &Poly<Ntt>| {
        let mut reduced = *hat;
        reduced.0.iter_mut().for_each(|x| *x = x.rem_euclid(Q));
        reduced
    };
    for_each_backend!(b => {
        for shift in 0..3 {
            let f: Vec<_> = (0..8).map(|i| all[(5 * shift + i) % all.len()]).collect();
            let g: Vec<_> = (0..8).map(|i| all[(5 * shift + i + 9) % all.len()]).collect();
            let hats = |polys: &[Poly<Coefficients>]| -> Vec<Poly<Ntt>> {
                polys.iter().map(|poly| { let mut hat = Poly::ZERO; b.ntt(poly, &mut hat); hat }).collect()
            };
            let (f_hat, g_hat) = (hats(&f), hats(&g));
            let factors: Vec<_> = f_hat[..7].iter().map(reduced).collect();
            let (mut product, mut got) = (Poly::<Product>::ZERO, Poly::ZERO);
            b.dot(&factors, &g_hat[..7], Some([&f_hat[7], &g_hat[7]]), &mut product);
            assert!(product.0.iter().all(|x| x.abs() <= Q));
            b.inverse_ntt(&product, &mut got);
            let mut expected = schoolbook(&f[7], &g[7]).map(|x| -x);
            for i in 0..7 {
                for (sum, x) in expected.iter_mut().zip(schoolbook(&f[i], &g[i])) {
                    *sum += x;
                }
            }
            for (x, expected) in got.0.iter().zip(expected) {
                assert_eq!(class(i64::from(*x)), class(expected));
                assert!(x.abs() < Q);
            }
        }
    });
}

/// The inverse of sums at the bounds of its input.
#[test]
fn inverse_transform_at_its_bounds() {
    for_each_backend!(b => {
        for f in polynomials() {
            let mut sums = Poly::<Product>::ZERO;
            sums.0 = f.0;
            let (mut got, mut expected) = (Poly::ZERO, Poly::ZERO);
            b.inverse_ntt(&sums, &mut got);
            crate::ml_dsa::Kernels::inverse_ntt(crate::backend::Portable, &sums, &mut expected);
            assert!(got.0.iter().all(|x| x.abs() < Q));
            // Back again: the transform of the inverse is what was there, times 2^32.
            let mut hat = Poly::ZERO;
            b.ntt(&got, &mut hat);
            for (x, sum) in hat.0.iter().zip(&sums.0) {
                assert_eq!(class(i64::from(*x)), class(class(i64::from(*sum)) * class(1 << 32)));
            }
            for (x, y) in got.0.iter().zip(&expected.0) {
                assert_eq!(class(i64::from(*x)), class(i64::from(*y)));
            }
        }
    });
}

/// c·s with τ coefficients of c and |s| ≤ η: exact, not modulo anything.
#[test]
fn small_products_are_exact() {
    for_each_backend!(b => {
        for case in 0..40u64 {
            let random = bytes::<512>(case);
            let mut challenge = Small::ZERO;
            for i in 0..60 {
                challenge.0[usize::from(random[i])] = if random[i + 60] & 1 == 1 { 1 } else { -1 };
            }
            let mut s = Small::ZERO;
            for (x, byte) in s.0.iter_mut().zip(&random[256..]) {
                *x = if case < 2 { 4 - 8 * case as i16 } else { i16::from(byte % 9) - 4 };
            }
            let (mut hat, mut factor, mut product) = (SmallNtt::ZERO, SmallFactor::ZERO, Small::ZERO);
            b.small_ntt(&challenge, &mut hat);
            b.small_factor(&s, &mut factor);
            b.small_product(&hat, &factor, &mut product);
            let mut nearest = Poly::<Coefficients>::ZERO;
            b.add_small(&mut nearest, &product);
            let mut expected = [0i32; N];
            for i in 0..N {
                for j in 0..N {
                    let term = i32::from(challenge.0[i]) * i32::from(s.0[j]);
                    expected[(i + j) % N] += if i + j < N { term } else { -term };
                }
            }
            assert_eq!(nearest.0, expected, "{case}");
        }
    });
}
