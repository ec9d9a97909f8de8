//! AVX-512 with F, BW, VL, VBMI and VBMI2: eight states at once, 32 coefficients of ML-KEM, 16 of ML-DSA.
//!
//! DQ is left out of the features on purpose: with it the compiler turns products of 32-bit numbers by constants into
//! `vpmullq`, which is slower.
#![allow(unsafe_code)]

mod keccak;
mod kem_arithmetic;
mod kem_bytes;
mod kem_ntt;
mod kem_sample;
mod kem_tables;
mod vector;

use super::Backend;
use crate::keccak::State;
use crate::ml_kem::{self, Coefficients, Factor, Ntt, Poly};

cpufeatures::new!(
    features, "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx2", "bmi1", "bmi2", "popcnt"
);

/// The back end for processors with AVX-512. A value of it is the proof that this one has it.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The back end, if the processor and the operating system support it.
    pub(crate) fn detect() -> Option<Self> {
        features::get().then_some(Avx512(()))
    }
}

impl Backend for Avx512 {
    const WIDTH: usize = 8;

    #[inline(always)]
    fn squeeze4<const LEN: usize>(self, states: &State<4>, words: usize, out: &mut [[u8; LEN]; 4], at: usize) {
        // SAFETY: as in `permute1`.
        unsafe { keccak::squeeze4(states, words, out, at) }
    }

    #[inline(always)]
    fn squeeze8<const LEN: usize>(self, states: &State<8>, words: usize, out: &mut [[u8; LEN]; 8], at: usize) {
        // SAFETY: as in `permute1`.
        unsafe { keccak::squeeze8(states, words, out, at) }
    }

    #[inline(always)]
    fn permute1(self, state: &mut State<1>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
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

impl ml_kem::Kernels for Avx512 {
    #[inline(always)]
    fn ntt(self, from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_ntt::ntt(from, to) }
    }

    #[inline(always)]
    fn inverse_ntt(self, from: &Poly<Ntt>, to: &mut Poly<Coefficients>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_ntt::inverse_ntt(from, to) }
    }

    #[inline(always)]
    fn factor(self, from: &Poly<Ntt>, to: &mut Factor) {
        // SAFETY: as in `permute1`.
        unsafe { kem_ntt::factor(from, to) }
    }

    #[inline(always)]
    fn dot(self, a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_ntt::dot(a, factors, to) }
    }

    #[inline(always)]
    fn add<D>(self, to: &mut Poly<D>, other: &Poly<D>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_ntt::add(&mut to.0, &other.0) }
    }

    #[inline(always)]
    fn subtract<D>(self, to: &mut Poly<D>, other: &Poly<D>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_ntt::subtract(&mut to.0, &other.0) }
    }

    #[inline(always)]
    fn sample_uniform(self, bytes: &[u8], to: &mut Poly<Ntt>, filled: usize) -> usize {
        // SAFETY: as in `permute1`.
        unsafe { kem_sample::uniform(bytes, to, filled) }
    }

    #[inline(always)]
    fn sample_cbd2(self, bytes: &[u8; 128], to: &mut Poly<Coefficients>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_sample::cbd2(bytes, to) }
    }

    #[inline(always)]
    fn sample_cbd3(self, bytes: &[u8; 192], to: &mut Poly<Coefficients>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_sample::cbd3(bytes, to) }
    }

    #[inline(always)]
    fn encode12(self, from: &Poly<Ntt>, to: &mut [u8; 384]) {
        // SAFETY: as in `permute1`.
        unsafe { kem_bytes::encode12(from, to) }
    }

    #[inline(always)]
    fn decode12(self, from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
        // SAFETY: as in `permute1`.
        unsafe { kem_bytes::decode12(from, to) }
    }

    #[inline(always)]
    fn compress<const D: usize>(self, from: &Poly<Coefficients>, to: &mut [u8]) {
        // SAFETY: as in `permute1`.
        unsafe { kem_bytes::compress::<D>(from, to) }
    }

    #[inline(always)]
    fn decompress<const D: usize>(self, from: &[u8], to: &mut Poly<Coefficients>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_bytes::decompress::<D>(from, to) }
    }

    #[inline(always)]
    fn to_message(self, from: &Poly<Coefficients>, to: &mut [u8; 32]) {
        // SAFETY: as in `permute1`.
        unsafe { kem_bytes::to_message(from, to) }
    }

    #[inline(always)]
    fn add_message(self, message: &[u8; 32], to: &mut Poly<Coefficients>) {
        // SAFETY: as in `permute1`.
        unsafe { kem_bytes::add_message(message, to) }
    }
}
