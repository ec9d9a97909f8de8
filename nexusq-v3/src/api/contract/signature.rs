//! `Signature` for the three parameter sets of ML-DSA.

use super::exactly;
use crate::Error;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};

macro_rules! signature {
    ($set:ident, $module:ident) => {
        #[doc = concat!("The types of [`", stringify!($module), "`](crate::", stringify!($module), ").")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $set;

        impl Signature for $set {
            type SigningKey = crate::$module::SigningKey;
            type VerifyingKey = crate::$module::VerifyingKey;
            type Signature = crate::$module::Signature;

            fn parameter_set(&self) -> ParameterSet {
                ParameterSet::$set
            }

            fn capabilities(&self) -> &'static [Capability] {
                &[
                    Capability::GenerateFromSeed,
                    Capability::SignDeterministic,
                    Capability::SignHedged,
                    Capability::SignWithRnd,
                    Capability::Context,
                    Capability::ImportExpanded,
                    Capability::ImportSeed,
                    Capability::ExportExpanded,
                    Capability::ExportSeed,
                ]
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Expanded
            }

            fn generate(&self) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let key = Self::SigningKey::generate()?;
                Ok((key.verifying_key(), key))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let key = Self::SigningKey::from_seed(exactly("seed", seed)?);
                Ok((key.verifying_key(), key))
            }

            fn sign(
                &self,
                key: &Self::SigningKey,
                message: &[u8],
                context: &[u8],
                randomness: SigningRandomness<'_>,
            ) -> Result<Self::Signature, ContractError> {
                Ok(match randomness {
                    SigningRandomness::Hedged => key.sign(message, context)?,
                    SigningRandomness::Deterministic => key.sign_deterministic(message, context)?,
                    SigningRandomness::Rnd(rnd) => {
                        key.sign_with_rnd(message, context, exactly("rnd", rnd)?)?
                    }
                })
            }

            fn verify(
                &self,
                key: &Self::VerifyingKey,
                message: &[u8],
                context: &[u8],
                signature: &[u8],
            ) -> Result<bool, ContractError> {
                match key.verify_bytes(message, context, signature) {
                    Ok(()) => Ok(true),
                    Err(Error::InvalidSignature | Error::InvalidLength { .. }) => Ok(false),
                    Err(error) => Err(error.into()),
                }
            }

            fn import_verifying_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::VerifyingKey, ContractError> {
                Ok(Self::VerifyingKey::from_bytes(bytes)?)
            }

            fn import_signing_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::SigningKey, ContractError> {
                match form {
                    KeyForm::Expanded => Ok(Self::SigningKey::from_expanded(bytes)?),
                    KeyForm::Seed => Ok(Self::SigningKey::from_seed(exactly("seed", bytes)?)),
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
                    KeyForm::Expanded => {
                        ContractError::copy_out("signing key", key.to_expanded().as_ref(), out)
                    }
                    KeyForm::Seed => {
                        let seed = key.to_seed().ok_or(ContractError::Unsupported(
                            "export-seed of a key that was imported expanded",
                        ))?;
                        ContractError::copy_out("seed", seed.as_ref(), out)
                    }
                }
            }
        }
    };
}

signature!(MlDsa44, ml_dsa_44);
signature!(MlDsa65, ml_dsa_65);
signature!(MlDsa87, ml_dsa_87);
