//! Encodings of ML-KEM: polynomials to bytes and back, compressed and not.

use super::kem_arithmetic::{barrett, canonical};
use super::kem_sample::twelve_bits;
use super::vector::{load, load_bytes, store, store_bytes};
use crate::ml_kem::{Coefficients, Ntt, Poly, Q};
use core::arch::x86_64::*;

/// The first `kept` of every `of` bytes, one after the other.
const fn first_of_every(kept: usize, of: usize) -> [u8; 64] {
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
fn join_two<const BITS: u32>(x: __m512i) -> __m512i {
    _mm512_madd_epi16(x, _mm512_set1_epi32(1 | 1 << (16 + BITS)))
}

/// The same for two numbers of 32 bits in 64; UNUSED is 32 − the number of bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn join_four<const UNUSED: u32>(x: __m512i) -> __m512i {
    let against = _mm512_sllv_epi32(x, _mm512_set1_epi64(UNUSED as i64));
    _mm512_srlv_epi64(against, _mm512_set1_epi64(UNUSED as i64))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn encode12(from: &Poly<Ntt>, to: &mut [u8; 384]) {
    static THREE_OF_FOUR: [u8; 64] = first_of_every(3, 4);
    for (numbers, bytes) in from.0.as_chunks::<32>().0.iter().zip(to.as_chunks_mut::<48>().0) {
        let joined = join_two::<12>(canonical(load(numbers)));
        store_bytes(bytes, _mm512_permutexvar_epi8(load(&THREE_OF_FOUR), joined));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn decode12(from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
    let mut over = 0;
    for (numbers, bytes) in to.0.as_chunks_mut::<32>().0.iter_mut().zip(from.as_chunks::<48>().0) {
        let x = twelve_bits(load_bytes(bytes));
        over |= _mm512_cmpge_epi16_mask(x, _mm512_set1_epi16(Q));
        store(numbers, x);
    }
    over == 0
}

/// ⌈2^d/q · x⌋ modulo 2^d of 32 numbers. In: any.
///
/// In single precision: with |x| ≤ q the product is off by less than 2^11·2^−24, and its fraction is never closer to a
/// half than 1/(2·q). The tests look at every x.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn compress_numbers<const D: usize>(x: __m512i) -> __m512i {
    const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    // 0 ≤ r ≤ q
    let r = barrett(x);
    let scale = _mm512_set1_ps((1 << D) as f32 / Q as f32);
    let half = |wide: __m512i| {
        let exact = _mm512_cvtepi32_ps(wide);
        _mm512_cvt_roundps_epi32::<NEAREST>(_mm512_mul_round_ps::<NEAREST>(exact, scale))
    };
    let zero = _mm512_setzero_si512();
    let low = half(_mm512_unpacklo_epi16(r, zero));
    let high = half(_mm512_unpackhi_epi16(r, zero));
    let packed = _mm512_packus_epi32(low, high);
    _mm512_and_si512(packed, _mm512_set1_epi16((1 << D) - 1))
}

/// 32 numbers of D bits as 4·D bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn pack<const D: usize>(x: __m512i) -> __m512i {
    static FIVE_OF_EIGHT: [u8; 64] = first_of_every(5, 8);
    static FIVE_OF_SIXTEEN: [u8; 64] = first_of_every(5, 16);
    static ELEVEN_OF_SIXTEEN: [u8; 64] = first_of_every(11, 16);
    let swapped = |x| _mm512_shuffle_epi32::<0b01_00_11_10>(x);
    match D {
        4 => _mm512_castsi128_si512(_mm512_cvtepi32_epi8(join_two::<4>(x))),
        5 => {
            let twenty = join_four::<22>(join_two::<5>(x));
            let forty = _mm512_or_si512(twenty, _mm512_slli_epi64::<20>(swapped(twenty)));
            _mm512_permutexvar_epi8(load(&FIVE_OF_SIXTEEN), forty)
        }
        10 => _mm512_permutexvar_epi8(load(&FIVE_OF_EIGHT), join_four::<12>(join_two::<10>(x))),
        _ => {
            let fortyfour = join_four::<10>(join_two::<11>(x));
            // 64 bits of the 88 in the lower half of each 128, the other 24 in the upper.
            let low = _mm512_or_si512(fortyfour, _mm512_slli_epi64::<44>(swapped(fortyfour)));
            let both = _mm512_mask_srli_epi64::<20>(low, 0b1010_1010, fortyfour);
            _mm512_permutexvar_epi8(load(&ELEVEN_OF_SIXTEEN), both)
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(super) fn compress<const D: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    for (numbers, bytes) in from.0.as_chunks::<32>().0.iter().zip(to.chunks_exact_mut(4 * D)) {
        store_bytes(bytes, pack::<D>(compress_numbers::<D>(load(numbers))));
    }
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

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn decompress<const D: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    let [places, bits] = Unpack::<D>::TABLES;
    for (numbers, bytes) in to.0.as_chunks_mut::<32>().0.iter_mut().zip(from.chunks_exact(4 * D)) {
        let eights = _mm512_permutexvar_epi8(load(places), load_bytes(bytes));
        let y = _mm512_multishift_epi64_epi8(load(bits), eights);
        // The rounded product of y·2^(15−d) and q by 2^15.
        let y = _mm512_and_si512(y, _mm512_set1_epi16((1 << D) - 1));
        let y = _mm512_sllv_epi16(y, _mm512_set1_epi16(15 - D as i16));
        store(numbers, _mm512_mulhrs_epi16(y, _mm512_set1_epi16(Q)));
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn to_message(from: &Poly<Coefficients>, to: &mut [u8; 32]) {
    for (numbers, bytes) in from.0.as_chunks::<32>().0.iter().zip(to.as_chunks_mut::<4>().0) {
        // 1 from ⌈q/4⌉ to ⌊3·q/4⌋.
        let above = _mm512_sub_epi16(canonical(load(numbers)), _mm512_set1_epi16(833));
        *bytes = _mm512_cmplt_epu16_mask(above, _mm512_set1_epi16(1664)).to_le_bytes();
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn add_message(message: &[u8; 32], to: &mut Poly<Coefficients>) {
    for (numbers, bytes) in to.0.as_chunks_mut::<32>().0.iter_mut().zip(message.as_chunks::<4>().0) {
        let half = _mm512_maskz_set1_epi16(u32::from_le_bytes(*bytes), (Q + 1) / 2);
        let sum = _mm512_add_epi16(load(numbers), half);
        store(numbers, sum);
    }
}
