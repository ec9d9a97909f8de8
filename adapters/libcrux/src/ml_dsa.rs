//! `Signature` over the crate `libcrux-ml-dsa`, once for each back end. Its keys are bytes: every operation decodes
//! them and expands the matrix anew.

/// Written for every parameter set of a back end.
macro_rules! signature {
    ($back_end:ident, $set:ident, $module:ident, $signing:ident, $verifying:ident, $signature:ident) => {
        #[doc = concat!("`libcrux_ml_dsa::", stringify!($module), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $set;

        impl Signature for $set {
            type SigningKey = library::$module::$signing;
            type VerifyingKey = library::$module::$verifying;
            type Signature = Encoded<{ library::$module::$signature::len() }>;

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
                ]
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Bytes
            }

            fn generate(&self) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                self.generate_from_seed(&random::<{ library::KEY_GENERATION_RANDOMNESS_SIZE }>()?)
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let pair = library::$module::$back_end::generate_key_pair(*exactly("seed", seed)?);
                Ok((pair.verification_key, pair.signing_key))
            }

            fn sign(
                &self,
                key: &Self::SigningKey,
                message: &[u8],
                context: &[u8],
                randomness: SigningRandomness<'_>,
            ) -> Result<Self::Signature, ContractError> {
                let rnd = match randomness {
                    SigningRandomness::Hedged => random()?,
                    SigningRandomness::Deterministic => [0; 32],
                    SigningRandomness::Rnd(rnd) => *exactly("rnd", rnd)?,
                };
                let signed = library::$module::$back_end::sign(key, message, context, rnd);
                signed
                    .map(Encoded)
                    .map_err(|error| refused(&error, context))
            }

            fn verify(
                &self,
                key: &Self::VerifyingKey,
                message: &[u8],
                context: &[u8],
                signature: &[u8],
            ) -> Result<bool, ContractError> {
                if context.len() > 255 {
                    return Err(too_long(context));
                }
                let Ok(signature) = signature.try_into() else {
                    return Ok(false);
                };
                let signature = library::MLDSASignature::new(signature);
                Ok(library::$module::$back_end::verify(key, message, context, &signature).is_ok())
            }

            fn import_verifying_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::VerifyingKey, ContractError> {
                Ok(library::MLDSAVerificationKey::new(*exactly(
                    "verifying key",
                    bytes,
                )?))
            }

            fn import_signing_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::SigningKey, ContractError> {
                if form == KeyForm::Seed {
                    let seed = *exactly("seed", bytes)?;
                    return Ok(library::$module::$back_end::generate_key_pair(seed).signing_key);
                }
                Ok(library::MLDSASigningKey::new(*exactly(
                    "signing key",
                    bytes,
                )?))
            }

            fn export_verifying_key(
                &self,
                key: &Self::VerifyingKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                ContractError::copy_out("verifying key", key.as_slice(), out)
            }

            fn export_signing_key(
                &self,
                key: &Self::SigningKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        ContractError::copy_out("signing key", key.as_slice(), out)
                    }
                    KeyForm::Seed => Err(ContractError::Unsupported(Capability::ExportSeed.id())),
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
            use super::{Encoded, refused, too_long};
            use crate::{exactly, random};
            use libcrux_ml_dsa as library;
            use nexusq_contract::{
                Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature,
                SigningRandomness,
            };

            signature!(
                $back_end,
                MlDsa44,
                ml_dsa_44,
                MLDSA44SigningKey,
                MLDSA44VerificationKey,
                MLDSA44Signature
            );
            signature!(
                $back_end,
                MlDsa65,
                ml_dsa_65,
                MLDSA65SigningKey,
                MLDSA65VerificationKey,
                MLDSA65Signature
            );
            signature!(
                $back_end,
                MlDsa87,
                ml_dsa_87,
                MLDSA87SigningKey,
                MLDSA87VerificationKey,
                MLDSA87Signature
            );
        }
    };
}

use libcrux_ml_dsa::{MLDSASignature, SigningError};
use nexusq_contract::ContractError;

/// A signature of the library. Its own type has `as_ref`, but not by the trait that the contract asks for.
pub struct Encoded<const SIZE: usize>(MLDSASignature<SIZE>);

impl<const SIZE: usize> AsRef<[u8]> for Encoded<SIZE> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_slice()
    }
}

/// The contract's error for a context of more than 255 bytes (FIPS 204 Alg. 2).
fn too_long(context: &[u8]) -> ContractError {
    ContractError::InvalidLength {
        what: "context",
        expected: 255,
        actual: context.len(),
    }
}

/// The contract's error for one of signing.
fn refused(error: &SigningError, context: &[u8]) -> ContractError {
    match error {
        SigningError::ContextTooLongError => too_long(context),
        // After 814 attempts, which FIPS 204 appendix C allows.
        SigningError::RejectionSamplingError => ContractError::LibraryFailed {
            call: "sign: RejectionSamplingError",
            code: 0,
        },
    }
}

#[cfg(target_arch = "x86_64")]
back_end!(avx2);
back_end!(portable);
