//! A runner for tests: the ML-KEM-768 and ML-DSA-65 of nexusq-v2 under any name and version, with
//! one fault built in.
//!
//! `fake_runner ID VERSION [FAULT:OPERATION]`, where FAULT is `crash`, `hang`, `garbage`, `wrong` or
//! `lack` and OPERATION is one of the KEM's.

use arena_runner::Runner;
use nexusq_contract::{
    Capability, ContractError, Descriptor, Kem, KeyForm, ParameterSet, PreparedKey,
};
use nexusq_v2::contract::{MlDsa65, MlKem768};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<&'static str> = std::env::args()
        .skip(1)
        .map(|argument| &*argument.leak())
        .collect();
    let [id, version, fault @ ..] = arguments.as_slice() else {
        eprintln!("usage: fake_runner ID VERSION [FAULT:OPERATION]");
        return ExitCode::from(2);
    };
    let (fault, operation) = fault
        .first()
        .and_then(|fault| fault.split_once(':'))
        .unwrap_or_default();
    let descriptor = Descriptor {
        id,
        name: "fake",
        version,
        language: "Rust",
        back_end: "portable",
        rng: "getrandom",
        keygen_self_test: false,
        build_options: "",
    };
    Runner::new(descriptor)
        .kem(Faulty {
            inner: MlKem768,
            fault,
            operation,
        })
        .signature(MlDsa65)
        .serve()
}

/// A KEM that behaves badly in one operation.
struct Faulty {
    inner: MlKem768,
    fault: &'static str,
    operation: &'static str,
}

impl Faulty {
    /// Behaves badly if `operation` is the one; true if its result is to be wrong.
    fn misbehave(&self, operation: &str) -> Result<bool, ContractError> {
        if operation != self.operation {
            return Ok(false);
        }
        match self.fault {
            "crash" => {
                eprintln!("about to abort");
                std::process::abort()
            }
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            "garbage" => println!("=== progress 42 % ==="),
            "lack" => return Err(ContractError::Unsupported("this operation")),
            _ => {}
        }
        Ok(self.fault == "wrong")
    }
}

type Ek = <MlKem768 as Kem>::EncapsulationKey;
type Dk = <MlKem768 as Kem>::DecapsulationKey;

impl Kem for Faulty {
    type EncapsulationKey = Ek;
    type DecapsulationKey = Dk;
    type Ciphertext = Vec<u8>;
    type SharedSecret = Vec<u8>;

    fn parameter_set(&self) -> ParameterSet {
        self.inner.parameter_set()
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.inner.capabilities()
    }

    fn prepared_key(&self) -> PreparedKey {
        self.inner.prepared_key()
    }

    fn generate(&self) -> Result<(Ek, Dk), ContractError> {
        self.misbehave("keygen")?;
        self.inner.generate()
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Ek, Dk), ContractError> {
        self.inner.generate_from_seed(seed)
    }

    fn encapsulate(&self, key: &Ek) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        let wrong = self.misbehave("encaps")?;
        let (ciphertext, secret) = self.inner.encapsulate(key)?;
        let mut secret = secret.as_ref().to_vec();
        secret[0] ^= u8::from(wrong);
        Ok((ciphertext.as_ref().to_vec(), secret))
    }

    fn encapsulate_with_m(&self, key: &Ek, m: &[u8]) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        let (ciphertext, secret) = self.inner.encapsulate_with_m(key, m)?;
        Ok((ciphertext.as_ref().to_vec(), secret.as_ref().to_vec()))
    }

    fn decapsulate(&self, key: &Dk, ciphertext: &[u8]) -> Result<Vec<u8>, ContractError> {
        let wrong = self.misbehave("decaps")?;
        let mut secret = self.inner.decapsulate(key, ciphertext)?.as_ref().to_vec();
        secret[0] ^= u8::from(wrong);
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<Ek, ContractError> {
        self.inner.import_encapsulation_key(bytes)
    }

    fn import_decapsulation_key(&self, form: KeyForm, bytes: &[u8]) -> Result<Dk, ContractError> {
        self.inner.import_decapsulation_key(form, bytes)
    }

    fn export_encapsulation_key(&self, key: &Ek, out: &mut [u8]) -> Result<usize, ContractError> {
        self.inner.export_encapsulation_key(key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &Dk,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.inner.export_decapsulation_key(key, form, out)
    }
}
