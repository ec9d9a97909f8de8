//! The number-theoretic transform of ML-KEM in eight registers, and products in its image.

use super::kem_arithmetic::{Multipliers, all, barrett, montgomery, multiply};
use super::kem_tables::{FORWARD, INTO_ORDER, INVERSE, LaneMultipliers, OUT_OF_ORDER};
use super::lanes::Move;
use super::vector::{load, store};
use crate::ml_kem::tables::{INTO_MONTGOMERY, INVERSE_OF_128, LAYERS, STRAIGHT};
use crate::ml_kem::{Coefficients, Factor, N, Ntt, Poly};
use core::arch::x86_64::*;

/// A polynomial in registers.
type Registers = [__m512i; 8];

#[inline]
#[target_feature(enable = "avx512f")]
fn load_all(numbers: &[i16; N]) -> Registers {
    let (chunks, _) = numbers.as_chunks::<32>();
    let mut r = [_mm512_setzero_si512(); 8];
    for (register, chunk) in r.iter_mut().zip(chunks) {
        *register = load(chunk);
    }
    r
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_all(numbers: &mut [i16; N], r: Registers) {
    let (chunks, _) = numbers.as_chunks_mut::<32>();
    for (chunk, register) in chunks.iter_mut().zip(r) {
        store(chunk, register);
    }
}

/// Moves the pairs of two registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn move_pairs(r: &mut Registers, place: &Move) {
    let [low, high] = [load(&place.0[0]), load(&place.0[1])];
    for i in (0..8).step_by(2) {
        let (a, b) = (r[i], r[i + 1]);
        r[i] = _mm512_permutex2var_epi32(a, low, b);
        r[i + 1] = _mm512_permutex2var_epi32(a, high, b);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn lanes(by: &LaneMultipliers, registers: usize) -> Multipliers {
    Multipliers {
        value: load(&by.value[registers]),
        times_q_inverse: load(&by.times_q_inverse[registers]),
    }
}

/// (a + c·b, a − c·b).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn butterfly(r: &mut Registers, a: usize, b: usize, by: Multipliers) {
    let t = multiply(r[b], by);
    (r[a], r[b]) = (_mm512_add_epi16(r[a], t), _mm512_sub_epi16(r[a], t));
}

/// (a + b, c·(b − a)).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn inverse_butterfly(r: &mut Registers, a: usize, b: usize, by: Multipliers) {
    let difference = _mm512_sub_epi16(r[b], r[a]);
    (r[a], r[b]) = (_mm512_add_epi16(r[a], r[b]), multiply(difference, by));
}

/// Each of the seven layers adds at most q to the size.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn ntt(from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
    let mut r = load_all(&from.0);
    for i in 0..4 {
        butterfly(&mut r, i, i + 4, all(LAYERS[1]));
    }
    for half in 0..2 {
        for i in 0..2 {
            butterfly(
                &mut r,
                4 * half + i,
                4 * half + i + 2,
                all(LAYERS[2 + half]),
            );
        }
    }
    for quarter in 0..4 {
        butterfly(
            &mut r,
            2 * quarter,
            2 * quarter + 1,
            all(LAYERS[4 + quarter]),
        );
    }
    for layer in &FORWARD {
        move_pairs(&mut r, &layer.place);
        for i in 0..4 {
            butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&layer.by, i));
        }
    }
    move_pairs(&mut r, &INTO_ORDER);
    store_all(&mut to.0, r);
}

/// Sums double in size with each layer, products are below q: sums are reduced after the third and the sixth layer.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn inverse_ntt(from: &Poly<Ntt>, to: &mut Poly<Coefficients>) {
    let mut r = load_all(&from.0);
    move_pairs(&mut r, &OUT_OF_ORDER);
    for (number, layer) in INVERSE.iter().enumerate() {
        for i in 0..4 {
            inverse_butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&layer.by, i));
            if number == 2 {
                r[2 * i] = barrett(r[2 * i]);
            }
        }
        move_pairs(&mut r, &layer.place);
    }
    for quarter in 0..4 {
        inverse_butterfly(
            &mut r,
            2 * quarter,
            2 * quarter + 1,
            all(LAYERS[7 - quarter]),
        );
    }
    for half in 0..2 {
        for i in 0..2 {
            inverse_butterfly(
                &mut r,
                4 * half + i,
                4 * half + i + 2,
                all(LAYERS[3 - half]),
            );
            r[4 * half + i] = barrett(r[4 * half + i]);
        }
    }
    for i in 0..4 {
        inverse_butterfly(&mut r, i, i + 4, all(LAYERS[1]));
    }
    for register in &mut r {
        *register = multiply(*register, all(INVERSE_OF_128));
    }
    store_all(&mut to.0, r);
}

/// What the numbers of a straight factor are multiplied by.
static STRAIGHT_LANES: [[[i16; 32]; 8]; 2] = {
    let mut lanes = [[[0; 32]; 8]; 2];
    let mut i = 0;
    while i < N {
        lanes[0][i / 32][i % 32] = STRAIGHT[i].value;
        lanes[1][i / 32][i % 32] = STRAIGHT[i].times_q_inverse;
        i += 1;
    }
    lanes
};

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn factor(from: &Poly<Ntt>, to: &mut Factor) {
    let (straight, _) = to.straight.as_chunks_mut::<32>();
    let (crossed, _) = to.crossed.as_chunks_mut::<32>();
    let r = load_all(&from.0);
    for i in 0..8 {
        let by = Multipliers {
            value: load(&STRAIGHT_LANES[0][i]),
            times_q_inverse: load(&STRAIGHT_LANES[1][i]),
        };
        store(&mut straight[i], multiply(r[i], by));
        let both = multiply(r[i], all(INTO_MONTGOMERY));
        store(&mut crossed[i], _mm512_rol_epi32::<16>(both));
    }
}

/// Four products of pairs, each below 2·4096·q, are below 2^27.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn dot(a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>) {
    let (to, _) = to.0.as_chunks_mut::<32>();
    for (i, to) in to.iter_mut().enumerate() {
        let mut even = _mm512_setzero_si512();
        let mut odd = _mm512_setzero_si512();
        for (a, factor) in a.iter().zip(factors) {
            let a = load(&a.0.as_chunks().0[i]);
            let straight = load(&factor.straight.as_chunks().0[i]);
            let crossed = load(&factor.crossed.as_chunks().0[i]);
            even = _mm512_add_epi32(even, _mm512_madd_epi16(a, straight));
            odd = _mm512_add_epi32(odd, _mm512_madd_epi16(a, crossed));
        }
        let even = _mm512_srli_epi32::<16>(montgomery(even));
        store(
            to,
            _mm512_mask_blend_epi16(0xaaaa_aaaa, even, montgomery(odd)),
        );
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn add(to: &mut [i16; N], other: &[i16; N]) {
    let (to, _) = to.as_chunks_mut::<32>();
    for (x, y) in to.iter_mut().zip(other.as_chunks().0) {
        let sum = _mm512_add_epi16(load(x), load(y));
        store(x, sum);
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn subtract(to: &mut [i16; N], other: &[i16; N]) {
    let (to, _) = to.as_chunks_mut::<32>();
    for (x, y) in to.iter_mut().zip(other.as_chunks().0) {
        let difference = _mm512_sub_epi16(load(x), load(y));
        store(x, difference);
    }
}
