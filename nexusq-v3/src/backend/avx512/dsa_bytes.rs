//! Encodings of ML-DSA: polynomials to bytes and back.

use super::bits::{first_of_every, join_eight, join_four, pack, unpack};
use super::dsa_add::wide;
use super::dsa_arithmetic::canonical;
use super::vector::{load, load_bytes, store, store_bytes};
use crate::ml_dsa::{Coefficients, D, GAMMA2_32, High, Poly, Q, Small};
use core::arch::x86_64::*;

/// For each of 16 numbers of BITS bits, the four bytes from the one on in which it begins, and its first bit in them.
struct Unpack<const BITS: usize>;

impl<const BITS: usize> Unpack<BITS> {
    const PLACES: &'static [u8; 64] = &{
        let mut places = [0; 64];
        let mut i = 0;
        while i < 64 {
            places[i] = (i / 4 * BITS / 8 + i % 4) as u8;
            i += 1;
        }
        places
    };
    const SHIFTS: &'static [i32; 16] = &{
        let mut shifts = [0; 16];
        let mut i = 0;
        while i < 16 {
            shifts[i] = (i * BITS % 8) as i32;
            i += 1;
        }
        shifts
    };
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack_z<const BITS: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    let gamma1 = _mm512_set1_epi32(1 << (BITS - 1));
    for (numbers, bytes) in
        to.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(from.chunks_exact(2 * BITS))
    {
        let begun = _mm512_permutexvar_epi8(load(Unpack::<BITS>::PLACES), load_bytes(bytes));
        let x = _mm512_srlv_epi32(begun, load(Unpack::<BITS>::SHIFTS));
        let x = _mm512_and_si512(x, _mm512_set1_epi32((1 << BITS) - 1));
        store(numbers, _mm512_sub_epi32(gamma1, x));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn pack_z<const BITS: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    static FIVE_OF_EIGHT: [u8; 64] = first_of_every(5, 8);
    static NINE_OF_SIXTEEN: [u8; 64] = first_of_every(9, 16);
    let gamma1 = _mm512_set1_epi32(1 << (BITS - 1));
    for (numbers, bytes) in from
        .0
        .as_chunks::<16>()
        .0
        .iter()
        .zip(to.chunks_exact_mut(2 * BITS))
    {
        let x = _mm512_sub_epi32(gamma1, load(numbers));
        let packed = if BITS == 20 {
            _mm512_permutexvar_epi8(load(&FIVE_OF_EIGHT), join_four::<12>(x))
        } else {
            const { assert!(BITS == 18 || BITS == 20) };
            let all = join_eight::<36, 28>(join_four::<14>(x));
            _mm512_permutexvar_epi8(load(&NINE_OF_SIXTEEN), all)
        };
        store_bytes(bytes, packed);
    }
}

/// 32 numbers of 32 bits, of which 16 are enough.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn narrow(low: __m512i, high: __m512i) -> __m512i {
    let low = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(low));
    _mm512_inserti64x4::<1>(low, _mm512_cvtepi32_epi16(high))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(super) fn split_t(t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]) {
    let half = _mm512_set1_epi32(1 << (D - 1));
    let split = |t: &[i32; 16]| {
        // From |t| ≤ 2·q to 0 ≤ t < q: each step halves the range above or below.
        let t = load(t);
        let t = _mm512_min_epu32(t, _mm512_add_epi32(t, _mm512_set1_epi32(2 * Q)));
        let t = _mm512_min_epu32(t, _mm512_sub_epi32(t, _mm512_set1_epi32(Q)));
        let t = canonical(_mm512_min_epu32(
            t,
            _mm512_sub_epi32(t, _mm512_set1_epi32(Q)),
        ));
        // t + 2^12 − 1 has t1 in its upper bits, and 2^12 − t0 is what BitPack writes.
        let rounded = _mm512_add_epi32(t, _mm512_sub_epi32(half, _mm512_set1_epi32(1)));
        let high = _mm512_srli_epi32::<D>(rounded);
        let low = _mm512_sub_epi32(t, _mm512_slli_epi32::<D>(high));
        (high, _mm512_sub_epi32(half, low))
    };
    let numbers = t.0.as_chunks::<16>().0.as_chunks::<2>().0;
    let chunks = t1
        .as_chunks_mut::<40>()
        .0
        .iter_mut()
        .zip(t0.as_chunks_mut::<52>().0);
    for (t, (t1, t0)) in numbers.iter().zip(chunks) {
        let (high0, low0) = split(&t[0]);
        let (high1, low1) = split(&t[1]);
        store_bytes(t1, pack::<10>(narrow(high0, high1)));
        store_bytes(t0, pack::<13>(narrow(low0, low1)));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack_t1(from: &[u8; 320], to: &mut Poly<Coefficients>) {
    let pairs = to.0.as_chunks_mut::<16>().0.as_chunks_mut::<2>().0;
    for (to, bytes) in pairs.iter_mut().zip(from.as_chunks::<40>().0) {
        for (to, t1) in to.iter_mut().zip(wide(unpack::<10>(bytes))) {
            store(to, _mm512_slli_epi32::<D>(t1));
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack_t0(from: &[u8; 416], to: &mut Poly<Coefficients>) {
    let half = _mm512_set1_epi32(1 << (D - 1));
    let pairs = to.0.as_chunks_mut::<16>().0.as_chunks_mut::<2>().0;
    for (to, bytes) in pairs.iter_mut().zip(from.as_chunks::<52>().0) {
        for (to, x) in to.iter_mut().zip(wide(unpack::<13>(bytes))) {
            store(to, _mm512_sub_epi32(half, x));
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(super) fn pack_small<const ETA: usize>(from: &Small, to: &mut [u8]) {
    let bits = if ETA == 2 { 3 } else { 4 };
    for (numbers, bytes) in from
        .0
        .as_chunks::<32>()
        .0
        .iter()
        .zip(to.chunks_exact_mut(4 * bits))
    {
        let x = _mm512_sub_epi16(_mm512_set1_epi16(ETA as i16), load(numbers));
        store_bytes(bytes, if ETA == 2 { pack::<3>(x) } else { pack::<4>(x) });
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack_small<const ETA: usize>(from: &[u8], to: &mut Small) -> bool {
    let bits = if ETA == 2 { 3 } else { 4 };
    let mut over = 0;
    for (numbers, bytes) in
        to.0.as_chunks_mut::<32>()
            .0
            .iter_mut()
            .zip(from.chunks_exact(4 * bits))
    {
        let x = if ETA == 2 {
            unpack::<3>(bytes)
        } else {
            unpack::<4>(bytes)
        };
        over |= _mm512_cmpgt_epi16_mask(x, _mm512_set1_epi16(2 * ETA as i16));
        store(numbers, _mm512_sub_epi16(_mm512_set1_epi16(ETA as i16), x));
    }
    over == 0
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn pack_w1<const GAMMA2: i32>(high: &High, to: &mut [u8]) {
    static THREE_OF_FOUR: [u8; 64] = first_of_every(3, 4);
    static ONE_OF_TWO: [u8; 64] = first_of_every(1, 2);
    let bits = if GAMMA2 == GAMMA2_32 { 4 } else { 6 };
    for (numbers, bytes) in high
        .0
        .as_chunks::<64>()
        .0
        .iter()
        .zip(to.chunks_exact_mut(8 * bits))
    {
        let x = load(numbers);
        let packed = if GAMMA2 == GAMMA2_32 {
            let two = _mm512_maddubs_epi16(x, _mm512_set1_epi16(1 | 16 << 8));
            _mm512_permutexvar_epi8(load(&ONE_OF_TWO), two)
        } else {
            let two = _mm512_maddubs_epi16(x, _mm512_set1_epi16(1 | 64 << 8));
            let four = _mm512_madd_epi16(two, _mm512_set1_epi32(1 | 4096 << 16));
            _mm512_permutexvar_epi8(load(&THREE_OF_FOUR), four)
        };
        store_bytes(bytes, packed);
    }
}
