//! What a secret looks like in memory: bytes as they are encoded, or integers in an array, in order or not.

/// The integers of an array, little-endian as the processor has them, taken modulo a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Alphabet {
    /// Bytes that one integer takes: 1, 2 or 4. Integers stand at addresses that this divides.
    pub width: usize,
    /// Integers that differ by a multiple of this are the same.
    pub modulus: u32,
}

impl Alphabet {
    /// Bytes.
    pub const BYTES: Alphabet = Alphabet {
        width: 1,
        modulus: 256,
    };

    /// What the integer at the start of `bytes` is, modulo the modulus. Integers of two and four bytes have signs.
    pub fn residue(self, bytes: &[u8]) -> u32 {
        let modulus = i64::from(self.modulus);
        let value = match (self.width, bytes) {
            (2, [a, b, ..]) => i64::from(i16::from_ne_bytes([*a, *b])),
            (4, [a, b, c, d, ..]) => i64::from(i32::from_ne_bytes([*a, *b, *c, *d])),
            (_, [a, ..]) => i64::from(*a),
            (_, []) => 0,
        };
        // Below the modulus, which has 32 bits.
        value.rem_euclid(modulus) as u32
    }
}

/// When a stretch of memory counts as part of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `window` integers in a row are so many integers in a row of the secret.
    InOrder {
        /// The secret, each value below the modulus.
        values: Vec<u32>,
        /// The number of integers.
        window: usize,
    },
    /// `window` integers in a row are all among those of the secret, in whatever order, and at least
    /// `distinct` of them differ from each other.
    Members {
        /// The secret, each value below the modulus.
        values: Vec<u32>,
        /// The number of integers.
        window: usize,
        /// How many must differ.
        distinct: usize,
    },
}

/// One way in which one kind of secret may stand in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The number of the kind of secret.
    pub kind: usize,
    /// What the integers are.
    pub alphabet: Alphabet,
    /// When they match.
    pub rule: Rule,
}

impl Pattern {
    /// Bytes as they are: any 16 in a row.
    pub fn bytes(kind: usize, bytes: &[u8]) -> Pattern {
        Pattern {
            kind,
            alphabet: Alphabet::BYTES,
            rule: Rule::InOrder {
                values: bytes.iter().map(|byte| u32::from(*byte)).collect(),
                window: super::RUN,
            },
        }
    }

    /// Integers in order.
    pub fn in_order(kind: usize, alphabet: Alphabet, values: &[i32], window: usize) -> Pattern {
        Pattern {
            kind,
            alphabet,
            rule: Rule::InOrder {
                values: reduced(alphabet, values, 1),
                window,
            },
        }
    }

    /// Integers in order, each multiplied by `factor`.
    pub fn scaled_in_order(
        kind: usize,
        alphabet: Alphabet,
        values: &[i32],
        factor: u64,
        window: usize,
    ) -> Pattern {
        Pattern {
            kind,
            alphabet,
            rule: Rule::InOrder {
                values: reduced(alphabet, values, factor),
                window,
            },
        }
    }

    /// Integers in any order, each multiplied by `factor`.
    pub fn members(
        kind: usize,
        alphabet: Alphabet,
        values: &[i32],
        factor: u64,
        (window, distinct): (usize, usize),
    ) -> Pattern {
        Pattern {
            kind,
            alphabet,
            rule: Rule::Members {
                values: reduced(alphabet, values, factor),
                window,
                distinct,
            },
        }
    }
}

fn reduced(alphabet: Alphabet, values: &[i32], factor: u64) -> Vec<u32> {
    let modulus = i128::from(alphabet.modulus);
    let one = |value: &i32| (i128::from(*value) * i128::from(factor)).rem_euclid(modulus) as u32;
    values.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_the_same_modulo_q_whatever_their_form() {
        let q = Alphabet {
            width: 4,
            modulus: 8_380_417,
        };
        for form in [-3_i32, 8_380_414, 8_380_414 + 8_380_417] {
            assert_eq!(q.residue(&form.to_ne_bytes()), 8_380_414);
        }
        let q = Alphabet {
            width: 2,
            modulus: 3329,
        };
        for form in [-1_i16, 3328, 6657] {
            assert_eq!(q.residue(&form.to_ne_bytes()), 3328);
        }
        assert_eq!(Alphabet::BYTES.residue(&[0xff]), 255);
    }
}
