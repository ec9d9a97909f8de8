//! `Signature` for the three parameter sets of ML-DSA, with prepared keys.

use crate::lazy::Lazy;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};
use nexusq_v3::Error;
use nexusq_v3::contract as plain;

/// A key that has neither form cannot be made.
const NO_KEY: ContractError = ContractError::LibraryFailed {
    call: "prepare",
    code: 0,
};

macro_rules! signature {
    ($set:ident, $module:ident) => {
        #[doc = concat!("The types of `", stringify!($module), "`.")]
        pub(crate) struct $set;

        impl Signature for $set {
            type SigningKey =
                Lazy<nexusq_v3::$module::SigningKey, nexusq_v3::$module::PreparedSigningKey>;
            type VerifyingKey =
                Lazy<nexusq_v3::$module::VerifyingKey, nexusq_v3::$module::PreparedVerifyingKey>;
            type Signature = nexusq_v3::$module::Signature;

            fn parameter_set(&self) -> ParameterSet {
                ParameterSet::$set
            }

            fn capabilities(&self) -> &'static [Capability] {
                Signature::capabilities(&plain::$set)
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Expanded
            }

            fn generate(&self) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let (pk, sk) = Signature::generate(&plain::$set)?;
                Ok((Lazy::generated(pk), Lazy::generated(sk)))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let (pk, sk) = Signature::generate_from_seed(&plain::$set, seed)?;
                Ok((Lazy::generated(pk), Lazy::generated(sk)))
            }

            fn sign(
                &self,
                key: &Self::SigningKey,
                message: &[u8],
                context: &[u8],
                randomness: SigningRandomness<'_>,
            ) -> Result<Self::Signature, ContractError> {
                let key = key.prepared(|key| key.prepare()).ok_or(NO_KEY)?;
                Ok(match randomness {
                    SigningRandomness::Hedged => key.sign(message, context)?,
                    SigningRandomness::Deterministic => key.sign_deterministic(message, context)?,
                    SigningRandomness::Rnd(rnd) => {
                        let actual = rnd.len();
                        let rnd = rnd.try_into().map_err(|_| ContractError::InvalidLength {
                            what: "rnd",
                            expected: 32,
                            actual,
                        })?;
                        key.sign_with_rnd(message, context, rnd)?
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
                let key = key.prepared(|key| key.prepare()).ok_or(NO_KEY)?;
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
                let prepared = nexusq_v3::$module::PreparedVerifyingKey::from_bytes(bytes)?;
                Ok(Lazy::imported(None, prepared))
            }

            fn import_signing_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::SigningKey, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        let prepared =
                            nexusq_v3::$module::PreparedSigningKey::from_expanded(bytes)?;
                        Ok(Lazy::imported(None, prepared))
                    }
                    KeyForm::Seed => {
                        let key = Signature::import_signing_key(&plain::$set, form, bytes)?;
                        let prepared = key.prepare();
                        Ok(Lazy::imported(Some(key), prepared))
                    }
                }
            }

            fn export_verifying_key(
                &self,
                key: &Self::VerifyingKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                let bytes = match key.plain() {
                    Some(key) => key.to_bytes(),
                    None => key
                        .prepared(|key| key.prepare())
                        .ok_or(NO_KEY)?
                        .verifying_key()
                        .to_bytes(),
                };
                ContractError::copy_out("verifying key", &bytes, out)
            }

            fn export_signing_key(
                &self,
                key: &Self::SigningKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match (key.plain(), form) {
                    (Some(key), form) => {
                        Signature::export_signing_key(&plain::$set, key, form, out)
                    }
                    (None, KeyForm::Expanded) => {
                        let key = key.prepared(|key| key.prepare()).ok_or(NO_KEY)?;
                        ContractError::copy_out("signing key", key.to_expanded().as_ref(), out)
                    }
                    (None, KeyForm::Seed) => Err(ContractError::Unsupported(
                        "export-seed of a key that was imported expanded",
                    )),
                }
            }
        }
    };
}

signature!(MlDsa44, ml_dsa_44);
signature!(MlDsa65, ml_dsa_65);
signature!(MlDsa87, ml_dsa_87);
