//! The contract between an implementation of a post-quantum scheme and its callers.
//!
//! An implementation writes one value per parameter set and implements [`Kem`] or [`Signature`]
//! for it. The traits take `&self`, so that a library which chooses its parameter set at run time
//! needs one type, and a library with one type per set needs a zero-sized one.
//!
//! ```
//! use nexusq_contract::{ContractError, ParameterSet};
//!
//! let set = ParameterSet::MlKem768;
//! assert_eq!((set.algorithm().id(), set.name()), ("ml-kem", "768"));
//! assert_eq!(set.kem_sizes().map(|s| s.ciphertext), Some(1088));
//! assert_eq!(ParameterSet::from_names("ml-dsa", "65"), Some(ParameterSet::MlDsa65));
//! let error = ContractError::Unsupported("encapsulate with given m");
//! assert_eq!(error.to_string(), "not supported: encapsulate with given m");
//! ```
#![no_std]
#![forbid(unsafe_code)]

mod capability;
mod descriptor;
mod error;
mod kem;
mod parameter_set;
mod signature;

pub use capability::{Capability, KeyForm, PreparedKey};
pub use descriptor::Descriptor;
pub use error::ContractError;
pub use kem::Kem;
pub use parameter_set::{Algorithm, KemSizes, ParameterSet, SignatureSizes};
pub use signature::{Signature, SigningRandomness};
