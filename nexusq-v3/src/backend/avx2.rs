//! AVX2, BMI1 and BMI2: four states at once, 16 coefficients of ML-KEM, 8 of ML-DSA.
#![allow(unsafe_code)]

mod keccak;

use super::Backend;
use crate::keccak::State;

cpufeatures::new!(features, "avx2", "bmi1", "bmi2");

/// The back end for processors with AVX2, BMI1 and BMI2. A value of it is the proof that this one has them.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The back end, if the processor and the operating system support it.
    pub(crate) fn detect() -> Option<Self> {
        features::get().then_some(Avx2(()))
    }
}

impl Backend for Avx2 {
    const WIDTH: usize = 4;

    #[inline(always)]
    fn permute1(self, state: &mut State<1>) {
        // SAFETY: `self` exists, so `detect` has found AVX2, BMI1 and BMI2.
        unsafe { keccak::permute1(state) }
    }

    #[inline(always)]
    fn permute4(self, states: &mut State<4>, _: usize) {
        // SAFETY: as in `permute1`.
        unsafe { keccak::permute4(states) }
    }

    #[inline(always)]
    fn permute8(self, states: &mut State<8>, used: usize) {
        // SAFETY: as in `permute1`.
        unsafe { keccak::permute8(states, used) }
    }
}
