//! V2 beside implementations that share no code with it: the same answer to the same bytes.
//!
//! For ML-KEM `fips203`; for ML-DSA `fips204` and this project's own model. And V3, on each of its back ends, beside V2. Where V2 and another one may differ by the standards
//! it says so beside the comparison.

pub(crate) mod back_ends;
pub(crate) mod decaps;
pub(crate) mod keys;
pub(crate) mod sign;
pub(crate) mod verify;
