//! A runner for tests: ML-KEM-768 and 1024 and ML-DSA-65 of nexusq-v2 under any name and version, with
//! one fault built in.
//!
//! `fake_runner ID VERSION [FAULT:OPERATION[:CALLS]]`, where FAULT is `crash`, `hang`, `garbage`, `wrong` or
//! `lack`. After so many good calls of the operation it misbehaves in every further one; without a number, from the
//! first. The signature scheme knows `wrong:sign` and `wrong:verify` only.
//!
//! Other faults are in the conversation (`fake_runner/conversation.rs`): `start` ends at once; `refuse` answers
//! everything but `hello` with an error; `huge`, `count`, `twice`, `leaves` and `flood` spoil the replies to requests
//! that time the operation.
//!
//! If the variable `FAKE_RUNNER_LOG` names a file, a line is added to it for every seed from which keys are generated, every
//! private key that is imported (its last 32 bytes, which of ML-KEM are z) and every message that is signed.

use arena_runner::Runner;
use nexusq_contract::{
    Capability, ContractError, Descriptor, Kem, KeyForm, ParameterSet, PreparedKey, Signature,
    SigningRandomness,
};
use nexusq_v2::contract::{MlDsa65, MlKem768, MlKem1024};
use std::cell::Cell;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

mod conversation;

fn main() -> ExitCode {
    let arguments: Vec<&'static str> = std::env::args()
        .skip(1)
        .map(|argument| &*argument.leak())
        .collect();
    let [id, version, fault @ ..] = arguments.as_slice() else {
        eprintln!("usage: fake_runner ID VERSION [FAULT:OPERATION[:CALLS]]");
        return ExitCode::from(2);
    };
    let mut parts = fault.first().unwrap_or(&"").splitn(3, ':');
    let mut part = || parts.next().unwrap_or_default();
    let (fault, operation) = (part(), part());
    let good_calls: usize = part().parse().unwrap_or(0);
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
    let runner = Runner::new(descriptor)
        .kem(Faulty::new(MlKem768, fault, operation, good_calls, id))
        .kem(Faulty::new(MlKem1024, fault, operation, good_calls, id))
        .signature(Dishonest {
            inner: MlDsa65,
            wrong: if fault == "wrong" { operation } else { "" },
            id,
        });
    match conversation::Fault::named(fault) {
        Some(fault) => conversation::hold(runner, fault, operation),
        None => runner.serve(),
    }
}

/// Adds a line to the log, if there is one.
fn log(id: &str, what: &str, bytes: &[u8]) {
    let Some(path) = std::env::var_os("FAKE_RUNNER_LOG") else {
        return;
    };
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let line = format!("{id} {what} {hex}\n");
    // Several runners write at once; one write of a short line is not torn.
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    if let Err(error) = written {
        eprintln!("FAKE_RUNNER_LOG: {error}");
    }
}

/// A KEM that behaves badly in one operation.
struct Faulty<K> {
    inner: K,
    fault: &'static str,
    operation: &'static str,
    /// Calls that go well before the fault shows.
    good_calls: Cell<usize>,
    id: &'static str,
}

impl<K> Faulty<K> {
    fn new(
        inner: K,
        fault: &'static str,
        operation: &'static str,
        good_calls: usize,
        id: &'static str,
    ) -> Faulty<K> {
        Faulty {
            inner,
            fault,
            operation,
            good_calls: Cell::new(good_calls),
            id,
        }
    }

    /// Behaves badly if `operation` is the one; true if its result is to be wrong.
    fn misbehave(&self, operation: &str) -> Result<bool, ContractError> {
        if operation != self.operation {
            return Ok(false);
        }
        if self.good_calls.get() > 0 {
            self.good_calls.set(self.good_calls.get() - 1);
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

impl<K: Kem> Kem for Faulty<K> {
    type EncapsulationKey = K::EncapsulationKey;
    type DecapsulationKey = K::DecapsulationKey;
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

    fn generate(&self) -> Result<(K::EncapsulationKey, K::DecapsulationKey), ContractError> {
        let wrong = self.misbehave("keygen")?;
        let (ek, dk) = self.inner.generate()?;
        if wrong {
            // The halves of two pairs.
            return Ok((self.inner.generate()?.0, dk));
        }
        Ok((ek, dk))
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(K::EncapsulationKey, K::DecapsulationKey), ContractError> {
        log(self.id, "seed", seed);
        self.inner.generate_from_seed(seed)
    }

    fn encapsulate(&self, key: &K::EncapsulationKey) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        let wrong = self.misbehave("encaps")?;
        let (ciphertext, secret) = self.inner.encapsulate(key)?;
        let mut secret = secret.as_ref().to_vec();
        secret[0] ^= u8::from(wrong);
        Ok((ciphertext.as_ref().to_vec(), secret))
    }

    fn encapsulate_with_m(
        &self,
        key: &K::EncapsulationKey,
        m: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        let (ciphertext, secret) = self.inner.encapsulate_with_m(key, m)?;
        Ok((ciphertext.as_ref().to_vec(), secret.as_ref().to_vec()))
    }

    fn decapsulate(
        &self,
        key: &K::DecapsulationKey,
        ciphertext: &[u8],
    ) -> Result<Vec<u8>, ContractError> {
        let wrong = self.misbehave("decaps")?;
        let mut secret = self.inner.decapsulate(key, ciphertext)?.as_ref().to_vec();
        secret[0] ^= u8::from(wrong);
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<K::EncapsulationKey, ContractError> {
        self.inner.import_encapsulation_key(bytes)
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<K::DecapsulationKey, ContractError> {
        log(
            self.id,
            "import",
            bytes.last_chunk::<32>().map_or(bytes, |end| end),
        );
        self.inner.import_decapsulation_key(form, bytes)
    }

    fn export_encapsulation_key(
        &self,
        key: &K::EncapsulationKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.inner.export_encapsulation_key(key, out)
    }

    fn export_decapsulation_key(
        &self,
        key: &K::DecapsulationKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.inner.export_decapsulation_key(key, form, out)
    }
}

/// A signature scheme that lies: its signatures don't verify, or it accepts any signature.
struct Dishonest {
    inner: MlDsa65,
    wrong: &'static str,
    id: &'static str,
}

type Vk = <MlDsa65 as Signature>::VerifyingKey;
type Sk = <MlDsa65 as Signature>::SigningKey;

impl Signature for Dishonest {
    type SigningKey = Sk;
    type VerifyingKey = Vk;
    type Signature = Vec<u8>;

    fn parameter_set(&self) -> ParameterSet {
        self.inner.parameter_set()
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.inner.capabilities()
    }

    fn prepared_key(&self) -> PreparedKey {
        self.inner.prepared_key()
    }

    fn generate(&self) -> Result<(Vk, Sk), ContractError> {
        self.inner.generate()
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Vk, Sk), ContractError> {
        log(self.id, "seed", seed);
        self.inner.generate_from_seed(seed)
    }

    fn sign(
        &self,
        key: &Sk,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Vec<u8>, ContractError> {
        log(self.id, "message", message);
        let signature = self.inner.sign(key, message, context, randomness)?;
        let mut signature = signature.as_ref().to_vec();
        signature[0] ^= u8::from(self.wrong == "sign");
        Ok(signature)
    }

    fn verify(
        &self,
        key: &Vk,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        Ok(self.wrong == "verify" || self.inner.verify(key, message, context, signature)?)
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<Vk, ContractError> {
        self.inner.import_verifying_key(bytes)
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<Sk, ContractError> {
        log(
            self.id,
            "import",
            bytes.last_chunk::<32>().map_or(bytes, |end| end),
        );
        self.inner.import_signing_key(form, bytes)
    }

    fn export_verifying_key(&self, key: &Vk, out: &mut [u8]) -> Result<usize, ContractError> {
        self.inner.export_verifying_key(key, out)
    }

    fn export_signing_key(
        &self,
        key: &Sk,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        self.inner.export_signing_key(key, form, out)
    }
}
