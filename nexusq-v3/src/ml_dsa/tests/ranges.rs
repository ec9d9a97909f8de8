//! Rounding, hints and encodings of every back end, over the whole range of their inputs, against the standard's definitions in
//! plain integers.

use crate::ml_dsa::{Coefficients, GAMMA2_32, GAMMA2_88, High, Kernels, N, Poly, Q, Small};
use crate::wipe::Plain;
use std::vec;
use std::vec::Vec;

/// Polynomials that hold all numbers of a range one after the other, the last ones repeated.
fn polys(range: core::ops::RangeInclusive<i32>) -> impl Iterator<Item = Poly<Coefficients>> {
    let (first, last) = range.into_inner();
    (first..=last).step_by(N).map(move |begin| {
        let mut poly = Poly::ZERO;
        for (i, x) in poly.0.iter_mut().enumerate() {
            *x = (begin + i as i32).min(last);
        }
        poly
    })
}

/// Decompose (FIPS 204 Alg. 36).
fn decompose(r: i32, gamma2: i32) -> (i32, i32) {
    let r = r.rem_euclid(Q);
    let mut r0 = r % (2 * gamma2);
    if r0 > gamma2 {
        r0 -= 2 * gamma2;
    }
    if r - r0 == Q - 1 {
        (0, r0 - 1)
    } else {
        ((r - r0) / (2 * gamma2), r0)
    }
}

/// UseHint (FIPS 204 Alg. 40) with a hint.
fn use_hint(r: i32, gamma2: i32) -> i32 {
    let m = (Q - 1) / (2 * gamma2);
    let (r1, r0) = decompose(r, gamma2);
    let step = if r0 > 0 { 1 } else { -1 };
    (r1 + step).rem_euclid(m)
}

fn rounding<const GAMMA2: i32>(b: impl Kernels) {
    let mut high = High::ZERO;
    for numbers in polys(1 - Q..=Q - 1) {
        let mut low = numbers;
        b.decompose::<GAMMA2>(&mut low, &mut high);
        for ((r, r0), r1) in numbers.0.iter().zip(&low.0).zip(&high.0) {
            assert_eq!((i32::from(*r1), *r0), decompose(*r, GAMMA2), "{r}");
        }
    }
    for numbers in polys(0..=Q - 1) {
        // Every second number has a hint, then the others.
        for hints in [0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaau64] {
            b.use_hint::<GAMMA2>(&numbers, &[hints; 4], &mut high);
            for (i, (r, r1)) in numbers.0.iter().zip(&high.0).enumerate() {
                let expected = match hints >> (i % 64) & 1 {
                    1 => use_hint(*r, GAMMA2),
                    _ => decompose(*r, GAMMA2).0,
                };
                assert_eq!(i32::from(*r1), expected, "{r}");
            }
        }
    }
}

/// MakeHint (FIPS 204 Alg. 39): whether adding c·t0 changes the high bits. For low bits 0 before the addition, as their sum alone
/// counts.
fn making_hints<const GAMMA2: i32>(b: impl Kernels) {
    let m = (Q - 1) / (2 * GAMMA2);
    for r1 in [0, 1, 2, m - 2, m - 1] {
        let high = High([r1 as u8; N]);
        for low in polys(1 - 2 * GAMMA2..=2 * GAMMA2 - 1) {
            let mut hints = [0; 4];
            let count = b.make_hint::<GAMMA2>(&low, &high, &mut hints);
            let mut expected = 0;
            for (i, r0) in low.0.iter().enumerate() {
                let hint = decompose(r1 * 2 * GAMMA2 + r0, GAMMA2).0 != r1;
                assert_eq!(hints[i / 64] >> (i % 64) & 1 == 1, hint, "{r1} {r0}");
                expected += usize::from(hint);
            }
            assert_eq!(count, expected);
        }
    }
}

#[test]
fn rounding_and_hints() {
    for_each_backend!(b => {
        rounding::<GAMMA2_32>(b);
        rounding::<GAMMA2_88>(b);
        making_hints::<GAMMA2_32>(b);
        making_hints::<GAMMA2_88>(b);
    });
}

#[test]
fn numbers_nearest_to_zero() {
    for_each_backend!(b => {
        for numbers in polys(1 - Q..=Q - 1) {
            let mut centred = numbers;
            b.centre(&mut centred);
            for (x, r) in numbers.0.iter().zip(&centred.0) {
                assert_eq!((r - x).rem_euclid(Q), 0);
                assert!(r.abs() <= Q / 2, "{x}");
            }
        }
    });
}

#[test]
fn bounds_at_every_place() {
    for_each_backend!(b => {
        for bound in [GAMMA2_32, GAMMA2_88, GAMMA2_32 - 196, (1 << 19) - 196, (1 << 17) - 78] {
            assert!(b.all_below(&Poly::ZERO, bound));
            for place in 0..N {
                for (x, below) in [(bound - 1, true), (bound, false), (1 - bound, true), (-bound, false), (Q - 1, false)] {
                    let mut poly = Poly::ZERO;
                    poly.0[place] = x;
                    assert_eq!(b.all_below(&poly, bound), below, "{x} at {place}");
                }
            }
        }
    });
}

/// Sums with small polynomials that stand for their classes modulo 3329.
#[test]
fn sums_with_small_numbers() {
    let q = 3329;
    for_each_backend!(b => {
        for begin in (i32::from(i16::MIN)..=i32::from(i16::MAX)).step_by(N) {
            let mut small = Small::ZERO;
            for (i, x) in small.0.iter_mut().enumerate() {
                *x = (begin + i as i32) as i16;
            }
            let start = Poly::<Coefficients>::ZERO;
            let (mut sum, mut difference, mut wide) = (start, start, start);
            b.add_small(&mut sum, &small);
            b.subtract_small(&mut difference, &small);
            b.widen(&small, &mut wide);
            b.add(&mut difference, &sum);
            assert_eq!(difference.0, [0; N]);
            for ((x, r), w) in small.0.iter().zip(&sum.0).zip(&wide.0) {
                assert_eq!(i32::from(*x), *w);
                assert_eq!((w - r).rem_euclid(q), 0);
                assert!(r.abs() <= q / 2 + 1, "{x}");
            }
        }
    });
}

/// Packs numbers bit by bit (FIPS 204 Alg. 16).
fn bits(numbers: impl Iterator<Item = u32>, width: usize) -> Vec<u8> {
    let mut bytes = vec![0; 32 * width];
    for (i, x) in numbers.enumerate() {
        assert!(x >> width == 0);
        for bit in 0..width {
            let at = i * width + bit;
            bytes[at / 8] |= ((x >> bit & 1) as u8) << (at % 8);
        }
    }
    bytes
}

/// Power2Round (FIPS 204 Alg. 35).
fn power2round(t: i32) -> (i32, i32) {
    let t = t.rem_euclid(Q);
    let mut t0 = t % 8192;
    if t0 > 4096 {
        t0 -= 8192;
    }
    ((t - t0) / 8192, t0)
}

#[test]
fn halves_of_t() {
    for_each_backend!(b => {
        // Unpacking, against bits: every number in every place of eight.
        let (mut high, mut low) = (Poly::ZERO, Poly::ZERO);
        for begin in (0..8192 + 8).step_by(248) {
            for shift in 0..8 {
                let number = |i: usize| (begin + shift + i) as u32;
                let t1: Vec<u8> = bits((0..N).map(|i| number(i) % 1024), 10);
                let t0: Vec<u8> = bits((0..N).map(|i| number(i) % 8192), 13);
                b.unpack_t1(t1.first_chunk().unwrap(), &mut high);
                b.unpack_t0(t0.first_chunk().unwrap(), &mut low);
                for (i, (high, low)) in high.0.iter().zip(&low.0).enumerate() {
                    assert_eq!(*high, ((number(i) % 1024) << 13) as i32);
                    assert_eq!(*low, 4096 - (number(i) % 8192) as i32);
                }
            }
        }
        // Splitting, by what unpacking gives.
        let (mut t1, mut t0) = ([0; 320], [0; 416]);
        for t in polys(-2 * Q..=2 * Q) {
            b.split_t(&t, &mut t1, &mut t0);
            b.unpack_t1(&t1, &mut high);
            b.unpack_t0(&t0, &mut low);
            for ((t, high), low) in t.0.iter().zip(&high.0).zip(&low.0) {
                assert_eq!((*high / 8192, *low), power2round(*t), "{t}");
            }
        }
    });
}

fn responses<const BITS: usize>(b: impl Kernels) {
    let gamma1 = 1 << (BITS - 1);
    let mut bytes = vec![0; 32 * BITS];
    let mut unpacked = Poly::ZERO;
    for begin in 0..8 {
        // Every number, in every place of eight.
        for mut z in polys(1 - gamma1 - begin..=gamma1) {
            z.0.iter_mut().for_each(|z| *z = (*z).max(1 - gamma1));
            b.pack_z::<BITS>(&z, &mut bytes);
            b.unpack_z::<BITS>(&bytes, &mut unpacked);
            assert_eq!(unpacked.0, z.0);
            if begin == 0 {
                assert!(bytes == bits(z.0.iter().map(|z| (gamma1 - z) as u32), BITS));
            }
        }
    }
}

#[test]
fn responses_packed_and_unpacked() {
    for_each_backend!(b => {
        responses::<18>(b);
        responses::<20>(b);
    });
}

fn private<const ETA: usize>(b: impl Kernels) {
    let width = if ETA == 2 { 3 } else { 4 };
    let numbers = 2 * ETA + 1;
    let mut unpacked = Small::ZERO;
    for shift in 0..numbers {
        let mut small = Small::ZERO;
        for (i, x) in small.0.iter_mut().enumerate() {
            *x = ETA as i16 - ((i + shift + i / 32) % numbers) as i16;
        }
        let mut bytes = vec![0; 32 * width];
        b.pack_small::<ETA>(&small, &mut bytes);
        let expected = bits(small.0.iter().map(|x| (ETA as i16 - x) as u32), width);
        assert!(bytes == expected);
        assert!(b.unpack_small::<ETA>(&bytes, &mut unpacked));
        assert_eq!(unpacked.0, small.0);
    }
    for place in 0..N {
        for x in 0..1u32 << width {
            let bytes = bits((0..N).map(|i| if i == place { x } else { 0 }), width);
            let in_range = b.unpack_small::<ETA>(&bytes, &mut unpacked);
            assert_eq!(in_range, x as usize <= 2 * ETA, "{x} at {place}");
        }
    }
}

fn commitments<const GAMMA2: i32>(b: impl Kernels, width: usize) {
    let m = (Q - 1) / (2 * GAMMA2);
    let mut bytes = vec![0; 32 * width];
    for shift in 0..m as usize {
        let mut high = High::ZERO;
        for (i, x) in high.0.iter_mut().enumerate() {
            *x = ((i + shift + i / 32) % m as usize) as u8;
        }
        b.pack_w1::<GAMMA2>(&high, &mut bytes);
        assert!(bytes == bits(high.0.iter().map(|x| u32::from(*x)), width));
    }
}

#[test]
fn private_polynomials_and_commitments_packed() {
    for_each_backend!(b => {
        private::<2>(b);
        private::<4>(b);
        commitments::<GAMMA2_32>(b, 4);
        commitments::<GAMMA2_88>(b, 6);
    });
}
