//! Sums of ML-DSA.

use super::kem_arithmetic::canonical;
use super::vector::{load, store};
use crate::ml_dsa::{Coefficients, Poly, Small};
use crate::ml_kem;
use core::arch::x86_64::*;

#[target_feature(enable = "avx512f")]
pub(super) fn add(to: &mut Poly<Coefficients>, other: &Poly<Coefficients>) {
    for (x, y) in
        to.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(other.0.as_chunks::<16>().0)
    {
        let sum = _mm512_add_epi32(load(x), load(y));
        store(x, sum);
    }
}

/// The 16 lower and the 16 upper numbers in 32 bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn wide(x: __m512i) -> [__m512i; 2] {
    [
        _mm512_cvtepi16_epi32(_mm512_castsi512_si256(x)),
        _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64::<1>(x)),
    ]
}

/// 32 numbers modulo the q of ML-KEM, each nearest to zero, in 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn centred(x: &[i16; 32]) -> [__m512i; 2] {
    let r = canonical(load(x));
    let above = _mm512_cmpgt_epi16_mask(r, _mm512_set1_epi16(ml_kem::Q / 2));
    wide(_mm512_mask_sub_epi16(
        r,
        above,
        r,
        _mm512_set1_epi16(ml_kem::Q),
    ))
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn add_small(to: &mut Poly<Coefficients>, other: &Small) {
    let pairs = to.0.as_chunks_mut::<16>().0.as_chunks_mut::<2>().0;
    for (to, other) in pairs.iter_mut().zip(other.0.as_chunks::<32>().0) {
        for (x, y) in to.iter_mut().zip(centred(other)) {
            let sum = _mm512_add_epi32(load(x), y);
            store(x, sum);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn subtract_small(to: &mut Poly<Coefficients>, other: &Small) {
    let pairs = to.0.as_chunks_mut::<16>().0.as_chunks_mut::<2>().0;
    for (to, other) in pairs.iter_mut().zip(other.0.as_chunks::<32>().0) {
        for (x, y) in to.iter_mut().zip(centred(other)) {
            let difference = _mm512_sub_epi32(load(x), y);
            store(x, difference);
        }
    }
}

#[target_feature(enable = "avx512f")]
pub(super) fn widen(from: &Small, to: &mut Poly<Coefficients>) {
    let pairs = to.0.as_chunks_mut::<16>().0.as_chunks_mut::<2>().0;
    for (to, from) in pairs.iter_mut().zip(from.0.as_chunks::<32>().0) {
        for (x, y) in to.iter_mut().zip(wide(load(from))) {
            store(x, y);
        }
    }
}
