//! `Kem` for the three parameter sets of ML-KEM, with prepared keys.

use crate::lazy::Lazy;
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};
use nexusq_v3::contract as plain;

/// A key that has neither form cannot be made.
const NO_KEY: ContractError = ContractError::LibraryFailed {
    call: "prepare",
    code: 0,
};

macro_rules! kem {
    ($set:ident, $module:ident) => {
        #[doc = concat!("The types of `", stringify!($module), "`.")]
        pub(crate) struct $set;

        impl Kem for $set {
            type EncapsulationKey = Lazy<
                nexusq_v3::$module::EncapsulationKey,
                nexusq_v3::$module::PreparedEncapsulationKey,
            >;
            type DecapsulationKey = Lazy<
                nexusq_v3::$module::DecapsulationKey,
                nexusq_v3::$module::PreparedDecapsulationKey,
            >;
            type Ciphertext = nexusq_v3::$module::Ciphertext;
            type SharedSecret = nexusq_v3::$module::SharedSecret;

            fn parameter_set(&self) -> ParameterSet {
                ParameterSet::$set
            }

            fn capabilities(&self) -> &'static [Capability] {
                Kem::capabilities(&plain::$set)
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Expanded
            }

            fn generate(
                &self,
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                let (ek, dk) = Kem::generate(&plain::$set)?;
                Ok((Lazy::generated(ek), Lazy::generated(dk)))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                let (ek, dk) = Kem::generate_from_seed(&plain::$set, seed)?;
                Ok((Lazy::generated(ek), Lazy::generated(dk)))
            }

            fn encapsulate(
                &self,
                key: &Self::EncapsulationKey,
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                Ok(key
                    .prepared(|key| key.prepare())
                    .ok_or(NO_KEY)?
                    .encapsulate()?)
            }

            fn encapsulate_with_m(
                &self,
                key: &Self::EncapsulationKey,
                m: &[u8],
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                let actual = m.len();
                let m = m.try_into().map_err(|_| ContractError::InvalidLength {
                    what: "m",
                    expected: 32,
                    actual,
                })?;
                Ok(key
                    .prepared(|key| key.prepare())
                    .ok_or(NO_KEY)?
                    .encapsulate_with_m(m))
            }

            fn decapsulate(
                &self,
                key: &Self::DecapsulationKey,
                ciphertext: &[u8],
            ) -> Result<Self::SharedSecret, ContractError> {
                Ok(key
                    .prepared(|key| key.prepare())
                    .ok_or(NO_KEY)?
                    .decapsulate_bytes(ciphertext)?)
            }

            fn import_encapsulation_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::EncapsulationKey, ContractError> {
                let prepared = nexusq_v3::$module::PreparedEncapsulationKey::from_bytes(bytes)?;
                Ok(Lazy::imported(None, prepared))
            }

            fn import_decapsulation_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::DecapsulationKey, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        let prepared =
                            nexusq_v3::$module::PreparedDecapsulationKey::from_expanded(bytes)?;
                        Ok(Lazy::imported(None, prepared))
                    }
                    KeyForm::Seed => {
                        let key = Kem::import_decapsulation_key(&plain::$set, form, bytes)?;
                        let prepared = key.prepare();
                        Ok(Lazy::imported(Some(key), prepared))
                    }
                }
            }

            fn export_encapsulation_key(
                &self,
                key: &Self::EncapsulationKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                let bytes = match key.plain() {
                    Some(key) => key.to_bytes(),
                    None => key
                        .prepared(|key| key.prepare())
                        .ok_or(NO_KEY)?
                        .encapsulation_key()
                        .to_bytes(),
                };
                ContractError::copy_out("encapsulation key", &bytes, out)
            }

            fn export_decapsulation_key(
                &self,
                key: &Self::DecapsulationKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match (key.plain(), form) {
                    (Some(key), form) => {
                        Kem::export_decapsulation_key(&plain::$set, key, form, out)
                    }
                    (None, KeyForm::Expanded) => {
                        let key = key.prepared(|key| key.prepare()).ok_or(NO_KEY)?;
                        ContractError::copy_out(
                            "decapsulation key",
                            key.to_expanded().as_ref(),
                            out,
                        )
                    }
                    (None, KeyForm::Seed) => Err(ContractError::Unsupported(
                        "export-seed of a key that was imported expanded",
                    )),
                }
            }
        }
    };
}

kem!(MlKem512, ml_kem_512);
kem!(MlKem768, ml_kem_768);
kem!(MlKem1024, ml_kem_1024);
