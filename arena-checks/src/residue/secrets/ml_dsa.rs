//! The secrets of ML-DSA's operations.

use super::{DSA, DSA_ANY_ORDER, DSA_FACTORS, DSA_SMALL, DSA_T0, DSA_Y, Secrets};
use crate::residue::pattern::Pattern;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::bits::{bit_pack, integer_to_2_bytes};
use arena_core::reference::ml_dsa::encoding::{PrivateKey, Signature};
use arena_core::reference::ml_dsa::hash::{h, h_xof, squeeze};
use arena_core::reference::ml_dsa::ntt::{multiply_each, ntt, ntt_each};
use arena_core::reference::ml_dsa::ring::{Polynomial, subtract};
use arena_core::reference::ml_dsa::sampling::sample_in_ball;
use arena_core::reference::ml_dsa::sign::private_random_seed;

/// Two blocks of SHAKE256: what sampling a polynomial of s1 or s2 reads, nearly always.
const STREAM: usize = 272;

/// A private key, and what is known of where it came from.
#[derive(Clone, Debug)]
pub struct Private<'a> {
    /// ξ, if key generation from it is part of the operation.
    pub xi: Option<&'a [u8; 32]>,
    /// What the encoded key holds.
    pub key: &'a PrivateKey,
    /// The encoded key.
    pub sk: &'a [u8],
}

/// Those of key generation.
pub fn keygen(p: &Parameters, of: &Private<'_>) -> Secrets {
    let mut secrets = Secrets::default();
    if let Some(xi) = of.xi {
        secrets.bytes("xi", [&xi[..]]);
        let mut context = h_xof(&[xi, &[p.k as u8, p.l as u8]]);
        let _rho: [u8; 32] = squeeze(&mut context);
        let rho_prime: [u8; 64] = squeeze(&mut context);
        secrets.bytes("rho-prime", [&rho_prime[..]]);
        let stream = |n: usize| h(&[&rho_prime, &integer_to_2_bytes(n as u16)], STREAM);
        let streams: Vec<Vec<u8>> = (0..p.l + p.k).map(stream).collect();
        let name = "s1,s2:sampled";
        secrets.bytes(name, streams.iter().map(Vec::as_slice));
    }
    private(&mut secrets, p, of.key, of.sk);
    secrets
}

/// Those of signing: the key's, rnd and ρ'' if rnd is known, and y of the attempt that succeeded, which
/// follows from the signature and the key.
pub fn sign(
    p: &Parameters,
    of: &Private<'_>,
    (rnd, mu): (Option<&[u8; 32]>, &[u8; 64]),
    signature: &Signature,
) -> Secrets {
    let key = of.key;
    let mut secrets = keygen(p, of);
    if let Some(rnd) = rnd {
        // rnd = 0 is no secret and is everywhere.
        if rnd.iter().any(|byte| *byte != 0) {
            secrets.bytes("rnd", [&rnd[..]]);
        }
        secrets.bytes("rho-prime-prime", [&private_random_seed(key, mu, rnd)[..]]);
    }
    let c = ntt(&sample_in_ball(p, &signature.challenge));
    let y = subtract(&signature.z, &multiply_each(&c, &ntt_each(&key.s1)));
    let y: Vec<Polynomial> = y.iter().map(Polynomial::centred).collect();
    let encoded: Vec<Vec<u8>> = y
        .iter()
        .map(|y| bit_pack(y, p.gamma1 - 1, p.gamma1))
        .collect();
    secrets.bytes("y:sampled", encoded.iter().map(Vec::as_slice));
    secrets.coefficients("y:coefficients", DSA, DSA_Y, y.iter().map(|y| &y.0));
    image(&mut secrets, "y:NTT", &y);
    secrets
}

/// What a private key holds.
fn private(secrets: &mut Secrets, p: &Parameters, key: &PrivateKey, sk: &[u8]) {
    secrets.bytes("K", [&key.k[..]]);
    let small = (p.l + p.k) * p.s_length();
    let encoded = sk.get(128..).unwrap_or_default();
    let (s, t0) = encoded.split_at(small.min(encoded.len()));
    secrets.bytes("s1,s2:encoded", [s]);
    secrets.bytes("t0:encoded", [t0]);
    let both = || key.s1.iter().chain(&key.s2);
    let name = "s1,s2:coefficients";
    secrets.coefficients(name, DSA, DSA_SMALL, both().map(|s| &s.0));
    let t0 = key.t0.iter().map(|t| &t.0);
    secrets.coefficients("t0:coefficients", DSA, DSA_T0, t0);
    let both: Vec<Polynomial> = both().copied().collect();
    image(secrets, "s1,s2:NTT", &both);
    image(secrets, "t0:NTT", &key.t0);
}

fn image(secrets: &mut Secrets, name: &str, polynomials: &[Polynomial]) {
    let kind = secrets.kind(name);
    for f in ntt_each(polynomials) {
        for factor in DSA_FACTORS {
            let any = Pattern::members(kind, DSA, &f.0, factor, DSA_ANY_ORDER);
            secrets.patterns.push(any);
        }
    }
}
