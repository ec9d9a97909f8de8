//! Encodings of ML-DSA. What signing and verifying do often is written for AVX2; the rest are the portable loops.

use super::kem_bytes::store_starts;
use super::vector::{load, load_halves, load_twice, store};
use crate::backend::portable::dsa_bytes as portable;
use crate::ml_dsa::{Coefficients, GAMMA2_32, High, Poly, Small};
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

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn pack_z<const BITS: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    portable::pack_z::<BITS>(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn split_t(t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]) {
    portable::split_t(t, t1, t0);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_t1(from: &[u8; 320], to: &mut Poly<Coefficients>) {
    portable::unpack_t1(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_t0(from: &[u8; 416], to: &mut Poly<Coefficients>) {
    portable::unpack_t0(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn pack_small<const ETA: usize>(from: &Small, to: &mut [u8]) {
    portable::pack_small::<ETA>(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_small<const ETA: usize>(from: &[u8], to: &mut Small) -> bool {
    portable::unpack_small::<ETA>(from, to)
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
