//! K-PKE (FIPS 203 section 5): the encryption scheme inside ML-KEM, on expanded keys.

use super::Kernels;
use super::matrix::{Matrix, Order, expand};
use super::parameters::{du, dv};
use super::{Coefficients, Factor, Ntt, Poly, noise};
use crate::held::Held;
use crate::keccak::{Hash, Rider};
use crate::wipe::{Plain, Wiped};

/// An encryption key, expanded: everything that follows from its bytes. Public.
#[derive(Clone)]
pub(crate) struct EncryptionKey<const K: usize> {
    pub(crate) t_hat: Held<[Poly<Ntt>; K]>,
    /// The transpose of A, which encryption multiplies by.
    pub(crate) a_transposed: Held<Matrix<K>>,
}

impl<const K: usize> EncryptionKey<K> {
    pub(crate) fn zero() -> Self {
        EncryptionKey {
            t_hat: Held::zero(),
            a_transposed: Held::zero(),
        }
    }

    /// Decodes t̂‖ρ and expands A. Returns whether all numbers are below q. A rider's hash is taken along.
    pub(crate) fn decode<B: Kernels>(
        &mut self,
        b: B,
        ek: &[u8],
        rider: Option<&mut Rider<'_>>,
    ) -> bool {
        let below_q = decode_vector(b, ek, &mut self.t_hat);
        if let Some(rho) = ek.last_chunk() {
            expand(b, rho, Order::Transposed, &mut self.a_transposed, rider);
        }
        below_q
    }
}

/// ByteDecode of K polynomials with d = 12. Returns whether all numbers are below q.
pub(crate) fn decode_vector<B: Kernels, const K: usize>(
    b: B,
    bytes: &[u8],
    to: &mut [Poly<Ntt>; K],
) -> bool {
    let (chunks, _) = bytes.as_chunks::<384>();
    let mut below_q = true;
    for (poly, chunk) in to.iter_mut().zip(chunks) {
        below_q &= b.decode12(chunk, poly);
    }
    below_q
}

/// ByteEncode of K polynomials with d = 12.
pub(crate) fn encode_vector<B: Kernels, const K: usize>(
    b: B,
    from: &[Poly<Ntt>; K],
    bytes: &mut [u8],
) {
    let (chunks, _) = bytes.as_chunks_mut::<384>();
    for (poly, chunk) in from.iter().zip(chunks) {
        b.encode12(poly, chunk);
    }
}

/// K-PKE.KeyGen (FIPS 203 Alg. 13): ŝ, and ek = t̂‖ρ in `ek`.
pub(crate) fn keygen<B: Kernels, const K: usize>(
    b: B,
    d: &[u8; 32],
    s_hat: &mut [Poly<Ntt>; K],
    ek: &mut [u8],
) {
    // 1: (ρ, σ) ← G(d‖k)
    let mut g = Wiped([0u8; 64]);
    Hash::sha3_512([d.as_slice(), &[K as u8]]).digest(b, &mut g[..]);
    let (rho, sigma) = halves(&g);
    // 3-7: Â
    let mut a_hat = [[Poly::ZERO; K]; K];
    expand(b, rho, Order::Rows, &mut a_hat, None);
    // 8-15: s and e, drawn one after the other from one seed
    let mut s_e = Wiped([[Poly::ZERO; K]; 2]);
    noise::sample::<B, K>(b, sigma, 2 * K, s_e.0.as_flattened_mut(), None);
    // 16-17: ŝ ← NTT(s), ê ← NTT(e)
    let mut e_hat = Wiped([Poly::ZERO; K]);
    let mut factors = Wiped([Factor::ZERO; K]);
    for i in 0..K {
        b.ntt(&s_e[0][i], &mut s_hat[i]);
        b.factor(&s_hat[i], &mut factors[i]);
        b.ntt(&s_e[1][i], &mut e_hat[i]);
    }
    // 18: t̂ ← Â∘ŝ + ê
    let mut t_hat = [Poly::ZERO; K];
    for i in 0..K {
        b.dot(&a_hat[i], &factors[..], &mut t_hat[i]);
        b.add(&mut t_hat[i], &e_hat[i]);
    }
    // 19: ek ← ByteEncode12(t̂)‖ρ
    encode_vector(b, &t_hat, ek);
    ek[384 * K..].copy_from_slice(rho);
}

/// K-PKE.Encrypt (FIPS 203 Alg. 14) of m with the randomness r, into `c`. A rider's hash is taken along.
pub(crate) fn encrypt<B: Kernels, const K: usize>(
    b: B,
    key: &EncryptionKey<K>,
    m: &[u8; 32],
    r: &[u8; 32],
    c: &mut [u8],
    rider: Option<&mut Rider<'_>>,
) {
    // 9-17: y with η1, e1 and e2 with η2. The standard has at most nine of them.
    let mut small = Wiped([Poly::<Coefficients>::ZERO; 9]);
    noise::sample::<B, K>(b, r, K, &mut small[..2 * K + 1], rider);
    // 18: ŷ ← NTT(y)
    let mut y_hat = Wiped(Poly::ZERO);
    let mut factors = Wiped([Factor::ZERO; K]);
    for i in 0..K {
        b.ntt(&small[i], &mut y_hat);
        b.factor(&y_hat, &mut factors[i]);
    }
    let mut product = Wiped(Poly::ZERO);
    let mut sum = Wiped(Poly::ZERO);
    let (c1, c2) = c.split_at_mut(32 * du(K) * K);
    // 19: u ← NTT⁻¹(Âᵀ∘ŷ) + e1, and 22: c1 ← ByteEncode(Compress(u))
    for (i, c1) in c1.chunks_exact_mut(32 * du(K)).enumerate() {
        b.dot(&key.a_transposed[i], &factors[..], &mut product);
        b.inverse_ntt(&product, &mut sum);
        b.add(&mut sum.0, &small[K + i]);
        if K == 4 {
            b.compress::<11>(&sum, c1);
        } else {
            b.compress::<10>(&sum, c1);
        }
    }
    // 20-21: v ← NTT⁻¹(t̂ᵀ∘ŷ) + e2 + μ
    b.dot(&key.t_hat[..], &factors[..], &mut product);
    b.inverse_ntt(&product, &mut sum);
    b.add(&mut sum.0, &small[2 * K]);
    b.add_message(m, &mut sum);
    // 23: c2 ← ByteEncode(Compress(v))
    if K == 4 {
        b.compress::<5>(&sum, c2);
    } else {
        b.compress::<4>(&sum, c2);
    }
}

/// K-PKE.Decrypt (FIPS 203 Alg. 15) of `c`, which has the length of a ciphertext.
pub(crate) fn decrypt<B: Kernels, const K: usize>(
    b: B,
    s_hat: &[Poly<Ntt>; K],
    c: &[u8],
    m: &mut [u8; 32],
) {
    let (c1, c2) = c.split_at(32 * du(K) * K);
    // 3: u′, and its transform. Public, as the ciphertext is.
    let mut u = Poly::ZERO;
    let mut u_hat = Poly::ZERO;
    let mut factors = [Factor::ZERO; K];
    for (factor, c1) in factors.iter_mut().zip(c1.chunks_exact(32 * du(K))) {
        if K == 4 {
            b.decompress::<11>(c1, &mut u);
        } else {
            b.decompress::<10>(c1, &mut u);
        }
        b.ntt(&u, &mut u_hat);
        b.factor(&u_hat, factor);
    }
    // 4: v′
    let mut v = Wiped(Poly::ZERO);
    if dv(K) == 5 {
        b.decompress::<5>(c2, &mut v);
    } else {
        b.decompress::<4>(c2, &mut v);
    }
    // 6: w ← v′ − NTT⁻¹(ŝᵀ∘NTT(u′))
    let mut product = Wiped(Poly::ZERO);
    let mut plain = Wiped(Poly::ZERO);
    b.dot(s_hat, &factors, &mut product);
    b.inverse_ntt(&product, &mut plain);
    b.subtract(&mut v.0, &plain);
    // 7: m ← ByteEncode(Compress(w))
    b.to_message(&v, m);
}

/// The two halves of 64 bytes.
pub(crate) fn halves(bytes: &[u8; 64]) -> (&[u8; 32], &[u8; 32]) {
    let (chunks, _) = bytes.as_chunks();
    (&chunks[0], &chunks[1])
}
