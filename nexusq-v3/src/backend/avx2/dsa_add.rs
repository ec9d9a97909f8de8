//! Sums of ML-DSA. The portable loops, which the compiler turns into vector instructions where AVX2 is on.

use crate::backend::portable::dsa_add as portable;
use crate::ml_dsa::{Coefficients, Poly, Small};

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn add(to: &mut Poly<Coefficients>, other: &Poly<Coefficients>) {
    portable::add(to, other);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn add_small(to: &mut Poly<Coefficients>, other: &Small) {
    portable::add_small(to, other);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn subtract_small(to: &mut Poly<Coefficients>, other: &Small) {
    portable::subtract_small(to, other);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn widen(from: &Small, to: &mut Poly<Coefficients>) {
    portable::widen(from, to);
}
