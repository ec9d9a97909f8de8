//! K-PKE, the encryption under ML-KEM: FIPS 203 Alg. 13 to 15.

use super::Parameters;
use super::bits::{byte_decode, byte_encode};
use super::compress::{compress_each, decompress_each};
use super::hash::{g, prf};
use super::ntt::{inner, inverse_ntt, inverse_ntt_each, matrix_vector, ntt, ntt_each};
use super::ring::{NttPolynomial, Polynomial, add, add_ntt, transpose};
use super::sampling::{matrix, sample_poly_cbd, small_vector};

/// The keys of K-PKE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPair {
    /// ek_PKE, which is the encapsulation key of ML-KEM too.
    pub encryption_key: Vec<u8>,
    /// dk_PKE.
    pub decryption_key: Vec<u8>,
}

/// Alg. 13, K-PKE.KeyGen.
pub fn keygen(p: &Parameters, d: &[u8; 32]) -> KeyPair {
    let (rho, sigma) = g(&[d, &[p.k as u8]]);
    keygen_from(p, &rho, &sigma)
}

/// Alg. 13 from line 2 on, with ρ and σ from outside: keys of one ρ and several σ have the matrix A in
/// common and nothing else.
pub fn keygen_from(p: &Parameters, rho: &[u8; 32], sigma: &[u8; 32]) -> KeyPair {
    let a = matrix(p.k, rho);
    let s = ntt_each(&small_vector(p.k, p.eta1, sigma, 0));
    let e = ntt_each(&small_vector(p.k, p.eta1, sigma, p.k));
    let t = add_ntt(&matrix_vector(&a, &s), &e);
    KeyPair {
        encryption_key: encode_encryption_key(&t, rho),
        decryption_key: encode_each(&s),
    }
}

/// Alg. 13 line 19: t̂ ‖ ρ. Coefficients of t̂ from q to 4095 are written as they are.
pub fn encode_encryption_key(t: &[NttPolynomial], rho: &[u8; 32]) -> Vec<u8> {
    let mut bytes = encode_each(t);
    bytes.extend(rho);
    bytes
}

/// Alg. 14, K-PKE.Encrypt. Bytes that the key lacks count as zero.
pub fn encrypt(p: &Parameters, encryption_key: &[u8], m: &[u8; 32], r: &[u8; 32]) -> Vec<u8> {
    let mut key = encryption_key.to_vec();
    key.resize(p.encapsulation_key_length(), 0);
    let (t, tail) = key.split_at(384 * p.k);
    let mut rho = [0; 32];
    rho.copy_from_slice(tail);
    let a = matrix(p.k, &rho);
    let y = ntt_each(&small_vector(p.k, p.eta1, r, 0));
    let e1 = small_vector(p.k, p.eta2, r, p.k);
    let e2 = sample_poly_cbd(p.eta2, &prf(p.eta2, r, 2 * p.k as u8));
    let u = add(&inverse_ntt_each(&matrix_vector(&transpose(&a), &y)), &e1);
    let mu = Polynomial(decompress_each(&byte_decode(m, 1), 1));
    let v = inverse_ntt(&inner(&decode_each(t), &y)).add(&e2).add(&mu);
    let mut ciphertext = Vec::with_capacity(p.ciphertext_length());
    for u in &u {
        ciphertext.extend(byte_encode(&compress_each(&u.0, p.du), p.du));
    }
    ciphertext.extend(byte_encode(&compress_each(&v.0, p.dv), p.dv));
    ciphertext
}

/// Alg. 15, K-PKE.Decrypt. Bytes that are missing count as zero.
pub fn decrypt(p: &Parameters, decryption_key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
    let mut ciphertext = ciphertext.to_vec();
    ciphertext.resize(p.ciphertext_length(), 0);
    let (c1, c2) = ciphertext.split_at(p.c1_length());
    let u: Vec<Polynomial> = c1
        .chunks(32 * p.du)
        .map(|c| Polynomial(decompress_each(&byte_decode(c, p.du), p.du)))
        .collect();
    let v = Polynomial(decompress_each(&byte_decode(c2, p.dv), p.dv));
    let u: Vec<NttPolynomial> = u.iter().map(ntt).collect();
    let w = v.subtract(&inverse_ntt(&inner(&decode_each(decryption_key), &u)));
    let mut m = [0; 32];
    m.copy_from_slice(&byte_encode(&compress_each(&w.0, 1), 1));
    m
}

/// ByteEncode_12 of each polynomial.
fn encode_each(vector: &[NttPolynomial]) -> Vec<u8> {
    vector.iter().flat_map(|a| byte_encode(&a.0, 12)).collect()
}

/// ByteDecode_12 of each 384 bytes.
pub fn decode_each(bytes: &[u8]) -> Vec<NttPolynomial> {
    let decode = |bytes: &[u8]| NttPolynomial(byte_decode(bytes, 12));
    bytes.chunks(384).map(decode).collect()
}
