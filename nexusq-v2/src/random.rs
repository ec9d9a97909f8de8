//! Randomness: the system's, the caller's, and the one value rnd that signing takes.

use crate::{Error, Secret};
use rand_core::{TryCryptoRng, TryRng};

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

/// A generator that yields rnd of FIPS 204 Alg. 7, and nothing but it.
///
/// The signing calls of `ml-dsa` that report a failed signing loop, instead of panicking, draw
/// rnd from a generator. This one hands them the value that was already drawn or given.
pub(crate) struct Rnd<'a>(pub(crate) &'a [u8; 32]);

impl TryRng for Rnd<'_> {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        Err(Error::RandomnessFailed)
    }

    fn try_next_u64(&mut self) -> Result<u64, Error> {
        Err(Error::RandomnessFailed)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        if out.len() != self.0.len() {
            return Err(Error::RandomnessFailed);
        }
        out.copy_from_slice(self.0);
        Ok(())
    }
}

impl TryCryptoRng for Rnd<'_> {}
