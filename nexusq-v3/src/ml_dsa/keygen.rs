//! Key generation, and keys in expanded form.

use super::Kernels;
use super::matrix::{self, Matrix};
use super::{Coefficients, Ntt, Parameters, Poly, Product, Small, SmallFactor, small};
use crate::keccak::{Hash, Rider};
use crate::wipe::{Plain, Wiped};

/// The most private polynomials, those of ML-DSA-87.
const MOST_SMALL: usize = 15;

/// A public key, expanded. Public.
#[derive(Clone)]
pub(crate) struct ExpandedPublicKey<const K: usize, const L: usize> {
    pub(crate) a_hat: Matrix<K, L>,
    /// NTT(t1·2^d).
    pub(crate) t1_hat: [Poly<Ntt>; K],
    /// H(pk, 64).
    pub(crate) tr: [u8; 64],
}

/// A private key, expanded. Secret but for A and tr.
pub(crate) struct ExpandedPrivateKey<const K: usize, const L: usize> {
    pub(crate) a_hat: Matrix<K, L>,
    pub(crate) tr: [u8; 64],
    /// K of the standard: the secret of hedged and deterministic signing.
    pub(crate) key: Wiped<[u8; 32]>,
    /// s1 and s2 made ready for products modulo the q of ML-KEM.
    pub(crate) s1: Wiped<[SmallFactor; L]>,
    pub(crate) s2: Wiped<[SmallFactor; K]>,
    /// NTT(t0).
    pub(crate) t0_hat: Wiped<[Poly<Ntt>; K]>,
}

impl<const K: usize, const L: usize> ExpandedPublicKey<K, L> {
    pub(crate) fn zero() -> Self {
        ExpandedPublicKey {
            a_hat: [[Poly::ZERO; L]; K],
            t1_hat: [Poly::ZERO; K],
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
            a_hat: [[Poly::ZERO; L]; K],
            tr: [0; 64],
            key: Wiped::zero(),
            s1: Wiped::zero(),
            s2: Wiped::zero(),
            t0_hat: Wiped::zero(),
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

/// ML-DSA.KeyGen_internal (FIPS 204 Alg. 6): pk and sk, encoded, into slices of their lengths.
pub(crate) fn keygen<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    xi: &[u8; 32],
    pk: &mut [u8],
    sk: &mut [u8],
) {
    // 1: (ρ, ρ′, K) ← H(ξ‖k‖l, 128)
    let mut seeds = Wiped([0u8; 128]);
    Hash::shake256([xi.as_slice(), &[K as u8, L as u8]]).digest(b, &mut seeds[..]);
    let (Some(rho), Some(rho_prime), Some(key)) = (
        seeds.first_chunk::<32>(),
        seeds[32..].first_chunk::<64>(),
        seeds.last_chunk::<32>(),
    ) else {
        return;
    };
    // 3: Â ← ExpandA(ρ)
    let mut a_hat = [[Poly::ZERO; L]; K];
    matrix::expand(b, rho, &mut a_hat, None);
    // 4: (s1, s2) ← ExpandS(ρ′)
    let mut s = Wiped([Small::ZERO; MOST_SMALL]);
    small::expand(b, p, rho_prime, &mut s[..L + K]);
    let (s1, s2) = s[..L + K].split_at(L);
    let (fixed, rest) = sk.split_at_mut(128);
    let (s1_bytes, rest) = rest.split_at_mut(p.small_len() * L);
    let (s2_bytes, t0_bytes) = rest.split_at_mut(p.small_len() * K);
    // 5-7: t ← NTT⁻¹(Â∘NTT(s1)) + s2, (t1, t0) ← Power2Round(t), and their encodings
    pk[..32].copy_from_slice(rho);
    let mut chunks = pk[32..]
        .as_chunks_mut()
        .0
        .iter_mut()
        .zip(t0_bytes.as_chunks_mut().0);
    vector_t(b, &a_hat, s1, s2, |t| {
        if let Some((t1, t0)) = chunks.next() {
            b.split_t(t, t1, t0);
        }
    });
    // 9: tr ← H(pk, 64)
    let tr = tr(b, pk);
    // 10: sk ← skEncode(ρ, K, tr, s1, s2, t0)
    fixed[..32].copy_from_slice(rho);
    fixed[32..64].copy_from_slice(key);
    fixed[64..].copy_from_slice(&tr);
    small::pack(b, p, s1, s1_bytes);
    small::pack(b, p, s2, s2_bytes);
}

/// The public key of sk, into `pk`: whether the private polynomials are in range, and H(pk, 64). What t0 of sk says is not looked
/// at: the verifying key follows from ρ, s1 and s2.
pub(crate) fn public_key_of<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    sk: &[u8],
    pk: &mut [u8],
) -> (bool, [u8; 64]) {
    let mut s = Wiped([Small::ZERO; MOST_SMALL]);
    let in_range = small::unpack(b, p, &sk[128..], &mut s[..L + K]);
    let mut a_hat: Matrix<K, L> = [[Poly::ZERO; L]; K];
    if let Some(rho) = sk.first_chunk() {
        matrix::expand(b, rho, &mut a_hat, None);
    }
    (in_range, public_key_in(b, p, sk, &a_hat, pk))
}

/// The same with A expanded, and the private polynomials in range.
pub(crate) fn public_key_in<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    sk: &[u8],
    a_hat: &Matrix<K, L>,
    pk: &mut [u8],
) -> [u8; 64] {
    let mut s = Wiped([Small::ZERO; MOST_SMALL]);
    small::unpack(b, p, &sk[128..], &mut s[..L + K]);
    let (s1, s2) = s[..L + K].split_at(L);
    pk[..32].copy_from_slice(&sk[..32]);
    let mut t0 = Wiped([0u8; 416]);
    let mut chunks = pk[32..].as_chunks_mut().0.iter_mut();
    vector_t(b, a_hat, s1, s2, |t| {
        if let Some(t1) = chunks.next() {
            b.split_t(t, t1, &mut t0);
        }
    });
    tr(b, pk)
}

/// t = NTT⁻¹(Â∘NTT(s1)) + s2, row by row.
fn vector_t<B: Kernels, const K: usize, const L: usize>(
    b: B,
    a_hat: &Matrix<K, L>,
    s1: &[Small],
    s2: &[Small],
    mut tell: impl FnMut(&Poly<Coefficients>),
) {
    let mut s1_hat = Wiped([Poly::<Ntt>::ZERO; L]);
    let mut wide = Wiped(Poly::<Coefficients>::ZERO);
    for (hat, s) in s1_hat.iter_mut().zip(s1) {
        b.widen(s, &mut wide);
        b.ntt(&wide, hat);
    }
    let mut product = Wiped(Poly::<Product>::ZERO);
    let mut t = Wiped(Poly::<Coefficients>::ZERO);
    for (row, s2) in a_hat.iter().zip(s2) {
        b.dot(row, &s1_hat[..], None, &mut product);
        b.inverse_ntt(&product, &mut t);
        b.widen(s2, &mut wide);
        b.add(&mut t, &wide);
        tell(&t);
    }
}

/// tr = H(pk, 64).
pub(crate) fn tr<B: Kernels>(b: B, pk: &[u8]) -> [u8; 64] {
    let mut tr = [0; 64];
    Hash::shake256([pk]).digest(b, &mut tr);
    tr
}

/// μ = H(tr‖M′, 64) (FIPS 204 Alg. 7 line 6, Alg. 8 line 7) of M′ in three pieces.
pub(crate) fn mu<B: Kernels>(
    b: B,
    tr: &[u8; 64],
    [head, context, message]: [&[u8]; 3],
) -> Wiped<[u8; 64]> {
    let mut mu = Wiped([0u8; 64]);
    Hash::shake256([tr.as_slice(), head, context, message]).digest(b, &mut mu[..]);
    mu
}
