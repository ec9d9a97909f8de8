//! OpenSSL behind the contract: ML-KEM, ML-DSA and SLH-DSA through the EVP interface.
//!
//! One file each for the schemes ([`MlKem`], [`Signer`]) and for what the library says of itself
//! ([`descriptor`]). All `unsafe` code calls the functions declared in `ffi.rs`.

mod descriptor;
mod ffi;
mod handle;
mod kem;
mod library;
mod params;
mod signature;

pub use descriptor::descriptor;
pub use kem::{DecapsulationKey, EncapsulationKey, MlKem, SharedSecret};
pub use signature::{Signer, SigningKey, VerifyingKey};
