//! The number-theoretic transform of ML-DSA, a quarter of a polynomial in eight registers, and products in its image.

use super::dsa_arithmetic::{Multipliers, all, montgomery, multiply, odd};
use super::dsa_tables::{FORWARD, INVERSE, LaneMultipliers};
use super::lanes::{eighths, eighths_back, halves, move_lanes, quarters};
use super::vector::{load, store};
use crate::ml_dsa::tables::{INVERSE_OF_256, LAYERS};
use crate::ml_dsa::{Coefficients, N, Ntt, Poly, Product};
use core::arch::x86_64::*;

/// A quarter of a polynomial in registers.
type Registers = [__m256i; 8];

#[inline]
#[target_feature(enable = "avx2")]
fn load_quarter(numbers: &[i32; N], quarter: usize) -> Registers {
    let mut r = [_mm256_setzero_si256(); 8];
    for (register, chunk) in r.iter_mut().zip(&numbers.as_chunks::<8>().0[8 * quarter..]) {
        *register = load(chunk);
    }
    r
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_quarter(numbers: &mut [i32; N], quarter: usize, r: Registers) {
    for (chunk, register) in numbers.as_chunks_mut::<8>().0[8 * quarter..]
        .iter_mut()
        .zip(r)
    {
        store(chunk, register);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(by: &LaneMultipliers, registers: usize) -> Multipliers {
    Multipliers {
        value: [load(&by.value[0][registers]), load(&by.value[1][registers])],
        times_q_inverse: [
            load(&by.times_q_inverse[0][registers]),
            load(&by.times_q_inverse[1][registers]),
        ],
    }
}

/// (a + c·b, a − c·b).
#[inline]
#[target_feature(enable = "avx2")]
fn butterfly(r: &mut [__m256i], a: usize, b: usize, by: Multipliers) {
    let t = multiply(r[b], by);
    (r[a], r[b]) = (_mm256_add_epi32(r[a], t), _mm256_sub_epi32(r[a], t));
}

/// (a + b, c·(b − a)).
#[inline]
#[target_feature(enable = "avx2")]
fn inverse_butterfly(r: &mut [__m256i], a: usize, b: usize, by: Multipliers) {
    let difference = _mm256_sub_epi32(r[b], r[a]);
    (r[a], r[b]) = (_mm256_add_epi32(r[a], r[b]), multiply(difference, by));
}

/// Each of the eight layers adds at most q to the size.
#[target_feature(enable = "avx2")]
pub(super) fn ntt(from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
    let from = from.0.as_chunks::<8>().0;
    for i in 0..8 {
        let mut r = [
            load(&from[i]),
            load(&from[i + 8]),
            load(&from[i + 16]),
            load(&from[i + 24]),
        ];
        butterfly(&mut r, 0, 2, all(LAYERS[1]));
        butterfly(&mut r, 1, 3, all(LAYERS[1]));
        butterfly(&mut r, 0, 1, all(LAYERS[2]));
        butterfly(&mut r, 2, 3, all(LAYERS[3]));
        for (quarter, register) in r.into_iter().enumerate() {
            store(&mut to.0.as_chunks_mut::<8>().0[8 * quarter + i], register);
        }
    }
    for quarter in 0..4 {
        let mut r = load_quarter(&to.0, quarter);
        for i in 0..4 {
            butterfly(&mut r, i, i + 4, all(LAYERS[4 + quarter]));
        }
        for half in 0..2 {
            for i in 0..2 {
                butterfly(
                    &mut r,
                    4 * half + i,
                    4 * half + i + 2,
                    all(LAYERS[8 + 2 * quarter + half]),
                );
            }
        }
        for part in 0..4 {
            butterfly(
                &mut r,
                2 * part,
                2 * part + 1,
                all(LAYERS[16 + 4 * quarter + part]),
            );
        }
        move_lanes!(r, halves);
        for i in 0..4 {
            butterfly(
                &mut r,
                2 * i,
                2 * i + 1,
                lanes(&FORWARD[0], 4 * quarter + i),
            );
        }
        move_lanes!(r, quarters);
        for i in 0..4 {
            butterfly(
                &mut r,
                2 * i,
                2 * i + 1,
                lanes(&FORWARD[1], 4 * quarter + i),
            );
        }
        move_lanes!(r, eighths);
        for i in 0..4 {
            butterfly(
                &mut r,
                2 * i,
                2 * i + 1,
                lanes(&FORWARD[2], 4 * quarter + i),
            );
        }
        move_lanes!(r, eighths_back);
        move_lanes!(r, quarters);
        move_lanes!(r, halves);
        store_quarter(&mut to.0, quarter, r);
    }
}

/// Sums double in size with each layer, to 2^8·q at most, which is below 2^31.
#[target_feature(enable = "avx2")]
pub(super) fn inverse_ntt(from: &Poly<Product>, to: &mut Poly<Coefficients>) {
    for quarter in 0..4 {
        let mut r = load_quarter(&from.0, quarter);
        move_lanes!(r, halves);
        move_lanes!(r, quarters);
        move_lanes!(r, eighths);
        for i in 0..4 {
            inverse_butterfly(
                &mut r,
                2 * i,
                2 * i + 1,
                lanes(&INVERSE[0], 4 * quarter + i),
            );
        }
        move_lanes!(r, eighths_back);
        for i in 0..4 {
            inverse_butterfly(
                &mut r,
                2 * i,
                2 * i + 1,
                lanes(&INVERSE[1], 4 * quarter + i),
            );
        }
        move_lanes!(r, quarters);
        for i in 0..4 {
            inverse_butterfly(
                &mut r,
                2 * i,
                2 * i + 1,
                lanes(&INVERSE[2], 4 * quarter + i),
            );
        }
        move_lanes!(r, halves);
        for part in 0..4 {
            inverse_butterfly(
                &mut r,
                2 * part,
                2 * part + 1,
                all(LAYERS[31 - 4 * quarter - part]),
            );
        }
        for half in 0..2 {
            for i in 0..2 {
                let by = all(LAYERS[15 - 2 * quarter - half]);
                inverse_butterfly(&mut r, 4 * half + i, 4 * half + i + 2, by);
            }
        }
        for i in 0..4 {
            inverse_butterfly(&mut r, i, i + 4, all(LAYERS[7 - quarter]));
        }
        store_quarter(&mut to.0, quarter, r);
    }
    let chunks = to.0.as_chunks_mut::<8>().0;
    for i in 0..8 {
        let mut r = [
            load(&chunks[i]),
            load(&chunks[i + 8]),
            load(&chunks[i + 16]),
            load(&chunks[i + 24]),
        ];
        inverse_butterfly(&mut r, 0, 1, all(LAYERS[3]));
        inverse_butterfly(&mut r, 2, 3, all(LAYERS[2]));
        inverse_butterfly(&mut r, 0, 2, all(LAYERS[1]));
        inverse_butterfly(&mut r, 1, 3, all(LAYERS[1]));
        for (quarter, register) in r.into_iter().enumerate() {
            store(
                &mut chunks[8 * quarter + i],
                multiply(register, all(INVERSE_OF_256)),
            );
        }
    }
}

/// The sums are below 2^31·q in size, as in the portable back end.
#[target_feature(enable = "avx2")]
pub(super) fn dot(
    a: &[Poly<Ntt>],
    b: &[Poly<Ntt>],
    minus: Option<[&Poly<Ntt>; 2]>,
    to: &mut Poly<Product>,
) {
    let product = |a: &Poly<Ntt>, b: &Poly<Ntt>, i: usize| {
        let a = load(&a.0.as_chunks::<8>().0[i]);
        let b = load(&b.0.as_chunks::<8>().0[i]);
        [_mm256_mul_epi32(a, b), _mm256_mul_epi32(odd(a), odd(b))]
    };
    for (i, to) in to.0.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut sum = [_mm256_setzero_si256(); 2];
        for (a, b) in a.iter().zip(b) {
            let [even, odd] = product(a, b, i);
            sum = [
                _mm256_add_epi64(sum[0], even),
                _mm256_add_epi64(sum[1], odd),
            ];
        }
        if let Some([a, b]) = minus {
            let [even, odd] = product(a, b, i);
            sum = [
                _mm256_sub_epi64(sum[0], even),
                _mm256_sub_epi64(sum[1], odd),
            ];
        }
        store(to, montgomery(sum[0], sum[1]));
    }
}
