//! A runner for the tests of `arena ct`: a toy under the name of ML-KEM-768, without a leak, or with those that are
//! planted in the leaky runner of nexusq-v2 if this program's name ends with `leaky` and a file `planted` lies beside it.
//!
//! It is no cryptography: c = m XOR ek and K = m + 1, byte by byte. A real implementation won't do here: tests are compiled with
//! checks of overflow, which are branches on secrets.

#[path = "../../adapters/nexusq-v2/src/leaky/kem.rs"]
mod kem;
#[path = "../../adapters/nexusq-v2/src/leaky/leak.rs"]
mod leak;
// The bytes that a key keeps are for signature schemes.
#[allow(dead_code)]
#[path = "../../adapters/nexusq-v2/src/leaky/leaky.rs"]
mod leaky;

use arena_runner::Runner;
use leaky::Leaky;
use nexusq_contract::{
    Capability, ContractError, Descriptor, Kem, KeyForm, ParameterSet, PreparedKey,
};
use std::path::Path;
use std::process::ExitCode;

const DESCRIPTOR: Descriptor = Descriptor {
    id: "nexusq-v2",
    name: "Toy",
    version: "1.0",
    language: "Rust",
    back_end: "portable",
    rng: "none",
    keygen_self_test: false,
    build_options: "",
};
const EK: usize = 1184;
const DK: usize = 2400;
const SECRET: usize = 32;

fn main() -> ExitCode {
    let name = std::env::args().next().unwrap_or_default();
    let runner = Runner::new(DESCRIPTOR);
    if name.ends_with("leaky") && Path::new(&name).with_file_name("planted").exists() {
        runner.kem(Leaky(Toy)).serve()
    } else {
        runner.kem(Toy).serve()
    }
}

#[derive(Clone, Copy)]
struct Toy;

/// dk repeats the seed, ek its complement.
fn repeated<const N: usize>(seed: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| seed.get(i % 64).copied().unwrap_or_default())
}

impl Kem for Toy {
    type EncapsulationKey = Vec<u8>;
    type DecapsulationKey = Vec<u8>;
    type Ciphertext = Vec<u8>;
    type SharedSecret = [u8; SECRET];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlKem768
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::EncapsulateWithM,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        self.generate_from_seed(&[7; 64])
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        let dk = repeated::<DK>(seed).to_vec();
        Ok((repeated::<EK>(seed).map(|byte| !byte).to_vec(), dk))
    }

    fn encapsulate(&self, key: &Vec<u8>) -> Result<(Vec<u8>, [u8; SECRET]), ContractError> {
        self.encapsulate_with_m(key, &[9; SECRET])
    }

    fn encapsulate_with_m(
        &self,
        key: &Vec<u8>,
        m: &[u8],
    ) -> Result<(Vec<u8>, [u8; SECRET]), ContractError> {
        let ciphertext = m.iter().zip(key).map(|(m, key)| m ^ key).collect();
        let m: [u8; SECRET] = std::array::from_fn(|i| m.get(i).copied().unwrap_or_default());
        Ok((ciphertext, m.map(|byte| byte.wrapping_add(1))))
    }

    fn decapsulate(&self, key: &Vec<u8>, ciphertext: &[u8]) -> Result<[u8; SECRET], ContractError> {
        let byte = |bytes: &[u8], i: usize| bytes.get(i).copied().unwrap_or_default();
        Ok(std::array::from_fn(|i| {
            (byte(ciphertext, i) ^ !byte(key, i)).wrapping_add(1)
        }))
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<Vec<u8>, ContractError> {
        ContractError::check_length("encapsulation key", bytes, EK)?;
        Ok(bytes.to_vec())
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Vec<u8>, ContractError> {
        match form {
            KeyForm::Expanded => ContractError::check_length("decapsulation key", bytes, DK)?,
            KeyForm::Seed => return Err(ContractError::Unsupported(Capability::ImportSeed.id())),
        }
        Ok(bytes.to_vec())
    }

    fn export_encapsulation_key(
        &self,
        key: &Vec<u8>,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("encapsulation key", key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &Vec<u8>,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => ContractError::copy_out("decapsulation key", key, out),
            KeyForm::Seed => Err(ContractError::Unsupported(Capability::ExportSeed.id())),
        }
    }
}
