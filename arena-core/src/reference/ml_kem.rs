//! ML-KEM as FIPS 203 writes it down, one small file a job, each function under its algorithm number.
//!
//! This is a model and not a library. It is there to say what an implementation must answer, and to
//! make what no implementation makes: keys from a chosen (ρ, σ) ([`pke::keygen_from`]), so that several
//! share their ρ, and the secret of a decapsulation whose inputs break a check ([`kem::decaps_internal`]).
//! It is **not for secrets**: time and memory depend on the private key, nothing is erased.
//!
//! Nothing here panics on bytes from outside.

pub mod bits;
pub mod compress;
pub mod hash;
pub mod kem;
pub mod ntt;
pub mod parameters;
pub mod pke;
pub mod ring;
pub mod sampling;

pub use parameters::Parameters;

#[cfg(test)]
mod tests;
