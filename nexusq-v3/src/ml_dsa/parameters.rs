//! The parameter sets (FIPS 204 table 1) and the sizes that follow (table 2).

use super::Q;

/// The numbers of a parameter set. k and l are parameters of the functions, for the sake of array lengths.
#[derive(Clone, Copy)]
pub(crate) struct Parameters {
    /// τ: the coefficients of the challenge that are not zero.
    pub(crate) tau: usize,
    /// λ/4: the bytes of the challenge seed c̃.
    pub(crate) c_tilde: usize,
    /// γ1 is a power of two; this is log2(2·γ1), the bits of a coefficient of z.
    pub(crate) z_bits: usize,
    /// γ2: the range of low-order rounding.
    pub(crate) gamma2: i32,
    /// η: the range of private coefficients.
    pub(crate) eta: usize,
    /// β = τ·η.
    pub(crate) beta: i32,
    /// ω: the most hints.
    pub(crate) omega: usize,
}

/// (q − 1)/88, of ML-DSA-44.
pub(crate) const GAMMA2_88: i32 = (Q - 1) / 88;
/// (q − 1)/32, of ML-DSA-65 and ML-DSA-87.
pub(crate) const GAMMA2_32: i32 = (Q - 1) / 32;

pub(crate) const ML_DSA_44: Parameters = Parameters {
    tau: 39,
    c_tilde: 32,
    z_bits: 18,
    gamma2: GAMMA2_88,
    eta: 2,
    beta: 78,
    omega: 80,
};

pub(crate) const ML_DSA_65: Parameters = Parameters {
    tau: 49,
    c_tilde: 48,
    z_bits: 20,
    gamma2: GAMMA2_32,
    eta: 4,
    beta: 196,
    omega: 55,
};

pub(crate) const ML_DSA_87: Parameters = Parameters {
    tau: 60,
    c_tilde: 64,
    z_bits: 20,
    gamma2: GAMMA2_32,
    eta: 2,
    beta: 120,
    omega: 75,
};

impl Parameters {
    /// γ1.
    pub(crate) const fn gamma1(&self) -> i32 {
        1 << (self.z_bits - 1)
    }

    /// Bytes of a polynomial of z.
    pub(crate) const fn z_len(&self) -> usize {
        32 * self.z_bits
    }

    /// Bytes of a polynomial of w1.
    pub(crate) const fn w1_len(&self) -> usize {
        if self.gamma2 == GAMMA2_32 { 128 } else { 192 }
    }

    /// Bytes of a polynomial of s1 or s2.
    pub(crate) const fn small_len(&self) -> usize {
        if self.eta == 2 { 96 } else { 128 }
    }

    /// Bytes of pk.
    #[cfg(test)]
    pub(crate) const fn public_key_len(&self, k: usize) -> usize {
        32 + 320 * k
    }

    /// Bytes of sk.
    #[cfg(test)]
    pub(crate) const fn private_key_len(&self, k: usize, l: usize) -> usize {
        128 + self.small_len() * (k + l) + 416 * k
    }

    /// Bytes of a signature.
    #[cfg(test)]
    pub(crate) const fn signature_len(&self, k: usize, l: usize) -> usize {
        self.c_tilde + self.z_len() * l + self.omega + k
    }
}
