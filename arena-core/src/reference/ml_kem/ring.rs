//! The ring: polynomials of degree under 256 with coefficients modulo q = 3329.
//!
//! A polynomial and its image under the NTT have types of their own, so they can't be mixed up.
//! Coefficients are always from 0 to q - 1.

/// The number of coefficients.
pub const N: usize = 256;

/// The modulus.
pub const Q: u32 = 3329;

/// 256 numbers: coefficients, or what they are compressed to.
pub type Coefficients = [u32; N];

/// An element of the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polynomial(pub Coefficients);

/// The image of a polynomial under the NTT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NttPolynomial(pub Coefficients);

impl Polynomial {
    /// The sum.
    #[must_use]
    pub fn add(&self, other: &Polynomial) -> Polynomial {
        Polynomial(sum(&self.0, &other.0))
    }

    /// The difference.
    #[must_use]
    pub fn subtract(&self, other: &Polynomial) -> Polynomial {
        Polynomial(std::array::from_fn(|i| (self.0[i] + Q - other.0[i]) % Q))
    }
}

impl NttPolynomial {
    /// The image of 0.
    pub const ZERO: NttPolynomial = NttPolynomial([0; N]);

    /// The sum.
    #[must_use]
    pub fn add(&self, other: &NttPolynomial) -> NttPolynomial {
        NttPolynomial(sum(&self.0, &other.0))
    }
}

/// Adds two vectors.
pub fn add(a: &[Polynomial], b: &[Polynomial]) -> Vec<Polynomial> {
    a.iter().zip(b).map(|(a, b)| a.add(b)).collect()
}

/// Adds two vectors of images.
pub fn add_ntt(a: &[NttPolynomial], b: &[NttPolynomial]) -> Vec<NttPolynomial> {
    a.iter().zip(b).map(|(a, b)| a.add(b)).collect()
}

/// The columns of a matrix as rows.
pub fn transpose(matrix: &[Vec<NttPolynomial>]) -> Vec<Vec<NttPolynomial>> {
    let columns = matrix.first().map_or(0, Vec::len);
    let column = |j: usize| matrix.iter().map(|row| row[j]).collect();
    (0..columns).map(column).collect()
}

fn sum(a: &Coefficients, b: &Coefficients) -> Coefficients {
    std::array::from_fn(|i| (a[i] + b[i]) % Q)
}
