//! The encodings of keys and signatures: FIPS 204 Alg. 22 to 28.

use super::bits::{bit_pack, bit_unpack, simple_bit_pack, simple_bit_unpack};
use super::hash::h_array;
use super::hints::{Hint, hint_bit_pack, hint_bit_unpack};
use super::ring::{Polynomial, Q};
use super::rounding::D;
use super::{Parameters, Rule, Rules};

/// The largest coefficient of t1: 2^(bitlen(q - 1) - d) - 1.
const T1_MAX: i32 = (1 << 10) - 1;
/// The largest coefficient of t0: 2^(d - 1).
const T0_MAX: i32 = 1 << (D - 1);

/// What a public key holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// The seed of A.
    pub rho: [u8; 32],
    /// The high-order bits of t.
    pub t1: Vec<Polynomial>,
    /// The hash of the encoded key, which the encoding doesn't hold.
    pub tr: [u8; 64],
}

/// What a private key holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateKey {
    /// The seed of A.
    pub rho: [u8; 32],
    /// K, which ρ'' is derived from.
    pub k: [u8; 32],
    /// The hash of the public key.
    pub tr: [u8; 64],
    /// s1.
    pub s1: Vec<Polynomial>,
    /// s2.
    pub s2: Vec<Polynomial>,
    /// The low-order bits of t.
    pub t0: Vec<Polynomial>,
}

/// What a signature holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// c̃, the commitment hash.
    pub challenge: Vec<u8>,
    /// z, the response.
    pub z: Vec<Polynomial>,
    /// h, the hint.
    pub hint: Vec<Hint>,
}

/// Why bytes are no private key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrivateKeyError {
    /// A wrong length.
    #[error(
        "a private key has {expected} bytes, this one {actual}; is it of another parameter set, or a seed?"
    )]
    Length {
        /// The length of the parameter set.
        expected: usize,
        /// What was given.
        actual: usize,
    },
    /// A coefficient that key generation doesn't make.
    #[error("the private key's {0} has a coefficient out of [-eta, eta]; the key is damaged")]
    Range(&'static str),
}

/// Alg. 22, pkEncode.
pub fn pk_encode(rho: &[u8; 32], t1: &[Polynomial]) -> Vec<u8> {
    let mut bytes = rho.to_vec();
    bytes.extend(t1.iter().flat_map(|t| simple_bit_pack(t, T1_MAX)));
    bytes
}

/// Alg. 23, pkDecode, and tr = H(pk, 64).
///
/// # Errors
/// [`Rule::PublicKeyLength`]. If it is left out, tr is the hash of the key that was cut or filled.
pub fn pk_decode(p: &Parameters, rules: Rules, bytes: &[u8]) -> Result<PublicKey, Rule> {
    let length = p.public_key_length();
    rules.check(Rule::PublicKeyLength, bytes.len() == length)?;
    let bytes = cut_or_filled(bytes, length);
    let (rho, t1) = bytes.split_first_chunk().ok_or(Rule::PublicKeyLength)?;
    Ok(PublicKey {
        rho: *rho,
        t1: t1
            .chunks(320)
            .map(|t| simple_bit_unpack(t, T1_MAX))
            .collect(),
        tr: h_array(&[&bytes]),
    })
}

/// Alg. 24, skEncode.
pub fn sk_encode(p: &Parameters, key: &PrivateKey) -> Vec<u8> {
    let mut bytes = [key.rho, key.k].concat();
    bytes.extend(key.tr);
    for s in key.s1.iter().chain(&key.s2) {
        bytes.extend(bit_pack(s, p.eta, p.eta));
    }
    for t in &key.t0 {
        bytes.extend(bit_pack(t, T0_MAX - 1, T0_MAX));
    }
    bytes
}

/// Alg. 25, skDecode. Coefficients out of range, which the standard leaves to the caller's trust in
/// the key, are refused.
///
/// # Errors
/// If the bytes can't come from key generation by their length or their range.
pub fn sk_decode(p: &Parameters, bytes: &[u8]) -> Result<PrivateKey, PrivateKeyError> {
    let wrong = PrivateKeyError::Length {
        expected: p.private_key_length(),
        actual: bytes.len(),
    };
    if bytes.len() != p.private_key_length() {
        return Err(wrong);
    }
    let (rho, rest) = bytes.split_first_chunk().ok_or(wrong)?;
    let (k, rest) = rest.split_first_chunk().ok_or(wrong)?;
    let (tr, rest) = rest.split_first_chunk().ok_or(wrong)?;
    let s1_length = p.l * p.s_length();
    let (s1, rest) = rest.split_at_checked(s1_length).ok_or(wrong)?;
    let s2_length = p.k * p.s_length();
    let (s2, t0) = rest.split_at_checked(s2_length).ok_or(wrong)?;
    let unpack = |t: &[u8]| bit_unpack(t, T0_MAX - 1, T0_MAX);
    Ok(PrivateKey {
        rho: *rho,
        k: *k,
        tr: *tr,
        s1: small(p, s1).ok_or(PrivateKeyError::Range("s1"))?,
        s2: small(p, s2).ok_or(PrivateKeyError::Range("s2"))?,
        t0: t0.chunks(32 * D as usize).map(unpack).collect(),
    })
}

/// s1 or s2, if all coefficients are in [-η, η].
fn small(p: &Parameters, bytes: &[u8]) -> Option<Vec<Polynomial>> {
    let unpack = |s: &[u8]| bit_unpack(s, p.eta, p.eta);
    let s: Vec<Polynomial> = bytes.chunks(p.s_length()).map(unpack).collect();
    let in_range = s.iter().flat_map(|s| s.0).all(|a| a.abs() <= p.eta);
    in_range.then_some(s)
}

/// Alg. 26, sigEncode.
pub fn sig_encode(p: &Parameters, signature: &Signature) -> Vec<u8> {
    let mut bytes = signature.challenge.clone();
    for z in &signature.z {
        bytes.extend(bit_pack(z, p.gamma1 - 1, p.gamma1));
    }
    bytes.extend(hint_bit_pack(p, &signature.hint));
    bytes
}

/// Alg. 27, sigDecode.
///
/// # Errors
/// The first rule of length or hint encoding that is broken.
pub fn sig_decode(p: &Parameters, rules: Rules, bytes: &[u8]) -> Result<Signature, Rule> {
    let length = p.signature_length();
    rules.check(Rule::SignatureLength, bytes.len() == length)?;
    let bytes = cut_or_filled(bytes, length);
    let (challenge, rest) = bytes.split_at(p.challenge_length());
    let (z, hint) = rest.split_at(p.l * p.z_length());
    let unpack = |z: &[u8]| bit_unpack(z, p.gamma1 - 1, p.gamma1);
    Ok(Signature {
        challenge: challenge.to_vec(),
        z: z.chunks(p.z_length()).map(unpack).collect(),
        hint: hint_bit_unpack(p, rules, hint)?,
    })
}

/// Alg. 28, w1Encode.
pub fn w1_encode(p: &Parameters, w1: &[Polynomial]) -> Vec<u8> {
    let max = (Q - 1) / (2 * p.gamma2) - 1;
    w1.iter().flat_map(|w| simple_bit_pack(w, max)).collect()
}

/// The bytes with a length that is not theirs.
fn cut_or_filled(bytes: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(length, 0);
    bytes
}
