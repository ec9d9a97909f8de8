//! The parameter sets: FIPS 204 table 1, and the lengths that follow from it.

use nexusq_contract::ParameterSet;

/// A column of FIPS 204 table 1. What the sets have in common, q and d, stands in
/// [`ring`](super::ring) and [`rounding`](super::rounding).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The number of coefficients ±1 in the challenge c.
    pub tau: usize,
    /// The collision strength of c̃ in bits.
    pub lambda: usize,
    /// The range of the coefficients of y.
    pub gamma1: i32,
    /// The range of low-order rounding.
    pub gamma2: i32,
    /// The rows of A.
    pub k: usize,
    /// The columns of A.
    pub l: usize,
    /// The range of the coefficients of s1 and s2.
    pub eta: i32,
    /// The most hints that a signature may hold.
    pub omega: usize,
}

const ML_DSA_44: Parameters = Parameters {
    tau: 39,
    lambda: 128,
    gamma1: 1 << 17,
    gamma2: 95_232,
    k: 4,
    l: 4,
    eta: 2,
    omega: 80,
};

const ML_DSA_65: Parameters = Parameters {
    tau: 49,
    lambda: 192,
    gamma1: 1 << 19,
    gamma2: 261_888,
    k: 6,
    l: 5,
    eta: 4,
    omega: 55,
};

const ML_DSA_87: Parameters = Parameters {
    tau: 60,
    lambda: 256,
    gamma1: 1 << 19,
    gamma2: 261_888,
    k: 8,
    l: 7,
    eta: 2,
    omega: 75,
};

impl Parameters {
    /// The parameters of a set, or `None` if it is not one of ML-DSA.
    pub const fn of(set: ParameterSet) -> Option<Parameters> {
        match set {
            ParameterSet::MlDsa44 => Some(ML_DSA_44),
            ParameterSet::MlDsa65 => Some(ML_DSA_65),
            ParameterSet::MlDsa87 => Some(ML_DSA_87),
            _ => None,
        }
    }

    /// β = τ·η, the largest that a coefficient of c·s1 or c·s2 can be.
    pub const fn beta(&self) -> i32 {
        self.tau as i32 * self.eta
    }

    /// The length of c̃ in bytes: λ/4.
    pub const fn challenge_length(&self) -> usize {
        self.lambda / 4
    }

    /// The length of an encoded polynomial of s1 or s2 in bytes.
    pub const fn s_length(&self) -> usize {
        32 * bitlen(2 * self.eta)
    }

    /// The length of an encoded polynomial of z or y in bytes.
    pub const fn z_length(&self) -> usize {
        32 * (1 + bitlen(self.gamma1 - 1))
    }

    /// The length of the encoded hint in bytes.
    pub const fn hint_length(&self) -> usize {
        self.omega + self.k
    }

    /// The length of a public key: Alg. 22.
    pub const fn public_key_length(&self) -> usize {
        32 + 320 * self.k
    }

    /// The length of a private key: Alg. 24.
    pub const fn private_key_length(&self) -> usize {
        128 + (self.l + self.k) * self.s_length() + 416 * self.k
    }

    /// The length of a signature: Alg. 26.
    pub const fn signature_length(&self) -> usize {
        self.challenge_length() + self.l * self.z_length() + self.hint_length()
    }
}

/// The bits that a positive number has: `bitlen` of FIPS 204 section 2.3.
pub const fn bitlen(a: i32) -> usize {
    (i32::BITS - a.leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contract holds the lengths of FIPS 204 table 2; here they come from the algorithms.
    #[test]
    fn the_lengths_are_those_of_table_2() {
        for set in ParameterSet::ALL {
            let Some(p) = Parameters::of(*set) else {
                assert_ne!(set.algorithm(), nexusq_contract::Algorithm::MlDsa);
                continue;
            };
            let sizes = set.signature_sizes().unwrap();
            assert_eq!(p.public_key_length(), sizes.public_key, "{}", set.label());
            assert_eq!(p.private_key_length(), sizes.private_key, "{}", set.label());
            assert_eq!(p.signature_length(), sizes.signature, "{}", set.label());
        }
    }

    #[test]
    fn beta_is_that_of_table_1() {
        let betas = [ML_DSA_44, ML_DSA_65, ML_DSA_87].map(|p| p.beta());
        assert_eq!(betas, [78, 196, 120]);
    }
}
