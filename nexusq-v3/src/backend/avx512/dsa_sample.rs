//! Sampling of ML-DSA: uniform numbers modulo q, and private coefficients.

use super::vector::{load, load_bytes, store};
use crate::ml_dsa::{N, Ntt, Poly, Q, Small};
use core::arch::x86_64::*;

/// Three bytes in each 32 bits.
pub(super) static THREE_OF_FOUR: [u8; 64] = {
    let mut bytes = [63; 64];
    let mut i = 0;
    while i < 48 {
        bytes[i / 3 * 4 + i % 3] = i as u8;
        i += 1;
    }
    bytes
};

/// CoeffFromThreeBytes (FIPS 204 Alg. 14). The numbers are public: they are a part of the matrix A.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn uniform(bytes: &[u8], to: &mut Poly<Ntt>, mut filled: usize) -> usize {
    for chunk in bytes.chunks(48) {
        if filled == N {
            break;
        }
        let threes = _mm512_permutexvar_epi8(load(&THREE_OF_FOUR), load_bytes(chunk));
        let numbers = _mm512_and_si512(threes, _mm512_set1_epi32(0x7f_ffff));
        let there = ((1u32 << (chunk.len() / 3)) - 1) as u16;
        let below = _mm512_mask_cmplt_epi32_mask(there, numbers, _mm512_set1_epi32(Q));
        let kept = _mm512_maskz_compress_epi32(below, numbers);
        let count = below.count_ones() as usize;
        if let Some(room) = to.0[filled..].first_chunk_mut::<16>() {
            store(room, kept);
            filled += count;
        } else {
            let mut last = [0; 16];
            store(&mut last, kept);
            let count = count.min(N - filled);
            to.0[filled..filled + count].copy_from_slice(&last[..count]);
            filled += count;
        }
    }
    filled
}

/// CoeffFromHalfByte (FIPS 204 Alg. 15). Which half bytes are left out is not a secret: it tells nothing of those that are kept.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt")]
pub(super) fn small<const ETA: usize>(bytes: &[u8], to: &mut Small, mut filled: usize) -> usize {
    // The number for each half byte.
    let table = if ETA == 2 {
        _mm_setr_epi8(2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 0)
    } else {
        _mm_setr_epi8(4, 3, 2, 1, 0, -1, -2, -3, -4, 0, 0, 0, 0, 0, 0, 0)
    };
    let table = _mm512_broadcast_i32x4(table);
    let limit = _mm512_set1_epi8(if ETA == 2 { 15 } else { 9 });
    for chunk in bytes.chunks(32) {
        if filled == N {
            break;
        }
        // Each byte in 16 bits, its upper half in the upper byte.
        let spread = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(load_bytes(chunk)));
        let halves = _mm512_or_si512(spread, _mm512_slli_epi16::<4>(spread));
        let halves = _mm512_and_si512(halves, _mm512_set1_epi8(15));
        let there = u64::MAX >> (64 - 2 * chunk.len());
        let in_range = _mm512_mask_cmplt_epu8_mask(there, halves, limit);
        let kept = _mm512_maskz_compress_epi8(in_range, _mm512_shuffle_epi8(table, halves));
        let count = in_range.count_ones() as usize;
        let mut numbers = [[0; 32]; 2];
        store(
            &mut numbers[0],
            _mm512_cvtepi8_epi16(_mm512_castsi512_si256(kept)),
        );
        store(
            &mut numbers[1],
            _mm512_cvtepi8_epi16(_mm512_extracti64x4_epi64::<1>(kept)),
        );
        let count = count.min(N - filled);
        if let Some(room) = to.0[filled..].first_chunk_mut::<64>() {
            room.copy_from_slice(numbers.as_flattened());
        } else {
            to.0[filled..filled + count].copy_from_slice(&numbers.as_flattened()[..count]);
        }
        filled += count;
    }
    filled
}
