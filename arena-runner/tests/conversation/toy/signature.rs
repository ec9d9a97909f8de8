//! A toy signature scheme under the name of ML-DSA-65.
//!
//! The seed is 32 bytes, pk their complement, sk the seed after a byte `58`. A signature is rnd,
//! 32 bytes, and then the seed with the sum of all bytes of message and context added to each byte.

use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};
use std::cell::Cell;

/// Everything that a signature scheme can offer.
pub(crate) const ALL: &[Capability] = &[
    Capability::GenerateFromSeed,
    Capability::SignDeterministic,
    Capability::SignHedged,
    Capability::SignWithRnd,
    Capability::Context,
    Capability::ImportExpanded,
    Capability::ImportSeed,
    Capability::ExportExpanded,
    Capability::ExportSeed,
];

/// The byte of its first own randomness; later ones count on.
pub(crate) const FIRST_OWN: u8 = 0x20;

/// The toy.
pub(crate) struct ToySignature {
    pub(crate) capabilities: &'static [Capability],
    next_own: Cell<u8>,
}

impl ToySignature {
    /// A toy that declares these capabilities. It implements all of them, and
    /// refuses to export what it doesn't declare.
    pub(crate) fn with(capabilities: &'static [Capability]) -> ToySignature {
        ToySignature {
            capabilities,
            next_own: Cell::new(FIRST_OWN),
        }
    }

    fn own(&self) -> [u8; 32] {
        let byte = self.next_own.get();
        self.next_own.set(byte.wrapping_add(1));
        [byte; 32]
    }
}

fn array(what: &'static str, bytes: &[u8]) -> Result<[u8; 32], ContractError> {
    ContractError::check_length(what, bytes, 32)?;
    Ok(std::array::from_fn(|i| bytes[i]))
}

fn body(seed: &[u8; 32], message: &[u8], context: &[u8]) -> Result<[u8; 32], ContractError> {
    if context.len() > 255 {
        return Err(ContractError::InvalidInput {
            what: "context",
            rule: "FIPS 204 Alg. 2: at most 255 bytes",
        });
    }
    let sum = message
        .iter()
        .chain(context)
        .fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    Ok(seed.map(|byte| byte.wrapping_add(sum)))
}

impl Signature for ToySignature {
    type SigningKey = [u8; 32];
    type VerifyingKey = [u8; 32];
    type Signature = [u8; 64];

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlDsa65
    }

    fn capabilities(&self) -> &'static [Capability] {
        self.capabilities
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<([u8; 32], [u8; 32]), ContractError> {
        self.generate_from_seed(&self.own())
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<([u8; 32], [u8; 32]), ContractError> {
        let seed = array("seed", seed)?;
        Ok((seed.map(|byte| !byte), seed))
    }

    fn sign(
        &self,
        key: &[u8; 32],
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<[u8; 64], ContractError> {
        let rnd = match randomness {
            SigningRandomness::Hedged => self.own(),
            SigningRandomness::Deterministic => [0; 32],
            SigningRandomness::Rnd(rnd) => array("rnd", rnd)?,
        };
        let body = body(key, message, context)?;
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&rnd);
        signature[32..].copy_from_slice(&body);
        Ok(signature)
    }

    fn verify(
        &self,
        key: &[u8; 32],
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        let body = body(&key.map(|byte| !byte), message, context)?;
        Ok(signature.len() == 64 && signature[32..] == body)
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<[u8; 32], ContractError> {
        array("public key", bytes)
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<[u8; 32], ContractError> {
        match form {
            KeyForm::Seed => array("seed", bytes),
            KeyForm::Expanded => {
                ContractError::check_length("private key", bytes, 33)?;
                array("private key", &bytes[1..])
            }
        }
    }

    fn export_verifying_key(&self, key: &[u8; 32], out: &mut [u8]) -> Result<usize, ContractError> {
        ContractError::copy_out("public key", key, out)
    }

    fn export_signing_key(
        &self,
        key: &[u8; 32],
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        let capability = match form {
            KeyForm::Expanded => Capability::ExportExpanded,
            KeyForm::Seed => Capability::ExportSeed,
        };
        if !self.capabilities.contains(&capability) {
            return Err(ContractError::Unsupported(capability.id()));
        }
        if form == KeyForm::Seed {
            return ContractError::copy_out("seed", key, out);
        }
        let mut expanded = [b'X'; 33];
        expanded[1..].copy_from_slice(key);
        ContractError::copy_out("private key", &expanded, out)
    }
}
