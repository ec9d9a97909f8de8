//! Turns any type that implements the contract into a runner: a program that times and performs
//! operations for a driver, over JSON lines on standard input and output.
//!
//! The protocol is described in `docs/runner-protocol.md`; [`message`] holds its types, which the
//! driver uses too. A runner for one more implementation is a `main` of a few lines:
//!
//! ```no_run
//! # use nexusq_contract::*;
//! # struct MyKem;
//! # impl Kem for MyKem {
//! #     type EncapsulationKey = (); type DecapsulationKey = ();
//! #     type Ciphertext = [u8; 0]; type SharedSecret = [u8; 0];
//! #     fn parameter_set(&self) -> ParameterSet { ParameterSet::MlKem768 }
//! #     fn capabilities(&self) -> &'static [Capability] { &[] }
//! #     fn prepared_key(&self) -> PreparedKey { PreparedKey::Bytes }
//! #     fn generate(&self) -> Result<((), ()), ContractError> { Ok(((), ())) }
//! #     fn encapsulate(&self, _: &()) -> Result<([u8; 0], [u8; 0]), ContractError> { Ok(([], [])) }
//! #     fn decapsulate(&self, _: &(), _: &[u8]) -> Result<[u8; 0], ContractError> { Ok([]) }
//! #     fn import_encapsulation_key(&self, _: &[u8]) -> Result<(), ContractError> { Ok(()) }
//! #     fn import_decapsulation_key(&self, _: KeyForm, _: &[u8]) -> Result<(), ContractError> { Ok(()) }
//! #     fn export_encapsulation_key(&self, _: &(), _: &mut [u8]) -> Result<usize, ContractError> { Ok(0) }
//! #     fn export_decapsulation_key(&self, _: &(), _: KeyForm, _: &mut [u8]) -> Result<usize, ContractError> { Ok(0) }
//! # }
//! fn main() -> std::process::ExitCode {
//!     arena_runner::Runner::new(nexusq_contract::Descriptor {
//!         id: "mine",
//!         name: "My library",
//!         version: "1.0.0",
//!         language: "Rust",
//!         back_end: "portable",
//!         rng: "getrandom",
//!         keygen_self_test: false,
//!         build_options: "",
//!     })
//!     .kem(MyKem)
//!     .serve()
//! }
//! ```
#![forbid(unsafe_code)]

mod calibration;
mod erase;
mod export;
mod fields;
mod harness;
mod kem;
mod marks;
pub mod message;
mod serve;
mod signature;
pub mod timing;

pub use fields::{Field, Fields};
pub use serve::Runner;
