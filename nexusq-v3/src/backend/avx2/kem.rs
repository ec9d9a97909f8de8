//! The kernels of ML-KEM, each from the file that has it.

use super::{Avx2, kem_bytes, kem_ntt, kem_sample};
use crate::ml_kem::{self, Coefficients, Factor, Ntt, Poly};

impl ml_kem::Kernels for Avx2 {
    #[inline(always)]
    fn ntt(self, from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_ntt::ntt(from, to) }
    }

    #[inline(always)]
    fn inverse_ntt(self, from: &Poly<Ntt>, to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_ntt::inverse_ntt(from, to) }
    }

    #[inline(always)]
    fn factor(self, from: &Poly<Ntt>, to: &mut Factor) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_ntt::factor(from, to) }
    }

    #[inline(always)]
    fn dot(self, a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_ntt::dot(a, factors, to) }
    }

    #[inline(always)]
    fn add<D>(self, to: &mut Poly<D>, other: &Poly<D>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_ntt::add(&mut to.0, &other.0) }
    }

    #[inline(always)]
    fn subtract<D>(self, to: &mut Poly<D>, other: &Poly<D>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_ntt::subtract(&mut to.0, &other.0) }
    }

    #[inline(always)]
    fn sample_uniform(self, bytes: &[u8], to: &mut Poly<Ntt>, filled: usize) -> usize {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_sample::uniform(bytes, to, filled) }
    }

    #[inline(always)]
    fn sample_cbd2(self, bytes: &[u8; 128], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_sample::cbd2(bytes, to) }
    }

    #[inline(always)]
    fn sample_cbd3(self, bytes: &[u8; 192], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_sample::cbd3(bytes, to) }
    }

    #[inline(always)]
    fn encode12(self, from: &Poly<Ntt>, to: &mut [u8; 384]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_bytes::encode12(from, to) }
    }

    #[inline(always)]
    fn decode12(self, from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_bytes::decode12(from, to) }
    }

    #[inline(always)]
    fn compress<const D: usize>(self, from: &Poly<Coefficients>, to: &mut [u8]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_bytes::compress::<D>(from, to) }
    }

    #[inline(always)]
    fn decompress<const D: usize>(self, from: &[u8], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_bytes::decompress::<D>(from, to) }
    }

    #[inline(always)]
    fn to_message(self, from: &Poly<Coefficients>, to: &mut [u8; 32]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_bytes::to_message(from, to) }
    }

    #[inline(always)]
    fn add_message(self, message: &[u8; 32], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { kem_bytes::add_message(message, to) }
    }
}
