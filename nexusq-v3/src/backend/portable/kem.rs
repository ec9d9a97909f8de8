//! The kernels of ML-KEM, each from the file that has it.

use super::{Portable, kem_bytes, kem_ntt, kem_sample};
use crate::ml_kem::{self, Coefficients, Factor, Ntt, Poly};

impl ml_kem::Kernels for Portable {
    fn ntt(self, from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
        kem_ntt::ntt(from, to);
    }

    fn inverse_ntt(self, from: &Poly<Ntt>, to: &mut Poly<Coefficients>) {
        kem_ntt::inverse_ntt(from, to);
    }

    fn factor(self, from: &Poly<Ntt>, to: &mut Factor) {
        kem_ntt::factor(from, to);
    }

    fn dot(self, a: &[Poly<Ntt>], factors: &[Factor], to: &mut Poly<Ntt>) {
        kem_ntt::dot(a, factors, to);
    }

    fn add<D>(self, to: &mut Poly<D>, other: &Poly<D>) {
        for (x, y) in to.0.iter_mut().zip(&other.0) {
            *x += y;
        }
    }

    fn subtract<D>(self, to: &mut Poly<D>, other: &Poly<D>) {
        for (x, y) in to.0.iter_mut().zip(&other.0) {
            *x -= y;
        }
    }

    fn sample_uniform(self, bytes: &[u8], to: &mut Poly<Ntt>, filled: usize) -> usize {
        kem_sample::uniform(bytes, to, filled)
    }

    fn sample_cbd2(self, bytes: &[u8; 128], to: &mut Poly<Coefficients>) {
        kem_sample::cbd2(bytes, to);
    }

    fn sample_cbd3(self, bytes: &[u8; 192], to: &mut Poly<Coefficients>) {
        kem_sample::cbd3(bytes, to);
    }

    fn encode12(self, from: &Poly<Ntt>, to: &mut [u8; 384]) {
        kem_bytes::encode12(from, to);
    }

    fn decode12(self, from: &[u8; 384], to: &mut Poly<Ntt>) -> bool {
        kem_bytes::decode12(from, to)
    }

    fn compress<const D: usize>(self, from: &Poly<Coefficients>, to: &mut [u8]) {
        kem_bytes::compress::<D>(from, to);
    }

    fn decompress<const D: usize>(self, from: &[u8], to: &mut Poly<Coefficients>) {
        kem_bytes::decompress::<D>(from, to);
    }

    fn to_message(self, from: &Poly<Coefficients>, to: &mut [u8; 32]) {
        kem_bytes::to_message(from, to);
    }

    fn add_message(self, message: &[u8; 32], to: &mut Poly<Coefficients>) {
        kem_bytes::add_message(message, to);
    }
}
