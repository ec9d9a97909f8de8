//! The parts of ML-KEM that say which intermediate values an operation has: FIPS 203 Alg. 6 to 9 and 13
//! to 17. Not for secrets: time depends on them and nothing is erased.

use arena_core::reference::ml_dsa::hash::h_array;
use nexusq_contract::ParameterSet;
use sha3::{Digest, Sha3_256, Sha3_512};

/// q
pub const Q: i32 = 3329;
const N: usize = 256;
const ZETA: i32 = 17;

/// The coefficients of a polynomial, or of its image under the NTT.
pub type Coefficients = [i32; N];

/// FIPS 203 table 2: k and η1; η2 is 2 in all sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The number of polynomials of a vector.
    pub k: usize,
    /// The range of the coefficients of s, e and y.
    pub eta1: usize,
}

/// The range of the coefficients of e1 and e2.
pub const ETA2: usize = 2;

impl Parameters {
    /// The parameters of a set, or `None` if it is not one of ML-KEM.
    pub fn of(set: ParameterSet) -> Option<Parameters> {
        let (k, eta1) = match set {
            ParameterSet::MlKem512 => (2, 3),
            ParameterSet::MlKem768 => (3, 2),
            ParameterSet::MlKem1024 => (4, 2),
            _ => return None,
        };
        Some(Parameters { k, eta1 })
    }
}

/// G: the two halves.
pub fn g(parts: &[&[u8]]) -> ([u8; 32], [u8; 32]) {
    let digest = parts
        .iter()
        .fold(Sha3_512::new(), |hash, part| hash.chain_update(part))
        .finalize();
    let mut halves = ([0; 32], [0; 32]);
    halves.0.copy_from_slice(&digest[..32]);
    halves.1.copy_from_slice(&digest[32..]);
    halves
}

/// H.
pub fn h(bytes: &[u8]) -> [u8; 32] {
    Sha3_256::digest(bytes).into()
}

/// J.
pub fn j(parts: &[&[u8]]) -> [u8; 32] {
    h_array(parts)
}

/// A polynomial that was sampled: the bytes of PRF_η and the coefficients that Alg. 8 makes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// 64·η bytes.
    pub bytes: Vec<u8>,
    /// From -η to η.
    pub coefficients: Coefficients,
}

/// Alg. 8, SamplePolyCBD, of PRF_η(seed, number).
pub fn sample(seed: &[u8; 32], number: u8, eta: usize) -> Sampled {
    let bytes = arena_core::reference::ml_dsa::hash::h(&[seed, &[number]], 64 * eta);
    let bit = |index: usize| i32::from(bytes[index / 8] >> (index % 8) & 1);
    let sum = |from: usize| (from..from + eta).map(bit).sum::<i32>();
    let coefficients = std::array::from_fn(|i| sum(2 * i * eta) - sum(2 * i * eta + eta));
    Sampled {
        bytes,
        coefficients,
    }
}

/// Alg. 9, NTT.
pub fn ntt(f: &Coefficients) -> Coefficients {
    let mut f = f.map(|a| a.rem_euclid(Q));
    let mut i = 1_u8;
    let mut len = 128;
    while len >= 2 {
        for start in (0..N).step_by(2 * len) {
            // BitRev7: the bits of a byte reversed, without the last.
            let zeta = power(ZETA, u32::from(i.reverse_bits() >> 1));
            i = i.wrapping_add(1);
            for j in start..start + len {
                let t = zeta * f[j + len] % Q;
                f[j + len] = (f[j] - t).rem_euclid(Q);
                f[j] = (f[j] + t) % Q;
            }
        }
        len /= 2;
    }
    f
}

fn power(base: i32, exponent: u32) -> i32 {
    (0..exponent).fold(1, |power, _| power * base % Q)
}

/// The encoded secret vector ŝ of a seed d: Alg. 13.
pub fn dk_pke(p: &Parameters, d: &[u8; 32]) -> Vec<u8> {
    let (_, sigma) = g(&[d, &[p.k as u8]]);
    let s = (0..p.k).map(|n| ntt(&sample(&sigma, n as u8, p.eta1).coefficients));
    byte_encode_12(&s.collect::<Vec<_>>())
}

/// Alg. 6, ByteDecode_12, of as many polynomials as there are.
pub fn byte_decode_12(bytes: &[u8]) -> Vec<Coefficients> {
    let polynomial = |bytes: &[u8]| {
        std::array::from_fn(|i| {
            let at = i / 2 * 3;
            let [a, b, c] = [0, 1, 2].map(|offset| i32::from(bytes[at + offset]));
            if i % 2 == 0 {
                a | (b & 15) << 8
            } else {
                b >> 4 | c << 4
            }
        })
    };
    bytes.chunks_exact(384).map(polynomial).collect()
}

/// Alg. 5, ByteEncode_12.
pub fn byte_encode_12(polynomials: &[Coefficients]) -> Vec<u8> {
    let pairs = polynomials.iter().flat_map(|f| f.chunks_exact(2));
    let three = |pair: &[i32]| {
        let word = (pair[0] | pair[1] << 12).to_le_bytes();
        [word[0], word[1], word[2]]
    };
    pairs.flat_map(three).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use nexusq_contract::{Kem, KeyForm};
    use nexusq_v2::contract as v2;

    /// Another implementation's expanded key is ByteEncode_12 of the NTT of what is sampled here.
    fn agrees_with(kem: &impl Kem) {
        let p = Parameters::of(kem.parameter_set()).unwrap();
        let seed: Vec<u8> = (0..64_u8).map(|i| i.wrapping_mul(7)).collect();
        let (_, key) = kem.generate_from_seed(&seed).unwrap();
        let mut dk = vec![0; kem.parameter_set().kem_sizes().unwrap().decapsulation_key];
        kem.export_decapsulation_key(&key, KeyForm::Expanded, &mut dk)
            .unwrap();
        let (_, sigma) = g(&[&seed[..32], &[p.k as u8]]);
        let s: Vec<Coefficients> = (0..p.k)
            .map(|n| ntt(&sample(&sigma, n as u8, p.eta1).coefficients))
            .collect();
        assert_eq!(byte_encode_12(&s), dk[..384 * p.k]);
        assert_eq!(byte_decode_12(&dk[..384 * p.k]), s);
    }

    #[test]
    fn the_secret_vector_is_that_of_an_implementation() {
        agrees_with(&v2::MlKem512);
        agrees_with(&v2::MlKem768);
        agrees_with(&v2::MlKem1024);
    }
}
