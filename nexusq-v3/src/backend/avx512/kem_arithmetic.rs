//! Arithmetic modulo q = 3329 on 32 numbers of 16 bits.

use crate::ml_kem::Q;
use crate::ml_kem::tables::{Multiplier, Q_INVERSE};
use core::arch::x86_64::*;

/// 32 multipliers.
#[derive(Clone, Copy)]
pub(super) struct Multipliers {
    pub(super) value: __m512i,
    pub(super) times_q_inverse: __m512i,
}

/// The same multiplier in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn all(by: Multiplier) -> Multipliers {
    Multipliers {
        value: _mm512_set1_epi16(by.value),
        times_q_inverse: _mm512_set1_epi16(by.times_q_inverse),
    }
}

/// x·c. In: any. Out: |r| < q. As the portable `multiply`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn multiply(x: __m512i, by: Multipliers) -> __m512i {
    let m = _mm512_mullo_epi16(x, by.times_q_inverse);
    let reduced = _mm512_mulhi_epi16(m, _mm512_set1_epi16(Q));
    _mm512_sub_epi16(_mm512_mulhi_epi16(x, by.value), reduced)
}

/// x modulo q. In: any. Out: 0 ≤ r ≤ q.
///
/// The quotient ⌊x·20159/2^26⌋ is that of x by q or one less where q divides x.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn barrett(x: __m512i) -> __m512i {
    let quotient = _mm512_srai_epi16::<10>(_mm512_mulhi_epi16(x, _mm512_set1_epi16(20159)));
    _mm512_sub_epi16(x, _mm512_mullo_epi16(quotient, _mm512_set1_epi16(Q)))
}

/// x modulo q. In: any. Out: 0 ≤ r < q.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn canonical(x: __m512i) -> __m512i {
    let r = barrett(x);
    // Below q the difference wraps to a large number, at q it is 0.
    _mm512_min_epu16(r, _mm512_sub_epi16(r, _mm512_set1_epi16(Q)))
}

/// x·2^−16 of 16 numbers of 32 bits, in the upper halves; the lower halves are zero. In and out as the portable `montgomery`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn montgomery(x: __m512i) -> __m512i {
    // The upper halves of the constants are zero, so that each product has one term.
    let m = _mm512_mullo_epi16(x, _mm512_set1_epi32(Q_INVERSE as u16 as i32));
    _mm512_sub_epi32(x, _mm512_madd_epi16(m, _mm512_set1_epi32(Q as i32)))
}
