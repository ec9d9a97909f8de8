//! Key generation.

use super::Kernels;
use super::matrix::{self, Matrix};
use super::{Coefficients, Ntt, Parameters, Poly, Product, Small, small};
use crate::keccak::Hash;
use crate::wipe::{Plain, Wiped};

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
    // 4: (s1, s2) ← ExpandS(ρ′), and their encodings
    let mut s1 = Wiped([Small::ZERO; L]);
    let mut s2 = Wiped([Small::ZERO; K]);
    small::expand(b, p, rho_prime, &mut s1, &mut s2);
    let (fixed, rest) = sk.split_at_mut(128);
    let (s1_bytes, rest) = rest.split_at_mut(p.small_len() * L);
    let (s2_bytes, t0_bytes) = rest.split_at_mut(p.small_len() * K);
    small::pack(b, p, &s1[..], s1_bytes);
    small::pack(b, p, &s2[..], s2_bytes);
    // 3, 5-7: Â ← ExpandA(ρ), t ← NTT⁻¹(Â∘NTT(s1)) + s2, (t1, t0) ← Power2Round(t), row by row
    pk[..32].copy_from_slice(rho);
    let t1_chunks = pk[32..].as_chunks_mut().0.iter_mut();
    let mut chunks = t1_chunks.zip(t0_bytes.as_chunks_mut().0);
    let mut t = VectorT::new();
    t.start(b, &s1);
    let mut s2 = s2.iter();
    matrix::for_each_row::<B, K, L>(b, rho, None, |row| {
        if let (Some((t1, t0)), Some(s2)) = (chunks.next(), s2.next()) {
            b.split_t(t.row(b, row, s2), t1, t0);
        }
    });
    // 9: tr ← H(pk, 64)
    let tr = tr(b, pk);
    // 10: sk ← skEncode(ρ, K, tr, s1, s2, t0)
    fixed[..32].copy_from_slice(rho);
    fixed[32..64].copy_from_slice(key);
    fixed[64..].copy_from_slice(&tr);
}

/// The public key of sk, into `pk`: whether the private polynomials are in range, and H(pk, 64). What t0 of sk says is not looked
/// at: the verifying key follows from ρ, s1 and s2.
pub(crate) fn public_key_of<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    sk: &[u8],
    pk: &mut [u8],
) -> (bool, [u8; 64]) {
    let rows = |with_row: &mut dyn FnMut(&[Poly<Ntt>; L])| {
        if let Some(rho) = sk.first_chunk() {
            matrix::for_each_row::<B, K, L>(b, rho, None, with_row);
        }
    };
    public_key_by::<B, K, L>(b, p, sk, rows, pk)
}

/// The same with A expanded.
pub(crate) fn public_key_in<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    sk: &[u8],
    a_hat: &Matrix<K, L>,
    pk: &mut [u8],
) -> (bool, [u8; 64]) {
    let rows = |with_row: &mut dyn FnMut(&[Poly<Ntt>; L])| a_hat.iter().for_each(with_row);
    public_key_by::<B, K, L>(b, p, sk, rows, pk)
}

fn public_key_by<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    sk: &[u8],
    rows: impl FnOnce(&mut dyn FnMut(&[Poly<Ntt>; L])),
    pk: &mut [u8],
) -> (bool, [u8; 64]) {
    let (s1_bytes, s2_bytes) = sk[128..].split_at(p.small_len() * L);
    let mut s1 = Wiped([Small::ZERO; L]);
    let mut s2 = Wiped([Small::ZERO; K]);
    let mut in_range = small::unpack(b, p, s1_bytes, &mut s1[..]);
    in_range &= small::unpack(b, p, s2_bytes, &mut s2[..]);
    pk[..32].copy_from_slice(&sk[..32]);
    let mut t0 = Wiped([0u8; 416]);
    let mut t = VectorT::new();
    t.start(b, &s1);
    let mut chunks = pk[32..].as_chunks_mut().0.iter_mut().zip(s2.iter());
    rows(&mut |row| {
        if let Some((t1, s2)) = chunks.next() {
            b.split_t(t.row(b, row, s2), t1, &mut t0);
        }
    });
    (in_range, tr(b, pk))
}

/// t = NTT⁻¹(Â∘NTT(s1)) + s2, row by row.
struct VectorT<const L: usize> {
    s1_hat: Wiped<[Poly<Ntt>; L]>,
    product: Wiped<Poly<Product>>,
    t: Wiped<Poly<Coefficients>>,
}

impl<const L: usize> VectorT<L> {
    #[inline(always)]
    fn new() -> Self {
        VectorT {
            s1_hat: Wiped::zero(),
            product: Wiped::zero(),
            t: Wiped::zero(),
        }
    }

    fn start<B: Kernels>(&mut self, b: B, s1: &[Small; L]) {
        for (hat, s) in self.s1_hat.iter_mut().zip(s1) {
            b.widen(s, &mut self.t);
            b.ntt(&self.t, hat);
        }
    }

    fn row<B: Kernels>(&mut self, b: B, row: &[Poly<Ntt>; L], s2: &Small) -> &Poly<Coefficients> {
        b.dot(row, &self.s1_hat[..], None, &mut self.product);
        b.inverse_ntt(&self.product, &mut self.t);
        b.add_small(&mut self.t, s2);
        &self.t
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
