//! liboqs behind the contract: ML-KEM and ML-DSA.
//!
//! One file each for the schemes ([`MlKem`], [`MlDsa`]) and for what the library says of itself
//! ([`descriptor`]). The declarations of liboqs's functions come from the package `oqs-sys`,
//! which makes them from liboqs's headers when it is built.

mod bytes;
mod descriptor;
mod kem;
mod signature;
mod sys;

pub use descriptor::descriptor;
pub use kem::{DecapsulationKey, EncapsulationKey, MlKem, SharedSecret};
pub use signature::{MlDsa, SigningKey, VerifyingKey};
