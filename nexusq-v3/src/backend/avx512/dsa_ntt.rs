//! The number-theoretic transform of ML-DSA in sixteen registers, and products in its image.

use super::dsa_arithmetic::{Multipliers, all, montgomery, multiply, odd};
use super::dsa_tables::{FORWARD, INTO_ORDER, INVERSE, LaneMultipliers, OUT_OF_ORDER};
use super::lanes::Move;
use super::vector::{load, store};
use crate::ml_dsa::tables::{INVERSE_OF_256, LAYERS};
use crate::ml_dsa::{Coefficients, N, Ntt, Poly, Product};
use core::arch::x86_64::*;

/// A polynomial in registers.
type Registers = [__m512i; 16];

#[inline]
#[target_feature(enable = "avx512f")]
fn load_all(numbers: &[i32; N]) -> Registers {
    let mut r = [_mm512_setzero_si512(); 16];
    for (register, chunk) in r.iter_mut().zip(numbers.as_chunks::<16>().0) {
        *register = load(chunk);
    }
    r
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_all(numbers: &mut [i32; N], r: Registers) {
    for (chunk, register) in numbers.as_chunks_mut::<16>().0.iter_mut().zip(r) {
        store(chunk, register);
    }
}

/// Moves the numbers of two registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn move_numbers(r: &mut Registers, place: &Move) {
    let [low, high] = [load(&place.0[0]), load(&place.0[1])];
    for i in (0..16).step_by(2) {
        let (a, b) = (r[i], r[i + 1]);
        r[i] = _mm512_permutex2var_epi32(a, low, b);
        r[i + 1] = _mm512_permutex2var_epi32(a, high, b);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
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
#[target_feature(enable = "avx512f")]
fn butterfly(r: &mut Registers, a: usize, b: usize, by: Multipliers) {
    let t = multiply(r[b], by);
    (r[a], r[b]) = (_mm512_add_epi32(r[a], t), _mm512_sub_epi32(r[a], t));
}

/// (a + b, c·(b − a)).
#[inline]
#[target_feature(enable = "avx512f")]
fn inverse_butterfly(r: &mut Registers, a: usize, b: usize, by: Multipliers) {
    let difference = _mm512_sub_epi32(r[b], r[a]);
    (r[a], r[b]) = (_mm512_add_epi32(r[a], r[b]), multiply(difference, by));
}

/// Each of the eight layers adds at most q to the size.
#[target_feature(enable = "avx512f")]
pub(super) fn ntt(from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
    let mut r = load_all(&from.0);
    for i in 0..8 {
        butterfly(&mut r, i, i + 8, all(LAYERS[1]));
    }
    for half in 0..2 {
        for i in 0..4 {
            butterfly(
                &mut r,
                8 * half + i,
                8 * half + i + 4,
                all(LAYERS[2 + half]),
            );
        }
    }
    for quarter in 0..4 {
        for i in 0..2 {
            butterfly(
                &mut r,
                4 * quarter + i,
                4 * quarter + i + 2,
                all(LAYERS[4 + quarter]),
            );
        }
    }
    for eighth in 0..8 {
        butterfly(&mut r, 2 * eighth, 2 * eighth + 1, all(LAYERS[8 + eighth]));
    }
    for layer in &FORWARD {
        move_numbers(&mut r, &layer.place);
        for i in 0..8 {
            butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&layer.by, i));
        }
    }
    move_numbers(&mut r, &INTO_ORDER);
    store_all(&mut to.0, r);
}

/// Sums double in size with each layer, to 2^8·q at most, which is below 2^31.
#[target_feature(enable = "avx512f")]
pub(super) fn inverse_ntt(from: &Poly<Product>, to: &mut Poly<Coefficients>) {
    let mut r = load_all(&from.0);
    move_numbers(&mut r, &OUT_OF_ORDER);
    for layer in &INVERSE {
        for i in 0..8 {
            inverse_butterfly(&mut r, 2 * i, 2 * i + 1, lanes(&layer.by, i));
        }
        move_numbers(&mut r, &layer.place);
    }
    for eighth in 0..8 {
        inverse_butterfly(&mut r, 2 * eighth, 2 * eighth + 1, all(LAYERS[15 - eighth]));
    }
    for quarter in 0..4 {
        for i in 0..2 {
            inverse_butterfly(
                &mut r,
                4 * quarter + i,
                4 * quarter + i + 2,
                all(LAYERS[7 - quarter]),
            );
        }
    }
    for half in 0..2 {
        for i in 0..4 {
            inverse_butterfly(
                &mut r,
                8 * half + i,
                8 * half + i + 4,
                all(LAYERS[3 - half]),
            );
        }
    }
    for i in 0..8 {
        inverse_butterfly(&mut r, i, i + 8, all(LAYERS[1]));
    }
    for register in &mut r {
        *register = multiply(*register, all(INVERSE_OF_256));
    }
    store_all(&mut to.0, r);
}

/// The sums are below 2^31·q in size, as in the portable back end.
#[target_feature(enable = "avx512f")]
pub(super) fn dot(
    a: &[Poly<Ntt>],
    b: &[Poly<Ntt>],
    minus: Option<[&Poly<Ntt>; 2]>,
    to: &mut Poly<Product>,
) {
    let product = |a: &Poly<Ntt>, b: &Poly<Ntt>, i: usize| {
        let a = load(&a.0.as_chunks::<16>().0[i]);
        let b = load(&b.0.as_chunks::<16>().0[i]);
        [_mm512_mul_epi32(a, b), _mm512_mul_epi32(odd(a), odd(b))]
    };
    for (i, to) in to.0.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let mut sum = [_mm512_setzero_si512(); 2];
        for (a, b) in a.iter().zip(b) {
            let [even, odd] = product(a, b, i);
            sum = [
                _mm512_add_epi64(sum[0], even),
                _mm512_add_epi64(sum[1], odd),
            ];
        }
        if let Some([a, b]) = minus {
            let [even, odd] = product(a, b, i);
            sum = [
                _mm512_sub_epi64(sum[0], even),
                _mm512_sub_epi64(sum[1], odd),
            ];
        }
        store(to, montgomery(sum[0], sum[1]));
    }
}
