#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

pub mod contract;
mod error;
mod ml_dsa;
mod ml_kem;

pub use error::Error;
pub use ml_dsa::ml_dsa_65;
pub use ml_kem::{ml_kem_768, ml_kem_1024};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
