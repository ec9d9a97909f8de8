#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "serde")]
#[macro_use]
mod serialize;
#[cfg(feature = "pkcs8")]
#[macro_use]
mod key_encoding;
#[macro_use]
mod bytes;
#[cfg(feature = "contract")]
pub mod contract;
mod error;
mod held;
mod ml_dsa;
mod ml_kem;
#[cfg(feature = "hash-ml-dsa")]
mod pre_hash;
mod random;
mod secret;

pub use error::Error;
#[cfg(feature = "pkcs8")]
pub use key_encoding::PrivateKeyForm;
pub use ml_dsa::{ml_dsa_44, ml_dsa_65, ml_dsa_87};
pub use ml_kem::{ml_kem_512, ml_kem_768, ml_kem_1024};
#[cfg(feature = "pkcs8")]
pub use pkcs8;
#[cfg(feature = "hash-ml-dsa")]
pub use pre_hash::{MessageDigest, PreHash};
pub use secret::Secret;
pub use {kem, rand_core, signature};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
