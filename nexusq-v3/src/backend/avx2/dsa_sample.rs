//! Sampling of ML-DSA: uniform numbers modulo q, and private coefficients.

use super::vector::{load, load_halves, store, store_half};
use crate::backend::portable::dsa_sample as portable;
use crate::ml_dsa::{N, Ntt, Poly, Q, Small};
use core::arch::x86_64::*;

/// For each mask of eight numbers, the places of those that are kept, one after the other.
static KEPT: [[u32; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if mask >> from & 1 == 1 {
                all[mask][to] = from as u32;
                to += 1;
            }
            from += 1;
        }
        mask += 1;
    }
    all
};

/// Eight numbers of three bytes each, in 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn threes(bytes: &[u8; 24]) -> __m256i {
    // The upper half is read from byte 8 on, so as not to read behind the end: its first number begins at byte 12.
    let places = _mm256_setr_epi8(
        0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1, 4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12,
        -1, 13, 14, 15, -1,
    );
    let mut halves = [[0; 16]; 2];
    halves[0].copy_from_slice(&bytes[..16]);
    halves[1].copy_from_slice(&bytes[8..]);
    _mm256_shuffle_epi8(load_halves(&halves[0], &halves[1]), places)
}

/// CoeffFromThreeBytes (FIPS 204 Alg. 14). The numbers are public: they are a part of the matrix A.
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn uniform(bytes: &[u8], to: &mut Poly<Ntt>, mut filled: usize) -> usize {
    let (chunks, _) = bytes.as_chunks::<24>();
    for (i, chunk) in chunks.iter().enumerate() {
        let Some(room) = to.0[filled..].first_chunk_mut::<8>() else {
            return portable::uniform(&bytes[24 * i..], to, filled);
        };
        let numbers = _mm256_and_si256(threes(chunk), _mm256_set1_epi32(0x7f_ffff));
        let below = _mm256_cmpgt_epi32(_mm256_set1_epi32(Q), numbers);
        let mask = _mm256_movemask_ps(_mm256_castsi256_ps(below)) as usize;
        store(
            room,
            _mm256_permutevar8x32_epi32(numbers, load(&KEPT[mask])),
        );
        filled += mask.count_ones() as usize;
    }
    if filled < N {
        filled = portable::uniform(&bytes[24 * chunks.len()..], to, filled);
    }
    filled
}

/// For each mask of eight half bytes, the places of those that are kept, one after the other.
static KEPT_BYTES: [[u8; 8]; 256] = {
    let mut all = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut i = 0;
        while i < 8 {
            all[mask][i] = KEPT[mask][i] as u8;
            i += 1;
        }
        mask += 1;
    }
    all
};

/// CoeffFromHalfByte (FIPS 204 Alg. 15). Which half bytes are left out is not a secret: it tells nothing of those that are kept.
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn small<const ETA: usize>(bytes: &[u8], to: &mut Small, mut filled: usize) -> usize {
    // The number for each half byte.
    let (table, limit) = if ETA == 2 {
        let table = _mm_setr_epi8(2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 2, 1, 0, -1, -2, 0);
        (table, _mm_set1_epi8(15))
    } else {
        let table = _mm_setr_epi8(4, 3, 2, 1, 0, -1, -2, -3, -4, 0, 0, 0, 0, 0, 0, 0);
        (table, _mm_set1_epi8(9))
    };
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (i, chunk) in chunks.iter().enumerate() {
        // Each half may write eight numbers.
        if filled > N - 16 {
            return portable::small::<ETA>(&bytes[8 * i..], to, filled);
        }
        let bytes = _mm_cvtsi64_si128(i64::from_le_bytes(*chunk));
        let spread = _mm_unpacklo_epi8(bytes, _mm_srli_epi16::<4>(bytes));
        let halves = _mm_and_si128(spread, _mm_set1_epi8(15));
        let masks = _mm_movemask_epi8(_mm_cmpgt_epi8(limit, halves)) as u32;
        let numbers = _mm_shuffle_epi8(table, halves);
        let eights = [
            (numbers, masks & 0xff),
            (_mm_srli_si128::<8>(numbers), masks >> 8),
        ];
        for (eight, mask) in eights {
            let kept = _mm_cvtsi64_si128(i64::from_le_bytes(KEPT_BYTES[mask as usize]));
            if let Some(room) = to.0[filled..].first_chunk_mut() {
                store_half(room, _mm_cvtepi8_epi16(_mm_shuffle_epi8(eight, kept)));
            }
            filled += mask.count_ones() as usize;
        }
    }
    portable::small::<ETA>(rest, to, filled)
}
