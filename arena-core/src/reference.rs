//! Models of the standards, written slow and plain, that the checks compare implementations with.
//!
//! A model is not for secrets: it runs in variable time, copies what it likes and erases nothing.

pub mod ml_dsa;
pub mod ml_kem;
