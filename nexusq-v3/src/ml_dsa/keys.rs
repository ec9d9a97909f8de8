//! Keys in expanded form, for many operations with one key.

use super::Kernels;
use super::matrix::{self, Matrix};
use super::{Coefficients, Ntt, Parameters, Poly, Small, SmallFactor, small};
use crate::held::Held;
use crate::keccak::{Hash, Rider};
use crate::wipe::{Plain, Wiped, wipe};

/// A public key, expanded. Public.
#[derive(Clone)]
pub(crate) struct ExpandedPublicKey<const K: usize, const L: usize> {
    pub(crate) a_hat: Held<Matrix<K, L>>,
    /// NTT(t1·2^d).
    pub(crate) t1_hat: Held<[Poly<Ntt>; K]>,
    /// H(pk, 64).
    pub(crate) tr: [u8; 64],
}

/// A private key, expanded. Secret but for A and tr.
pub(crate) struct ExpandedPrivateKey<const K: usize, const L: usize> {
    pub(crate) a_hat: Held<Matrix<K, L>>,
    pub(crate) tr: [u8; 64],
    /// K of the standard: the secret of hedged and deterministic signing.
    pub(crate) key: Held<[u8; 32]>,
    /// s1 and s2 made ready for products modulo the q of ML-KEM.
    pub(crate) s1: Held<[SmallFactor; L]>,
    pub(crate) s2: Held<[SmallFactor; K]>,
    /// NTT(t0).
    pub(crate) t0_hat: Held<[Poly<Ntt>; K]>,
}

impl<const K: usize, const L: usize> ExpandedPublicKey<K, L> {
    pub(crate) fn zero() -> Self {
        ExpandedPublicKey {
            a_hat: Held::zero(),
            t1_hat: Held::zero(),
            tr: [0; 64],
        }
    }

    /// pkDecode (FIPS 204 Alg. 23) of bytes of the right length, ExpandA, and tr.
    pub(crate) fn decode<B: Kernels>(&mut self, b: B, pk: &[u8]) {
        let Some((rho, t1)) = pk.split_first_chunk() else {
            return;
        };
        let mut tr = Rider::new(Hash::shake256([pk]));
        matrix::expand(b, rho, &mut self.a_hat, Some(&mut tr));
        tr.digest(b, &mut self.tr);
        let mut t1_shifted = Poly::ZERO;
        for (hat, bytes) in self.t1_hat.iter_mut().zip(t1.as_chunks().0) {
            b.unpack_t1(bytes, &mut t1_shifted);
            b.ntt(&t1_shifted, hat);
        }
    }
}

impl<const K: usize, const L: usize> ExpandedPrivateKey<K, L> {
    pub(crate) fn zero() -> Self {
        ExpandedPrivateKey {
            a_hat: Held::zero(),
            tr: [0; 64],
            key: Held::zero(),
            s1: Held::zero(),
            s2: Held::zero(),
            t0_hat: Held::zero(),
        }
    }

    /// skDecode (FIPS 204 Alg. 25) of bytes of the right length and ExpandA. Whether s1 and s2 are in range.
    pub(crate) fn decode<B: Kernels>(&mut self, b: B, p: &Parameters, sk: &[u8]) -> bool {
        let (fixed, rest) = sk.split_at(128);
        let (s, t0) = rest.split_at(p.small_len() * (K + L));
        if let Some(rho) = fixed.first_chunk() {
            matrix::expand(b, rho, &mut self.a_hat, None);
        }
        self.key.copy_from_slice(&fixed[32..64]);
        self.tr.copy_from_slice(&fixed[64..]);
        let mut poly = Wiped(Small::ZERO);
        let mut in_range = true;
        let factors = self.s1.iter_mut().chain(self.s2.iter_mut());
        for (factor, bytes) in factors.zip(s.chunks_exact(p.small_len())) {
            in_range &= small::unpack(b, p, bytes, core::slice::from_mut(&mut poly));
            b.small_factor(&poly, factor);
        }
        let mut t0_poly = Wiped(Poly::<Coefficients>::ZERO);
        for (hat, bytes) in self.t0_hat.iter_mut().zip(t0.as_chunks().0) {
            b.unpack_t0(bytes, &mut t0_poly);
            b.ntt(&t0_poly, hat);
        }
        in_range
    }
}

impl<const K: usize, const L: usize> Drop for ExpandedPrivateKey<K, L> {
    fn drop(&mut self) {
        wipe(&mut *self.key);
        wipe(&mut *self.s1);
        wipe(&mut *self.s2);
        wipe(&mut *self.t0_hat);
    }
}
