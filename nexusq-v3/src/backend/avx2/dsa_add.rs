//! Sums of ML-DSA.

use super::kem_arithmetic::nearest;
use super::vector::{load, store};
use crate::ml_dsa::{Coefficients, Poly, Small};
use core::arch::x86_64::*;

#[target_feature(enable = "avx2")]
pub(super) fn add(to: &mut Poly<Coefficients>, other: &Poly<Coefficients>) {
    let others = other.0.as_chunks::<8>().0;
    for (x, y) in to.0.as_chunks_mut::<8>().0.iter_mut().zip(others) {
        let sum = _mm256_add_epi32(load(x), load(y));
        store(x, sum);
    }
}

/// The 8 lower and the 8 upper numbers in 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn wide(x: __m256i) -> [__m256i; 2] {
    [
        _mm256_cvtepi16_epi32(_mm256_castsi256_si128(x)),
        _mm256_cvtepi16_epi32(_mm256_extracti128_si256::<1>(x)),
    ]
}

#[target_feature(enable = "avx2")]
pub(super) fn add_small(to: &mut Poly<Coefficients>, other: &Small) {
    let pairs = to.0.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0;
    for (to, other) in pairs.iter_mut().zip(other.0.as_chunks::<16>().0) {
        for (x, y) in to.iter_mut().zip(wide(nearest(load(other)))) {
            let sum = _mm256_add_epi32(load(x), y);
            store(x, sum);
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn subtract_small(to: &mut Poly<Coefficients>, other: &Small) {
    let pairs = to.0.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0;
    for (to, other) in pairs.iter_mut().zip(other.0.as_chunks::<16>().0) {
        for (x, y) in to.iter_mut().zip(wide(nearest(load(other)))) {
            let difference = _mm256_sub_epi32(load(x), y);
            store(x, difference);
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn widen(from: &Small, to: &mut Poly<Coefficients>) {
    let pairs = to.0.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0;
    for (to, from) in pairs.iter_mut().zip(from.0.as_chunks::<16>().0) {
        for (x, y) in to.iter_mut().zip(wide(load(from))) {
            store(x, y);
        }
    }
}
