//! Sampling of ML-KEM: uniform numbers modulo q, and the centred binomial distribution.

use super::vector::{load, load_bytes, store};
use crate::ml_kem::{Coefficients, N, Ntt, Poly, Q};
use core::arch::x86_64::*;

/// For every two numbers of 12 bits, the three bytes that hold them, the middle one twice.
pub(super) static TWO_OF_THREE: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 16 {
        bytes[4 * i] = 3 * i as u8;
        bytes[4 * i + 1] = 3 * i as u8 + 1;
        bytes[4 * i + 2] = 3 * i as u8 + 1;
        bytes[4 * i + 3] = 3 * i as u8 + 2;
        i += 1;
    }
    bytes
};

/// 32 numbers of 12 bits from 48 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn twelve_bits(bytes: __m512i) -> __m512i {
    let both = _mm512_permutexvar_epi8(load(&TWO_OF_THREE), bytes);
    // The second of two starts in the middle of its first byte.
    let aligned = _mm512_srlv_epi16(both, _mm512_set1_epi32(4 << 16));
    _mm512_and_si512(aligned, _mm512_set1_epi16(0xfff))
}

/// The numbers are public: they are a part of the matrix A, which follows from the published ρ.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn uniform(bytes: &[u8], to: &mut Poly<Ntt>, mut filled: usize) -> usize {
    for chunk in bytes.chunks(48) {
        if filled == N {
            break;
        }
        let numbers = twelve_bits(load_bytes(chunk));
        let there = ((1u64 << (2 * chunk.len() / 3)) - 1) as u32;
        let below = _mm512_mask_cmplt_epi16_mask(there, numbers, _mm512_set1_epi16(Q));
        let kept = _mm512_maskz_compress_epi16(below, numbers);
        let count = below.count_ones() as usize;
        if let Some(room) = to.0[filled..].first_chunk_mut::<32>() {
            store(room, kept);
            filled += count;
        } else {
            let mut last = [0; 32];
            store(&mut last, kept);
            let count = count.min(N - filled);
            to.0[filled..filled + count].copy_from_slice(&last[..count]);
            filled += count;
        }
    }
    filled
}

/// The number for each half byte: its two low bits counted, less its two high ones.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn cbd2(bytes: &[u8; 128], to: &mut Poly<Coefficients>) {
    let table = _mm_setr_epi8(0, 1, 1, 2, -1, 0, 0, 1, -1, 0, 0, 1, -2, -1, -1, 0);
    let low_half = _mm_set1_epi8(15);
    let (numbers, _) = to.0.as_chunks_mut::<32>();
    for (numbers, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<16>().0) {
        // SAFETY: `bytes` is 16 bytes.
        let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
        let first = _mm_shuffle_epi8(table, _mm_and_si128(bytes, low_half));
        let second = _mm_shuffle_epi8(table, _mm_and_si128(_mm_srli_epi16::<4>(bytes), low_half));
        let in_order = _mm256_set_m128i(
            _mm_unpackhi_epi8(first, second),
            _mm_unpacklo_epi8(first, second),
        );
        store(numbers, _mm512_cvtepi8_epi16(in_order));
    }
}

/// Each six bits are a number: the three low bits counted, less the three high ones. 48 bytes are 64 numbers.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn cbd3(bytes: &[u8; 192], to: &mut Poly<Coefficients>) {
    /// Three bytes in each 32 bits.
    static THREE_OF_FOUR: [u8; 64] = {
        let mut bytes = [63; 64];
        let mut i = 0;
        while i < 48 {
            bytes[i / 3 * 4 + i % 3] = i as u8;
            i += 1;
        }
        bytes
    };
    let first = _mm512_set1_epi32(0x0024_9249);
    let seven = _mm512_set1_epi16(7);
    let (numbers, _) = to.0.as_chunks_mut::<64>();
    for (numbers, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<48>().0) {
        let bits = _mm512_permutexvar_epi8(load(&THREE_OF_FOUR), load_bytes(bytes));
        let part = |bits| _mm512_and_si512(bits, first);
        let counts = _mm512_add_epi32(
            _mm512_add_epi32(part(bits), part(_mm512_srli_epi32::<1>(bits))),
            part(_mm512_srli_epi32::<2>(bits)),
        );
        // Numbers 0 and 1 in one register, 2 and 3 in the other: the counts of each in 16 bits.
        let split = |counts| {
            let both = _mm512_or_si512(
                _mm512_and_si512(counts, _mm512_set1_epi32(0x3f)),
                _mm512_slli_epi32::<10>(_mm512_and_si512(counts, _mm512_set1_epi32(0xfc0))),
            );
            let minus = _mm512_and_si512(_mm512_srli_epi16::<3>(both), seven);
            _mm512_sub_epi16(_mm512_and_si512(both, seven), minus)
        };
        let (low, high) = (split(counts), split(_mm512_srli_epi32::<12>(counts)));
        let places = [
            _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
            _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
        ];
        for (numbers, place) in numbers.as_chunks_mut::<32>().0.iter_mut().zip(places) {
            store(numbers, _mm512_permutex2var_epi32(low, place, high));
        }
    }
}
