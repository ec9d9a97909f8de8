//! `Signature` over the crate `ml-dsa`.

use crate::exactly;
use ::ml_dsa::{B32, EncodedSignature, EncodedVerifyingKey, Generate, Keypair};
use getrandom::SysRng;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};

/// The length of `context` as the byte that FIPS 204 Alg. 2 puts before it.
fn context_length(context: &[u8]) -> Result<u8, ContractError> {
    context
        .len()
        .try_into()
        .map_err(|_| ContractError::InvalidLength {
            what: "context",
            expected: 255,
            actual: context.len(),
        })
}

macro_rules! signature {
    ($set:ident, pk $pk:literal) => {
        #[doc = concat!("`ml_dsa::", stringify!($set), "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $set;

        impl Signature for $set {
            type SigningKey = ::ml_dsa::SigningKey<::ml_dsa::$set>;
            type VerifyingKey = ::ml_dsa::VerifyingKey<::ml_dsa::$set>;
            type Signature = EncodedSignature<::ml_dsa::$set>;

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
                    Capability::ImportSeed,
                    Capability::ExportExpanded,
                    Capability::ExportSeed,
                ]
            }

            fn prepared_key(&self) -> PreparedKey {
                PreparedKey::Expanded
            }

            fn generate(&self) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let key = Self::SigningKey::generate();
                Ok((key.verifying_key(), key))
            }

            fn generate_from_seed(
                &self,
                seed: &[u8],
            ) -> Result<(Self::VerifyingKey, Self::SigningKey), ContractError> {
                let key = Self::SigningKey::from_seed(exactly("seed", seed, 32)?);
                Ok((key.verifying_key(), key))
            }

            fn sign(
                &self,
                key: &Self::SigningKey,
                message: &[u8],
                context: &[u8],
                randomness: SigningRandomness<'_>,
            ) -> Result<Self::Signature, ContractError> {
                let length = context_length(context)?;
                let key = key.expanded_key();
                let (call, signature) = match randomness {
                    SigningRandomness::Hedged => {
                        let signature = key.sign_randomized(message, context, &mut SysRng);
                        ("sign_randomized", signature)
                    }
                    SigningRandomness::Deterministic => (
                        "sign_deterministic",
                        key.sign_deterministic(message, context),
                    ),
                    SigningRandomness::Rnd(rnd) => {
                        let rnd: &B32 = exactly("rnd", rnd, 32)?;
                        let formatted: &[&[u8]] = &[&[0, length], context, message];
                        ("sign_internal", Ok(key.sign_internal(formatted, rnd)))
                    }
                };
                let failed = |_| ContractError::LibraryFailed { call, code: 0 };
                Ok(signature.map_err(failed)?.encode())
            }

            fn verify(
                &self,
                key: &Self::VerifyingKey,
                message: &[u8],
                context: &[u8],
                signature: &[u8],
            ) -> Result<bool, ContractError> {
                context_length(context)?;
                let Ok(encoded) = <&Self::Signature>::try_from(signature) else {
                    return Ok(false);
                };
                Ok(::ml_dsa::Signature::decode(encoded)
                    .is_some_and(|decoded| key.verify_with_context(message, context, &decoded)))
            }

            fn import_verifying_key(
                &self,
                bytes: &[u8],
            ) -> Result<Self::VerifyingKey, ContractError> {
                let encoded: &EncodedVerifyingKey<::ml_dsa::$set> =
                    exactly("verifying key", bytes, $pk)?;
                Ok(Self::VerifyingKey::decode(encoded))
            }

            fn import_signing_key(
                &self,
                form: KeyForm,
                bytes: &[u8],
            ) -> Result<Self::SigningKey, ContractError> {
                match form {
                    KeyForm::Seed => Ok(Self::SigningKey::from_seed(exactly("seed", bytes, 32)?)),
                    KeyForm::Expanded => {
                        Err(ContractError::Unsupported(Capability::ImportExpanded.id()))
                    }
                }
            }

            fn export_verifying_key(
                &self,
                key: &Self::VerifyingKey,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                ContractError::copy_out("verifying key", &key.encode(), out)
            }

            fn export_signing_key(
                &self,
                key: &Self::SigningKey,
                form: KeyForm,
                out: &mut [u8],
            ) -> Result<usize, ContractError> {
                match form {
                    KeyForm::Expanded => {
                        #[allow(deprecated)]
                        let encoded = key.expanded_key().to_expanded();
                        ContractError::copy_out("signing key", &encoded, out)
                    }
                    KeyForm::Seed => ContractError::copy_out("seed", key.as_seed(), out),
                }
            }
        }
    };
}

signature!(MlDsa44, pk 1312);
signature!(MlDsa65, pk 1952);
signature!(MlDsa87, pk 2592);
