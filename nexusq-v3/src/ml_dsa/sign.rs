//! Signing.

use super::Kernels;
use super::ball::sample_in_ball;
use super::keys::ExpandedPrivateKey;
use super::{
    Coefficients, GAMMA2_32, GAMMA2_88, High, HintBits, N, Ntt, Parameters, Poly, Product, Small,
    SmallNtt, hint, mask,
};
use crate::keccak::{Hash, Rider};
use crate::wipe::{Plain, Wiped};

/// Attempts after which signing gives up. FIPS 204 appendix C allows a limit of 814 or more; a right key reaches it with a
/// probability below 2^−256.
pub(super) const MOST_ATTEMPTS: u16 = 814;

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

/// What an attempt computes. Secret. It is made once for all attempts and overwritten at the end.
struct Workspace<const K: usize, const L: usize> {
    y_hat: [Poly<Ntt>; L],
    product: Poly<Product>,
    /// The low bits of w, then those of w − c·s2, then those with c·t0 added.
    w0: [Poly<Coefficients>; K],
    w1: [High; K],
    w1_bytes: [u8; LONGEST_W1],
    c_tilde: [u8; LONGEST_C_TILDE],
    small_c_hat: SmallNtt,
    c_hat: [Poly<Ntt>; 1],
    /// A product with s1 or s2.
    cs: Small,
    ct0: Poly<Coefficients>,
    hints: [HintBits; K],
    masks: mask::Buffers,
}

impl<const K: usize, const L: usize> Plain for Workspace<K, L> {
    const ZERO: Self = Workspace {
        y_hat: [Poly::ZERO; L],
        product: Poly::ZERO,
        w0: [Poly::ZERO; K],
        w1: [High::ZERO; K],
        w1_bytes: [0; LONGEST_W1],
        c_tilde: [0; LONGEST_C_TILDE],
        small_c_hat: SmallNtt::ZERO,
        c_hat: [Poly::ZERO; 1],
        cs: Small::ZERO,
        ct0: Poly::ZERO,
        hints: [[0; N / 64]; K],
        masks: mask::Buffers::ZERO,
    };
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
    let mut space = Wiped(Workspace::<K, L>::ZERO);
    let w = &mut space.0;
    // The masks of an attempt and those of the next one, in turn.
    let mut masks = Wiped([[Poly::<Coefficients>::ZERO; L]; 2]);
    mask::expand(b, p, &seed, 0, &mut masks[0], &mut w.masks, None);
    for attempt in 0..MOST_ATTEMPTS {
        let [even, odd] = &mut masks.0;
        let (y, next_y) = if attempt % 2 == 0 {
            (even, odd)
        } else {
            (odd, even)
        };
        commit(b, p, key, y, w);
        // 15: c̃ ← H(μ‖w1Encode(w1)). Where a lane costs nothing, the masks of the next attempt are made beside it.
        let w1_bytes = &w.w1_bytes[..p.w1_len() * K];
        let mut challenge = Rider::new(Hash::shake256([mu.as_slice(), w1_bytes]));
        let kappa = (attempt + 1).wrapping_mul(L as u16);
        if B::IDLE_LANES {
            let rider = Some(&mut challenge);
            mask::expand(b, p, &seed, kappa, next_y, &mut w.masks, rider);
        }
        challenge.digest(b, &mut w.c_tilde[..p.c_tilde]);
        match respond(b, p, key, y, w, signature) {
            Ok(()) => return true,
            Err(reason) => rejected(reason),
        }
        if !B::IDLE_LANES {
            mask::expand(b, p, &seed, kappa, next_y, &mut w.masks, None);
        }
    }
    signature.fill(0);
    false
}

/// Lines 12 to 14: w ← NTT⁻¹(Â∘NTT(y)), its high and low bits, and the encoding of the high ones.
fn commit<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPrivateKey<K, L>,
    y: &[Poly<Coefficients>; L],
    w: &mut Workspace<K, L>,
) {
    for (hat, y) in w.y_hat.iter_mut().zip(y) {
        b.ntt(y, hat);
    }
    let rows = key.a_hat.iter().zip(&mut w.w0).zip(&mut w.w1);
    for (((row, w0), w1), bytes) in rows.zip(w.w1_bytes.chunks_exact_mut(p.w1_len())) {
        b.dot(row, &w.y_hat, None, &mut w.product);
        b.inverse_ntt(&w.product, w0);
        match p.gamma2 {
            GAMMA2_32 => {
                b.decompose::<GAMMA2_32>(w0, w1);
                b.pack_w1::<GAMMA2_32>(w1, bytes);
            }
            _ => {
                b.decompose::<GAMMA2_88>(w0, w1);
                b.pack_w1::<GAMMA2_88>(w1, bytes);
            }
        }
    }
}

/// Lines 16 to 33: the response to the challenge, and the signature if it may be published. y becomes z, and the low bits of w
/// those of w − c·s2 + c·t0.
fn respond<B: Kernels, const K: usize, const L: usize>(
    b: B,
    p: &Parameters,
    key: &ExpandedPrivateKey<K, L>,
    y: &mut [Poly<Coefficients>; L],
    w: &mut Workspace<K, L>,
    signature: &mut [u8],
) -> Result<(), Rejection> {
    // 16: c ← SampleInBall(c̃), and its two transforms
    let c_tilde = &w.c_tilde[..p.c_tilde];
    let c = sample_in_ball(b, p.tau, c_tilde);
    b.small_ntt(&c, &mut w.small_c_hat);
    // 19, 22: r0 is checked before z, as it fails more often; it is the low bits of w less c·s2 (section 3.3 of the standard
    // leaves the order free).
    for (s2, w0) in key.s2.iter().zip(&mut w.w0) {
        // |c·s| ≤ β is less than half the q of ML-KEM: the number nearest to zero is the product.
        b.small_product(&w.small_c_hat, s2, &mut w.cs);
        b.subtract_small(w0, &w.cs);
        if !b.all_below(w0, p.gamma2 - p.beta) {
            return Err(Rejection::R0);
        }
    }
    // 18, 20: z ← y + c·s1
    for (s1, y) in key.s1.iter().zip(y.iter_mut()) {
        b.small_product(&w.small_c_hat, s1, &mut w.cs);
        b.add_small(y, &w.cs);
        if !b.all_below(y, p.gamma1() - p.beta) {
            return Err(Rejection::Z);
        }
    }
    // 25-28: c·t0, and the hints
    b.widen(&c, &mut w.ct0);
    b.ntt(&w.ct0, &mut w.c_hat[0]);
    let mut count = 0;
    let rows = key.t0_hat.iter().zip(&mut w.w0).zip(&w.w1);
    for (((t0_hat, w0), w1), hints) in rows.zip(&mut w.hints) {
        let t0_hat = core::slice::from_ref(t0_hat);
        b.dot(&w.c_hat, t0_hat, None, &mut w.product);
        b.inverse_ntt(&w.product, &mut w.ct0);
        b.centre(&mut w.ct0);
        if !b.all_below(&w.ct0, p.gamma2) {
            return Err(Rejection::Ct0);
        }
        b.add(w0, &w.ct0);
        count += match p.gamma2 {
            GAMMA2_32 => b.make_hint::<GAMMA2_32>(w0, w1, hints),
            _ => b.make_hint::<GAMMA2_88>(w0, w1, hints),
        };
    }
    if count > p.omega {
        return Err(Rejection::HintCount);
    }
    // 33: σ ← sigEncode(c̃, z, h)
    let (c_tilde_bytes, rest) = signature.split_at_mut(p.c_tilde);
    let (z_bytes, hint_bytes) = rest.split_at_mut(p.z_len() * L);
    c_tilde_bytes.copy_from_slice(c_tilde);
    for (z, bytes) in y.iter().zip(z_bytes.chunks_exact_mut(p.z_len())) {
        mask::pack_z(b, p, z, bytes);
    }
    hint::pack(&w.hints, p.omega, hint_bytes);
    Ok(())
}
