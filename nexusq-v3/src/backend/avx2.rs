//! AVX2, BMI1 and BMI2: four states at once, 16 coefficients of ML-KEM, 8 of ML-DSA.
#![allow(unsafe_code)]

mod bits;
mod dsa;
mod dsa_add;
mod dsa_arithmetic;
mod dsa_bytes;
mod dsa_ntt;
mod dsa_round;
mod dsa_sample;
mod dsa_small;
mod dsa_tables;
mod keccak;
mod kem;
mod kem_arithmetic;
mod kem_bytes;
mod kem_ntt;
mod kem_sample;
mod kem_tables;
mod lanes;
mod vector;

use crate::keccak::{self as keccak_room, State};

cpufeatures::new!(features, "avx2", "bmi1", "bmi2", "popcnt");

/// The back end for processors with AVX2, BMI1 and BMI2. A value of it is the proof that this one has them.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The back end, if the processor and the operating system support it.
    pub(crate) fn detect() -> Option<Self> {
        features::get().then_some(Avx2(()))
    }
}

impl keccak_room::Kernels for Avx2 {
    const WIDTH: usize = 4;
    const IDLE_LANES: bool = true;

    #[inline(always)]
    fn squeeze4<const LEN: usize>(
        self,
        states: &State<4>,
        words: usize,
        out: &mut [[u8; LEN]; 4],
        at: usize,
    ) {
        // SAFETY: as in `permute1`.
        unsafe { keccak::squeeze4(states, words, out, at) }
    }

    #[inline(always)]
    fn squeeze8<const LEN: usize>(
        self,
        states: &State<8>,
        words: usize,
        out: &mut [[u8; LEN]; 8],
        at: usize,
    ) {
        // SAFETY: as in `permute1`.
        unsafe { keccak::squeeze8(states, words, out, at) }
    }

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
