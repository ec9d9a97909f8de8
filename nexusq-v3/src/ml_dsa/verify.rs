//! Verification.

use super::Kernels;
use super::ball::sample_in_ball;
use super::keys::ExpandedPublicKey;
use super::{
    Coefficients, GAMMA2_32, GAMMA2_88, High, HintBits, Ntt, Parameters, Poly, Product, hint, mask,
    matrix, mu,
};
use crate::keccak::{Hash, Rider};
use crate::wipe::Plain;

/// The most bytes of w1: eight polynomials of 128 bytes.
const LONGEST_W1: usize = 1024;

/// What was signed: M′ in three pieces, or μ.
pub(crate) enum Message<'a> {
    Pieces([&'a [u8]; 3]),
    Mu(&'a [u8; 64]),
}

/// ML-DSA.Verify_internal (FIPS 204 Alg. 8) from line 8 on, with μ and a signature of the right length.
pub(crate) fn verify<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPublicKey<K, L>,
    mu: &[u8; 64],
    signature: &[u8],
) -> bool {
    let mut commitment = Commitment::<K, L>::new(p, signature);
    if !commitment.start(b, p) {
        return false;
    }
    for (row, t1_hat) in key.a_hat.iter().zip(&*key.t1_hat) {
        commitment.row(b, p, row, t1_hat);
    }
    commitment.is_that_of(b, p, mu)
}

/// ML-DSA.Verify_internal (FIPS 204 Alg. 8) with pk as bytes, and a signature of the right length. A is not kept.
pub(crate) fn verify_encoded<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    pk: &[u8],
    message: Message<'_>,
    signature: &[u8],
) -> bool {
    let mut commitment = Commitment::<K, L>::new(p, signature);
    // 1: (ρ, t1) ← pkDecode(pk)
    let (Some((rho, t1)), true) = (pk.split_first_chunk(), commitment.start(b, p)) else {
        return false;
    };
    // 5-6: Â ← ExpandA(ρ), and tr ← H(pk, 64) beside it
    let mut tr_rider = match message {
        Message::Pieces(_) => Some(Rider::new(Hash::shake256([pk]))),
        Message::Mu(_) => None,
    };
    let mut t1_hat = Poly::ZERO;
    let mut t1 = t1.as_chunks().0.iter();
    matrix::for_each_row::<B, K, L>(b, rho, tr_rider.as_mut(), |row| {
        if let Some(bytes) = t1.next() {
            b.unpack_t1(bytes, &mut commitment.w);
            b.ntt(&commitment.w, &mut t1_hat);
            commitment.row(b, p, row, &t1_hat);
        }
    });
    let mut tr = [0; 64];
    if let Some(rider) = tr_rider {
        rider.digest(b, &mut tr);
    }
    match message {
        Message::Pieces(pieces) => commitment.is_that_of(b, p, &mu(b, &tr, pieces)),
        Message::Mu(mu) => commitment.is_that_of(b, p, mu),
    }
}

/// w1′, computed row by row from a signature.
struct Commitment<'a, const K: usize, const L: usize> {
    c_tilde: &'a [u8],
    z_bytes: &'a [u8],
    hint_bytes: &'a [u8],
    hints: [HintBits; K],
    z_hat: [Poly<Ntt>; L],
    c_hat: Poly<Ntt>,
    product: Poly<Product>,
    w: Poly<Coefficients>,
    high: High,
    w1_bytes: [u8; LONGEST_W1],
    rows: usize,
}

impl<'a, const K: usize, const L: usize> Commitment<'a, K, L> {
    #[inline(always)]
    fn new(p: &Parameters, signature: &'a [u8]) -> Self {
        let (c_tilde, rest) = signature.split_at(p.c_tilde);
        let (z_bytes, hint_bytes) = rest.split_at(p.z_len() * L);
        Commitment {
            c_tilde,
            z_bytes,
            hint_bytes,
            hints: [[0; 4]; K],
            z_hat: [Poly::ZERO; L],
            c_hat: Poly::ZERO,
            product: Poly::ZERO,
            w: Poly::ZERO,
            high: High::ZERO,
            w1_bytes: [0; LONGEST_W1],
            rows: 0,
        }
    }

    /// Decodes the signature (FIPS 204 Alg. 27) and transforms z and c. Whether the hints are well formed and ‖z‖ < γ1 − β.
    fn start<B: Kernels>(&mut self, b: B, p: &Parameters) -> bool {
        // 2-4: (c̃, z, h) ← sigDecode(σ)
        let Some(hints) = hint::unpack::<K>(self.hint_bytes, p.omega) else {
            return false;
        };
        self.hints = hints;
        let z = &mut self.w;
        for (hat, bytes) in self
            .z_hat
            .iter_mut()
            .zip(self.z_bytes.chunks_exact(p.z_len()))
        {
            mask::unpack_z(b, p, bytes, z);
            // 13: ‖z‖ < γ1 − β
            if !b.all_below(z, p.gamma1() - p.beta) {
                return false;
            }
            b.ntt(z, hat);
        }
        // 8: c ← SampleInBall(c̃)
        let c = sample_in_ball(b, p.tau, self.c_tilde);
        b.widen(&c, z);
        b.ntt(z, &mut self.c_hat);
        true
    }

    /// 9-11: w′ ← Â∘NTT(z) − NTT(c)∘NTT(t1·2^d), w1′ ← UseHint(h, w′), encoded
    fn row<B: Kernels>(&mut self, b: B, p: &Parameters, row: &[Poly<Ntt>; L], t1_hat: &Poly<Ntt>) {
        let minus = Some([&self.c_hat, t1_hat]);
        b.dot(row, &self.z_hat, minus, &mut self.product);
        b.inverse_ntt(&self.product, &mut self.w);
        let hints = &self.hints[self.rows];
        let bytes = &mut self.w1_bytes[self.rows * p.w1_len()..][..p.w1_len()];
        match p.gamma2 {
            GAMMA2_32 => {
                b.use_hint::<GAMMA2_32>(&self.w, hints, &mut self.high);
                b.pack_w1::<GAMMA2_32>(&self.high, bytes);
            }
            _ => {
                b.use_hint::<GAMMA2_88>(&self.w, hints, &mut self.high);
                b.pack_w1::<GAMMA2_88>(&self.high, bytes);
            }
        }
        self.rows += 1;
    }

    /// 12: c̃′ ← H(μ‖w1Encode(w1′)), and whether it is c̃.
    fn is_that_of<B: Kernels>(&self, b: B, p: &Parameters, mu: &[u8; 64]) -> bool {
        let mut expected = [0; 64];
        let expected = &mut expected[..p.c_tilde];
        let w1_bytes = &self.w1_bytes[..p.w1_len() * K];
        Hash::shake256([mu.as_slice(), w1_bytes]).digest(b, expected);
        expected == self.c_tilde
    }
}
