//! The arena without a face: what is measured, how, and what is made of it.
//!
//! Knows no implementation. It finds out what exists by reading `adapters/*/adapter.toml`.
#![forbid(unsafe_code)]

pub mod evidence;
pub mod files;
pub mod gate;
pub mod lines;
pub mod normalize;
pub mod pins;
pub mod plan;
pub mod protocol;
pub mod published;
pub mod record;
pub mod record_v1;
pub mod report;
pub mod schema;
pub mod stats;
pub mod verdict;
pub mod verify;
