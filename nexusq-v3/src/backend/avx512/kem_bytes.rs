//! Encodings of ML-KEM: polynomials to bytes and back, compressed and not.

use super::bits::{first_of_every, join_two, pack, unpack};
use super::kem_arithmetic::{barrett, canonical};
use super::kem_sample::twelve_bits;
use super::vector::{load, load_bytes, store, store_bytes};
use crate::ml_kem::{Coefficients, Ntt, Poly, Q};
use core::arch::x86_64::*;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn encode12(from: &Poly<Ntt>, to: &mut [u8; 384]) {
    static THREE_OF_FOUR: [u8; 64] = first_of_every(3, 4);
    for (numbers, bytes) in from
        .0
        .as_chunks::<32>()
        .0
        .iter()
        .zip(to.as_chunks_mut::<48>().0)
    {
        let joined = join_two::<12>(canonical(load(numbers)));
        store_bytes(bytes, _mm512_permutexvar_epi8(load(&THREE_OF_FOUR), joined));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn decode12(from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
    let mut over = 0;
    for (numbers, bytes) in
        to.0.as_chunks_mut::<32>()
            .0
            .iter_mut()
            .zip(from.as_chunks::<48>().0)
    {
        let x = twelve_bits(load_bytes(bytes));
        over |= _mm512_cmpge_epi16_mask(x, _mm512_set1_epi16(Q));
        store(numbers, x);
    }
    over == 0
}

/// ⌈2^d/q · x⌋ modulo 2^d of 32 numbers. In: any.
///
/// In single precision: with |x| ≤ q the product is off by less than 2^11·2^−24, and its fraction is never closer to a
/// half than 1/(2·q). The tests look at every x.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn compress_numbers<const D: usize>(x: __m512i) -> __m512i {
    const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    // 0 ≤ r ≤ q
    let r = barrett(x);
    let scale = _mm512_set1_ps((1 << D) as f32 / Q as f32);
    let half = |wide: __m512i| {
        let exact = _mm512_cvtepi32_ps(wide);
        _mm512_cvt_roundps_epi32::<NEAREST>(_mm512_mul_round_ps::<NEAREST>(exact, scale))
    };
    let zero = _mm512_setzero_si512();
    let low = half(_mm512_unpacklo_epi16(r, zero));
    let high = half(_mm512_unpackhi_epi16(r, zero));
    let packed = _mm512_packus_epi32(low, high);
    _mm512_and_si512(packed, _mm512_set1_epi16((1 << D) - 1))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(super) fn compress<const D: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    for (numbers, bytes) in from
        .0
        .as_chunks::<32>()
        .0
        .iter()
        .zip(to.chunks_exact_mut(4 * D))
    {
        store_bytes(bytes, pack::<D>(compress_numbers::<D>(load(numbers))));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn decompress<const D: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    for (numbers, bytes) in
        to.0.as_chunks_mut::<32>()
            .0
            .iter_mut()
            .zip(from.chunks_exact(4 * D))
    {
        // The rounded product of y·2^(15−d) and q by 2^15.
        let y = _mm512_sllv_epi16(unpack::<D>(bytes), _mm512_set1_epi16(15 - D as i16));
        store(numbers, _mm512_mulhrs_epi16(y, _mm512_set1_epi16(Q)));
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn to_message(from: &Poly<Coefficients>, to: &mut [u8; 32]) {
    for (numbers, bytes) in from
        .0
        .as_chunks::<32>()
        .0
        .iter()
        .zip(to.as_chunks_mut::<4>().0)
    {
        // 1 from ⌈q/4⌉ to ⌊3·q/4⌋.
        let above = _mm512_sub_epi16(canonical(load(numbers)), _mm512_set1_epi16(833));
        *bytes = _mm512_cmplt_epu16_mask(above, _mm512_set1_epi16(1664)).to_le_bytes();
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn add_message(message: &[u8; 32], to: &mut Poly<Coefficients>) {
    for (numbers, bytes) in
        to.0.as_chunks_mut::<32>()
            .0
            .iter_mut()
            .zip(message.as_chunks::<4>().0)
    {
        let half = _mm512_maskz_set1_epi16(u32::from_le_bytes(*bytes), (Q + 1) / 2);
        let sum = _mm512_add_epi16(load(numbers), half);
        store(numbers, sum);
    }
}
