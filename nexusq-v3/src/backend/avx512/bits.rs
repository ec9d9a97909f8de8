//! Numbers of a few bits, packed into bytes and unpacked: 32 numbers of 16 bits at a time.

use super::vector::{load, load_bytes};
use core::arch::x86_64::*;

/// The first `kept` of every `of` bytes, one after the other.
pub(super) const fn first_of_every(kept: usize, of: usize) -> [u8; 64] {
    let mut bytes = [63; 64];
    let mut i = 0;
    while i < 64 / of * kept {
        bytes[i] = (i / kept * of + i % kept) as u8;
        i += 1;
    }
    bytes
}

/// The low `bits` bits of the first of two numbers of 16 bits, the second above them, in 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn join_two<const BITS: u32>(x: __m512i) -> __m512i {
    _mm512_madd_epi16(x, _mm512_set1_epi32(1 | 1 << (16 + BITS)))
}

/// The same for two numbers of 32 bits in 64; UNUSED is 32 − the number of bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn join_four<const UNUSED: u32>(x: __m512i) -> __m512i {
    let against = _mm512_sllv_epi32(x, _mm512_set1_epi64(UNUSED as i64));
    _mm512_srlv_epi64(against, _mm512_set1_epi64(UNUSED as i64))
}

/// 32 numbers of D bits as 4·D bytes, D = 3, 4, 5, 10, 11 or 13.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(super) fn pack<const D: usize>(x: __m512i) -> __m512i {
    static THREE_OF_SIXTEEN: [u8; 64] = first_of_every(3, 16);
    static FIVE_OF_EIGHT: [u8; 64] = first_of_every(5, 8);
    static FIVE_OF_SIXTEEN: [u8; 64] = first_of_every(5, 16);
    static ELEVEN_OF_SIXTEEN: [u8; 64] = first_of_every(11, 16);
    static THIRTEEN_OF_SIXTEEN: [u8; 64] = first_of_every(13, 16);
    match D {
        3 => {
            let all = join_eight::<12, 52>(join_four::<26>(join_two::<3>(x)));
            _mm512_permutexvar_epi8(load(&THREE_OF_SIXTEEN), all)
        }
        4 => _mm512_castsi128_si512(_mm512_cvtepi32_epi8(join_two::<4>(x))),
        5 => {
            let all = join_eight::<20, 44>(join_four::<22>(join_two::<5>(x)));
            _mm512_permutexvar_epi8(load(&FIVE_OF_SIXTEEN), all)
        }
        10 => _mm512_permutexvar_epi8(load(&FIVE_OF_EIGHT), join_four::<12>(join_two::<10>(x))),
        11 => {
            let all = join_eight::<44, 20>(join_four::<10>(join_two::<11>(x)));
            _mm512_permutexvar_epi8(load(&ELEVEN_OF_SIXTEEN), all)
        }
        _ => {
            const { assert!(D == 3 || D == 4 || D == 5 || D == 10 || D == 11 || D == 13) };
            let all = join_eight::<52, 12>(join_four::<6>(join_two::<13>(x)));
            _mm512_permutexvar_epi8(load(&THIRTEEN_OF_SIXTEEN), all)
        }
    }
}

/// The same for two numbers of BITS bits in 64 each, in 128: the lower half is full, the rest stands in the upper. REST is
/// 64 − BITS.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn join_eight<const BITS: u32, const REST: u32>(x: __m512i) -> __m512i {
    let swapped = _mm512_shuffle_epi32::<0b01_00_11_10>(x);
    let low = _mm512_or_si512(x, _mm512_slli_epi64::<BITS>(swapped));
    _mm512_mask_srli_epi64::<REST>(low, 0b1010_1010, x)
}

/// For every four numbers of D bits, the eight bytes from the one on in which the first begins, and for each half of a number
/// the bit from which on it stands in them.
struct Unpack<const D: usize>;

impl<const D: usize> Unpack<D> {
    const TABLES: &'static [[u8; 64]; 2] = &{
        let mut tables = [[0; 64]; 2];
        let mut i = 0;
        while i < 64 {
            let (four, byte) = (i / 8, i % 8);
            let bit = 4 * D * four;
            let from = bit / 8 + byte;
            tables[0][i] = if from < 64 { from as u8 } else { 63 };
            tables[1][i] = (bit % 8 + D * (byte / 2) + 8 * (byte % 2)) as u8;
            i += 1;
        }
        tables
    };
}

/// 32 numbers of D bits from 4·D bytes, D at most 13.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack<const D: usize>(bytes: &[u8]) -> __m512i {
    let [places, bits] = Unpack::<D>::TABLES;
    let eights = _mm512_permutexvar_epi8(load(places), load_bytes(bytes));
    let numbers = _mm512_multishift_epi64_epi8(load(bits), eights);
    _mm512_and_si512(numbers, _mm512_set1_epi16((1 << D) - 1))
}
