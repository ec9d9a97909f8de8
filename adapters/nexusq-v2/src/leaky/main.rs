//! Runner of the arena for nexusq-v2 with planted leaks, to see whether `arena ct` finds them.
//!
//! Every operation that has a secret branches on a bit of it, looks something up by a byte of it and divides
//! by one. It is in no matrix, and no implementation.

mod kem;
mod leak;
mod leaky;
mod signature;

use arena_runner::Runner;
use leaky::Leaky;
use nexusq_contract::Descriptor;
use nexusq_v2::contract::{MlDsa44, MlDsa65, MlDsa87, MlKem512, MlKem768, MlKem1024};
use std::process::ExitCode;

const DESCRIPTOR: Descriptor = Descriptor {
    id: "nexusq-v2-leaky",
    name: "NEXUS-Q V2 with planted leaks",
    version: nexusq_v2::VERSION,
    language: "Rust",
    back_end: "that of nexusq-v2, and planted leaks",
    rng: "getrandom, the operating system's generator",
    keygen_self_test: false,
    build_options: "as nexusq-v2; a test of the arena and no implementation",
};

fn main() -> ExitCode {
    Runner::new(DESCRIPTOR)
        .kem(Leaky(MlKem512))
        .kem(Leaky(MlKem768))
        .kem(Leaky(MlKem1024))
        .signature(Leaky(MlDsa44))
        .signature(Leaky(MlDsa65))
        .signature(Leaky(MlDsa87))
        .serve()
}

#[cfg(test)]
mod tests {
    #[test]
    fn adapter_toml_does_not_name_it() {
        assert!(!include_str!("../../adapter.toml").contains("leaky"));
    }
}
