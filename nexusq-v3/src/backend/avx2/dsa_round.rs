//! Rounding and hints of ML-DSA. The portable loops, which the compiler turns into vector instructions where AVX2 is on.

use crate::backend::portable::dsa_round as portable;
use crate::ml_dsa::{Coefficients, High, HintBits, Poly};

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn decompose<const GAMMA2: i32>(w: &mut Poly<Coefficients>, high: &mut High) {
    portable::decompose::<GAMMA2>(w, high);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn all_below(x: &Poly<Coefficients>, bound: i32) -> bool {
    portable::all_below(x, bound)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn centre(x: &mut Poly<Coefficients>) {
    portable::centre(x);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn make_hint<const GAMMA2: i32>(
    low: &Poly<Coefficients>,
    high: &High,
    hints: &mut HintBits,
) -> usize {
    portable::make_hint::<GAMMA2>(low, high, hints)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn use_hint<const GAMMA2: i32>(
    w: &Poly<Coefficients>,
    hints: &HintBits,
    high: &mut High,
) {
    portable::use_hint::<GAMMA2>(w, hints, high);
}
