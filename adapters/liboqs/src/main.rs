//! The runner of the liboqs adapter.

use adapter_liboqs::{MlDsa, MlKem, descriptor};
use arena_runner::Runner;
use nexusq_contract::{Algorithm, ContractError, ParameterSet};
use std::process::ExitCode;

fn main() -> ExitCode {
    match runner() {
        Ok(runner) => runner.serve(),
        Err(error) => {
            eprintln!("runner-liboqs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn runner() -> Result<Runner, ContractError> {
    let mut runner = Runner::new(descriptor());
    for &set in ParameterSet::ALL {
        runner = match set.algorithm() {
            Algorithm::MlKem => runner.kem(MlKem::new(set)?),
            Algorithm::MlDsa => runner.signature(MlDsa::new(set)?),
            Algorithm::SlhDsa | Algorithm::Hqc => runner,
        };
    }
    Ok(runner)
}
