//! Keccak-f[1600] on one, four or eight states at once, and the functions of FIPS 202 upon it.
//!
//! What runs in step: the columns of a matrix, the masks of an attempt, and beside them, in a lane that would lie
//! idle, a hash that is needed later. That is where most of the time of ML-KEM and ML-DSA is saved.

mod hash;
mod kernels;
mod rider;
mod round;
mod sponge;
#[cfg(test)]
pub(crate) mod starve;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use hash::Hash;
pub(crate) use kernels::Kernels;
pub(crate) use rider::{Rider, permute_with};
pub(crate) use round::{ROUND_CONSTANTS, Word, round};
pub(crate) use sponge::Sponge;
pub(crate) use state::{Permute, State};

/// Bytes that SHAKE128 absorbs or squeezes between two permutations (FIPS 202 table 3).
pub(crate) const SHAKE128_RATE: usize = 168;
/// The same of SHAKE256 and SHA3-256.
pub(crate) const SHAKE256_RATE: usize = 136;
/// The same of SHA3-512.
pub(crate) const SHA3_512_RATE: usize = 72;

/// The suffix of SHAKE with the first bit of the padding: 1111 and 1 (FIPS 202 section 6.2).
pub(crate) const SHAKE: u8 = 0x1f;
/// The suffix of SHA-3 with the first bit of the padding: 01 and 1 (FIPS 202 section 6.1).
pub(crate) const SHA3: u8 = 0x06;
