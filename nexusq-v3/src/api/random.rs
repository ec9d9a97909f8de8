//! Randomness: the system's and the caller's.

use crate::{Error, Secret};
use rand_core::TryCryptoRng;

/// `N` bytes of the system's random number generator.
#[cfg(feature = "getrandom")]
pub(crate) fn from_system<const N: usize>() -> Result<Secret<N>, Error> {
    let mut bytes = Secret::zeroed();
    getrandom::fill(bytes.as_mut_bytes()).map_err(|_| Error::RandomnessFailed)?;
    Ok(bytes)
}

/// `N` bytes of the caller's random number generator.
pub(crate) fn from_rng<const N: usize, R: TryCryptoRng + ?Sized>(
    rng: &mut R,
) -> Result<Secret<N>, Error> {
    let mut bytes = Secret::zeroed();
    rng.try_fill_bytes(bytes.as_mut_bytes())
        .map_err(|_| Error::RandomnessFailed)?;
    Ok(bytes)
}
