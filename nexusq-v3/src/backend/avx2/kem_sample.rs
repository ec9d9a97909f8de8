//! Sampling of ML-KEM: uniform numbers modulo q, and the centred binomial distribution.

use super::dsa_sample::threes;
use super::lanes::halves;
use super::vector::{load_halves, load_twice, store, store_half};
use crate::backend::portable::kem_sample as portable;
use crate::ml_kem::{Coefficients, N, Ntt, Poly, Q};
use core::arch::x86_64::*;

/// For every two numbers of 12 bits, the three bytes that hold them from byte `first` on, the middle one twice.
const fn two_of_three(first: u8) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 4 {
        let at = first + 3 * i as u8;
        bytes[4 * i] = at;
        bytes[4 * i + 1] = at + 1;
        bytes[4 * i + 2] = at + 1;
        bytes[4 * i + 3] = at + 2;
        i += 1;
    }
    bytes
}

/// 16 numbers of 12 bits from 24 bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn twelve_bits(bytes: &[u8; 24]) -> __m256i {
    static LOW: [u8; 16] = two_of_three(0);
    // The upper half is read from byte 8 on, so as not to read behind the end: its first number begins at byte 12.
    static HIGH: [u8; 16] = two_of_three(4);
    let mut halves = [[0; 16]; 2];
    halves[0].copy_from_slice(&bytes[..16]);
    halves[1].copy_from_slice(&bytes[8..]);
    let both = _mm256_shuffle_epi8(
        load_halves(&halves[0], &halves[1]),
        load_halves(&LOW, &HIGH),
    );
    // The second of two starts in the middle of its first byte.
    let second = _mm256_srli_epi16::<4>(both);
    let first = _mm256_and_si256(both, _mm256_set1_epi16(0xfff));
    _mm256_blend_epi16::<0xaa>(first, second)
}

/// For each mask of eight numbers, the bytes of those that are kept, one after the other.
static KEPT: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if mask >> from & 1 == 1 {
                all[mask][2 * to] = 2 * from as u8;
                all[mask][2 * to + 1] = 2 * from as u8 + 1;
                to += 1;
            }
            from += 1;
        }
        mask += 1;
    }
    all
};

/// The numbers are public: they are a part of the matrix A, which follows from the published ρ.
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn uniform(bytes: &[u8], to: &mut Poly<Ntt>, mut filled: usize) -> usize {
    let (chunks, _) = bytes.as_chunks::<24>();
    for (i, chunk) in chunks.iter().enumerate() {
        // Each half may write eight numbers.
        if filled > N - 16 {
            return portable::uniform(&bytes[24 * i..], to, filled);
        }
        let numbers = twelve_bits(chunk);
        let below = _mm256_cmpgt_epi16(_mm256_set1_epi16(Q), numbers);
        let masks = _mm256_movemask_epi8(_mm256_packs_epi16(below, below)) as u32;
        let halves = [
            _mm256_castsi256_si128(numbers),
            _mm256_extracti128_si256::<1>(numbers),
        ];
        for (half, mask) in halves.into_iter().zip([masks & 0xff, masks >> 16 & 0xff]) {
            let kept = _mm256_castsi256_si128(load_twice(&KEPT[mask as usize]));
            if let Some(room) = to.0[filled..].first_chunk_mut() {
                store_half(room, _mm_shuffle_epi8(half, kept));
            }
            filled += mask.count_ones() as usize;
        }
    }
    portable::uniform(&bytes[24 * chunks.len()..], to, filled)
}

/// The number for each half byte: its two low bits counted, less its two high ones.
#[target_feature(enable = "avx2")]
pub(super) fn cbd2(bytes: &[u8; 128], to: &mut Poly<Coefficients>) {
    let table = _mm_setr_epi8(0, 1, 1, 2, -1, 0, 0, 1, -1, 0, 0, 1, -2, -1, -1, 0);
    let low_half = _mm_set1_epi8(15);
    let (numbers, _) = to.0.as_chunks_mut::<16>();
    for (numbers, bytes) in numbers
        .as_chunks_mut::<2>()
        .0
        .iter_mut()
        .zip(bytes.as_chunks::<16>().0)
    {
        let bytes = _mm256_castsi256_si128(load_twice(bytes));
        let first = _mm_shuffle_epi8(table, _mm_and_si128(bytes, low_half));
        let second = _mm_shuffle_epi8(table, _mm_and_si128(_mm_srli_epi16::<4>(bytes), low_half));
        store(
            &mut numbers[0],
            _mm256_cvtepi8_epi16(_mm_unpacklo_epi8(first, second)),
        );
        store(
            &mut numbers[1],
            _mm256_cvtepi8_epi16(_mm_unpackhi_epi8(first, second)),
        );
    }
}

/// Each six bits are a number: the three low bits counted, less the three high ones. 24 bytes are 32 numbers.
#[target_feature(enable = "avx2")]
pub(super) fn cbd3(bytes: &[u8; 192], to: &mut Poly<Coefficients>) {
    let first = _mm256_set1_epi32(0x0024_9249);
    let seven = _mm256_set1_epi16(7);
    let pairs = to.0.as_chunks_mut::<16>().0.as_chunks_mut::<2>().0;
    for (numbers, bytes) in pairs.iter_mut().zip(bytes.as_chunks::<24>().0) {
        // Four numbers in each 32 bits.
        let bits = threes(bytes);
        let part = |bits| _mm256_and_si256(bits, first);
        let counts = _mm256_add_epi32(
            _mm256_add_epi32(part(bits), part(_mm256_srli_epi32::<1>(bits))),
            part(_mm256_srli_epi32::<2>(bits)),
        );
        // Numbers 0 and 1 in one register, 2 and 3 in the other: the counts of each in 16 bits.
        let split = |counts| {
            let both = _mm256_or_si256(
                _mm256_and_si256(counts, _mm256_set1_epi32(0x3f)),
                _mm256_slli_epi32::<10>(_mm256_and_si256(counts, _mm256_set1_epi32(0xfc0))),
            );
            let minus = _mm256_and_si256(_mm256_srli_epi16::<3>(both), seven);
            _mm256_sub_epi16(_mm256_and_si256(both, seven), minus)
        };
        let (low, high) = (split(counts), split(_mm256_srli_epi32::<12>(counts)));
        let (even, odd) = (
            _mm256_unpacklo_epi32(low, high),
            _mm256_unpackhi_epi32(low, high),
        );
        let (first, last) = halves(even, odd);
        store(&mut numbers[0], first);
        store(&mut numbers[1], last);
    }
}
