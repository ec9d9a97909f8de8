//! The contract of the arena, on one zero-sized type for each parameter set.
//!
//! ```
//! use nexusq_contract::Kem;
//! use nexusq_v3::contract::MlKem768;
//!
//! let (ek, dk) = MlKem768.generate()?;
//! let (ciphertext, shared_secret) = MlKem768.encapsulate(&ek)?;
//! assert_eq!(MlKem768.decapsulate(&dk, ciphertext.as_ref())?, shared_secret);
//! # Ok::<(), nexusq_contract::ContractError>(())
//! ```

mod kem;
mod signature;

pub use kem::{MlKem512, MlKem768, MlKem1024};
pub use signature::{MlDsa44, MlDsa65, MlDsa87};

use crate::Error;
use nexusq_contract::ContractError;

impl From<Error> for ContractError {
    fn from(error: Error) -> Self {
        match error {
            Error::InvalidLength {
                what,
                expected,
                actual,
            } => Self::InvalidLength {
                what,
                expected,
                actual,
            },
            Error::ContextTooLong { actual } => Self::InvalidLength {
                what: "context",
                expected: 255,
                actual,
            },
            Error::RandomnessFailed => Self::RandomnessFailed,
            Error::SigningFailed => Self::LibraryFailed {
                call: "SigningKey::sign",
                code: 0,
            },
            other => {
                let (what, rule) = other.subject_and_rule();
                Self::InvalidInput { what, rule }
            }
        }
    }
}

/// The bytes as an array, or an error that names them.
fn exactly<'a, const N: usize>(
    what: &'static str,
    bytes: &'a [u8],
) -> Result<&'a [u8; N], ContractError> {
    bytes.try_into().map_err(|_| ContractError::InvalidLength {
        what,
        expected: N,
        actual: bytes.len(),
    })
}
