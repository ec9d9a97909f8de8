//! V2 beside implementations that share no code with it: the same answer to the same bytes.
//!
//! For ML-KEM `fips203`; for ML-DSA `fips204` and this project's own model. Where V2 and another one may differ by the standards
//! it says so beside the comparison.

pub(crate) mod decaps;
pub(crate) mod keys;
pub(crate) mod sign;
pub(crate) mod verify;
