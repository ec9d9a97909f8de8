//! The number-theoretic transform: FIPS 204 Alg. 41 to 43 and the multiplication that it is for.

use super::ring::{N, NttPolynomial, Polynomial, Q, product};

/// ζ, a 512th root of unity modulo q.
const ZETA: i64 = 1753;

/// f = 256^-1 modulo q, the last step of Alg. 42.
const F: i32 = 8_347_681;

/// `zetas` of appendix B: ζ^BitRev8(m) modulo q.
const ZETAS: [i32; N] = zetas();

const fn zetas() -> [i32; N] {
    let mut powers = [0; N];
    let mut m = 0;
    while m < N {
        // Alg. 43, BitRev8.
        let mut exponent = (m as u8).reverse_bits();
        let mut power = 1;
        while exponent > 0 {
            power = power * ZETA % Q as i64;
            exponent -= 1;
        }
        powers[m] = power as i32;
        m += 1;
    }
    powers
}

/// Alg. 41, NTT.
pub fn ntt(w: &Polynomial) -> NttPolynomial {
    let mut w = w.0;
    let mut m = 0;
    let mut len = 128;
    while len >= 1 {
        for start in (0..N).step_by(2 * len) {
            m += 1;
            for j in start..start + len {
                let t = product(ZETAS[m], w[j + len]);
                w[j + len] = (w[j] - t).rem_euclid(Q);
                w[j] = (w[j] + t).rem_euclid(Q);
            }
        }
        len /= 2;
    }
    NttPolynomial(w)
}

/// Alg. 42, NTT^-1.
pub fn inverse_ntt(w: &NttPolynomial) -> Polynomial {
    let mut w = w.0;
    let mut m = N;
    let mut len = 1;
    while len < N {
        for start in (0..N).step_by(2 * len) {
            m -= 1;
            for j in start..start + len {
                let t = w[j];
                w[j] = (t + w[j + len]).rem_euclid(Q);
                w[j + len] = product(-ZETAS[m], t - w[j + len]);
            }
        }
        len *= 2;
    }
    Polynomial(w.map(|a| product(F, a)))
}

/// NTT of each polynomial of a vector.
pub fn ntt_each(vector: &[Polynomial]) -> Vec<NttPolynomial> {
    vector.iter().map(ntt).collect()
}

/// NTT^-1 of each polynomial of a vector.
pub fn inverse_ntt_each(vector: &[NttPolynomial]) -> Vec<Polynomial> {
    vector.iter().map(inverse_ntt).collect()
}

/// A polynomial times each polynomial of a vector, all of them given as images.
pub fn multiply_each(c: &NttPolynomial, vector: &[NttPolynomial]) -> Vec<Polynomial> {
    vector.iter().map(|a| inverse_ntt(&c.multiply(a))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `zetas` in FIPS 204 appendix B.
    #[test]
    fn zetas_are_those_of_appendix_b() {
        assert_eq!(ZETAS[1..5], [4_808_194, 3_765_607, 3_761_513, 5_178_923]);
        assert_eq!(ZETAS[72..76], [2_508_980, 2_028_118, 1_937_570, 4_564_692]);
    }

    /// The definition of the ring: X^256 = -1.
    fn schoolbook(a: &Polynomial, b: &Polynomial) -> Polynomial {
        let mut sum = [0i32; N];
        for (i, &x) in a.0.iter().enumerate() {
            for (j, &y) in b.0.iter().enumerate() {
                let term = product(x, y);
                let sign = if i + j < N { 1 } else { -1 };
                sum[(i + j) % N] = (sum[(i + j) % N] + sign * term).rem_euclid(Q);
            }
        }
        Polynomial(sum)
    }

    /// Numbers without a pattern that matters, both signs.
    fn some(seed: i32) -> Polynomial {
        let numbers: [i32; N] = std::array::from_fn(|i| product(seed, (i * i + 1) as i32));
        Polynomial(numbers).centred()
    }

    #[test]
    fn products_are_those_of_the_ring() {
        let (a, b) = (some(7_654_321), some(1_234_577));
        assert_eq!(inverse_ntt(&ntt(&a).multiply(&ntt(&b))), schoolbook(&a, &b));
    }

    #[test]
    fn the_inverse_undoes_the_transform() {
        let a = some(5_555_555);
        assert_eq!(inverse_ntt(&ntt(&a)).centred(), a);
    }
}
