//! Numbers of a few bits, packed into bytes and unpacked. Each half of a register holds eight numbers of 16 bits, which are as
//! many bytes as a number has bits.

use super::vector::{load, load_halves, load_twice, store};
use core::arch::x86_64::*;

/// The first `kept` of every `of` bytes, one after the other.
pub(super) const fn first_of_every(kept: usize, of: usize) -> [u8; 16] {
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
pub(super) fn join_two<const BITS: u32>(x: __m256i) -> __m256i {
    _mm256_madd_epi16(x, _mm256_set1_epi32(1 | 1 << (16 + BITS)))
}

/// The same for two numbers of 32 bits in 64; UNUSED is 32 − the number of bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn join_four<const UNUSED: i32>(x: __m256i) -> __m256i {
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

/// The same for two numbers of BITS bits in 64 each, in 128: the lower half is full, the rest stands in the upper. REST is
/// 64 − BITS.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn join_eight<const BITS: i32, const REST: i32>(x: __m256i) -> __m256i {
    let swapped = _mm256_shuffle_epi32::<0b01_00_11_10>(x);
    let low = _mm256_or_si256(x, _mm256_slli_epi64::<BITS>(swapped));
    _mm256_blend_epi32::<0b1100_1100>(low, _mm256_srli_epi64::<REST>(x))
}

/// Eight numbers of D bits as D bytes, in each half; D = 3, 4, 5, 10, 11 or 13.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pack<const D: usize>(x: __m256i) -> __m256i {
    static ONE_OF_FOUR: [u8; 16] = first_of_every(1, 4);
    static FIVE_OF_EIGHT: [u8; 16] = first_of_every(5, 8);
    match D {
        3 => join_eight::<12, 52>(join_four::<26>(join_two::<3>(x))),
        4 => _mm256_shuffle_epi8(join_two::<4>(x), load_twice(&ONE_OF_FOUR)),
        5 => join_eight::<20, 44>(join_four::<22>(join_two::<5>(x))),
        10 => _mm256_shuffle_epi8(
            join_four::<12>(join_two::<10>(x)),
            load_twice(&FIVE_OF_EIGHT),
        ),
        11 => join_eight::<44, 20>(join_four::<10>(join_two::<11>(x))),
        _ => {
            const { assert!(D == 3 || D == 4 || D == 5 || D == 10 || D == 11 || D == 13) };
            join_eight::<52, 12>(join_four::<6>(join_two::<13>(x)))
        }
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

/// The first four and the last four of eight numbers of D bits in each half, in 32 bits, from 2·D bytes; D at most 13.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unpack<const D: usize>(bytes: &[u8]) -> [__m256i; 2] {
    let mut halves = [[0; 16]; 2];
    halves[0][..D].copy_from_slice(&bytes[..D]);
    halves[1][..D].copy_from_slice(&bytes[D..]);
    let bytes = load_halves(&halves[0], &halves[1]);
    let four = |i: usize| {
        let begun = _mm256_shuffle_epi8(bytes, load_twice(&Unpack::<D>::PLACES[i]));
        let x = _mm256_srlv_epi32(begun, load(&Unpack::<D>::SHIFTS[i]));
        _mm256_and_si256(x, _mm256_set1_epi32((1 << D) - 1))
    };
    [four(0), four(1)]
}
