//! Runner of the arena for @NAME@.

mod ffi;
mod kem;

use arena_runner::Runner;
use nexusq_contract::Descriptor;
use std::process::ExitCode;

fn descriptor() -> Descriptor {
    Descriptor {
        id: "@NAME@",
        name: "@NAME@",
        // adapter.toml must say the same.
        version: ffi::version(),
        language: "C",
        // Which code runs on this processor, and how you know.
        back_end: "none yet: a stub",
        // Where the library gets its randomness from.
        rng: "none yet: a stub",
        // Whether key generation tests the new pair before it returns.
        keygen_self_test: false,
        // Options that matter for speed.
        build_options: "cc -O3",
    }
}

fn main() -> ExitCode {
    let runner = Runner::new(descriptor());
    // One call for each parameter set: `kem` for key encapsulation, `signature` for signatures.
    if kem::READY {
        runner.kem(kem::MlKem768).serve()
    } else {
        runner.serve()
    }
}
