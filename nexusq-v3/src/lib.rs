#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

#[macro_use]
mod backend;
mod api;
mod held;
mod keccak;
mod ml_dsa;
mod ml_kem;
mod wipe;

#[cfg(feature = "contract")]
pub use api::contract;
pub use api::error::Error;
#[cfg(feature = "pkcs8")]
pub use api::key_encoding::PrivateKeyForm;
pub use api::ml_dsa::{ml_dsa_44, ml_dsa_65, ml_dsa_87};
pub use api::ml_kem::{ml_kem_512, ml_kem_768, ml_kem_1024};
#[cfg(feature = "hash-ml-dsa")]
pub use api::pre_hash::{MessageDigest, PreHash};
pub use api::secret::Secret;
pub use backend::{BackEnd, NotAvailable};
#[cfg(feature = "pkcs8")]
pub use pkcs8;
pub use {kem, rand_core, signature};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
