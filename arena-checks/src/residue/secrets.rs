//! The secrets of an operation, and the forms in which each may stand in memory.
//!
//! Kinds are called by the standards' symbols. Integers are looked for modulo q, so signed, unsigned and
//! unreduced representatives are the same; images under the NTT also in Montgomery form and in any order,
//! since vector code permutes them. How likely a rule matches by chance stands beside it, for one position
//! in memory and one window of the secret, in bits.

mod ml_dsa;
mod ml_kem;

pub use ml_dsa::{Private, keygen as ml_dsa_keygen, sign as ml_dsa_sign};
pub use ml_kem::{
    Decapsulated, decaps as ml_kem_decaps, encaps as ml_kem_encaps, keygen as ml_kem_keygen,
};

use super::pattern::{Alphabet, Pattern};
use arena_runner::message::Operation;

/// The secrets of one operation.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    /// The name of each kind.
    pub kinds: Vec<String>,
    /// Their forms.
    pub patterns: Vec<Pattern>,
}

/// The kinds of secrets of an operation, in the order in which they are shown. Where a runner tells less than
/// others, some of them are not known; where it does more, there are further ones.
pub fn kinds(kem: bool, operation: Operation) -> &'static [&'static str] {
    match (kem, operation) {
        (true, Operation::Keygen) => &[
            "d",
            "z",
            "sigma",
            "s,e:sampled",
            "s,e:coefficients",
            "s,e:NTT",
            "s:encoded",
        ],
        (true, Operation::Encaps) => &[
            "m",
            "r",
            "y,e1,e2:sampled",
            "y,e1,e2:coefficients",
            "y:NTT",
            "K",
        ],
        (true, Operation::Decaps) => &[
            "z",
            "s:encoded",
            "s:NTT",
            "m",
            "r",
            "y,e1,e2:sampled",
            "y,e1,e2:coefficients",
            "y:NTT",
            "K",
            "K-bar",
        ],
        (false, Operation::Keygen) => &[
            "xi",
            "rho-prime",
            "s1,s2:sampled",
            "K",
            "s1,s2:encoded",
            "t0:encoded",
            "s1,s2:coefficients",
            "t0:coefficients",
            "s1,s2:NTT",
            "t0:NTT",
        ],
        (false, Operation::Sign) => &[
            "K",
            "s1,s2:encoded",
            "t0:encoded",
            "s1,s2:coefficients",
            "t0:coefficients",
            "s1,s2:NTT",
            "t0:NTT",
            "rnd",
            "rho-prime-prime",
            "y:sampled",
            "y:coefficients",
            "y:NTT",
        ],
        _ => &[],
    }
}

/// Coefficients modulo the q of ML-KEM.
const KEM: Alphabet = Alphabet {
    width: 2,
    modulus: 3329,
};
/// Coefficients modulo the q of ML-DSA.
const DSA: Alphabet = Alphabet {
    width: 4,
    modulus: 8_380_417,
};

/// Small coefficients of ML-KEM in a row: 60 bits for CBD_2, whose coefficients collide with probability 70 / 256.
const KEM_SMALL: usize = 32;
/// Coefficients of an image in order: 8 × 11.7 = 93 bits.
const KEM_NTT: usize = 8;
/// Coefficients of an image in any order, and how many must differ: 16 × 3.7 = 60 bits, as 256 of 3329 values belong to it.
const KEM_ANY_ORDER: (usize, usize) = (16, 12);
/// The Montgomery factors of ML-KEM: none, and 2^16.
const KEM_FACTORS: [u64; 2] = [1, 1 << 16];

/// Coefficients of s1 and s2 in a row: 74 bits for η = 2, 101 for η = 4.
const DSA_SMALL: usize = 32;
/// Coefficients of t0 in a row: 8 × 13 = 104 bits.
const DSA_T0: usize = 8;
/// Coefficients of y in a row: 4 × 18 = 72 bits.
const DSA_Y: usize = 4;
/// Coefficients of an image in any order, all different: 4 × 15 = 60 bits, as 256 of q values belong to it.
const DSA_ANY_ORDER: (usize, usize) = (4, 4);
/// The Montgomery factors of ML-DSA: none, and 2^32.
const DSA_FACTORS: [u64; 2] = [1, 1 << 32];

impl Secrets {
    /// Adds a kind and returns its number.
    fn kind(&mut self, name: &str) -> usize {
        self.kinds.push(name.to_owned());
        self.kinds.len() - 1
    }

    /// Adds a kind of bytes.
    fn bytes<'a>(&mut self, name: &str, parts: impl IntoIterator<Item = &'a [u8]>) {
        let kind = self.kind(name);
        let parts = parts.into_iter().map(|bytes| Pattern::bytes(kind, bytes));
        self.patterns.extend(parts);
    }

    /// Adds a kind of coefficients in order.
    fn coefficients<'a>(
        &mut self,
        name: &str,
        alphabet: Alphabet,
        window: usize,
        polynomials: impl IntoIterator<Item = &'a [i32; 256]>,
    ) {
        let kind = self.kind(name);
        let of = |f: &'a [i32; 256]| Pattern::in_order(kind, alphabet, f, window);
        self.patterns.extend(polynomials.into_iter().map(of));
    }

    /// These and the others, whose kinds are numbered on.
    #[must_use]
    pub fn and(mut self, others: &Secrets) -> Secrets {
        let before = self.kinds.len();
        self.kinds.extend(others.kinds.iter().cloned());
        let moved = others.patterns.iter().cloned().map(|mut pattern| {
            pattern.kind += before;
            pattern
        });
        self.patterns.extend(moved);
        self
    }

    /// Text as it stands in memory: for the control that memory is read at all.
    pub fn of_text(name: &str, text: &[u8]) -> Secrets {
        let mut secrets = Secrets::default();
        secrets.bytes(name, [text]);
        secrets
    }
}

#[cfg(test)]
mod tests;
