//! Runner of the arena for the RustCrypto crates.

use adapter_rustcrypto::*;
use std::process::ExitCode;

fn main() -> ExitCode {
    arena_runner::Runner::new(descriptor())
        .kem(MlKem512)
        .kem(MlKem768)
        .kem(MlKem1024)
        .kem(Hqc128)
        .kem(Hqc192)
        .kem(Hqc256)
        .signature(MlDsa44)
        .signature(MlDsa65)
        .signature(MlDsa87)
        .serve()
}
