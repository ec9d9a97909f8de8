//! `Kem` over the crate `hqc-kem`.

use crate::exactly;
use getrandom::{SysRng, rand_core::UnwrapErr};
use hqc_kem::Error;
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

/// The errors of the crate all say that a length is wrong.
fn wrong_length(what: &'static str) -> impl Fn(Error) -> ContractError {
    move |error| match error {
        Error::InvalidPublicKeySize { expected, got }
        | Error::InvalidSecretKeySize { expected, got }
        | Error::InvalidCiphertextSize { expected, got }
        | Error::InvalidSharedSecretSize { expected, got }
        | Error::InvalidMessageSize { expected, got } => ContractError::InvalidLength {
            what,
            expected,
            actual: got,
        },
    }
}

macro_rules! kem {
    ($set:ident, $module:ident) => {
        #[doc = concat!("`hqc_kem::", stringify!($set), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $set;

        impl Kem for $set {
            type EncapsulationKey = hqc_kem::$module::EncapsulationKey;
            type DecapsulationKey = hqc_kem::$module::DecapsulationKey;
            type Ciphertext = hqc_kem::$module::Ciphertext;
            type SharedSecret = hqc_kem::$module::SharedSecret;

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
                ]
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Bytes
            }

            fn generate(
                &self,
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                Ok(hqc_kem::$set::generate_key(&mut UnwrapErr(SysRng)))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                Ok(hqc_kem::$set::generate_key_deterministic(exactly(
                    "seed", seed, 32,
                )?))
            }

            fn encapsulate(
                &self,
                key: &Self::EncapsulationKey,
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                Ok(key.encapsulate(&mut UnwrapErr(SysRng)))
            }

            fn encapsulate_with_m(
                &self,
                key: &Self::EncapsulationKey,
                m: &[u8],
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                // m‖salt, the two values that encapsulation draws.
                const MESSAGE: usize = hqc_kem::$module::MESSAGE_SIZE;
                const SALT: usize = hqc_kem::$module::SALT_SIZE;
                ContractError::check_length("m", m, MESSAGE + SALT)?;
                let salt = exactly("salt", &m[MESSAGE..], SALT)?;
                key.encapsulate_deterministic(&m[..MESSAGE], salt)
                    .map_err(wrong_length("m"))
            }

            fn decapsulate(
                &self,
                key: &Self::DecapsulationKey,
                ciphertext: &[u8],
            ) -> Result<Self::SharedSecret, ContractError> {
                let ciphertext =
                    Self::Ciphertext::try_from(ciphertext).map_err(wrong_length("ciphertext"))?;
                Ok(key.decapsulate(&ciphertext))
            }

            fn import_encapsulation_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::EncapsulationKey, ContractError> {
                bytes.try_into().map_err(wrong_length("encapsulation key"))
            }

            fn import_decapsulation_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::DecapsulationKey, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        bytes.try_into().map_err(wrong_length("decapsulation key"))
                    }
                    KeyForm::Seed => Ok(self.generate_from_seed(bytes)?.1),
                }
            }

            fn export_encapsulation_key(
                &self,
                key: &Self::EncapsulationKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                ContractError::copy_out("encapsulation key", key.as_ref(), out)
            }

            fn export_decapsulation_key(
                &self,
                key: &Self::DecapsulationKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        ContractError::copy_out("decapsulation key", key.as_ref(), out)
                    }
                    KeyForm::Seed => Err(ContractError::Unsupported(Capability::ExportSeed.id())),
                }
            }
        }
    };
}

kem!(Hqc128, hqc128);
kem!(Hqc192, hqc192);
kem!(Hqc256, hqc256);
