//! The number-theoretic transform of ML-KEM, half a polynomial in eight registers, and products in its image.

use super::kem_arithmetic::{Multipliers, all, barrett, montgomery, multiply};
use super::kem_tables::{FORWARD, INVERSE, LaneMultipliers};
use super::lanes::{eighths, eighths_back, halves, move_lanes, quarters};
use super::vector::{load, store};
use crate::ml_kem::tables::{INTO_MONTGOMERY, INVERSE_OF_128, LAYERS, STRAIGHT};
use crate::ml_kem::{Coefficients, Factor, N, Ntt, Poly};
use core::arch::x86_64::*;

/// Half a polynomial in registers.
type Registers = [__m256i; 8];

#[inline]
#[target_feature(enable = "avx2")]
fn load_half(numbers: &[i16; N], half: usize) -> Registers {
    let mut r = [_mm256_setzero_si256(); 8];
    for (register, chunk) in r.iter_mut().zip(&numbers.as_chunks::<16>().0[8 * half..]) {
        *register = load(chunk);
    }
    r
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_half(numbers: &mut [i16; N], half: usize, r: Registers) {
    for (chunk, register) in numbers.as_chunks_mut::<16>().0[8 * half..]
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
        value: load(&by.value[registers]),
        times_q_inverse: load(&by.times_q_inverse[registers]),
    }
}

/// (a + c·b, a − c·b).
#[inline]
#[target_feature(enable = "avx2")]
fn butterfly(r: &mut Registers, a: usize, b: usize, by: Multipliers) {
    let t = multiply(r[b], by);
    (r[a], r[b]) = (_mm256_add_epi16(r[a], t), _mm256_sub_epi16(r[a], t));
}

/// (a + b, c·(b − a)).
#[inline]
#[target_feature(enable = "avx2")]
fn inverse_butterfly(r: &mut Registers, a: usize, b: usize, by: Multipliers) {
    let difference = _mm256_sub_epi16(r[b], r[a]);
    (r[a], r[b]) = (_mm256_add_epi16(r[a], r[b]), multiply(difference, by));
}

/// Each of the seven layers adds at most q to the size.
#[target_feature(enable = "avx2")]
pub(super) fn ntt(from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
    let (low, high) = from.0.as_chunks::<16>().0.split_at(8);
    let (to_low, to_high) = to.0.as_chunks_mut::<16>().0.split_at_mut(8);
    for i in 0..8 {
        let (a, t) = (load(&low[i]), multiply(load(&high[i]), all(LAYERS[1])));
        store(&mut to_low[i], _mm256_add_epi16(a, t));
        store(&mut to_high[i], _mm256_sub_epi16(a, t));
    }
    for half in 0..2 {
        let mut r = load_half(&to.0, half);
        for i in 0..4 {
            butterfly(&mut r, i, i + 4, all(LAYERS[2 + half]));
        }
        for quarter in 0..2 {
            for i in 0..2 {
                butterfly(
                    &mut r,
                    4 * quarter + i,
                    4 * quarter + i + 2,
                    all(LAYERS[4 + 2 * half + quarter]),
                );
            }
        }
        for eighth in 0..4 {
            butterfly(
                &mut r,
                2 * eighth,
                2 * eighth + 1,
                all(LAYERS[8 + 4 * half + eighth]),
            );
        }
        move_lanes!(r, halves);
        for i in 0..4 {
            butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&FORWARD[0], 4 * half + i));
        }
        move_lanes!(r, quarters);
        for i in 0..4 {
            butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&FORWARD[1], 4 * half + i));
        }
        move_lanes!(r, eighths);
        for i in 0..4 {
            butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&FORWARD[2], 4 * half + i));
        }
        move_lanes!(r, eighths_back);
        move_lanes!(r, quarters);
        move_lanes!(r, halves);
        store_half(&mut to.0, half, r);
    }
}

/// Sums double in size with each layer, products are below q: sums are reduced after the third and the sixth layer.
#[target_feature(enable = "avx2")]
pub(super) fn inverse_ntt(from: &Poly<Ntt>, to: &mut Poly<Coefficients>) {
    for half in 0..2 {
        let mut r = load_half(&from.0, half);
        move_lanes!(r, halves);
        move_lanes!(r, quarters);
        move_lanes!(r, eighths);
        for i in 0..4 {
            inverse_butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&INVERSE[0], 4 * half + i));
        }
        move_lanes!(r, eighths_back);
        for i in 0..4 {
            inverse_butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&INVERSE[1], 4 * half + i));
        }
        move_lanes!(r, quarters);
        for i in 0..4 {
            inverse_butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&INVERSE[2], 4 * half + i));
            r[2 * i] = barrett(r[2 * i]);
        }
        move_lanes!(r, halves);
        for eighth in 0..4 {
            inverse_butterfly(
                &mut r,
                2 * eighth,
                2 * eighth + 1,
                all(LAYERS[15 - 4 * half - eighth]),
            );
        }
        for quarter in 0..2 {
            for i in 0..2 {
                let by = all(LAYERS[7 - 2 * half - quarter]);
                inverse_butterfly(&mut r, 4 * quarter + i, 4 * quarter + i + 2, by);
            }
        }
        for i in 0..4 {
            inverse_butterfly(&mut r, i, i + 4, all(LAYERS[3 - half]));
            r[i] = barrett(r[i]);
        }
        store_half(&mut to.0, half, r);
    }
    let (low, high) = to.0.as_chunks_mut::<16>().0.split_at_mut(8);
    for (low, high) in low.iter_mut().zip(high) {
        let (a, b) = (load(low), load(high));
        let difference = multiply(_mm256_sub_epi16(b, a), all(LAYERS[1]));
        store(low, multiply(_mm256_add_epi16(a, b), all(INVERSE_OF_128)));
        store(high, multiply(difference, all(INVERSE_OF_128)));
    }
}

/// What the numbers of a straight factor are multiplied by.
static STRAIGHT_LANES: [[[i16; 16]; 16]; 2] = {
    let mut lanes = [[[0; 16]; 16]; 2];
    let mut i = 0;
    while i < N {
        lanes[0][i / 16][i % 16] = STRAIGHT[i].value;
        lanes[1][i / 16][i % 16] = STRAIGHT[i].times_q_inverse;
        i += 1;
    }
    lanes
};

#[target_feature(enable = "avx2")]
pub(super) fn factor(from: &Poly<Ntt>, to: &mut Factor) {
    let straight = to.straight.as_chunks_mut::<16>().0.iter_mut();
    let crossed = to.crossed.as_chunks_mut::<16>().0.iter_mut();
    let from = from.0.as_chunks::<16>().0.iter();
    for (i, ((straight, crossed), from)) in straight.zip(crossed).zip(from).enumerate() {
        let x = load(from);
        let by = Multipliers {
            value: load(&STRAIGHT_LANES[0][i]),
            times_q_inverse: load(&STRAIGHT_LANES[1][i]),
        };
        store(straight, multiply(x, by));
        let both = multiply(x, all(INTO_MONTGOMERY));
        store(
            crossed,
            _mm256_or_si256(_mm256_slli_epi32::<16>(both), _mm256_srli_epi32::<16>(both)),
        );
    }
}

/// Four products of pairs, each below 2·4096·q, are below 2^27.
#[target_feature(enable = "avx2")]
pub(super) fn dot(a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>) {
    for (i, to) in to.0.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let mut even = _mm256_setzero_si256();
        let mut odd = _mm256_setzero_si256();
        for (a, factor) in a.iter().zip(factors) {
            let a = load(&a.0.as_chunks::<16>().0[i]);
            let straight = load(&factor.straight.as_chunks::<16>().0[i]);
            let crossed = load(&factor.crossed.as_chunks::<16>().0[i]);
            even = _mm256_add_epi32(even, _mm256_madd_epi16(a, straight));
            odd = _mm256_add_epi32(odd, _mm256_madd_epi16(a, crossed));
        }
        let even = _mm256_srli_epi32::<16>(montgomery(even));
        store(to, _mm256_blend_epi16::<0xaa>(even, montgomery(odd)));
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn add(to: &mut [i16; N], other: &[i16; N]) {
    for (x, y) in to
        .as_chunks_mut::<16>()
        .0
        .iter_mut()
        .zip(other.as_chunks::<16>().0)
    {
        let sum = _mm256_add_epi16(load(x), load(y));
        store(x, sum);
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn subtract(to: &mut [i16; N], other: &[i16; N]) {
    for (x, y) in to
        .as_chunks_mut::<16>()
        .0
        .iter_mut()
        .zip(other.as_chunks::<16>().0)
    {
        let difference = _mm256_sub_epi16(load(x), load(y));
        store(x, difference);
    }
}
