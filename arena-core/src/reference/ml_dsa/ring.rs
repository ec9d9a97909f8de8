//! The ring: polynomials of degree under 256 with coefficients modulo q = 8380417.
//!
//! A polynomial and its image under the NTT have types of their own, so they can't be mixed up.

/// The number of coefficients.
pub const N: usize = 256;

/// The modulus q = 2^23 - 2^13 + 1.
pub const Q: i32 = 8_380_417;

/// An element of the ring. Any representatives of the coefficients will do; sums and products come
/// out with those from 0 to q - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polynomial(pub [i32; N]);

/// The image of a polynomial under the NTT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NttPolynomial(pub [i32; N]);

/// m mod± α: the representative of m modulo α in (-⌈α/2⌉, ⌊α/2⌋], FIPS 204 section 2.3.
pub fn mod_pm(m: i32, alpha: i32) -> i32 {
    let r = m.rem_euclid(alpha);
    if r > alpha / 2 { r - alpha } else { r }
}

/// The product modulo q.
pub fn product(a: i32, b: i32) -> i32 {
    (i64::from(a) * i64::from(b)).rem_euclid(i64::from(Q)) as i32
}

impl Polynomial {
    /// The polynomial 0.
    pub const ZERO: Polynomial = Polynomial([0; N]);

    /// The sum.
    pub fn add(&self, other: &Polynomial) -> Polynomial {
        Polynomial(each(&self.0, &other.0, |a, b| (a + b).rem_euclid(Q)))
    }

    /// The difference.
    pub fn subtract(&self, other: &Polynomial) -> Polynomial {
        Polynomial(each(&self.0, &other.0, |a, b| (a - b).rem_euclid(Q)))
    }

    /// The same polynomial with the representatives nearest to 0.
    pub fn centred(&self) -> Polynomial {
        Polynomial(self.0.map(|a| mod_pm(a, Q)))
    }

    /// ‖w‖∞, FIPS 204 section 2.3.
    pub fn infinity_norm(&self) -> i32 {
        self.centred().0.iter().fold(0, |norm, a| norm.max(a.abs()))
    }
}

impl NttPolynomial {
    /// The image of 0.
    pub const ZERO: NttPolynomial = NttPolynomial([0; N]);

    /// Alg. 44, AddNTT.
    pub fn add(&self, other: &NttPolynomial) -> NttPolynomial {
        NttPolynomial(each(&self.0, &other.0, |a, b| (a + b).rem_euclid(Q)))
    }

    /// The difference.
    pub fn subtract(&self, other: &NttPolynomial) -> NttPolynomial {
        NttPolynomial(each(&self.0, &other.0, |a, b| (a - b).rem_euclid(Q)))
    }

    /// Alg. 45, MultiplyNTT.
    pub fn multiply(&self, other: &NttPolynomial) -> NttPolynomial {
        NttPolynomial(each(&self.0, &other.0, product))
    }
}

/// ‖v‖∞ of a vector.
pub fn infinity_norm(vector: &[Polynomial]) -> i32 {
    vector
        .iter()
        .map(Polynomial::infinity_norm)
        .fold(0, i32::max)
}

/// Alg. 48, MatrixVectorNTT: M̂ ∘ v̂.
pub fn matrix_vector(
    matrix: &[Vec<NttPolynomial>],
    vector: &[NttPolynomial],
) -> Vec<NttPolynomial> {
    let row_by_vector = |row: &Vec<NttPolynomial>| {
        let products = row.iter().zip(vector).map(|(a, b)| a.multiply(b));
        products.fold(NttPolynomial::ZERO, |sum, product| sum.add(&product))
    };
    matrix.iter().map(row_by_vector).collect()
}

/// Adds two vectors (Alg. 46 has the same for images).
pub fn add(a: &[Polynomial], b: &[Polynomial]) -> Vec<Polynomial> {
    a.iter().zip(b).map(|(a, b)| a.add(b)).collect()
}

/// Subtracts a vector from another.
pub fn subtract(a: &[Polynomial], b: &[Polynomial]) -> Vec<Polynomial> {
    a.iter().zip(b).map(|(a, b)| a.subtract(b)).collect()
}

fn each(a: &[i32; N], b: &[i32; N], f: impl Fn(i32, i32) -> i32) -> [i32; N] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 204 section 2.3 defines mod±: for even α the range is (-α/2, α/2].
    #[test]
    fn mod_pm_takes_the_upper_end_of_an_even_range() {
        let values = [-5, -4, -3, 3, 4, 5].map(|m| mod_pm(m, 8));
        assert_eq!(values, [3, 4, -3, 3, 4, -3]);
        let values = [-4, -3, 3, 4].map(|m| mod_pm(m, 7));
        assert_eq!(values, [3, -3, 3, -3]);
    }

    #[test]
    fn the_norm_is_of_the_representatives_nearest_to_0() {
        let mut w = Polynomial::ZERO;
        w.0[3] = Q - 9;
        w.0[200] = 8;
        assert_eq!(w.infinity_norm(), 9);
        assert_eq!(infinity_norm(&[Polynomial::ZERO, w]), 9);
    }
}
