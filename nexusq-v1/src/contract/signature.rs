//! `Signature` for ML-DSA-65.

use super::exactly;
use crate::ml_dsa_65;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};

/// ML-DSA-65 by [`ml_dsa_65`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MlDsa65;

impl Signature for MlDsa65 {
    type SigningKey = ml_dsa_65::SigningKey;
    type VerifyingKey = ml_dsa_65::VerifyingKey;
    type Signature = ml_dsa_65::Signature;

    fn parameter_set(&self) -> ParameterSet {
        ParameterSet::MlDsa65
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::SignDeterministic,
            Capability::SignHedged,
            Capability::Context,
            Capability::ImportSeed,
            Capability::ExportExpanded,
            Capability::ExportSeed,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Expanded
    }

    fn generate(&self) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
        Ok(ml_dsa_65::keygen()?)
    }

    fn generate_from_seed(
        &self,
        seed: &[u8],
    ) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
        Ok(ml_dsa_65::keygen_from_seed(exactly("seed", seed)?))
    }

    fn sign(
        &self,
        key: &Self::SigningKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Self::Signature, ContractError> {
        match randomness {
            SigningRandomness::Hedged => Ok(key.sign(message, context)?),
            SigningRandomness::Deterministic => Ok(key.sign_deterministic(message, context)?),
            SigningRandomness::Rnd(_) => {
                Err(ContractError::Unsupported(Capability::SignWithRnd.id()))
            }
        }
    }

    fn verify(
        &self,
        key: &Self::VerifyingKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        Ok(key.verify(message, context, signature)?)
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<Self::VerifyingKey, ContractError> {
        Ok(ml_dsa_65::VerifyingKey::from_bytes(bytes)?)
    }

    fn import_signing_key(
        &self,
        form: KeyForm,
        bytes: &[u8],
    ) -> Result<Self::SigningKey, ContractError> {
        match form {
            KeyForm::Seed => Ok(self.generate_from_seed(bytes)?.1),
            KeyForm::Expanded => Err(ContractError::Unsupported(Capability::ImportExpanded.id())),
        }
    }

    fn export_verifying_key(
        &self,
        key: &Self::VerifyingKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("verifying key", &key.to_bytes(), out)
    }

    fn export_signing_key(
        &self,
        key: &Self::SigningKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => ContractError::copy_out("signing key", &key.to_bytes(), out),
            KeyForm::Seed => ContractError::copy_out("seed", &key.to_seed(), out),
        }
    }
}
