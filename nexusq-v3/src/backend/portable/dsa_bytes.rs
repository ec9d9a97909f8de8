//! Encodings of ML-DSA: polynomials to bytes and back.

use super::dsa_arithmetic::canonical;
use crate::ml_dsa::{Coefficients, D, High, Poly, Q, Small};

/// Eight numbers of BITS bits are BITS bytes: packs what `number` says of each place.
#[inline(always)]
fn pack<const BITS: usize>(to: &mut [u8], number: impl Fn(usize) -> u32) {
    for (eight, bytes) in to.chunks_exact_mut(BITS).enumerate() {
        // Up to 160 bits: two halves of four numbers.
        let half = |first: usize| {
            let numbers = (0..4).map(|i| u128::from(number(8 * eight + first + i)) << (BITS * i));
            numbers.fold(0, |all, one| all | one)
        };
        let (low, high) = (half(0), half(4));
        let split = 4 * BITS / 8;
        let odd = 4 * BITS % 8;
        bytes[..split].copy_from_slice(&low.to_le_bytes()[..split]);
        let rest = high << odd | low >> (8 * split);
        bytes[split..].copy_from_slice(&rest.to_le_bytes()[..BITS - split]);
    }
}

/// The reverse: tells each place its number.
#[inline(always)]
fn unpack<const BITS: usize>(from: &[u8], mut tell: impl FnMut(usize, u32)) {
    for (eight, bytes) in from.chunks_exact(BITS).enumerate() {
        let split = 4 * BITS / 8;
        let odd = 4 * BITS % 8;
        let load = |bytes: &[u8]| {
            let mut padded = [0; 16];
            padded[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(padded)
        };
        let (low, high) = (
            load(&bytes[..split + usize::from(odd > 0)]),
            load(&bytes[split..]) >> odd,
        );
        for i in 0..4 {
            let mask = (1 << BITS) - 1;
            tell(8 * eight + i, (low >> (BITS * i)) as u32 & mask);
            tell(8 * eight + 4 + i, (high >> (BITS * i)) as u32 & mask);
        }
    }
}

#[inline(always)]
pub(crate) fn unpack_z<const BITS: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    unpack::<BITS>(from, |i, x| to.0[i] = (1 << (BITS - 1)) - x as i32);
}

#[inline(always)]
pub(crate) fn pack_z<const BITS: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    pack::<BITS>(to, |i| ((1 << (BITS - 1)) - from.0[i]) as u32);
}

#[inline(always)]
pub(crate) fn split_t(t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]) {
    // t + 2^12 − 1 has t1 in its upper bits, and 2^12 − t0 is what BitPack writes.
    let split = |i: usize| {
        let t = reduced(t.0[i]);
        let high = (t + (1 << (D - 1)) - 1) >> D;
        (high, (1 << (D - 1)) - (t - (high << D)))
    };
    pack::<10>(t1, |i| split(i).0 as u32);
    pack::<13>(t0, |i| split(i).1 as u32);
}

/// x modulo q. In: |x| ≤ 2·q. Out: 0 ≤ r < q.
#[inline(always)]
fn reduced(x: i32) -> i32 {
    let x = x + (x >> 31 & (2 * Q));
    let x = x - Q;
    let x = canonical(x);
    // 2·q itself and q.
    let x = x - Q;
    x + (x >> 31 & Q)
}

#[inline(always)]
pub(crate) fn unpack_t1(from: &[u8; 320], to: &mut Poly<Coefficients>) {
    unpack::<10>(from, |i, x| to.0[i] = (x << D) as i32);
}

#[inline(always)]
pub(crate) fn unpack_t0(from: &[u8; 416], to: &mut Poly<Coefficients>) {
    unpack::<13>(from, |i, x| to.0[i] = (1 << (D - 1)) - x as i32);
}

#[inline(always)]
pub(crate) fn pack_small<const ETA: usize>(from: &Small, to: &mut [u8]) {
    let number = |i: usize| (ETA as i16 - from.0[i]) as u32;
    if ETA == 2 {
        pack::<3>(to, number);
    } else {
        pack::<4>(to, number);
    }
}

#[inline(always)]
pub(crate) fn unpack_small<const ETA: usize>(from: &[u8], to: &mut Small) -> bool {
    let mut over = 0;
    let mut tell = |i: usize, x: u32| {
        // The sign bit is set if x is above 2·η.
        over |= 2 * ETA as i32 - x as i32;
        to.0[i] = ETA as i16 - x as i16;
    };
    if ETA == 2 {
        unpack::<3>(from, &mut tell);
    } else {
        unpack::<4>(from, &mut tell);
    }
    over >= 0
}

#[inline(always)]
pub(crate) fn pack_w1<const BITS: usize>(high: &High, to: &mut [u8]) {
    pack::<BITS>(to, |i| u32::from(high.0[i]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ml_dsa::N;

    #[test]
    fn reduction_over_its_whole_range() {
        for x in -2 * Q..=2 * Q {
            assert_eq!(reduced(x), x.rem_euclid(Q), "{x}");
        }
    }

    #[test]
    fn numbers_survive_packing() {
        fn one<const BITS: usize>() {
            let numbers: [u32; N] =
                core::array::from_fn(|i| (i as u32).wrapping_mul(2654435761) >> (32 - BITS));
            let mut bytes = std::vec![0; 32 * BITS];
            pack::<BITS>(&mut bytes, |i| numbers[i]);
            // Bit by bit, as BitsToBytes (FIPS 204 Alg. 12) says.
            for bit in 0..N * BITS {
                let expected = numbers[bit / BITS] >> (bit % BITS) & 1;
                assert_eq!(u32::from(bytes[bit / 8] >> (bit % 8) & 1), expected);
            }
            unpack::<BITS>(&bytes, |i, x| assert_eq!(x, numbers[i]));
        }
        one::<3>();
        one::<4>();
        one::<6>();
        one::<10>();
        one::<13>();
        one::<18>();
        one::<20>();
    }
}
