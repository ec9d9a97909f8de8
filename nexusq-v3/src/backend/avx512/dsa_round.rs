//! Rounding and hints of ML-DSA.

use super::dsa_arithmetic::{canonical, centred};
use super::vector::{load, store};
use crate::ml_dsa::{Coefficients, GAMMA2_32, High, HintBits, Poly, Q};
use core::arch::x86_64::*;

/// r1 and r0 (FIPS 204 Alg. 36), as the portable `decompose_number`. In: 0 ≤ r < q.
#[inline]
#[target_feature(enable = "avx512f")]
fn decompose_numbers<const GAMMA2: i32>(r: __m512i) -> (__m512i, __m512i) {
    let steps = _mm512_srli_epi32::<7>(_mm512_add_epi32(r, _mm512_set1_epi32(127)));
    let high = if GAMMA2 == GAMMA2_32 {
        let scaled = _mm512_mullo_epi32(steps, _mm512_set1_epi32(1025));
        let rounded = _mm512_srli_epi32::<22>(_mm512_add_epi32(scaled, _mm512_set1_epi32(1 << 21)));
        _mm512_and_si512(rounded, _mm512_set1_epi32(15))
    } else {
        let scaled = _mm512_mullo_epi32(steps, _mm512_set1_epi32(11275));
        let rounded = _mm512_srli_epi32::<24>(_mm512_add_epi32(scaled, _mm512_set1_epi32(1 << 23)));
        _mm512_maskz_mov_epi32(
            _mm512_cmple_epi32_mask(rounded, _mm512_set1_epi32(43)),
            rounded,
        )
    };
    let low = _mm512_sub_epi32(r, _mm512_mullo_epi32(high, _mm512_set1_epi32(2 * GAMMA2)));
    (high, centred(low))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_high(to: &mut [u8; 16], high: __m512i) {
    // SAFETY: `to` is 16 bytes.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), _mm512_cvtepi32_epi8(high)) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_high(from: &[u8; 16]) -> __m512i {
    // SAFETY: `from` is 16 bytes.
    _mm512_cvtepu8_epi32(unsafe { _mm_loadu_si128(from.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f")]
pub(super) fn decompose<const GAMMA2: i32>(w: &mut Poly<Coefficients>, high: &mut High) {
    for (w, high) in
        w.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(high.0.as_chunks_mut::<16>().0)
    {
        let (r1, r0) = decompose_numbers::<GAMMA2>(canonical(load(w)));
        store_high(high, r1);
        store(w, r0);
    }
}

#[target_feature(enable = "avx512f")]
pub(super) fn all_below(x: &Poly<Coefficients>, bound: i32) -> bool {
    let over = x.0.as_chunks::<16>().0.iter().fold(0, |over, x| {
        over | _mm512_cmpge_epi32_mask(_mm512_abs_epi32(load(x)), _mm512_set1_epi32(bound))
    });
    over == 0
}

#[target_feature(enable = "avx512f")]
pub(super) fn centre(x: &mut Poly<Coefficients>) {
    for x in x.0.as_chunks_mut::<16>().0 {
        let r = centred(canonical(load(x)));
        store(x, r);
    }
}

/// As the portable `make_hint`, where the reason stands.
#[target_feature(enable = "avx512f,popcnt")]
pub(super) fn make_hint<const GAMMA2: i32>(
    low: &Poly<Coefficients>,
    high: &High,
    hints: &mut HintBits,
) -> usize {
    *hints = [0; 4];
    let mut count = 0;
    let numbers = low
        .0
        .as_chunks::<16>()
        .0
        .iter()
        .zip(high.0.as_chunks::<16>().0);
    for (i, (low, high)) in numbers.enumerate() {
        let (low, high) = (load(low), load_high(high));
        let edge = _mm512_set1_epi32(-GAMMA2);
        let beyond = _mm512_cmpgt_epi32_mask(low, _mm512_set1_epi32(GAMMA2))
            | _mm512_cmplt_epi32_mask(low, edge);
        let at_edge = _mm512_cmpeq_epi32_mask(low, edge) & _mm512_test_epi32_mask(high, high);
        let bits = u64::from(beyond | at_edge);
        hints[i / 4] |= bits << (16 * (i % 4));
        count += bits.count_ones() as usize;
    }
    count
}

#[target_feature(enable = "avx512f")]
pub(super) fn use_hint<const GAMMA2: i32>(
    w: &Poly<Coefficients>,
    hints: &HintBits,
    high: &mut High,
) {
    let m = (Q - 1) / (2 * GAMMA2);
    let numbers =
        w.0.as_chunks::<16>()
            .0
            .iter()
            .zip(high.0.as_chunks_mut::<16>().0);
    for (i, (w, high)) in numbers.enumerate() {
        let (r1, r0) = decompose_numbers::<GAMMA2>(canonical(load(w)));
        let hinted = (hints[i / 4] >> (16 * (i % 4))) as u16;
        let up = _mm512_cmpgt_epi32_mask(r0, _mm512_setzero_si512());
        let r1 = _mm512_mask_add_epi32(r1, hinted & up, r1, _mm512_set1_epi32(1));
        let r1 = _mm512_mask_sub_epi32(r1, hinted & !up, r1, _mm512_set1_epi32(1));
        // Modulo m, from −1 and from m.
        let below = _mm512_cmplt_epi32_mask(r1, _mm512_setzero_si512());
        let r1 = _mm512_mask_mov_epi32(r1, below, _mm512_set1_epi32(m - 1));
        let inside = _mm512_cmplt_epi32_mask(r1, _mm512_set1_epi32(m));
        store_high(high, _mm512_maskz_mov_epi32(inside, r1));
    }
}
