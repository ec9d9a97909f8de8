//! Sums of ML-DSA.

use super::kem_arithmetic::barrett;
use crate::ml_dsa::{Coefficients, Poly, Small};

#[inline(always)]
pub(crate) fn add(to: &mut Poly<Coefficients>, other: &Poly<Coefficients>) {
    for (x, y) in to.0.iter_mut().zip(&other.0) {
        *x += y;
    }
}

#[inline(always)]
pub(crate) fn add_small(to: &mut Poly<Coefficients>, other: &Small) {
    for (x, y) in to.0.iter_mut().zip(&other.0) {
        *x += i32::from(barrett(*y));
    }
}

#[inline(always)]
pub(crate) fn subtract_small(to: &mut Poly<Coefficients>, other: &Small) {
    for (x, y) in to.0.iter_mut().zip(&other.0) {
        *x -= i32::from(barrett(*y));
    }
}

#[inline(always)]
pub(crate) fn widen(from: &Small, to: &mut Poly<Coefficients>) {
    for (x, y) in to.0.iter_mut().zip(&from.0) {
        *x = i32::from(*y);
    }
}
