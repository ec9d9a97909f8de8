//! The parameter sets: FIPS 203 table 2, and the lengths that follow from it.

use nexusq_contract::ParameterSet;

/// A row of FIPS 203 table 2. What the sets have in common, n and q, stands in [`ring`](super::ring).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The rows and columns of A.
    pub k: usize,
    /// The range of the coefficients of s, e and y.
    pub eta1: usize,
    /// The range of the coefficients of e1 and e2.
    pub eta2: usize,
    /// The bits that a coefficient of u is compressed to.
    pub du: usize,
    /// The bits that a coefficient of v is compressed to.
    pub dv: usize,
}

const ML_KEM_512: Parameters = Parameters {
    k: 2,
    eta1: 3,
    eta2: 2,
    du: 10,
    dv: 4,
};

const ML_KEM_768: Parameters = Parameters {
    k: 3,
    eta1: 2,
    eta2: 2,
    du: 10,
    dv: 4,
};

const ML_KEM_1024: Parameters = Parameters {
    k: 4,
    eta1: 2,
    eta2: 2,
    du: 11,
    dv: 5,
};

impl Parameters {
    /// The parameters of a set, or `None` if it is not one of ML-KEM.
    pub const fn of(set: ParameterSet) -> Option<Parameters> {
        match set {
            ParameterSet::MlKem512 => Some(ML_KEM_512),
            ParameterSet::MlKem768 => Some(ML_KEM_768),
            ParameterSet::MlKem1024 => Some(ML_KEM_1024),
            _ => None,
        }
    }

    /// The length of an encapsulation key: Alg. 13.
    pub const fn encapsulation_key_length(&self) -> usize {
        384 * self.k + 32
    }

    /// The length of an expanded decapsulation key: Alg. 16.
    pub const fn decapsulation_key_length(&self) -> usize {
        768 * self.k + 96
    }

    /// The length of c1, the first part of a ciphertext: Alg. 14.
    pub const fn c1_length(&self) -> usize {
        32 * self.du * self.k
    }

    /// The length of a ciphertext: Alg. 14.
    pub const fn ciphertext_length(&self) -> usize {
        self.c1_length() + 32 * self.dv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contract holds the lengths of FIPS 203 table 3; here they come from the algorithms.
    #[test]
    fn the_lengths_are_those_of_table_3() {
        for set in ParameterSet::ALL {
            let Some(p) = Parameters::of(*set) else {
                assert_ne!(set.algorithm(), nexusq_contract::Algorithm::MlKem);
                continue;
            };
            let sizes = set.kem_sizes().unwrap();
            let ours = [
                p.encapsulation_key_length(),
                p.decapsulation_key_length(),
                p.ciphertext_length(),
            ];
            let theirs = [
                sizes.encapsulation_key,
                sizes.decapsulation_key,
                sizes.ciphertext,
            ];
            assert_eq!(ours, theirs, "{}", set.label());
        }
    }
}
