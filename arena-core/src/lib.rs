//! The arena without a face: what is measured, how, and what is made of it.
//!
//! Knows no implementation. It finds out what exists by reading `adapters/*/adapter.toml`.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod attempts;
pub mod builder;
pub mod check;
pub mod client;
pub mod corpus;
pub mod count;
pub mod driver;
pub mod environment;
pub mod evidence;
pub mod explain;
pub mod export;
pub mod files;
pub mod fitness;
pub mod folders;
pub mod gate;
pub mod group;
pub mod interrupt;
pub mod inventory;
pub mod lines;
pub mod lock;
pub mod loose;
pub mod manifest;
mod math;
pub mod merged;
pub mod names;
pub mod normalize;
pub mod origin;
pub mod own;
pub mod pinning;
pub mod pins;
pub mod plan;
pub mod planning;
pub mod precision;
pub mod protocol;
pub mod published;
pub mod raw;
pub mod record;
pub mod record_v1;
pub mod reference;
pub mod report;
pub mod runners;
pub mod schema;
pub mod series;
pub mod stats;
pub mod storage;
pub mod tools;
pub mod trend;
pub mod verdict;
pub mod verify;
