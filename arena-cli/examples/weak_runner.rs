//! A runner for tests: ML-KEM-768 and ML-DSA-44 of the models in `arena-core`, with one weakness built in.
//!
//! `weak_runner ID VERSION [WEAKNESS]`. Of ML-DSA a weakness is the id of a rule of verification that is left out, for example
//! `hint-order`. Of ML-KEM it is `explicit-rejection` (a wrong ciphertext is an error), `no-modulus-check`,
//! `short-comparison` (the last byte of the ciphertext isn't looked at) or `lengths` (what is too long is cut).

use arena_checks::vectors::ml_dsa::rules::id;
use arena_core::reference::ml_dsa::pure::{sign, verify};
use arena_core::reference::ml_dsa::{self, Rule, Rules};
use arena_core::reference::ml_kem::{self, hash, kem, pke};
use arena_runner::Runner;
use nexusq_contract::{
    Capability, ContractError, Descriptor, Kem, KeyForm, ParameterSet, PreparedKey, Signature,
    SigningRandomness,
};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<&'static str> = std::env::args()
        .skip(1)
        .map(|argument| &*argument.leak())
        .collect();
    let [id, version, weakness @ ..] = arguments.as_slice() else {
        eprintln!("usage: weak_runner ID VERSION [WEAKNESS]");
        return ExitCode::from(2);
    };
    let weakness = weakness.first().copied().unwrap_or_default();
    let (Some(kem), Some(signature)) = (WeakKem::new(weakness), WeakSignature::new(weakness))
    else {
        return ExitCode::from(2);
    };
    let descriptor = Descriptor {
        id,
        name: "weak",
        version,
        language: "Rust",
        back_end: "portable",
        rng: "none",
        keygen_self_test: false,
        build_options: "",
    };
    Runner::new(descriptor)
        .kem(kem)
        .signature(signature)
        .serve()
}

const REFUSED: ContractError = ContractError::InvalidInput {
    what: "input",
    rule: "a check of the model",
};

/// Bytes as an array, or an error that names their length.
fn array<const LENGTH: usize>(
    what: &'static str,
    bytes: &[u8],
) -> Result<[u8; LENGTH], ContractError> {
    ContractError::check_length(what, bytes, LENGTH)?;
    bytes.try_into().map_err(|_| REFUSED)
}

struct WeakKem {
    p: ml_kem::Parameters,
    weakness: &'static str,
}

impl WeakKem {
    fn new(weakness: &'static str) -> Option<WeakKem> {
        let p = ml_kem::Parameters::of(ParameterSet::MlKem768)?;
        Some(WeakKem { p, weakness })
    }

    fn is(&self, weakness: &str) -> bool {
        self.weakness == weakness
    }

    /// The secret if only the last byte of the ciphertext is wrong.
    fn without_last_byte(&self, dk: &[u8], c: &[u8]) -> Option<[u8; 32]> {
        let parts = kem::parts(&self.p, dk).ok()?;
        let m = pke::decrypt(&self.p, parts.decryption_key, c);
        let (secret, r) = hash::g(&[&m, parts.hash]);
        let again = pke::encrypt(&self.p, parts.encryption_key, &m, &r);
        let end = again.len() - 1;
        (c.get(..end) == again.get(..end)).then_some(secret)
    }
}

impl Kem for WeakKem {
    type EncapsulationKey = Vec<u8>;
    type DecapsulationKey = Vec<u8>;
    type Ciphertext = Vec<u8>;
    type SharedSecret = [u8; 32];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlKem768
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::EncapsulateWithM,
            Capability::ImportExpanded,
            Capability::ImportSeed,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        self.generate_from_seed(&[0; 64])
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        let seed: [u8; 64] = array("seed", seed)?;
        let (d, z) = seed.split_at(32);
        let keys = kem::keygen_internal(&self.p, &array("d", d)?, &array("z", z)?);
        Ok((keys.encapsulation_key, keys.decapsulation_key))
    }

    fn encapsulate(&self, key: &Vec<u8>) -> Result<(Vec<u8>, [u8; 32]), ContractError> {
        self.encapsulate_with_m(key, &[1; 32])
    }

    fn encapsulate_with_m(
        &self,
        key: &Vec<u8>,
        m: &[u8],
    ) -> Result<(Vec<u8>, [u8; 32]), ContractError> {
        let m = array("m", m)?;
        let (secret, c) = kem::encaps_internal(&self.p, key, &m).map_err(|_| REFUSED)?;
        Ok((c, secret))
    }

    fn decapsulate(&self, key: &Vec<u8>, ciphertext: &[u8]) -> Result<[u8; 32], ContractError> {
        let length = self.p.ciphertext_length();
        let c = match ciphertext.get(..length) {
            Some(cut) if self.is("lengths") => cut,
            _ => ciphertext,
        };
        let secret = kem::decaps(&self.p, key, c).map_err(|_| REFUSED)?;
        let z = key.last_chunk::<32>().ok_or(REFUSED)?;
        if self.is("explicit-rejection") && secret == kem::implicit_rejection(z, c) {
            return Err(REFUSED);
        }
        if self.is("short-comparison") {
            return Ok(self.without_last_byte(key, c).unwrap_or(secret));
        }
        Ok(secret)
    }

    fn import_encapsulation_key(&self, bytes: &[u8]) -> Result<Vec<u8>, ContractError> {
        let length = self.p.encapsulation_key_length();
        ContractError::check_length("encapsulation key", bytes, length)?;
        if !self.is("no-modulus-check") {
            kem::check_encapsulation_key(&self.p, bytes).map_err(|_| REFUSED)?;
        }
        Ok(bytes.to_vec())
    }

    fn import_decapsulation_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Vec<u8>, ContractError> {
        match form {
            KeyForm::Seed => Ok(self.generate_from_seed(bytes)?.1),
            KeyForm::Expanded => {
                let length = self.p.decapsulation_key_length();
                ContractError::check_length("decapsulation key", bytes, length)?;
                Ok(bytes.to_vec())
            }
        }
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
        _: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("decapsulation key", key, out)
    }
}

struct WeakSignature {
    p: ml_dsa::Parameters,
    rules: Rules,
}

impl WeakSignature {
    fn new(weakness: &str) -> Option<WeakSignature> {
        let left_out = Rule::ALL.into_iter().find(|rule| id(*rule) == weakness);
        Some(WeakSignature {
            p: ml_dsa::Parameters::of(ParameterSet::MlDsa44)?,
            rules: left_out.map_or(Rules::all(), Rules::without),
        })
    }
}

impl Signature for WeakSignature {
    type SigningKey = Vec<u8>;
    type VerifyingKey = Vec<u8>;
    type Signature = Vec<u8>;

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlDsa44
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::SignDeterministic,
            Capability::SignWithRnd,
            Capability::Context,
            Capability::ImportExpanded,
            Capability::ImportSeed,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        self.generate_from_seed(&[0; 32])
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Vec<u8>, Vec<u8>), ContractError> {
        Ok(ml_dsa::keygen::keygen_internal(
            &self.p,
            &array("seed", seed)?,
        ))
    }

    fn sign(
        &self,
        key: &Vec<u8>,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Vec<u8>, ContractError> {
        let rnd = match randomness {
            SigningRandomness::Deterministic => [0; 32],
            SigningRandomness::Rnd(rnd) => array("rnd", rnd)?,
            SigningRandomness::Hedged => return Err(ContractError::Unsupported("hedged")),
        };
        let signed = sign(&self.p, key, message, context, &rnd).map_err(|_| REFUSED)?;
        Ok(signed.signature)
    }

    /// The length of the key is one of the rules, so import leaves it alone.
    fn verify(
        &self,
        key: &Vec<u8>,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        Ok(verify(&self.p, self.rules, key, message, context, signature).is_ok())
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<Vec<u8>, ContractError> {
        Ok(bytes.to_vec())
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<Vec<u8>, ContractError> {
        match form {
            KeyForm::Seed => Ok(self.generate_from_seed(bytes)?.1),
            KeyForm::Expanded => {
                ml_dsa::encoding::sk_decode(&self.p, bytes).map_err(|_| REFUSED)?;
                Ok(bytes.to_vec())
            }
        }
    }

    fn export_verifying_key(&self, key: &Vec<u8>, out: &mut [u8]) -> Result<usize, ContractError> {
        ContractError::copy_out("public key", key, out)
    }

    fn export_signing_key(
        &self,
        key: &Vec<u8>,
        _: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("private key", key, out)
    }
}
