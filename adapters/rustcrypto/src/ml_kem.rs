//! `Kem` over the crate `ml-kem`.

use crate::exactly;
use ::ml_kem::{Decapsulate, Encapsulate, FromSeed, Kem as Upstream, KeyExport};
use nexusq_contract::{Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey};

macro_rules! kem {
    ($set:ident, $module:ident, ek $ek:literal, dk $dk:literal, c $c:literal) => {
        #[doc = concat!("`ml_kem::", stringify!($set), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $set;

        impl Kem for $set {
            type EncapsulationKey = ::ml_kem::$module::EncapsulationKey;
            type DecapsulationKey = ::ml_kem::$module::DecapsulationKey;
            type Ciphertext = ::ml_kem::$module::Ciphertext;
            type SharedSecret = ::ml_kem::SharedKey;

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
                let (dk, ek) = ::ml_kem::$set::generate_keypair();
                Ok((ek, dk))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                let (dk, ek) = ::ml_kem::$set::from_seed(exactly("seed", seed, 64)?);
                Ok((ek, dk))
            }

            fn encapsulate(
                &self,
                key: &Self::EncapsulationKey,
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                Ok(key.encapsulate())
            }

            fn encapsulate_with_m(
                &self,
                key: &Self::EncapsulationKey,
                m: &[u8],
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                Ok(key.encapsulate_deterministic(exactly("m", m, 32)?))
            }

            fn decapsulate(
                &self,
                key: &Self::DecapsulationKey,
                ciphertext: &[u8],
            ) -> Result<Self::SharedSecret, ContractError> {
                Ok(key.decapsulate(exactly("ciphertext", ciphertext, $c)?))
            }

            fn import_encapsulation_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::EncapsulationKey, ContractError> {
                let encoded = exactly("encapsulation key", bytes, $ek)?;
                Self::EncapsulationKey::new(encoded).map_err(|_| ContractError::InvalidInput {
                    what: "encapsulation key",
                    rule: "FIPS 203 section 7.2: a coefficient is not below q = 3329",
                })
            }

            fn import_decapsulation_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::DecapsulationKey, ContractError> {
                if form == KeyForm::Seed {
                    return Ok(::ml_kem::KeyInit::new(exactly("seed", bytes, 64)?));
                }
                let encoded = exactly("decapsulation key", bytes, $dk)?;
                #[allow(deprecated)]
                let key = Self::DecapsulationKey::from_expanded(encoded);
                key.map_err(|_| ContractError::InvalidInput {
                    what: "decapsulation key",
                    rule: "FIPS 203 section 7.3: H(ek) differs or ek is not valid",
                })
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
                if form == KeyForm::Seed {
                    let seed = key.to_seed().ok_or(ContractError::Unsupported(
                        "export-seed of a key that was imported expanded",
                    ))?;
                    return ContractError::copy_out("seed", &seed, out);
                }
                #[allow(deprecated)]
                let encoded = ::ml_kem::ExpandedKeyEncoding::to_expanded_bytes(key);
                ContractError::copy_out("decapsulation key", &encoded, out)
            }
        }
    };
}

kem!(MlKem512, ml_kem_512, ek 800, dk 1632, c 768);
kem!(MlKem768, ml_kem_768, ek 1184, dk 2400, c 1088);
kem!(MlKem1024, ml_kem_1024, ek 1568, dk 3168, c 1568);
