//! Rounding and hints of ML-DSA.

use super::dsa_arithmetic::{canonical, centred};
use super::vector::{load, load_eight, store};
use crate::ml_dsa::{Coefficients, GAMMA2_32, High, HintBits, Poly, Q};
use core::arch::x86_64::*;

/// r1 and r0 (FIPS 204 Alg. 36), as the portable `decompose_number`. In: 0 ≤ r < q.
///
/// Steps and high bits are below 2^16, so that products of 16 bits are enough: ⌊(⌊x/2^16⌋ + 2^5)/2^6⌋ is ⌊(x + 2^21)/2^22⌋, and
/// 2·γ2 is 1023·2^9 or 93·2^11.
#[inline]
#[target_feature(enable = "avx2")]
fn decompose_numbers<const GAMMA2: i32>(r: __m256i) -> (__m256i, __m256i) {
    let steps = _mm256_srli_epi32::<7>(_mm256_add_epi32(r, _mm256_set1_epi32(127)));
    let (high, multiple) = if GAMMA2 == GAMMA2_32 {
        let scaled = _mm256_mulhi_epu16(steps, _mm256_set1_epi32(1025));
        let rounded = _mm256_srli_epi32::<6>(_mm256_add_epi32(scaled, _mm256_set1_epi32(1 << 5)));
        let high = _mm256_and_si256(rounded, _mm256_set1_epi32(15));
        let odd = _mm256_mullo_epi16(high, _mm256_set1_epi32(1023));
        (high, _mm256_slli_epi32::<9>(odd))
    } else {
        let scaled = _mm256_mulhi_epu16(steps, _mm256_set1_epi32(11275));
        let rounded = _mm256_srli_epi32::<8>(_mm256_add_epi32(scaled, _mm256_set1_epi32(1 << 7)));
        let high = below_44(rounded);
        let odd = _mm256_mullo_epi16(high, _mm256_set1_epi32(93));
        (high, _mm256_slli_epi32::<11>(odd))
    };
    (high, centred(_mm256_sub_epi32(r, multiple)))
}

/// 44 becomes 0.
#[inline]
#[target_feature(enable = "avx2")]
fn below_44(high: __m256i) -> __m256i {
    _mm256_andnot_si256(_mm256_cmpgt_epi32(high, _mm256_set1_epi32(43)), high)
}

/// Four times eight numbers below 256 as bytes, in order.
#[inline]
#[target_feature(enable = "avx2")]
fn store_high(to: &mut [u8; 32], high: [__m256i; 4]) {
    let [a, b, c, d] = high;
    let packed = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
    // Four bytes of each, then the other four of each.
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    store(to, _mm256_permutevar8x32_epi32(packed, order));
}

#[target_feature(enable = "avx2")]
pub(super) fn decompose<const GAMMA2: i32>(w: &mut Poly<Coefficients>, high: &mut High) {
    let numbers = w.0.as_chunks_mut::<8>().0.as_chunks_mut::<4>().0;
    for (w, high) in numbers.iter_mut().zip(high.0.as_chunks_mut::<32>().0) {
        let mut all = [_mm256_setzero_si256(); 4];
        for (w, r1) in w.iter_mut().zip(&mut all) {
            let r0;
            (*r1, r0) = decompose_numbers::<GAMMA2>(canonical(load(w)));
            store(w, r0);
        }
        store_high(high, all);
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn all_below(x: &Poly<Coefficients>, bound: i32) -> bool {
    // The sign bit is set if x is above the bound or −x is. Not by `vpabsd`: the compiler unrolls the loop, and 32 of these in a row
    // are more than memcheck can translate.
    let most = _mm256_set1_epi32(bound - 1);
    let mut over = _mm256_setzero_si256();
    for x in x.0.as_chunks::<8>().0 {
        let x = load(x);
        let both = _mm256_or_si256(_mm256_sub_epi32(most, x), _mm256_add_epi32(most, x));
        over = _mm256_or_si256(over, both);
    }
    _mm256_movemask_ps(_mm256_castsi256_ps(over)) == 0
}

#[target_feature(enable = "avx2")]
pub(super) fn centre(x: &mut Poly<Coefficients>) {
    for x in x.0.as_chunks_mut::<8>().0 {
        let r = centred(canonical(load(x)));
        store(x, r);
    }
}

/// As the portable `make_hint`, where the reason stands.
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn make_hint<const GAMMA2: i32>(
    low: &Poly<Coefficients>,
    high: &High,
    hints: &mut HintBits,
) -> usize {
    let edge = _mm256_set1_epi32(-GAMMA2);
    let eights = |i: usize| {
        let low = load(&low.0.as_chunks::<8>().0[i]);
        let high = load_eight(&high.0.as_chunks::<8>().0[i]);
        let beyond = _mm256_or_si256(
            _mm256_cmpgt_epi32(low, _mm256_set1_epi32(GAMMA2)),
            _mm256_cmpgt_epi32(edge, low),
        );
        let is_zero = _mm256_cmpeq_epi32(high, _mm256_setzero_si256());
        let at_edge = _mm256_andnot_si256(is_zero, _mm256_cmpeq_epi32(low, edge));
        let hints = _mm256_castsi256_ps(_mm256_or_si256(beyond, at_edge));
        _mm256_movemask_ps(hints) as u8
    };
    let mut count = 0;
    for (word, bits) in hints.iter_mut().enumerate() {
        let mut bytes = [0; 8];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = eights(8 * word + i);
        }
        *bits = u64::from_le_bytes(bytes);
        count += bits.count_ones() as usize;
    }
    count
}

#[target_feature(enable = "avx2")]
pub(super) fn use_hint<const GAMMA2: i32>(
    w: &Poly<Coefficients>,
    hints: &HintBits,
    high: &mut High,
) {
    let bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    let hinted = |w: &[i32; 8], hints: u8| {
        let (r1, r0) = decompose_numbers::<GAMMA2>(canonical(load(w)));
        let hints = _mm256_and_si256(_mm256_set1_epi32(i32::from(hints)), bit);
        // 1 where r0 is above 0, else −1; nothing where there is no hint.
        let up = _mm256_cmpgt_epi32(r0, _mm256_setzero_si256());
        let step = _mm256_sub_epi32(_mm256_set1_epi32(-1), _mm256_add_epi32(up, up));
        let step = _mm256_and_si256(step, _mm256_cmpeq_epi32(hints, bit));
        let r1 = _mm256_add_epi32(r1, step);
        // Modulo m, from −1 and from m.
        if GAMMA2 == GAMMA2_32 {
            _mm256_and_si256(r1, _mm256_set1_epi32(15))
        } else {
            let m = _mm256_set1_epi32((Q - 1) / (2 * GAMMA2));
            let below = _mm256_srai_epi32::<31>(r1);
            below_44(_mm256_add_epi32(r1, _mm256_and_si256(below, m)))
        }
    };
    let numbers = w.0.as_chunks::<8>().0.as_chunks::<4>().0;
    for (i, (w, high)) in numbers
        .iter()
        .zip(high.0.as_chunks_mut::<32>().0)
        .enumerate()
    {
        let hints = (hints[i / 2] >> (32 * (i % 2))) as u32;
        let [a, b, c, d] = hints.to_le_bytes();
        store_high(
            high,
            [
                hinted(&w[0], a),
                hinted(&w[1], b),
                hinted(&w[2], c),
                hinted(&w[3], d),
            ],
        );
    }
}
