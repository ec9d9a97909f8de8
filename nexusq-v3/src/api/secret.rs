//! Secret bytes: cleared on drop, compared in constant time, never printed.

use crate::held::Held;
use core::fmt;
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// `N` secret bytes: a seed or an encoded private key.
///
/// They are zeroized on drop, compared in constant time and redacted in `Debug`. There is no
/// `Clone`: copy them on purpose, through [`as_bytes`](Secret::as_bytes).
///
/// ```
/// let key = nexusq_v3::ml_dsa_65::SigningKey::from_seed(&[7; 32]);
/// let seed = key.to_seed().ok_or("imported without a seed")?;
/// assert_eq!(seed.as_bytes(), &[7; 32]);
/// assert_eq!(format!("{seed:?}"), "Secret<32>(redacted)");
/// # Ok::<(), &str>(())
/// ```
pub struct Secret<const N: usize> {
    bytes: Held<[u8; N]>,
}

/// That an input has the right number of bytes.
pub(crate) fn check_length(
    what: &'static str,
    expected: usize,
    bytes: &[u8],
) -> Result<(), crate::Error> {
    let actual = bytes.len();
    if actual == expected {
        return Ok(());
    }
    Err(crate::Error::InvalidLength {
        what,
        expected,
        actual,
    })
}

impl<const N: usize> Secret<N> {
    /// The number of bytes.
    pub const LEN: usize = N;

    /// The bytes. What is copied out of here is the caller's to clear.
    pub fn as_bytes(&self) -> &[u8; N] {
        &self.bytes
    }

    /// `N` zero bytes, to be filled in place.
    pub(crate) fn zeroed() -> Self {
        Secret {
            bytes: Held::zero(),
        }
    }

    /// A copy, on purpose.
    pub(crate) fn duplicate(&self) -> Self {
        let mut copy = Secret::zeroed();
        copy.bytes.copy_from_slice(self.as_bytes());
        copy
    }

    /// Copies `source`, which stays as it is.
    pub(crate) fn copy_of(what: &'static str, source: &[u8]) -> Result<Self, crate::Error> {
        check_length(what, N, source)?;
        let mut secret = Secret::zeroed();
        secret.bytes.copy_from_slice(source);
        Ok(secret)
    }

    pub(crate) fn as_mut_bytes(&mut self) -> &mut [u8; N] {
        &mut self.bytes
    }
}

impl<const N: usize> AsRef<[u8]> for Secret<N> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<const N: usize> ConstantTimeEq for Secret<N> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.bytes.as_slice().ct_eq(other.bytes.as_slice())
    }
}

impl<const N: usize> PartialEq for Secret<N> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<const N: usize> Eq for Secret<N> {}

impl<const N: usize> fmt::Debug for Secret<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret<{N}>(redacted)")
    }
}

impl<const N: usize> Drop for Secret<N> {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}

impl<const N: usize> ZeroizeOnDrop for Secret<N> {}
