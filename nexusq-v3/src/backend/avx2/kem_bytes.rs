//! Encodings of ML-KEM: polynomials to bytes and back, compressed and not.

use super::bits::{first_of_every, join_two, pack, store_starts, unpack};
use super::kem_arithmetic::{barrett, canonical};
use super::kem_sample::twelve_bits;
use super::vector::{load, load_twice, store};
use crate::ml_kem::{Coefficients, Ntt, Poly, Q};
use core::arch::x86_64::*;

#[target_feature(enable = "avx2")]
pub(super) fn encode12(from: &Poly<Ntt>, to: &mut [u8; 384]) {
    static THREE_OF_FOUR: [u8; 16] = first_of_every(3, 4);
    for (numbers, bytes) in from
        .0
        .as_chunks::<16>()
        .0
        .iter()
        .zip(to.as_chunks_mut::<24>().0)
    {
        let joined = join_two::<12>(canonical(load(numbers)));
        store_starts(
            bytes,
            _mm256_shuffle_epi8(joined, load_twice(&THREE_OF_FOUR)),
        );
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn decode12(from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
    let mut over = _mm256_setzero_si256();
    for (numbers, bytes) in
        to.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(from.as_chunks::<24>().0)
    {
        let x = twelve_bits(bytes);
        over = _mm256_or_si256(over, _mm256_cmpgt_epi16(x, _mm256_set1_epi16(Q - 1)));
        store(numbers, x);
    }
    _mm256_movemask_epi8(over) == 0
}

/// ⌈2^d/q · x⌋ modulo 2^d of 16 numbers. In: any.
///
/// In single precision: with 0 ≤ x ≤ q the product is off by less than 2^11·2^−24, and its fraction is never closer to a
/// half than 1/(2·q). The tests look at every x.
#[inline]
#[target_feature(enable = "avx2")]
fn compress_numbers<const D: usize>(x: __m256i) -> __m256i {
    let r = barrett(x);
    let scale = _mm256_set1_ps((1 << D) as f32 / Q as f32);
    let half = |wide: __m256i| _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_cvtepi32_ps(wide), scale));
    let zero = _mm256_setzero_si256();
    let low = half(_mm256_unpacklo_epi16(r, zero));
    let high = half(_mm256_unpackhi_epi16(r, zero));
    _mm256_and_si256(
        _mm256_packus_epi32(low, high),
        _mm256_set1_epi16((1 << D) - 1),
    )
}

#[target_feature(enable = "avx2")]
pub(super) fn compress<const D: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    for (numbers, bytes) in from
        .0
        .as_chunks::<16>()
        .0
        .iter()
        .zip(to.chunks_exact_mut(2 * D))
    {
        store_starts(bytes, pack::<D>(compress_numbers::<D>(load(numbers))));
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn decompress<const D: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    for (numbers, bytes) in
        to.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(from.chunks_exact(2 * D))
    {
        let [first, last] = unpack::<D>(bytes);
        let y = _mm256_packus_epi32(first, last);
        // The rounded product of y·2^(15−d) and q by 2^15.
        let y = _mm256_mullo_epi16(y, _mm256_set1_epi16(1 << (15 - D)));
        store(numbers, _mm256_mulhrs_epi16(y, _mm256_set1_epi16(Q)));
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn to_message(from: &Poly<Coefficients>, to: &mut [u8; 32]) {
    // 1 from ⌈q/4⌉ to ⌊3·q/4⌋.
    let ones = |numbers: &[i16; 16]| {
        let x = canonical(load(numbers));
        let above = _mm256_cmpgt_epi16(x, _mm256_set1_epi16(832));
        _mm256_and_si256(above, _mm256_cmpgt_epi16(_mm256_set1_epi16(2497), x))
    };
    let (numbers, _) = from.0.as_chunks::<16>();
    for (two, bytes) in numbers
        .as_chunks::<2>()
        .0
        .iter()
        .zip(to.as_chunks_mut::<4>().0)
    {
        let packed = _mm256_packs_epi16(ones(&two[0]), ones(&two[1]));
        let in_order = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        *bytes = _mm256_movemask_epi8(in_order).to_le_bytes();
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn add_message(message: &[u8; 32], to: &mut Poly<Coefficients>) {
    let bit = _mm256_setr_epi16(
        1,
        2,
        4,
        8,
        16,
        32,
        64,
        128,
        256,
        512,
        1024,
        2048,
        4096,
        8192,
        16384,
        i16::MIN,
    );
    for (numbers, bytes) in
        to.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(message.as_chunks::<2>().0)
    {
        let bits = _mm256_set1_epi16(i16::from_le_bytes(*bytes));
        let is_one = _mm256_cmpeq_epi16(_mm256_and_si256(bits, bit), bit);
        let half = _mm256_and_si256(is_one, _mm256_set1_epi16((Q + 1) / 2));
        let sum = _mm256_add_epi16(load(numbers), half);
        store(numbers, sum);
    }
}
