//! Signing.

use super::Kernels;
use super::ball::sample_in_ball;
use super::keygen::ExpandedPrivateKey;
use super::{
    Coefficients, GAMMA2_32, GAMMA2_88, High, HintBits, N, Ntt, Parameters, Poly, Product, Small,
    SmallNtt, hint, mask,
};
use crate::keccak::{Hash, Rider};
use crate::wipe::{Plain, Wiped};

/// Attempts after which signing gives up. FIPS 204 appendix C allows a limit of 814 or more; a right key reaches it with a
/// probability below 2^−256.
const MOST_ATTEMPTS: u16 = 814;

/// The largest c̃, of ML-DSA-87.
const LONGEST_C_TILDE: usize = 64;

/// The bytes of w1 that the challenge is computed of: at most eight polynomials of 128 bytes or four of 192.
const LONGEST_W1: usize = 1024;

/// Why an attempt was rejected: the check that failed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// z is not below γ1 − β.
    Z,
    /// r0 is not below γ2 − β.
    R0,
    /// c·t0 is not below γ2.
    Ct0,
    /// There are more than ω hints.
    HintCount,
}

/// ML-DSA.Sign_internal (FIPS 204 Alg. 7) from line 6 on, with μ, into a slice of the signature's length. Tells `rejected` of
/// each rejected attempt. `false` if the limit of attempts was reached.
pub(crate) fn sign<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPrivateKey<K, L>,
    mu: &[u8; 64],
    rnd: &[u8; 32],
    signature: &mut [u8],
    mut rejected: impl FnMut(Rejection),
) -> bool {
    // 7: ρ″ ← H(K‖rnd‖μ, 64)
    let mut seed = Wiped([0u8; 64]);
    Hash::shake256([key.key.as_slice(), rnd, mu]).digest(b, &mut seed[..]);
    let mut y = Wiped([Poly::<Coefficients>::ZERO; L]);
    let mut next_y = Wiped([Poly::<Coefficients>::ZERO; L]);
    let mut w0 = Wiped([Poly::<Coefficients>::ZERO; K]);
    let mut w1 = Wiped([High::ZERO; K]);
    let mut w1_bytes = Wiped([0u8; LONGEST_W1]);
    let w1_bytes = &mut w1_bytes[..p.w1_len() * K];
    let mut c_tilde = Wiped([0u8; LONGEST_C_TILDE]);
    let c_tilde = &mut c_tilde[..p.c_tilde];
    mask::expand(b, p, &seed, 0, &mut y[..], None);
    for attempt in 0..MOST_ATTEMPTS {
        commit(b, p, key, &y, &mut w0, &mut w1);
        for (high, bytes) in w1.iter().zip(w1_bytes.chunks_exact_mut(p.w1_len())) {
            match p.gamma2 {
                GAMMA2_32 => b.pack_w1::<GAMMA2_32>(high, bytes),
                _ => b.pack_w1::<GAMMA2_88>(high, bytes),
            }
        }
        // 15: c̃ ← H(μ‖w1Encode(w1)). Where a lane costs nothing, the masks of the next attempt are made beside it.
        let mut challenge = Rider::new(Hash::shake256([mu.as_slice(), w1_bytes]));
        let kappa = (attempt + 1).wrapping_mul(L as u16);
        if B::IDLE_LANES {
            mask::expand(b, p, &seed, kappa, &mut next_y[..], Some(&mut challenge));
        }
        challenge.digest(b, c_tilde);
        match respond(b, p, key, &mut y, &mut w0, &w1, c_tilde, signature) {
            Ok(()) => return true,
            Err(reason) => rejected(reason),
        }
        if B::IDLE_LANES {
            core::mem::swap(&mut y.0, &mut next_y.0);
        } else {
            mask::expand(b, p, &seed, kappa, &mut y[..], None);
        }
    }
    signature.fill(0);
    false
}

/// Lines 12 to 14: w ← NTT⁻¹(Â∘NTT(y)), and its high and low bits.
fn commit<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPrivateKey<K, L>,
    y: &[Poly<Coefficients>; L],
    w0: &mut [Poly<Coefficients>; K],
    w1: &mut [High; K],
) {
    let mut y_hat = Wiped([Poly::<Ntt>::ZERO; L]);
    for (hat, y) in y_hat.iter_mut().zip(y) {
        b.ntt(y, hat);
    }
    let mut product = Wiped(Poly::<Product>::ZERO);
    for ((row, w), high) in key.a_hat.iter().zip(w0).zip(w1) {
        b.dot(row, &y_hat[..], None, &mut product);
        b.inverse_ntt(&product, w);
        match p.gamma2 {
            GAMMA2_32 => b.decompose::<GAMMA2_32>(w, high),
            _ => b.decompose::<GAMMA2_88>(w, high),
        }
    }
}

/// Lines 16 to 33: the response to the challenge, and the signature if it may be published. y becomes z, and the low bits of w
/// those of w − c·s2 + c·t0.
#[allow(clippy::too_many_arguments)]
fn respond<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPrivateKey<K, L>,
    y: &mut [Poly<Coefficients>; L],
    w0: &mut [Poly<Coefficients>; K],
    w1: &[High; K],
    c_tilde: &[u8],
    signature: &mut [u8],
) -> Result<(), Rejection> {
    // 16: c ← SampleInBall(c̃), and its two transforms
    let c = sample_in_ball(b, p.tau, c_tilde);
    let mut small_c_hat = Wiped(SmallNtt::ZERO);
    b.small_ntt(&c, &mut small_c_hat);
    let mut cs = Wiped(Small::ZERO);
    // 19, 22: r0 is checked before z, as it fails more often; it is the low bits of w less c·s2 (section 3.3 of the standard
    // leaves the order free).
    for (s2, w0) in key.s2.iter().zip(w0.iter_mut()) {
        // |c·s| ≤ β is less than half the q of ML-KEM: the number nearest to zero is the product.
        b.small_product(&small_c_hat, s2, &mut cs);
        b.subtract_small(w0, &cs);
        if !b.all_below(w0, p.gamma2 - p.beta) {
            return Err(Rejection::R0);
        }
    }
    // 18, 20: z ← y + c·s1
    let (c_tilde_bytes, rest) = signature.split_at_mut(p.c_tilde);
    let (z_bytes, hint_bytes) = rest.split_at_mut(p.z_len() * L);
    for (s1, y) in key.s1.iter().zip(y.iter_mut()) {
        b.small_product(&small_c_hat, s1, &mut cs);
        b.add_small(y, &cs);
        if !b.all_below(y, p.gamma1() - p.beta) {
            return Err(Rejection::Z);
        }
    }
    // 25-28: c·t0, and the hints
    let mut c_wide = Wiped(Poly::<Coefficients>::ZERO);
    let mut c_hat = Wiped([Poly::<Ntt>::ZERO; 1]);
    b.widen(&c, &mut c_wide);
    b.ntt(&c_wide, &mut c_hat[0]);
    let mut product = Wiped(Poly::<Product>::ZERO);
    let mut ct0 = Wiped(Poly::<Coefficients>::ZERO);
    let mut hints: [HintBits; K] = [[0; N / 64]; K];
    let mut count = 0;
    for (((t0_hat, w0), w1), hints) in key.t0_hat.iter().zip(w0).zip(w1).zip(&mut hints) {
        b.dot(
            &c_hat[..],
            core::slice::from_ref(t0_hat),
            None,
            &mut product,
        );
        b.inverse_ntt(&product, &mut ct0);
        b.centre(&mut ct0);
        if !b.all_below(&ct0, p.gamma2) {
            return Err(Rejection::Ct0);
        }
        b.add(w0, &ct0);
        count += match p.gamma2 {
            GAMMA2_32 => b.make_hint::<GAMMA2_32>(w0, w1, hints),
            _ => b.make_hint::<GAMMA2_88>(w0, w1, hints),
        };
    }
    if count > p.omega {
        return Err(Rejection::HintCount);
    }
    // 33: σ ← sigEncode(c̃, z, h)
    c_tilde_bytes.copy_from_slice(c_tilde);
    for (z, bytes) in y.iter().zip(z_bytes.chunks_exact_mut(p.z_len())) {
        mask::pack_z(b, p, z, bytes);
    }
    hint::pack(&hints, p.omega, hint_bytes);
    Ok(())
}
