//! Arithmetic modulo q = 8380417 on 8 numbers of 32 bits. Products have 64 bits, so that the even and the odd lanes are
//! multiplied apart.

use crate::ml_dsa::Q;
use crate::ml_dsa::tables::{Multiplier, Q_INVERSE};
use core::arch::x86_64::*;

/// 8 multipliers: those of the even lanes, and those of the odd lanes moved to the even ones.
#[derive(Clone, Copy)]
pub(super) struct Multipliers {
    pub(super) value: [__m256i; 2],
    pub(super) times_q_inverse: [__m256i; 2],
}

/// The same multiplier in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn all(by: Multiplier) -> Multipliers {
    Multipliers {
        value: [_mm256_set1_epi32(by.value); 2],
        times_q_inverse: [_mm256_set1_epi32(by.times_q_inverse); 2],
    }
}

/// The upper halves of four even and four odd products, in their lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn upper_halves(even: __m256i, odd: __m256i) -> __m256i {
    _mm256_blend_epi32::<0b1010_1010>(_mm256_shuffle_epi32::<0b11_11_01_01>(even), odd)
}

/// The odd lanes, moved to the even ones.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn odd(x: __m256i) -> __m256i {
    _mm256_srli_epi64::<32>(x)
}

/// x·c. In: any. Out: |r| < q. As the portable `multiply`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn multiply(x: __m256i, by: Multipliers) -> __m256i {
    let q = _mm256_set1_epi32(Q);
    let half = |x, i: usize| {
        let m = _mm256_mul_epi32(x, by.times_q_inverse[i]);
        _mm256_sub_epi64(_mm256_mul_epi32(x, by.value[i]), _mm256_mul_epi32(m, q))
    };
    upper_halves(half(x, 0), half(odd(x), 1))
}

/// x·2^−32 of four sums of products for the even lanes and four for the odd ones. In and out as the portable `montgomery`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn montgomery(even: __m256i, odd: __m256i) -> __m256i {
    let half = |x| {
        let m = _mm256_mul_epi32(x, _mm256_set1_epi32(Q_INVERSE));
        _mm256_sub_epi64(x, _mm256_mul_epi32(m, _mm256_set1_epi32(Q)))
    };
    upper_halves(half(even), half(odd))
}

/// x modulo q. In: |x| < q. Out: 0 ≤ r < q.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn canonical(x: __m256i) -> __m256i {
    // Below 0, x is a large number.
    _mm256_min_epu32(x, _mm256_add_epi32(x, _mm256_set1_epi32(Q)))
}

/// x modulo q. In: 0 ≤ x < q. Out: |r| ≤ q/2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn centred(x: __m256i) -> __m256i {
    let above = _mm256_cmpgt_epi32(x, _mm256_set1_epi32(Q / 2));
    _mm256_sub_epi32(x, _mm256_and_si256(above, _mm256_set1_epi32(Q)))
}
