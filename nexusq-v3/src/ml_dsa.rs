//! ML-DSA of FIPS 204 on any back end.

mod ball;
mod hint;
mod kernels;
mod keygen;
mod keys;
mod mask;
mod matrix;
mod parameters;
pub(crate) mod poly;
mod sign;
mod small;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
mod verify;

pub(crate) use kernels::Kernels;
pub(crate) use keygen::{keygen, mu, public_key_in, public_key_of, tr};
pub(crate) use keys::{ExpandedPrivateKey, ExpandedPublicKey};
pub(crate) use parameters::{GAMMA2_32, GAMMA2_88, ML_DSA_44, ML_DSA_65, ML_DSA_87, Parameters};
pub(crate) use poly::{
    Coefficients, High, HintBits, Ntt, Poly, Product, Small, SmallFactor, SmallNtt,
};
pub(crate) use sign::sign;
pub(crate) use verify::{Message, verify, verify_encoded};

/// The prime modulus q (FIPS 204 table 1).
pub(crate) const Q: i32 = 8_380_417;
/// The coefficients of a polynomial.
pub(crate) const N: usize = 256;
/// The bits that t loses (FIPS 204 table 1).
pub(crate) const D: u32 = 13;
