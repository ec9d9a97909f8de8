//! Runner of the arena for nexusq-v2.

use arena_runner::Runner;
use nexusq_contract::Descriptor;
use nexusq_v2::contract::{MlDsa44, MlDsa65, MlDsa87, MlKem512, MlKem768, MlKem1024};
use std::process::ExitCode;

const DESCRIPTOR: Descriptor = Descriptor {
    id: "nexusq-v2",
    name: "NEXUS-Q V2",
    version: nexusq_v2::VERSION,
    language: "Rust",
    back_end: "portable: ml-kem, ml-dsa and keccak hold no x86 code of their own; on aarch64 \
               keccak uses the SHA-3 instructions where the processor has them",
    rng: "getrandom, the operating system's generator",
    keygen_self_test: false,
    build_options: "features alloc, zeroize of ml-kem and ml-dsa; cargo profile release of the workspace",
};

fn main() -> ExitCode {
    Runner::new(DESCRIPTOR)
        .kem(MlKem512)
        .kem(MlKem768)
        .kem(MlKem1024)
        .signature(MlDsa44)
        .signature(MlDsa65)
        .signature(MlDsa87)
        .serve()
}

#[cfg(test)]
mod tests {
    use super::DESCRIPTOR;

    #[test]
    fn adapter_toml_names_the_same_implementation() {
        let toml = include_str!("../adapter.toml");
        assert!(toml.contains(&format!("id = \"{}\"\n", DESCRIPTOR.id)));
        assert!(toml.contains(&format!("version = \"{}\"\n", DESCRIPTOR.version)));
    }
}
