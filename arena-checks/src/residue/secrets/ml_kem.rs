//! The secrets of ML-KEM's operations.

use super::{KEM, KEM_ANY_ORDER, KEM_FACTORS, KEM_NTT, KEM_SMALL, Secrets};
use crate::residue::ml_kem::{
    Coefficients, ETA2, Parameters, Sampled, byte_decode_12, byte_encode_12, g, h, j, ntt, sample,
};
use crate::residue::pattern::Pattern;

/// Those of key generation from d and z.
pub fn keygen(p: &Parameters, d: &[u8; 32], z: &[u8; 32]) -> Secrets {
    let (_, sigma) = g(&[d, &[p.k as u8]]);
    let sampled: Vec<Sampled> = (0..2 * p.k)
        .map(|n| sample(&sigma, n as u8, p.eta1))
        .collect();
    let images: Vec<Coefficients> = sampled.iter().map(|f| ntt(&f.coefficients)).collect();
    let mut secrets = Secrets::default();
    secrets.bytes("d", [&d[..]]);
    secrets.bytes("z", [&z[..]]);
    secrets.bytes("sigma", [&sigma[..]]);
    small(&mut secrets, "s,e", &sampled);
    image(&mut secrets, "s,e:NTT", &images);
    let encoded = byte_encode_12(images.get(..p.k).unwrap_or_default());
    secrets.bytes("s:encoded", [&encoded[..]]);
    secrets
}

/// Those of encapsulation: the shared secret, and, where m is known, what follows from it.
pub fn encaps(p: &Parameters, ek: &[u8], m: Option<&[u8; 32]>, shared_secret: &[u8]) -> Secrets {
    let mut secrets = Secrets::default();
    if let Some(m) = m {
        encryption(&mut secrets, p, ek, m);
    }
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
    /// What is in the ciphertext, if it is known.
    pub m: Option<&'a [u8; 32]>,
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
    image(&mut secrets, "s:NTT", &byte_decode_12(of.dk_pke));
    if let Some(m) = of.m {
        encryption(&mut secrets, p, of.ek, m);
    }
    secrets.bytes("K", [of.shared_secret]);
    secrets.bytes("K-bar", [&j(&[of.z, of.ciphertext])[..]]);
    secrets
}

/// m, r, and the vector y and the errors that K-PKE.Encrypt samples.
fn encryption(secrets: &mut Secrets, p: &Parameters, ek: &[u8], m: &[u8; 32]) {
    let (_, r) = g(&[m, &h(ek)]);
    let etas = (0..=2 * p.k).map(|n| if n < p.k { p.eta1 } else { ETA2 });
    let sampled: Vec<Sampled> = etas
        .enumerate()
        .map(|(n, eta)| sample(&r, n as u8, eta))
        .collect();
    secrets.bytes("m", [&m[..]]);
    secrets.bytes("r", [&r[..]]);
    small(secrets, "y,e1,e2", &sampled);
    let y = sampled.get(..p.k).unwrap_or_default();
    let images: Vec<Coefficients> = y.iter().map(|f| ntt(&f.coefficients)).collect();
    image(secrets, "y:NTT", &images);
}

fn small(secrets: &mut Secrets, name: &str, sampled: &[Sampled]) {
    let bytes = sampled.iter().map(|f| f.bytes.as_slice());
    secrets.bytes(&format!("{name}:sampled"), bytes);
    let polynomials = sampled.iter().map(|f| &f.coefficients);
    secrets.coefficients(&format!("{name}:coefficients"), KEM, KEM_SMALL, polynomials);
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
