//! The secrets of ML-KEM's operations.

use super::{KEM, KEM_ANY_ORDER, KEM_FACTORS, KEM_NTT, KEM_SMALL, Secrets};
use crate::residue::pattern::Pattern;
use arena_core::reference::ml_kem::Parameters;
use arena_core::reference::ml_kem::hash::{g, h, prf};
use arena_core::reference::ml_kem::kem::implicit_rejection;
use arena_core::reference::ml_kem::ntt::ntt;
use arena_core::reference::ml_kem::pke::{decode_each, keygen as keygen_pke};
use arena_core::reference::ml_kem::ring::Polynomial;
use arena_core::reference::ml_kem::sampling::sample_poly_cbd;

/// Coefficients from 0 to q - 1.
type Coefficients = [i32; 256];

/// A polynomial that was sampled: the bytes of PRF and the coefficients that SamplePolyCBD makes of them.
struct Sampled {
    bytes: Vec<u8>,
    polynomial: Polynomial,
}

impl Sampled {
    fn of(seed: &[u8; 32], number: usize, eta: usize) -> Sampled {
        // Below 9: a vector has at most 4 polynomials.
        let bytes = prf(eta, seed, number as u8);
        Sampled {
            polynomial: sample_poly_cbd(eta, &bytes),
            bytes,
        }
    }

    fn image(&self) -> Coefficients {
        signed(&ntt(&self.polynomial).0)
    }
}

/// They are below q, which 12 bits hold.
fn signed(coefficients: &[u32; 256]) -> Coefficients {
    coefficients.map(|a| a as i32)
}

/// Those of key generation from d and z.
pub fn keygen(p: &Parameters, d: &[u8; 32], z: &[u8; 32]) -> Secrets {
    let (_, sigma) = g(&[d, &[p.k as u8]]);
    let sampled: Vec<Sampled> = (0..2 * p.k)
        .map(|n| Sampled::of(&sigma, n, p.eta1))
        .collect();
    let images: Vec<Coefficients> = sampled.iter().map(Sampled::image).collect();
    let mut secrets = Secrets::default();
    secrets.bytes("d", [&d[..]]);
    secrets.bytes("z", [&z[..]]);
    secrets.bytes("sigma", [&sigma[..]]);
    small(&mut secrets, "s,e", &sampled);
    image(&mut secrets, "s,e:NTT", &images);
    let pair = keygen_pke(p, d);
    secrets.bytes("s:encoded", [&pair.decryption_key[..]]);
    secrets
}

/// Those of encapsulation.
pub fn encaps(p: &Parameters, ek: &[u8], m: &[u8; 32], shared_secret: &[u8]) -> Secrets {
    let mut secrets = Secrets::default();
    encryption(&mut secrets, p, ek, m);
    secrets.bytes("K", [shared_secret]);
    secrets
}

/// A ciphertext that a key opens.
#[derive(Clone, Copy, Debug)]
pub struct Decapsulated<'a> {
    /// The first 384 k bytes of dk.
    pub dk_pke: &'a [u8],
    /// z.
    pub z: &'a [u8; 32],
    /// ek.
    pub ek: &'a [u8],
    /// What is in the ciphertext.
    pub m: &'a [u8; 32],
    /// c.
    pub ciphertext: &'a [u8],
    /// K.
    pub shared_secret: &'a [u8],
}

/// Those of decapsulation.
pub fn decaps(p: &Parameters, of: Decapsulated<'_>) -> Secrets {
    let mut secrets = Secrets::default();
    secrets.bytes("z", [&of.z[..]]);
    secrets.bytes("s:encoded", [of.dk_pke]);
    let s = decode_each(of.dk_pke);
    let s: Vec<Coefficients> = s.iter().map(|s| signed(&s.0)).collect();
    image(&mut secrets, "s:NTT", &s);
    encryption(&mut secrets, p, of.ek, of.m);
    secrets.bytes("K", [of.shared_secret]);
    secrets.bytes("K-bar", [&implicit_rejection(of.z, of.ciphertext)[..]]);
    secrets
}

/// m, r, and the vector y and the errors that K-PKE.Encrypt samples.
fn encryption(secrets: &mut Secrets, p: &Parameters, ek: &[u8], m: &[u8; 32]) {
    let (_, r) = g(&[m, &h(ek)]);
    let etas = (0..=2 * p.k).map(|n| if n < p.k { p.eta1 } else { p.eta2 });
    let sampled: Vec<Sampled> = etas
        .enumerate()
        .map(|(n, eta)| Sampled::of(&r, n, eta))
        .collect();
    secrets.bytes("m", [&m[..]]);
    secrets.bytes("r", [&r[..]]);
    small(secrets, "y,e1,e2", &sampled);
    let y = sampled.get(..p.k).unwrap_or_default();
    let images: Vec<Coefficients> = y.iter().map(Sampled::image).collect();
    image(secrets, "y:NTT", &images);
}

fn small(secrets: &mut Secrets, name: &str, sampled: &[Sampled]) {
    let bytes = sampled.iter().map(|f| f.bytes.as_slice());
    secrets.bytes(&format!("{name}:sampled"), bytes);
    let polynomials: Vec<Coefficients> = sampled.iter().map(|f| signed(&f.polynomial.0)).collect();
    secrets.coefficients(
        &format!("{name}:coefficients"),
        KEM,
        KEM_SMALL,
        &polynomials,
    );
}

fn image(secrets: &mut Secrets, name: &str, images: &[Coefficients]) {
    let kind = secrets.kind(name);
    for f in images {
        for factor in KEM_FACTORS {
            let order = Pattern::scaled_in_order(kind, KEM, f, factor, KEM_NTT);
            let any = Pattern::members(kind, KEM, f, factor, KEM_ANY_ORDER);
            secrets.patterns.extend([order, any]);
        }
    }
}
