//! Verification.

use super::Kernels;
use super::ball::sample_in_ball;
use super::keygen::ExpandedPublicKey;
use super::{Coefficients, GAMMA2_32, GAMMA2_88, High, Ntt, Parameters, Poly, Product, hint, mask};
use crate::keccak::Hash;
use crate::wipe::Plain;

/// The most bytes of w1: eight polynomials of 128 bytes.
const LONGEST_W1: usize = 1024;

/// ML-DSA.Verify_internal (FIPS 204 Alg. 8) from line 8 on, with μ and a signature of the right length.
pub(crate) fn verify<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPublicKey<K, L>,
    mu: &[u8; 64],
    signature: &[u8],
) -> bool {
    // 2-4: (c̃, z, h) ← sigDecode(σ)
    let (c_tilde, rest) = signature.split_at(p.c_tilde);
    let (z_bytes, hint_bytes) = rest.split_at(p.z_len() * L);
    let Some(hints) = hint::unpack::<K>(hint_bytes, p.omega) else {
        return false;
    };
    let mut z = Poly::<Coefficients>::ZERO;
    let mut z_hat = [Poly::<Ntt>::ZERO; L];
    for (hat, bytes) in z_hat.iter_mut().zip(z_bytes.chunks_exact(p.z_len())) {
        mask::unpack_z(b, p, bytes, &mut z);
        // 13: ‖z‖ < γ1 − β
        if !b.all_below(&z, p.gamma1() - p.beta) {
            return false;
        }
        b.ntt(&z, hat);
    }
    // 8: c ← SampleInBall(c̃)
    let c = sample_in_ball(b, p.tau, c_tilde);
    let mut c_wide = Poly::<Coefficients>::ZERO;
    let mut c_hat = Poly::<Ntt>::ZERO;
    b.widen(&c, &mut c_wide);
    b.ntt(&c_wide, &mut c_hat);
    // 9-12: w′ ← Â∘NTT(z) − NTT(c)∘NTT(t1·2^d), w1′ ← UseHint(h, w′), c̃′ ← H(μ‖w1Encode(w1′))
    let mut product = Poly::<Product>::ZERO;
    let mut w = Poly::<Coefficients>::ZERO;
    let mut high = High::ZERO;
    let mut w1_bytes = [0; LONGEST_W1];
    let w1_bytes = &mut w1_bytes[..p.w1_len() * K];
    let rows = key.a_hat.iter().zip(&key.t1_hat).zip(&hints);
    for (((row, t1_hat), hints), w1_bytes) in rows.zip(w1_bytes.chunks_exact_mut(p.w1_len())) {
        b.dot(row, &z_hat, Some([&c_hat, t1_hat]), &mut product);
        b.inverse_ntt(&product, &mut w);
        match p.gamma2 {
            GAMMA2_32 => {
                b.use_hint::<GAMMA2_32>(&w, hints, &mut high);
                b.pack_w1::<GAMMA2_32>(&high, w1_bytes);
            }
            _ => {
                b.use_hint::<GAMMA2_88>(&w, hints, &mut high);
                b.pack_w1::<GAMMA2_88>(&high, w1_bytes);
            }
        }
    }
    let mut expected = [0; 64];
    let expected = &mut expected[..p.c_tilde];
    Hash::shake256([mu.as_slice(), w1_bytes]).digest(b, expected);
    expected == c_tilde
}
