//! Holds the conversation of `docs/runner-protocol.md` with runners of toy schemes, on streams in memory.
//! The section numbers in the tests are those of that page.
#![allow(clippy::unwrap_used, clippy::panic)]

mod kem;
mod lines;
mod signature;
mod toy;
