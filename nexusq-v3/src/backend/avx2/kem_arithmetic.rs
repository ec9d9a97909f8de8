//! Arithmetic modulo q = 3329 on 16 numbers of 16 bits.

use crate::ml_kem::Q;
use crate::ml_kem::tables::{Multiplier, Q_INVERSE};
use core::arch::x86_64::*;

/// 16 multipliers.
#[derive(Clone, Copy)]
pub(super) struct Multipliers {
    pub(super) value: __m256i,
    pub(super) times_q_inverse: __m256i,
}

/// The same multiplier in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn all(by: Multiplier) -> Multipliers {
    Multipliers {
        value: _mm256_set1_epi16(by.value),
        times_q_inverse: _mm256_set1_epi16(by.times_q_inverse),
    }
}

/// x·c. In: any. Out: |r| < q. As the portable `multiply`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn multiply(x: __m256i, by: Multipliers) -> __m256i {
    let m = _mm256_mullo_epi16(x, by.times_q_inverse);
    let reduced = _mm256_mulhi_epi16(m, _mm256_set1_epi16(Q));
    _mm256_sub_epi16(_mm256_mulhi_epi16(x, by.value), reduced)
}

/// x modulo q. In: any. Out: 0 ≤ r ≤ q.
///
/// The quotient ⌊x·20159/2^26⌋ is that of x by q or one less where q divides x.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn barrett(x: __m256i) -> __m256i {
    let quotient = _mm256_srai_epi16::<10>(_mm256_mulhi_epi16(x, _mm256_set1_epi16(20159)));
    _mm256_sub_epi16(x, _mm256_mullo_epi16(quotient, _mm256_set1_epi16(Q)))
}

/// x modulo q. In: any. Out: 0 ≤ r < q.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn canonical(x: __m256i) -> __m256i {
    let r = barrett(x);
    // Below q the difference wraps to a large number, at q it is 0.
    _mm256_min_epu16(r, _mm256_sub_epi16(r, _mm256_set1_epi16(Q)))
}

/// x·2^−16 of 8 numbers of 32 bits, in the upper halves; the lower halves are zero. In and out as the portable `montgomery`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn montgomery(x: __m256i) -> __m256i {
    // The upper halves of the constants are zero, so that each product has one term.
    let m = _mm256_mullo_epi16(x, _mm256_set1_epi32(Q_INVERSE as u16 as i32));
    _mm256_sub_epi32(x, _mm256_madd_epi16(m, _mm256_set1_epi32(Q as i32)))
}

/// x modulo q. In: any. Out: |r| ≤ q/2 + 1. As the portable `barrett`: ⌊(⌊x/2^16⌋ + 2^9)/2^10⌋ is ⌊(x + 2^25)/2^26⌋.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn nearest(x: __m256i) -> __m256i {
    let scaled = _mm256_mulhi_epi16(x, _mm256_set1_epi16(20159));
    let quotient = _mm256_srai_epi16::<10>(_mm256_add_epi16(scaled, _mm256_set1_epi16(1 << 9)));
    _mm256_sub_epi16(x, _mm256_mullo_epi16(quotient, _mm256_set1_epi16(Q)))
}
