//! The number-theoretic transform and multiplication: FIPS 203 Alg. 9 to 12, and the products of section 2.4.

use super::ring::{N, NttPolynomial, Polynomial, Q};

/// ζ, a 256th root of unity modulo q.
const ZETA: u32 = 17;

/// 128^-1 modulo q, the last step of Alg. 10.
const F: u32 = 3303;

/// The first table of appendix A: ζ^BitRev7(i).
const ZETAS: [u32; 128] = powers(1, 0);

/// The second table of appendix A: ζ^(2·BitRev7(i) + 1).
const GAMMAS: [u32; 128] = powers(2, 1);

/// ζ^(factor·BitRev7(i) + summand) for every i.
const fn powers(factor: u32, summand: u32) -> [u32; 128] {
    let mut powers = [0; 128];
    let mut i = 0;
    while i < 128 {
        // BitRev7: section 2.3.
        let mut exponent = factor * ((i as u8).reverse_bits() >> 1) as u32 + summand;
        let mut power = 1;
        while exponent > 0 {
            power = power * ZETA % Q;
            exponent -= 1;
        }
        powers[i] = power;
        i += 1;
    }
    powers
}

/// Alg. 9, NTT.
pub fn ntt(f: &Polynomial) -> NttPolynomial {
    let mut f = f.0;
    let mut i = 1;
    let mut len = 128;
    while len >= 2 {
        for start in (0..N).step_by(2 * len) {
            let zeta = ZETAS[i];
            i += 1;
            for j in start..start + len {
                let t = zeta * f[j + len] % Q;
                f[j + len] = (f[j] + Q - t) % Q;
                f[j] = (f[j] + t) % Q;
            }
        }
        len /= 2;
    }
    NttPolynomial(f)
}

/// Alg. 10, NTT^-1.
pub fn inverse_ntt(f: &NttPolynomial) -> Polynomial {
    let mut f = f.0;
    let mut i = 127;
    let mut len = 2;
    while len <= 128 {
        for start in (0..N).step_by(2 * len) {
            let zeta = ZETAS[i];
            i -= 1;
            for j in start..start + len {
                let t = f[j];
                f[j] = (t + f[j + len]) % Q;
                f[j + len] = zeta * (f[j + len] + Q - t) % Q;
            }
        }
        len *= 2;
    }
    Polynomial(f.map(|a| a * F % Q))
}

impl NttPolynomial {
    /// Alg. 11, MultiplyNTTs.
    #[must_use]
    pub fn multiply(&self, other: &NttPolynomial) -> NttPolynomial {
        let mut product = NttPolynomial::ZERO;
        for (i, gamma) in GAMMAS.iter().enumerate() {
            let at = 2 * i;
            let [a0, a1, b0, b1] = [self.0[at], self.0[at + 1], other.0[at], other.0[at + 1]];
            // Alg. 12, BaseCaseMultiply.
            product.0[at] = (a0 * b0 + a1 * b1 % Q * gamma) % Q;
            product.0[at + 1] = (a0 * b1 + a1 * b0) % Q;
        }
        product
    }
}

/// Â ∘ û: section 2.4.
pub fn matrix_vector(
    matrix: &[Vec<NttPolynomial>],
    vector: &[NttPolynomial],
) -> Vec<NttPolynomial> {
    matrix.iter().map(|row| inner(row, vector)).collect()
}

/// û^T ∘ v̂: section 2.4.
pub fn inner(a: &[NttPolynomial], b: &[NttPolynomial]) -> NttPolynomial {
    let products = a.iter().zip(b).map(|(a, b)| a.multiply(b));
    products.fold(NttPolynomial::ZERO, |sum, product| sum.add(&product))
}

/// NTT of each polynomial of a vector.
pub fn ntt_each(vector: &[Polynomial]) -> Vec<NttPolynomial> {
    vector.iter().map(ntt).collect()
}

/// NTT^-1 of each polynomial of a vector.
pub fn inverse_ntt_each(vector: &[NttPolynomial]) -> Vec<Polynomial> {
    vector.iter().map(inverse_ntt).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of FIPS 203 appendix A.
    #[test]
    fn zetas_are_those_of_appendix_a() {
        let zetas = [1, 2, 3, 4, 127].map(|i| ZETAS[i]);
        assert_eq!(zetas, [1729, 2580, 3289, 2642, 2154]);
        let gammas = [0, 1, 2, 3, 127].map(|i| GAMMAS[i]);
        assert_eq!(gammas, [17, Q - 17, 2761, Q - 2761, Q - 2154]);
    }

    /// The definition of the ring: X^256 = -1.
    fn schoolbook(a: &Polynomial, b: &Polynomial) -> Polynomial {
        let mut sum = [0; N];
        for (i, &x) in a.0.iter().enumerate() {
            for (j, &y) in b.0.iter().enumerate() {
                let term = x * y % Q;
                let term = if i + j < N { term } else { Q - term };
                sum[(i + j) % N] = (sum[(i + j) % N] + term) % Q;
            }
        }
        Polynomial(sum)
    }

    /// Numbers without a pattern that matters.
    fn some(seed: u32) -> Polynomial {
        Polynomial(std::array::from_fn(|i| seed * (i * i + 1) as u32 % Q))
    }

    #[test]
    fn products_are_those_of_the_ring() {
        let (a, b) = (some(1234), some(3001));
        assert_eq!(inverse_ntt(&ntt(&a).multiply(&ntt(&b))), schoolbook(&a, &b));
    }

    #[test]
    fn the_inverse_undoes_the_transform() {
        let a = some(2222);
        assert_eq!(inverse_ntt(&ntt(&a)), a);
    }
}
