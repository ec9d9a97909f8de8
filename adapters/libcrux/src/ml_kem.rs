//! `Kem` over the crate `libcrux-ml-kem`, once for each back end.
//!
//! Key generation makes the library's ordinary keys, which are bytes. Imported keys are its unpacked ones, with the
//! matrix and H(ek) in them.

/// Written for every parameter set of a back end: its type of the contract and its keys.
macro_rules! kem {
    (
        $back_end:ident, $set:ident, $module:ident, $public:ident, $private:ident, $ciphertext:ident,
        $unpacked_public:ident, $unpacked_pair:ident, keys $keys:ident
    ) => {
        #[doc = concat!("`libcrux_ml_kem::", stringify!($module), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $set;

        /// Keys of this parameter set.
        pub mod $keys {
            use libcrux_ml_kem::$module as library;
            use library::$back_end::unpacked;

            /// An encapsulation key.
            #[expect(
                clippy::large_enum_variant,
                reason = "a box would put an allocation that the library does not make into the clock"
            )]
            pub enum Encapsulation {
                /// As key generation made it.
                Bytes(library::$public),
                /// As it was imported.
                Unpacked(Box<unpacked::$unpacked_public>),
            }

            /// A decapsulation key.
            #[expect(
                clippy::large_enum_variant,
                reason = "a box would put an allocation that the library does not make into the clock"
            )]
            pub enum Decapsulation {
                /// As key generation made it.
                Bytes(library::$private),
                /// As it was imported.
                Unpacked(Box<unpacked::$unpacked_pair>),
            }
        }

        impl Kem for $set {
            type EncapsulationKey = $keys::Encapsulation;
            type DecapsulationKey = $keys::Decapsulation;
            type Ciphertext = library::$module::$ciphertext;
            type SharedSecret = library::MlKemSharedSecret;

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
                PreparedKey::Expanded
            }

            fn generate(
                &self,
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                self.generate_from_seed(&random::<{ library::KEY_GENERATION_SEED_SIZE }>()?)
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::EncapsulationKey, Self::DecapsulationKey), ContractError> {
                let seed = exactly("seed", seed)?;
                let pair = library::$module::$back_end::generate_key_pair(*seed);
                let (private, public) = pair.into_parts();
                Ok((
                    $keys::Encapsulation::Bytes(public),
                    $keys::Decapsulation::Bytes(private),
                ))
            }

            fn encapsulate(
                &self,
                key: &Self::EncapsulationKey,
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                self.encapsulate_with_m(key, &random::<{ library::SHARED_SECRET_SIZE }>()?)
            }

            fn encapsulate_with_m(
                &self,
                key: &Self::EncapsulationKey,
                m: &[u8],
            ) -> Result<(Self::Ciphertext, Self::SharedSecret), ContractError> {
                let m = *exactly("m", m)?;
                Ok(match key {
                    $keys::Encapsulation::Bytes(key) => {
                        library::$module::$back_end::encapsulate(key, m)
                    }
                    $keys::Encapsulation::Unpacked(key) => {
                        library::$module::$back_end::unpacked::encapsulate(key, m)
                    }
                })
            }

            fn decapsulate(
                &self,
                key: &Self::DecapsulationKey,
                ciphertext: &[u8],
            ) -> Result<Self::SharedSecret, ContractError> {
                let ciphertext = exactly("ciphertext", ciphertext)?;
                let ciphertext = library::$module::$ciphertext::from(ciphertext);
                Ok(match key {
                    $keys::Decapsulation::Bytes(key) => {
                        library::$module::$back_end::decapsulate(key, &ciphertext)
                    }
                    $keys::Decapsulation::Unpacked(key) => {
                        library::$module::$back_end::unpacked::decapsulate(key, &ciphertext)
                    }
                })
            }

            fn import_encapsulation_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::EncapsulationKey, ContractError> {
                let key = library::$module::$public::from(exactly("encapsulation key", bytes)?);
                if !library::$module::$back_end::validate_public_key(&key) {
                    return Err(ContractError::InvalidInput {
                        what: "encapsulation key",
                        rule: "FIPS 203 section 7.2: a coefficient is not below q = 3329",
                    });
                }
                let mut unpacked =
                    Box::new(library::$module::$back_end::unpacked::init_public_key());
                library::$module::$back_end::unpacked::unpacked_public_key(&key, &mut unpacked);
                Ok($keys::Encapsulation::Unpacked(unpacked))
            }

            fn import_decapsulation_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::DecapsulationKey, ContractError> {
                let mut pair = Box::new(library::$module::$back_end::unpacked::init_key_pair());
                if form == KeyForm::Seed {
                    let seed = *exactly("seed", bytes)?;
                    library::$module::$back_end::unpacked::generate_key_pair_mut(seed, &mut pair);
                } else {
                    let key =
                        library::$module::$private::from(exactly("decapsulation key", bytes)?);
                    if !library::$module::$back_end::validate_private_key_only(&key) {
                        return Err(ContractError::InvalidInput {
                            what: "decapsulation key",
                            rule: "FIPS 203 section 7.3: H(ek) differs",
                        });
                    }
                    library::$module::$back_end::unpacked::key_pair_from_private_mut(
                        &key, &mut pair,
                    );
                }
                Ok($keys::Decapsulation::Unpacked(pair))
            }

            fn export_encapsulation_key(
                &self,
                key: &Self::EncapsulationKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match key {
                    $keys::Encapsulation::Bytes(key) => {
                        ContractError::copy_out("encapsulation key", key.as_ref(), out)
                    }
                    $keys::Encapsulation::Unpacked(key) => {
                        let mut bytes = library::$module::$public::default();
                        library::$module::$back_end::unpacked::serialized_public_key(
                            key, &mut bytes,
                        );
                        ContractError::copy_out("encapsulation key", bytes.as_ref(), out)
                    }
                }
            }

            fn export_decapsulation_key(
                &self,
                key: &Self::DecapsulationKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                if form == KeyForm::Seed {
                    return Err(ContractError::Unsupported(Capability::ExportSeed.id()));
                }
                match key {
                    $keys::Decapsulation::Bytes(key) => {
                        ContractError::copy_out("decapsulation key", key.as_ref(), out)
                    }
                    $keys::Decapsulation::Unpacked(key) => {
                        let bytes =
                            library::$module::$back_end::unpacked::key_pair_serialized_private_key(
                                key,
                            );
                        ContractError::copy_out("decapsulation key", bytes.as_ref(), out)
                    }
                }
            }
        }
    };
}

/// The three parameter sets of a back end.
macro_rules! back_end {
    ($back_end:ident) => {
        #[doc = concat!("With the code for `", stringify!($back_end), "`.")]
        pub mod $back_end {
            use crate::{exactly, random};
            use libcrux_ml_kem as library;
            use nexusq_contract::{
                Capability, ContractError, Kem, KeyForm, ParameterSet, PreparedKey,
            };

            kem!(
                $back_end, MlKem512, mlkem512, MlKem512PublicKey, MlKem512PrivateKey,
                MlKem512Ciphertext, MlKem512PublicKeyUnpacked, MlKem512KeyPairUnpacked,
                keys keys_512
            );
            kem!(
                $back_end, MlKem768, mlkem768, MlKem768PublicKey, MlKem768PrivateKey,
                MlKem768Ciphertext, MlKem768PublicKeyUnpacked, MlKem768KeyPairUnpacked,
                keys keys_768
            );
            kem!(
                $back_end, MlKem1024, mlkem1024, MlKem1024PublicKey, MlKem1024PrivateKey,
                MlKem1024Ciphertext, MlKem1024PublicKeyUnpacked, MlKem1024KeyPairUnpacked,
                keys keys_1024
            );
        }
    };
}

#[cfg(target_arch = "x86_64")]
back_end!(avx2);
back_end!(portable);
