//! ML-KEM of FIPS 203 on any back end.

mod kernels;
mod kpke;
mod matrix;
mod noise;
mod parameters;
mod poly;
pub(crate) mod scheme;
pub(crate) mod tables;
#[cfg(test)]
mod tests;

pub(crate) use kernels::Kernels;
pub(crate) use poly::{Coefficients, Factor, Ntt, Poly};

/// The prime modulus q (FIPS 203 section 2.4.1).
pub(crate) const Q: i16 = 3329;
/// The coefficients of a polynomial.
pub(crate) const N: usize = 256;
