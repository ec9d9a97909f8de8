//! What an operation leaves of its secrets in memory once everything of it was dropped.
//!
//! A fresh runner performs one operation. Then it waits for the next request, and its whole writable
//! memory is read from outside and searched for the secrets of the operation, which are known here:
//! inputs, outputs, and the intermediate values that FIPS 203 section 3.3 and FIPS 204 section 3.6.3 ask to
//! be destroyed. `docs/residue.md` has the definitions and what was found.

pub mod maps;
pub mod memory;
pub mod pattern;
pub mod scan;
pub mod secrets;
pub mod stated;
pub mod trial;

/// The length of a run in bytes.
pub const RUN: usize = 16;
