//! The contract of the arena, on one zero-sized type for each parameter set.
//!
//! ```
//! use nexusq_contract::Kem;
//! use nexusq_v1::contract::MlKem768;
//!
//! let (ek, dk) = MlKem768.generate()?;
//! let (ciphertext, shared_secret) = MlKem768.encapsulate(&ek)?;
//! assert_eq!(MlKem768.decapsulate(&dk, &ciphertext)?, shared_secret);
//! # Ok::<(), nexusq_contract::ContractError>(())
//! ```

mod kem;
mod signature;

pub use kem::{MlKem768, MlKem1024};
pub use signature::MlDsa65;

use nexusq_contract::ContractError;

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
