//! The runner of AWS-LC: ML-KEM and ML-DSA by its EVP interface.

mod descriptor;
mod evp;
mod kem;
mod signature;
mod sys;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

fn main() -> ExitCode {
    arena_runner::Runner::new(descriptor::descriptor())
        .kem(kem::ML_KEM_512)
        .kem(kem::ML_KEM_768)
        .kem(kem::ML_KEM_1024)
        .signature(signature::ML_DSA_44)
        .signature(signature::ML_DSA_65)
        .signature(signature::ML_DSA_87)
        .serve()
}
