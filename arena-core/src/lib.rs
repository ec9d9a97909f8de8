//! The arena without a face: what is measured, how, and what is made of it.
//!
//! Knows no implementation. It finds out what exists by reading `adapters/*/adapter.toml`.
#![forbid(unsafe_code)]

pub mod environment;
pub mod fitness;
pub mod pinning;
pub mod pins;
pub mod protocol;
pub mod record;
pub mod stats;
pub mod tools;
