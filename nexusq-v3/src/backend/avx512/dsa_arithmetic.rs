//! Arithmetic modulo q = 8380417 on 16 numbers of 32 bits. Products have 64 bits, so that the even and the odd lanes are
//! multiplied apart.

use crate::ml_dsa::Q;
use crate::ml_dsa::tables::{Multiplier, Q_INVERSE};
use core::arch::x86_64::*;

/// 16 multipliers: those of the even lanes, and those of the odd lanes moved to the even ones.
#[derive(Clone, Copy)]
pub(super) struct Multipliers {
    pub(super) value: [__m512i; 2],
    pub(super) times_q_inverse: [__m512i; 2],
}

/// The same multiplier in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn all(by: Multiplier) -> Multipliers {
    Multipliers {
        value: [_mm512_set1_epi32(by.value); 2],
        times_q_inverse: [_mm512_set1_epi32(by.times_q_inverse); 2],
    }
}

/// The upper halves of eight even and eight odd products, in their lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn upper_halves(even: __m512i, odd: __m512i) -> __m512i {
    _mm512_mask_shuffle_epi32::<0b11_11_01_01>(odd, 0x5555, even)
}

/// The odd lanes, moved to the even ones.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn odd(x: __m512i) -> __m512i {
    _mm512_srli_epi64::<32>(x)
}

/// x·c. In: any. Out: |r| < q. As the portable `multiply`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn multiply(x: __m512i, by: Multipliers) -> __m512i {
    let q = _mm512_set1_epi32(Q);
    let half = |x, i: usize| {
        let m = _mm512_mul_epi32(x, by.times_q_inverse[i]);
        _mm512_sub_epi64(_mm512_mul_epi32(x, by.value[i]), _mm512_mul_epi32(m, q))
    };
    upper_halves(half(x, 0), half(odd(x), 1))
}

/// x·2^−32 of eight sums of products for the even lanes and eight for the odd ones. In and out as the portable `montgomery`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn montgomery(even: __m512i, odd: __m512i) -> __m512i {
    let half = |x| {
        let m = _mm512_mul_epi32(x, _mm512_set1_epi32(Q_INVERSE));
        _mm512_sub_epi64(x, _mm512_mul_epi32(m, _mm512_set1_epi32(Q)))
    };
    upper_halves(half(even), half(odd))
}

/// x modulo q. In: |x| < q. Out: 0 ≤ r < q.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn canonical(x: __m512i) -> __m512i {
    // A negative number is larger than any other without its sign.
    _mm512_min_epu32(x, _mm512_add_epi32(x, _mm512_set1_epi32(Q)))
}

/// x less q where it is above q/2. In: 0 ≤ x < q. Out: |r| ≤ q/2.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn centred(x: __m512i) -> __m512i {
    let above = _mm512_cmpgt_epi32_mask(x, _mm512_set1_epi32(Q / 2));
    _mm512_mask_sub_epi32(x, above, x, _mm512_set1_epi32(Q))
}
