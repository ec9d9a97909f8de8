//! Encodings of ML-DSA: polynomials to bytes and back.

use super::bits::{first_of_every, join_eight, join_four, pack, store_starts, unpack};
use super::vector::{load, load_halves, load_twice, store};
use crate::ml_dsa::{Coefficients, D, GAMMA2_32, High, Poly, Q, Small};
use core::arch::x86_64::*;

/// For each of eight numbers of BITS bits, four in each half of a register: the four bytes from the one on in which it begins,
/// and its first bit in them. The second half of the numbers begins at byte BITS/2.
struct Unpack<const BITS: usize>;

impl<const BITS: usize> Unpack<BITS> {
    const PLACES: &'static [u8; 16] = &{
        let mut places = [0; 16];
        let mut i = 0;
        while i < 16 {
            places[i] = (i / 4 * BITS / 8 + i % 4) as u8;
            i += 1;
        }
        places
    };
    const SHIFTS: &'static [i32; 8] = &{
        let mut shifts = [0; 8];
        let mut i = 0;
        while i < 8 {
            shifts[i] = (i % 4 * BITS % 8) as i32;
            i += 1;
        }
        shifts
    };
}

#[target_feature(enable = "avx2")]
pub(super) fn unpack_z<const BITS: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    // Four numbers are 9 or 10 whole bytes.
    const { assert!(BITS == 18 || BITS == 20) };
    let gamma1 = _mm256_set1_epi32(1 << (BITS - 1));
    for (numbers, bytes) in
        to.0.as_chunks_mut::<8>()
            .0
            .iter_mut()
            .zip(from.chunks_exact(BITS))
    {
        let mut halves = [[0; 16]; 2];
        let (low, high) = bytes.split_at(BITS / 2);
        halves[0][..BITS / 2].copy_from_slice(low);
        halves[1][..BITS / 2].copy_from_slice(high);
        let places = load_twice(Unpack::<BITS>::PLACES);
        let begun = _mm256_shuffle_epi8(load_halves(&halves[0], &halves[1]), places);
        let x = _mm256_srlv_epi32(begun, load(Unpack::<BITS>::SHIFTS));
        let x = _mm256_and_si256(x, _mm256_set1_epi32((1 << BITS) - 1));
        store(numbers, _mm256_sub_epi32(gamma1, x));
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn pack_z<const BITS: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    static FIVE_OF_EIGHT: [u8; 16] = first_of_every(5, 8);
    const { assert!(BITS == 18 || BITS == 20) };
    let gamma1 = _mm256_set1_epi32(1 << (BITS - 1));
    let numbers = from.0.as_chunks::<8>().0;
    for (numbers, bytes) in numbers.iter().zip(to.chunks_exact_mut(BITS)) {
        let x = _mm256_sub_epi32(gamma1, load(numbers));
        let packed = if BITS == 20 {
            _mm256_shuffle_epi8(join_four::<12>(x), load_twice(&FIVE_OF_EIGHT))
        } else {
            join_eight::<36, 28>(join_four::<14>(x))
        };
        store_starts(bytes, packed);
    }
}

/// t1 and what BitPack writes of t0, in 32 bits. In: |t| ≤ 2·q.
#[inline]
#[target_feature(enable = "avx2")]
fn split(t: &[i32; 8]) -> (__m256i, __m256i) {
    let q = _mm256_set1_epi32(Q);
    let half = _mm256_set1_epi32(1 << (D - 1));
    // To 0 ≤ t ≤ 2·q, then below q: a number below 0 is a large one.
    let t = load(t);
    let t = _mm256_min_epu32(t, _mm256_add_epi32(t, _mm256_set1_epi32(2 * Q)));
    let t = _mm256_min_epu32(t, _mm256_sub_epi32(t, q));
    let t = _mm256_min_epu32(t, _mm256_sub_epi32(t, q));
    // t + 2^12 − 1 has t1 in its upper bits, and 2^12 − t0 is what BitPack writes.
    let rounded = _mm256_add_epi32(t, _mm256_set1_epi32((1 << (D - 1)) - 1));
    let high = _mm256_srli_epi32::<{ D as i32 }>(rounded);
    let low = _mm256_sub_epi32(t, _mm256_slli_epi32::<{ D as i32 }>(high));
    (high, _mm256_sub_epi32(half, low))
}

/// Twice eight numbers below 2^16 as 16 of 16 bits, in order.
#[inline]
#[target_feature(enable = "avx2")]
fn narrow(low: __m256i, high: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(low, high))
}

#[target_feature(enable = "avx2")]
pub(super) fn split_t(t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]) {
    let numbers = t.0.as_chunks::<8>().0.as_chunks::<2>().0;
    let chunks = t1
        .as_chunks_mut::<20>()
        .0
        .iter_mut()
        .zip(t0.as_chunks_mut::<26>().0);
    for (t, (t1, t0)) in numbers.iter().zip(chunks) {
        let (high0, low0) = split(&t[0]);
        let (high1, low1) = split(&t[1]);
        store_starts(t1, pack::<10>(narrow(high0, high1)));
        store_starts(t0, pack::<13>(narrow(low0, low1)));
    }
}

/// 16 numbers of BITS bits in 32, in order.
#[inline]
#[target_feature(enable = "avx2")]
fn unpack_wide<const BITS: usize>(bytes: &[u8]) -> [__m256i; 2] {
    let [first, last] = unpack::<BITS>(bytes);
    [
        _mm256_permute2x128_si256::<0x20>(first, last),
        _mm256_permute2x128_si256::<0x31>(first, last),
    ]
}

#[target_feature(enable = "avx2")]
pub(super) fn unpack_t1(from: &[u8; 320], to: &mut Poly<Coefficients>) {
    let pairs = to.0.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0;
    for (to, bytes) in pairs.iter_mut().zip(from.as_chunks::<20>().0) {
        for (to, t1) in to.iter_mut().zip(unpack_wide::<10>(bytes)) {
            store(to, _mm256_slli_epi32::<{ D as i32 }>(t1));
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn unpack_t0(from: &[u8; 416], to: &mut Poly<Coefficients>) {
    let half = _mm256_set1_epi32(1 << (D - 1));
    let pairs = to.0.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0;
    for (to, bytes) in pairs.iter_mut().zip(from.as_chunks::<26>().0) {
        for (to, x) in to.iter_mut().zip(unpack_wide::<13>(bytes)) {
            store(to, _mm256_sub_epi32(half, x));
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn pack_small<const ETA: usize>(from: &Small, to: &mut [u8]) {
    let bits = if ETA == 2 { 3 } else { 4 };
    let numbers = from.0.as_chunks::<16>().0;
    for (numbers, bytes) in numbers.iter().zip(to.chunks_exact_mut(2 * bits)) {
        let x = _mm256_sub_epi16(_mm256_set1_epi16(ETA as i16), load(numbers));
        store_starts(bytes, if ETA == 2 { pack::<3>(x) } else { pack::<4>(x) });
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn unpack_small<const ETA: usize>(from: &[u8], to: &mut Small) -> bool {
    let bits = if ETA == 2 { 3 } else { 4 };
    let mut over = _mm256_setzero_si256();
    let numbers = to.0.as_chunks_mut::<16>().0;
    for (numbers, bytes) in numbers.iter_mut().zip(from.chunks_exact(2 * bits)) {
        let [first, last] = if ETA == 2 {
            unpack::<3>(bytes)
        } else {
            unpack::<4>(bytes)
        };
        let x = _mm256_packus_epi32(first, last);
        let above = _mm256_cmpgt_epi16(x, _mm256_set1_epi16(2 * ETA as i16));
        over = _mm256_or_si256(over, above);
        store(numbers, _mm256_sub_epi16(_mm256_set1_epi16(ETA as i16), x));
    }
    _mm256_movemask_epi8(over) == 0
}

/// 32 numbers of 4 bits as 16 bytes, or of 6 bits as 24.
#[target_feature(enable = "avx2")]
pub(super) fn pack_w1<const GAMMA2: i32>(high: &High, to: &mut [u8]) {
    let bits = if GAMMA2 == GAMMA2_32 { 4 } else { 6 };
    for (numbers, bytes) in high
        .0
        .as_chunks::<32>()
        .0
        .iter()
        .zip(to.chunks_exact_mut(4 * bits))
    {
        let x = load(numbers);
        let packed = if GAMMA2 == GAMMA2_32 {
            let two = _mm256_maddubs_epi16(x, _mm256_set1_epi16(1 | 16 << 8));
            // The low byte of each 16 bits, in the first half of each half.
            _mm256_packus_epi16(two, two)
        } else {
            let two = _mm256_maddubs_epi16(x, _mm256_set1_epi16(1 | 64 << 8));
            let four = _mm256_madd_epi16(two, _mm256_set1_epi32(1 | 4096 << 16));
            static THREE_OF_FOUR: [u8; 16] = [
                0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0x80, 0x80, 0x80, 0x80,
            ];
            _mm256_shuffle_epi8(four, load_twice(&THREE_OF_FOUR))
        };
        store_starts(bytes, packed);
    }
}
