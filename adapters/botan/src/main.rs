//! The runner of Botan: ML-KEM, ML-DSA and SLH-DSA by its C interface.

mod descriptor;
mod ffi;
mod kem;
mod objects;
mod signature;
#[cfg(test)]
mod tests;

use arena_runner::Runner;
use kem::MlKem;
use nexusq_contract::{ContractError, ParameterSet};
use signature::Scheme;
use std::process::ExitCode;

fn main() -> ExitCode {
    match runner() {
        Ok(runner) => runner.serve(),
        Err(error) => {
            eprintln!("runner-botan: {error}");
            ExitCode::FAILURE
        }
    }
}

/// All parameter sets of the three schemes, each with the length of its ciphertext or signature.
fn runner() -> Result<Runner, ContractError> {
    let runner = Runner::new(descriptor::descriptor())
        .kem(MlKem::<768>::new(ParameterSet::MlKem512)?)
        .kem(MlKem::<1088>::new(ParameterSet::MlKem768)?)
        .kem(MlKem::<1568>::new(ParameterSet::MlKem1024)?)
        .signature(Scheme::<2420>::new(ParameterSet::MlDsa44)?)
        .signature(Scheme::<3309>::new(ParameterSet::MlDsa65)?)
        .signature(Scheme::<4627>::new(ParameterSet::MlDsa87)?)
        .signature(Scheme::<7856>::new(ParameterSet::SlhDsaSha2_128s)?)
        .signature(Scheme::<7856>::new(ParameterSet::SlhDsaShake128s)?)
        .signature(Scheme::<17088>::new(ParameterSet::SlhDsaSha2_128f)?)
        .signature(Scheme::<17088>::new(ParameterSet::SlhDsaShake128f)?)
        .signature(Scheme::<16224>::new(ParameterSet::SlhDsaSha2_192s)?)
        .signature(Scheme::<16224>::new(ParameterSet::SlhDsaShake192s)?)
        .signature(Scheme::<35664>::new(ParameterSet::SlhDsaSha2_192f)?)
        .signature(Scheme::<35664>::new(ParameterSet::SlhDsaShake192f)?)
        .signature(Scheme::<29792>::new(ParameterSet::SlhDsaSha2_256s)?)
        .signature(Scheme::<29792>::new(ParameterSet::SlhDsaShake256s)?)
        .signature(Scheme::<49856>::new(ParameterSet::SlhDsaSha2_256f)?)
        .signature(Scheme::<49856>::new(ParameterSet::SlhDsaShake256f)?);
    Ok(runner)
}
