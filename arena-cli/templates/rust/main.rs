//! Runner of the arena for @NAME@.

mod kem;

use arena_runner::Runner;
use nexusq_contract::Descriptor;
use std::process::ExitCode;

const DESCRIPTOR: Descriptor = Descriptor {
    id: "@NAME@",
    name: "@NAME@",
    // Ask the library, don't write it down: this is how a record knows what ran. adapter.toml must say the same.
    version: "0.0.0",
    language: "Rust",
    // Which code runs on this processor, and how you know.
    back_end: "none yet: a stub",
    // Where the library gets its randomness from.
    rng: "none yet: a stub",
    // Whether key generation tests the new pair before it returns.
    keygen_self_test: false,
    // Options that matter for speed.
    build_options: "",
};

fn main() -> ExitCode {
    let runner = Runner::new(DESCRIPTOR);
    // One call for each parameter set: `kem` for key encapsulation, `signature` for signatures.
    if kem::READY {
        runner.kem(kem::MlKem768).serve()
    } else {
        runner.serve()
    }
}
