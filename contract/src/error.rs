//! What can go wrong behind the contract, without allocation and without secrets in it.

use core::fmt;

/// Why a call of [`Kem`](crate::Kem) or [`Signature`](crate::Signature) gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContractError {
    /// The implementation has no public entry point for this. The text names the call.
    Unsupported(&'static str),
    /// An input or an output buffer has the wrong number of bytes.
    InvalidLength {
        /// What the bytes are, in the standard's words, for example `ciphertext`.
        what: &'static str,
        /// The number of bytes that the parameter set asks for.
        expected: usize,
        /// The number of bytes that came.
        actual: usize,
    },
    /// An input has the right length but breaks a rule of the standard.
    InvalidInput {
        /// What the bytes are, for example `encapsulation key`.
        what: &'static str,
        /// The rule, for example `FIPS 203 section 7.2: coefficient not below q`.
        rule: &'static str,
    },
    /// The random number generator gave no bytes.
    RandomnessFailed,
    /// A call of the library underneath failed.
    LibraryFailed {
        /// The library's name for the call, for example `EVP_PKEY_encapsulate`.
        call: &'static str,
        /// The code it returned, as it returned it.
        code: i64,
    },
}

impl ContractError {
    /// Fails with [`ContractError::InvalidLength`] unless `bytes` is `expected` bytes long.
    ///
    /// # Errors
    /// `InvalidLength`, naming `what`.
    pub fn check_length(
        what: &'static str,
        bytes: &[u8],
        expected: usize,
    ) -> Result<(), ContractError> {
        if bytes.len() == expected {
            return Ok(());
        }
        Err(ContractError::InvalidLength {
            what,
            expected,
            actual: bytes.len(),
        })
    }

    /// Copies `bytes` to the start of `out` and returns their number: what every export does.
    ///
    /// # Errors
    /// `InvalidLength` if `out` is too short.
    pub fn copy_out(
        what: &'static str,
        bytes: &[u8],
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        let actual = out.len();
        let room = out
            .get_mut(..bytes.len())
            .ok_or(ContractError::InvalidLength {
                what,
                expected: bytes.len(),
                actual,
            })?;
        room.copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContractError::Unsupported(what) => write!(f, "not supported: {what}"),
            ContractError::InvalidLength {
                what,
                expected,
                actual,
            } => {
                write!(f, "{what}: expected {expected} bytes, got {actual}")
            }
            ContractError::InvalidInput { what, rule } => write!(f, "{what}: {rule}"),
            ContractError::RandomnessFailed => f.write_str("the random number generator failed"),
            ContractError::LibraryFailed { call, code } => write!(f, "{call} failed with {code}"),
        }
    }
}

impl core::error::Error for ContractError {}
