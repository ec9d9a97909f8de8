//! The number-theoretic transform of ML-KEM and products in its image.

use super::kem_arithmetic::{barrett, butterfly, montgomery, multiply, pairs};
use crate::ml_kem::tables::{INTO_MONTGOMERY, INVERSE_OF_128, LAYERS, STRAIGHT};
use crate::ml_kem::{Coefficients, Factor, N, Ntt, Poly};

/// Each of the seven layers adds at most q to the size.
pub(super) fn ntt(from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
    let f = &mut to.0;
    *f = from.0;
    for layer in 0..7 {
        let len = 128 >> layer;
        pairs(f, len, |block, a, b| {
            butterfly(a, b, LAYERS[(1 << layer) + block])
        });
    }
}

/// Sums double in size with each layer, products are below q: sums are reduced after the third and the sixth layer.
pub(super) fn inverse_ntt(from: &Poly<Ntt>, to: &mut Poly<Coefficients>) {
    let f = &mut to.0;
    *f = from.0;
    for layer in (0..7).rev() {
        let len = 128 >> layer;
        let reduced = layer == 4 || layer == 1;
        pairs(f, len, |block, a, b| {
            let (sum, difference) = (*a + *b, *b - *a);
            *a = if reduced { barrett(sum) } else { sum };
            *b = multiply(difference, LAYERS[(2 << layer) - 1 - block]);
        });
    }
    for x in f {
        *x = multiply(*x, INVERSE_OF_128);
    }
}

pub(super) fn factor(from: &Poly<Ntt>, to: &mut Factor) {
    for (i, (x, by)) in from.0.iter().zip(STRAIGHT).enumerate() {
        to.straight[i] = multiply(*x, by);
        to.crossed[i ^ 1] = multiply(*x, INTO_MONTGOMERY);
    }
}

/// Four products of pairs, each below 2·4096·q, are below 2^27.
pub(super) fn dot(a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>) {
    for i in (0..N).step_by(2) {
        let (mut even, mut odd) = (0, 0);
        for (a, f) in a.iter().zip(factors) {
            let (a0, a1) = (i32::from(a.0[i]), i32::from(a.0[i + 1]));
            even += a0 * i32::from(f.straight[i]) + a1 * i32::from(f.straight[i + 1]);
            odd += a0 * i32::from(f.crossed[i]) + a1 * i32::from(f.crossed[i + 1]);
        }
        to.0[i] = montgomery(even);
        to.0[i + 1] = montgomery(odd);
    }
}
