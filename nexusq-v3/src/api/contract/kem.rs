//! `Kem` for the three parameter sets of ML-KEM.

use super::exactly;
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

macro_rules! kem {
    ($set:ident, $module:ident) => {
        pub use crate::$module::$set;

        impl Kem for $set {
            type EncapsulationKey = crate::$module::EncapsulationKey;
            type DecapsulationKey = crate::$module::DecapsulationKey;
            type Ciphertext = crate::$module::Ciphertext;
            type SharedSecret = crate::$module::SharedSecret;

            fn parameter_set(&self) -> ParameterSet {
                ParameterSet::$set
            }

            fn capabilities(&self) -> &'static [Capability] {
                &[
                    Capability::GenerateFromSeed,
                    Capability::EncapsulateWithM,
                    Capability::ImportExpanded,
                    Capability::ImportSeed,
                    Capability::ExportExpanded,
                    Capability::ExportSeed,
                ]
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Decoded
            }

            fn generate(
                &self,
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                let key = Self::DecapsulationKey::generate()?;
                Ok((key.encapsulation_key(), key))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                let key = Self::DecapsulationKey::from_seed(exactly("seed", seed)?);
                Ok((key.encapsulation_key(), key))
            }

            fn encapsulate(
                &self,
                key: &Self::EncapsulationKey,
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                Ok(key.encapsulate()?)
            }

            fn encapsulate_with_m(
                &self,
                key: &Self::EncapsulationKey,
                m: &[u8],
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                Ok(key.encapsulate_with_m(exactly("m", m)?))
            }

            fn decapsulate(
                &self,
                key: &Self::DecapsulationKey,
                ciphertext: &[u8],
            ) -> Result<Self::SharedSecret, ContractError> {
                Ok(key.decapsulate_bytes(ciphertext)?)
            }

            fn import_encapsulation_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::EncapsulationKey, ContractError> {
                Ok(Self::EncapsulationKey::from_bytes(bytes)?)
            }

            fn import_decapsulation_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::DecapsulationKey, ContractError> {
                match form {
                    KeyForm::Expanded => Ok(Self::DecapsulationKey::from_expanded(bytes)?),
                    KeyForm::Seed => Ok(Self::DecapsulationKey::from_seed(exactly("seed", bytes)?)),
                }
            }

            fn export_encapsulation_key(
                &self,
                key: &Self::EncapsulationKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                ContractError::copy_out("encapsulation key", &key.to_bytes(), out)
            }

            fn export_decapsulation_key(
                &self,
                key: &Self::DecapsulationKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        let encoded = key.to_expanded();
                        ContractError::copy_out("decapsulation key", encoded.as_ref(), out)
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

kem!(MlKem512, ml_kem_512);
kem!(MlKem768, ml_kem_768);
kem!(MlKem1024, ml_kem_1024);
