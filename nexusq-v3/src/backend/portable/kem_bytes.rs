//! Encodings of ML-KEM: polynomials to bytes and back, compressed and not.

use super::kem_arithmetic::canonical;
use crate::ml_kem::{Coefficients, N, Ntt, Poly, Q};

pub(super) fn encode12(from: &Poly<Ntt>, to: &mut [u8; 384]) {
    for (three, pair) in to.chunks_exact_mut(3).zip(from.0.chunks_exact(2)) {
        let (x, y) = (canonical(pair[0]), canonical(pair[1]));
        three.copy_from_slice(&[x as u8, (x >> 8 | y << 4) as u8, (y >> 4) as u8]);
    }
}

pub(super) fn decode12(from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
    let mut over = 0;
    for (pair, three) in to.0.chunks_exact_mut(2).zip(from.chunks_exact(3)) {
        let (b0, b1, b2) = (
            i16::from(three[0]),
            i16::from(three[1]),
            i16::from(three[2]),
        );
        pair[0] = b0 | (b1 & 15) << 8;
        pair[1] = b1 >> 4 | b2 << 4;
        // The sign bit is set if a number is above q − 1.
        over |= (Q - 1 - pair[0]) | (Q - 1 - pair[1]);
    }
    over >= 0
}

/// ⌈2^d/q · x⌋ modulo 2^d without a division: the quotient by q as a product with 2^40/q, which the tests show to be
/// exact for every x and d.
#[inline(always)]
fn compress_number<const D: usize>(x: i16) -> u64 {
    const RECIPROCAL: u64 = (1 << 40) / Q as u64 + 1;
    let scaled = (u64::from(canonical(x)) << D) + (Q / 2) as u64;
    ((scaled * RECIPROCAL) >> 40) & ((1 << D) - 1)
}

/// ⌈q/2^d · y⌋.
#[inline(always)]
fn decompress_number<const D: usize>(y: u32) -> i16 {
    ((y * Q as u32 + (1 << (D - 1))) >> D) as i16
}

/// Eight numbers are d bytes.
pub(super) fn compress<const D: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    for (bytes, numbers) in to.chunks_exact_mut(D).zip(from.0.chunks_exact(8)) {
        let mut bits = 0u128;
        for (i, x) in numbers.iter().enumerate() {
            bits |= u128::from(compress_number::<D>(*x)) << (D * i);
        }
        bytes.copy_from_slice(&bits.to_le_bytes()[..D]);
    }
}

pub(super) fn decompress<const D: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    for (numbers, bytes) in to.0.chunks_exact_mut(8).zip(from.chunks_exact(D)) {
        let mut padded = [0; 16];
        padded[..D].copy_from_slice(bytes);
        let bits = u128::from_le_bytes(padded);
        for (i, number) in numbers.iter_mut().enumerate() {
            *number = decompress_number::<D>((bits >> (D * i)) as u32 & ((1 << D) - 1));
        }
    }
}

pub(super) fn to_message(from: &Poly<Coefficients>, to: &mut [u8; 32]) {
    for (byte, numbers) in to.iter_mut().zip(from.0.chunks_exact(8)) {
        *byte = 0;
        for (i, x) in numbers.iter().enumerate() {
            *byte |= (compress_number::<1>(*x) as u8) << i;
        }
    }
}

pub(super) fn add_message(message: &[u8; 32], to: &mut Poly<Coefficients>) {
    for i in 0..N {
        let bit = i16::from(message[i / 8] >> (i % 8) & 1);
        // ⌈q/2⌋ or nothing, by a mask.
        to.0[i] += -bit & ((Q + 1) / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ⌈a/b⌋, a half rounded up (FIPS 203 section 2.3).
    fn rounded(a: u64, b: u64) -> u64 {
        (2 * a + b) / (2 * b)
    }

    fn whole_range<const D: usize>() {
        for x in i16::MIN..=i16::MAX {
            let class = i64::from(x).rem_euclid(i64::from(Q)) as u64;
            assert_eq!(
                compress_number::<D>(x),
                rounded(class << D, Q as u64) % (1 << D),
                "{x}"
            );
        }
        for y in 0..1 << D {
            assert_eq!(
                decompress_number::<D>(y) as u64,
                rounded(u64::from(y) * Q as u64, 1 << D)
            );
        }
    }

    #[test]
    fn compression_over_its_whole_range() {
        whole_range::<1>();
        whole_range::<4>();
        whole_range::<5>();
        whole_range::<10>();
        whole_range::<11>();
    }
}
