//! The runner of the OpenSSL adapter.

use adapter_openssl::{MlKem, Signer, descriptor};
use arena_runner::Runner;
use nexusq_contract::{Algorithm, ContractError, ParameterSet};
use std::process::ExitCode;

fn main() -> ExitCode {
    match runner() {
        Ok(runner) => runner.serve(),
        Err(error) => {
            eprintln!("runner-openssl: {error}");
            ExitCode::FAILURE
        }
    }
}

fn runner() -> Result<Runner, ContractError> {
    let mut runner = Runner::new(descriptor()?);
    for &set in ParameterSet::ALL {
        runner = match set.algorithm() {
            Algorithm::MlKem => runner.kem(MlKem::new(set)?),
            Algorithm::MlDsa | Algorithm::SlhDsa => runner.signature(Signer::new(set)?),
            Algorithm::Hqc => runner,
        };
    }
    Ok(runner)
}
