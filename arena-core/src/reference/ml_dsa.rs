//! ML-DSA as FIPS 204 writes it down, one small file a job, each function under its algorithm number.
//!
//! This is a model and not a library. It is there to say what an implementation must answer, and
//! two things that no implementation tells: how many attempts a signature took and why the others
//! were rejected ([`sign`]), and what a verifier would answer that leaves one rule out ([`rules`]).
//! It is **not for secrets**: time and memory depend on the private key, nothing is erased.
//!
//! Nothing here panics on bytes from outside.

pub mod bits;
pub mod encoding;
pub mod hash;
pub mod hints;
pub mod keygen;
pub mod ntt;
pub mod parameters;
pub mod pure;
pub mod ring;
pub mod rounding;
pub mod rules;
pub mod sampling;
pub mod sign;
pub mod verify;

pub use parameters::Parameters;
pub use rules::{Rule, Rules};

#[cfg(test)]
mod tests;
