//! The number-theoretic transform of ML-DSA and products in its image.

use super::dsa_arithmetic::{montgomery, multiply, pairs};
use crate::ml_dsa::tables::{INVERSE_OF_256, LAYERS};
use crate::ml_dsa::{Coefficients, N, Ntt, Poly, Product};

/// Each of the eight layers adds at most q to the size.
pub(super) fn ntt(from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
    let f = &mut to.0;
    *f = from.0;
    for layer in 0..8 {
        pairs(f, 128 >> layer, |block, a, b| {
            let t = multiply(*b, LAYERS[(1 << layer) + block]);
            (*a, *b) = (*a + t, *a - t);
        });
    }
}

/// Sums double in size with each layer, to 2^8·q at most, which is below 2^31.
pub(super) fn inverse_ntt(from: &Poly<Product>, to: &mut Poly<Coefficients>) {
    let f = &mut to.0;
    *f = from.0;
    for layer in (0..8).rev() {
        pairs(f, 128 >> layer, |block, a, b| {
            let difference = *b - *a;
            *a += *b;
            *b = multiply(difference, LAYERS[(2 << layer) - 1 - block]);
        });
    }
    for x in f {
        *x = multiply(*x, INVERSE_OF_256);
    }
}

/// The sum is below 2^31·q in size: seven products below 9·q², and one below 81·q².
pub(super) fn dot(
    a: &[Poly<Ntt>],
    b: &[Poly<Ntt>],
    minus: Option<[&Poly<Ntt>; 2]>,
    to: &mut Poly<Product>,
) {
    let product = |a: &Poly<Ntt>, b: &Poly<Ntt>, i: usize| i64::from(a.0[i]) * i64::from(b.0[i]);
    for i in 0..N {
        let sum: i64 = a.iter().zip(b).map(|(a, b)| product(a, b, i)).sum();
        let minus = minus.map_or(0, |[a, b]| product(a, b, i));
        to.0[i] = montgomery(sum - minus);
    }
}
