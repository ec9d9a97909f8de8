#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[macro_use]
mod bytes;
#[cfg(feature = "contract")]
pub mod contract;
mod error;
mod held;
mod ml_dsa;
mod ml_kem;
mod random;
mod secret;

pub use error::Error;
pub use ml_dsa::{ml_dsa_44, ml_dsa_65, ml_dsa_87};
pub use ml_kem::{ml_kem_512, ml_kem_768, ml_kem_1024};
pub use rand_core;
pub use secret::Secret;

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
