//! Reductions, compression, encodings and the binomial distribution of every back end, over the whole range of their inputs, against
//! the standard's definitions in plain integers.

use crate::ml_kem::{Coefficients, Factor, Kernels, N, Ntt, Poly, Q, tables};
use crate::wipe::Plain;
use std::vec;
use std::vec::Vec;

fn class(x: i64) -> i64 {
    x.rem_euclid(i64::from(Q))
}

/// Polynomials that hold all numbers of a range one after the other, the last ones repeated.
fn polys<D>(first: i32, last: i32) -> impl Iterator<Item = Poly<D>> {
    (first..=last).step_by(N).map(move |begin| {
        let mut poly = Poly::ZERO;
        for (i, x) in poly.0.iter_mut().enumerate() {
            *x = (begin + i as i32).min(last) as i16;
        }
        poly
    })
}

/// Every class of 16 bits in every place: the reductions of products with 256 constants.
#[test]
fn factors_of_all_numbers() {
    for_each_backend!(b => {
        for poly in polys::<Ntt>(i32::from(i16::MIN), i32::from(i16::MAX)) {
            for shift in (0..N).step_by(4) {
                let mut turned = poly;
                turned.0.rotate_left(shift);
                let mut factor = Factor::ZERO;
                b.factor(&turned, &mut factor);
                for (i, x) in turned.0.iter().enumerate() {
                    let gamma = if i % 2 == 0 { 1 } else { tables::gamma(i / 2) };
                    let expected = class(class(i64::from(*x) * gamma) << 16);
                    assert_eq!(class(factor.straight[i].into()), expected, "{x} at {i}");
                    assert_eq!(class(factor.crossed[i ^ 1].into()), class(class(i64::from(*x)) << 16));
                    assert!(factor.straight[i].abs() < Q && factor.crossed[i ^ 1].abs() < Q);
                }
            }
        }
    });
}

/// The numbers of `width` bits in bytes (FIPS 203 Alg. 4 and 6).
fn numbers(bytes: &[u8], width: usize) -> Vec<u32> {
    let bit = |at: usize| u32::from(bytes[at / 8] >> (at % 8) & 1);
    let number = |i: usize| (0..width).map(|j| bit(i * width + j) << j).sum();
    (0..N).map(number).collect()
}

/// Their bytes (FIPS 203 Alg. 3 and 5).
fn bytes_of(numbers: &[u32], width: usize) -> Vec<u8> {
    let mut bytes = vec![0; 32 * width];
    for at in 0..N * width {
        bytes[at / 8] |= ((numbers[at / width] >> (at % width) & 1) as u8) << (at % 8);
    }
    bytes
}

/// ⌈a/b⌋, a half rounded up (FIPS 203 section 2.3).
fn rounded(a: i64, b: i64) -> i64 {
    (2 * a + b) / (2 * b)
}

/// Compress and Decompress (FIPS 203 equations 4.7 and 4.8).
fn compression<const D: usize>(b: impl Kernels) {
    let mut bytes = vec![0; 32 * D];
    let most = 4 * i32::from(Q);
    for poly in polys::<Coefficients>(-most, most) {
        b.compress::<D>(&poly, &mut bytes);
        for (x, y) in poly.0.iter().zip(numbers(&bytes, D)) {
            let expected = rounded(class(i64::from(*x)) << D, Q.into()) % (1 << D);
            assert_eq!(i64::from(y), expected, "{x}");
        }
    }
    let mut poly = Poly::ZERO;
    for first in (0..1u32 << D).step_by(N.min(1 << D)) {
        // Every number in every place of 32.
        for shift in 0..32 {
            let all: Vec<u32> = (0..N as u32)
                .map(|i| (first + shift + i) % (1 << D))
                .collect();
            b.decompress::<D>(&bytes_of(&all, D), &mut poly);
            for (x, y) in poly.0.iter().zip(all) {
                assert_eq!(
                    i64::from(*x),
                    rounded(i64::from(y) * i64::from(Q), 1 << D),
                    "{y}"
                );
            }
        }
    }
}

#[test]
fn compression_for_every_d() {
    for_each_backend!(b => {
        compression::<4>(b);
        compression::<5>(b);
        compression::<10>(b);
        compression::<11>(b);
    });
}

#[test]
fn messages() {
    for_each_backend!(b => {
        let most = 4 * i32::from(Q);
        let mut message = [0; 32];
        for poly in polys::<Coefficients>(-most, most) {
            b.to_message(&poly, &mut message);
            for (x, bit) in poly.0.iter().zip(numbers(&message, 1)) {
                assert_eq!(i64::from(bit), rounded(2 * class(i64::from(*x)), Q.into()) % 2, "{x}");
            }
        }
        for place in 0..32 {
            for byte in 0..=255 {
                let mut message = [0xa5; 32];
                message[place] = byte;
                let mut poly = Poly::<Coefficients>::ZERO;
                poly.0.iter_mut().enumerate().for_each(|(i, x)| *x = i as i16 - 128);
                b.add_message(&message, &mut poly);
                for (i, (x, bit)) in poly.0.iter().zip(numbers(&message, 1)).enumerate() {
                    assert_eq!(i32::from(*x), i as i32 - 128 + bit as i32 * 1665);
                }
            }
        }
    });
}

#[test]
fn twelve_bits() {
    for_each_backend!(b => {
        let mut bytes = [0; 384];
        let most = 9 * i32::from(Q);
        for poly in polys::<Ntt>(-most, most) {
            b.encode12(&poly, &mut bytes);
            for (x, y) in poly.0.iter().zip(numbers(&bytes, 12)) {
                assert_eq!(i64::from(y), class(i64::from(*x)));
            }
        }
        let mut poly = Poly::<Ntt>::ZERO;
        for place in 0..N {
            for x in [0, 1, 3328, 3329, 3330, 4095] {
                let all: Vec<u32> = (0..N).map(|i| if i == place { x } else { 3328 }).collect();
                let below_q = b.decode12(bytes_of(&all, 12).first_chunk().unwrap(), &mut poly);
                assert_eq!(below_q, x < 3329, "{x} at {place}");
                assert_eq!(poly.0[place] as u32, x);
            }
        }
        for first in 0..4096 {
            let all: Vec<u32> = (0..N as u32).map(|i| (first + 17 * i) % 4096).collect();
            b.decode12(bytes_of(&all, 12).first_chunk().unwrap(), &mut poly);
            assert!(poly.0.iter().zip(&all).all(|(x, y)| *x as u32 == *y));
        }
    });
}

/// SamplePolyCBD (FIPS 203 Alg. 8) of the bits of one number.
fn binomial(bits: u32, eta: u32) -> i16 {
    let ones = |bits: u32| (bits & ((1 << eta) - 1)).count_ones() as i16;
    ones(bits) - ones(bits >> eta)
}

#[test]
fn binomial_numbers() {
    for_each_backend!(b => {
        let mut poly = Poly::ZERO;
        // Every byte in every place: two numbers with η = 2.
        for shift in 0..=255u8 {
            let bytes: [u8; 128] = core::array::from_fn(|i| shift.wrapping_add((3 * i) as u8));
            b.sample_cbd2(&bytes, &mut poly);
            for (x, bits) in poly.0.iter().zip(numbers(&bytes, 4)) {
                assert_eq!(*x, binomial(bits, 2));
            }
        }
        // Every two numbers with η = 3 beside each other.
        for first in (0..4096).step_by(4) {
            let all: Vec<u32> = (0..N as u32).map(|i| ((first + i / 2) >> (6 * (i % 2))) % 64).collect();
            b.sample_cbd3(bytes_of(&all, 6).first_chunk().unwrap(), &mut poly);
            for (x, bits) in poly.0.iter().zip(all) {
                assert_eq!(*x, binomial(bits, 3));
            }
        }
    });
}
