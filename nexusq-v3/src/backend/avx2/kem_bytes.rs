//! Encodings of ML-KEM: polynomials to bytes and back, compressed and not. Each half of a register holds eight numbers,
//! which are as many bytes as a number has bits.

use super::kem_arithmetic::{barrett, canonical};
use super::kem_sample::twelve_bits;
use super::vector::{load, load_halves, load_twice, store};
use crate::ml_kem::{Coefficients, Ntt, Poly, Q};
use core::arch::x86_64::*;

/// The first `kept` of every `of` bytes, one after the other.
const fn first_of_every(kept: usize, of: usize) -> [u8; 16] {
    let mut bytes = [0x80; 16];
    let mut i = 0;
    while i < 16 / of * kept {
        bytes[i] = (i / kept * of + i % kept) as u8;
        i += 1;
    }
    bytes
}

/// The low BITS bits of the first of two numbers of 16 bits, the second above them, in 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn join_two<const BITS: u32>(x: __m256i) -> __m256i {
    _mm256_madd_epi16(x, _mm256_set1_epi32(1 | 1 << (16 + BITS)))
}

/// The same for two numbers of 32 bits in 64; UNUSED is 32 − the number of bits.
#[inline]
#[target_feature(enable = "avx2")]
fn join_four<const UNUSED: i32>(x: __m256i) -> __m256i {
    let against = _mm256_sllv_epi32(x, _mm256_set1_epi64x(UNUSED as i64));
    _mm256_srli_epi64::<UNUSED>(against)
}

/// The first bytes of each half of a register, as many as fill `to`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_starts(to: &mut [u8], vector: __m256i) {
    let mut bytes = [0; 32];
    store(&mut bytes, vector);
    let (low, high) = to.split_at_mut(to.len() / 2);
    low.copy_from_slice(&bytes[..low.len()]);
    high.copy_from_slice(&bytes[16..16 + high.len()]);
}

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
    _mm256_testz_si256(over, over) == 1
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

/// Eight numbers of D bits as D bytes, in each half.
#[inline]
#[target_feature(enable = "avx2")]
fn pack<const D: usize>(x: __m256i) -> __m256i {
    static ONE_OF_FOUR: [u8; 16] = first_of_every(1, 4);
    static FIVE_OF_EIGHT: [u8; 16] = first_of_every(5, 8);
    let swapped = |x| _mm256_shuffle_epi32::<0b01_00_11_10>(x);
    match D {
        4 => _mm256_shuffle_epi8(join_two::<4>(x), load_twice(&ONE_OF_FOUR)),
        5 => {
            let twenty = join_four::<22>(join_two::<5>(x));
            _mm256_or_si256(twenty, _mm256_slli_epi64::<20>(swapped(twenty)))
        }
        10 => _mm256_shuffle_epi8(
            join_four::<12>(join_two::<10>(x)),
            load_twice(&FIVE_OF_EIGHT),
        ),
        _ => {
            let fortyfour = join_four::<10>(join_two::<11>(x));
            // 64 bits of the 88 in the lower quarter, the other 24 in the upper.
            let low = _mm256_or_si256(fortyfour, _mm256_slli_epi64::<44>(swapped(fortyfour)));
            _mm256_blend_epi32::<0b1100_1100>(low, _mm256_srli_epi64::<20>(fortyfour))
        }
    }
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

/// For each of the first and of the last four of eight numbers of D bits, the four bytes from the one on in which it begins,
/// and its first bit in them.
struct Unpack<const D: usize>;

impl<const D: usize> Unpack<D> {
    const PLACES: &'static [[u8; 16]; 2] = &{
        let mut places = [[0; 16]; 2];
        let mut i = 0;
        while i < 32 {
            places[i / 16][i % 16] = (i / 4 * D / 8 + i % 4) as u8;
            i += 1;
        }
        places
    };
    const SHIFTS: &'static [[i32; 8]; 2] = &{
        let mut shifts = [[0; 8]; 2];
        let mut i = 0;
        while i < 8 {
            shifts[i / 4][i % 4] = (i * D % 8) as i32;
            shifts[i / 4][i % 4 + 4] = (i * D % 8) as i32;
            i += 1;
        }
        shifts
    };
}

#[target_feature(enable = "avx2")]
pub(super) fn decompress<const D: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    let mask = _mm256_set1_epi32((1 << D) - 1);
    for (numbers, bytes) in
        to.0.as_chunks_mut::<16>()
            .0
            .iter_mut()
            .zip(from.chunks_exact(2 * D))
    {
        let mut halves = [[0; 16]; 2];
        halves[0][..D].copy_from_slice(&bytes[..D]);
        halves[1][..D].copy_from_slice(&bytes[D..]);
        let bytes = load_halves(&halves[0], &halves[1]);
        let four = |i: usize| {
            let begun = _mm256_shuffle_epi8(bytes, load_twice(&Unpack::<D>::PLACES[i]));
            _mm256_and_si256(
                _mm256_srlv_epi32(begun, load(&Unpack::<D>::SHIFTS[i])),
                mask,
            )
        };
        let y = _mm256_packus_epi32(four(0), four(1));
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
