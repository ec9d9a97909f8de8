//! ML-DSA by mldsa-native.

use crate::back_end::BackEnd;
use crate::ffi::{self, SignatureCalls};
use crate::secret::Secret;
use core::ffi::c_int;
use core::ptr;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SigningRandomness,
};

/// ML-DSA at one parameter set in one back end. The numbers are the sizes of pk, sk and σ.
pub struct MlDsa<const PK: usize, const SK: usize, const S: usize> {
    set: ParameterSet,
    calls: &'static SignatureCalls<PK, SK, S>,
}

/// ML-DSA-44 in the given back end.
pub fn ml_dsa_44(back_end: BackEnd) -> MlDsa<1312, 2560, 2420> {
    MlDsa {
        set: ParameterSet::MlDsa44,
        calls: ffi::ML_DSA_44.of(back_end),
    }
}

/// ML-DSA-65 in the given back end.
pub fn ml_dsa_65(back_end: BackEnd) -> MlDsa<1952, 4032, 3309> {
    MlDsa {
        set: ParameterSet::MlDsa65,
        calls: ffi::ML_DSA_65.of(back_end),
    }
}

/// ML-DSA-87 in the given back end.
pub fn ml_dsa_87(back_end: BackEnd) -> MlDsa<2592, 4896, 4627> {
    MlDsa {
        set: ParameterSet::MlDsa87,
        calls: ffi::ML_DSA_87.of(back_end),
    }
}

/// The encoded pk.
pub struct VerifyingKey<const PK: usize>([u8; PK]);

/// The encoded pk and the encoded sk, in the expanded form.
type KeyPair<const PK: usize, const SK: usize> = (VerifyingKey<PK>, Secret<SK>);

/// FIPS 204 Alg. 2 line 1.
fn check_context(context: &[u8]) -> Result<(), ContractError> {
    if context.len() > 255 {
        let actual = context.len();
        return Err(ContractError::InvalidLength {
            what: "context",
            expected: 255,
            actual,
        });
    }
    Ok(())
}

impl<const PK: usize, const SK: usize, const S: usize> MlDsa<PK, SK, S> {
    /// Runs `fill` on the buffers of a new key pair.
    fn key_pair(
        call: &'static str,
        fill: impl FnOnce(&mut [u8; PK], &mut [u8; SK]) -> c_int,
    ) -> Result<KeyPair<PK, SK>, ContractError> {
        let mut pk = VerifyingKey([0; PK]);
        let mut sk = Secret([0; SK]);
        crate::succeed(call, fill(&mut pk.0, &mut sk.0))?;
        Ok((pk, sk))
    }

    /// Signs with a given rnd, the way that `mldsa_native.h` shows for the deterministic variant:
    /// what its `signature` does, without the random numbers.
    fn sign_with_rnd(
        &self,
        signature: &mut [u8; S],
        written: &mut usize,
        (message, context): (&[u8], &[u8]),
        rnd: &[u8; 32],
        key: &[u8; SK],
    ) -> c_int {
        let mut prefix = [0; ffi::PREFIX_MAX_BYTES];
        // SAFETY: the library writes at most `PREFIX_MAX_BYTES` bytes, the size of `prefix`, and
        // reads the slice `context`; without a hash it does not look at the null pointer.
        let prefix_length = unsafe {
            (self.calls.prepare_domain_separation_prefix)(
                &mut prefix,
                ptr::null(),
                0,
                context.as_ptr(),
                context.len(),
                ffi::PREHASH_NONE,
            )
        };
        if prefix_length == 0 {
            return ffi::ERR_FAIL;
        }
        // SAFETY: sizes by type and back end by test, see below; `message` and `prefix` are valid
        // for the lengths that are given.
        unsafe {
            (self.calls.signature_internal)(
                signature,
                written,
                message.as_ptr(),
                message.len(),
                prefix.as_ptr(),
                prefix_length,
                rnd,
                key,
                0,
            )
        }
    }
}

// Every call below takes arrays whose sizes are those of the parameter set, because `calls` has
// these sizes in its type, and belongs to a back end that this processor can run, because a
// `BackEnd` cannot be had otherwise. That is what the SAFETY comments refer to.
impl<const PK: usize, const SK: usize, const S: usize> Signature for MlDsa<PK, SK, S> {
    type SigningKey = Secret<SK>;
    type VerifyingKey = VerifyingKey<PK>;
    type Signature = [u8; S];

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::SignDeterministic,
            Capability::SignHedged,
            Capability::SignWithRnd,
            Capability::Context,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<KeyPair<PK, SK>, ContractError> {
        // SAFETY: sizes by type, back end by test, see above.
        Self::key_pair("keypair", |pk, sk| unsafe { (self.calls.keypair)(pk, sk) })
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<KeyPair<PK, SK>, ContractError> {
        let xi = crate::array("seed ξ", seed)?;
        Self::key_pair("keypair_internal", |pk, sk| {
            // SAFETY: sizes by type, back end by test, see above.
            unsafe { (self.calls.keypair_internal)(pk, sk, xi) }
        })
    }

    fn sign(
        &self,
        key: &Secret<SK>,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<[u8; S], ContractError> {
        check_context(context)?;
        let mut signature = [0; S];
        let mut written = 0;
        let input = (message, context);
        let (call, code) = match randomness {
            // SAFETY: sizes by type, back end by test, see above; `message` and `context` are
            // valid for the lengths that are given.
            SigningRandomness::Hedged => ("signature", unsafe {
                (self.calls.signature)(
                    &mut signature,
                    &mut written,
                    message.as_ptr(),
                    message.len(),
                    context.as_ptr(),
                    context.len(),
                    &key.0,
                )
            }),
            SigningRandomness::Deterministic => (
                "signature_internal",
                self.sign_with_rnd(&mut signature, &mut written, input, &[0; 32], &key.0),
            ),
            SigningRandomness::Rnd(rnd) => {
                let rnd = crate::array("rnd", rnd)?;
                let code = self.sign_with_rnd(&mut signature, &mut written, input, rnd, &key.0);
                ("signature_internal", code)
            }
        };
        crate::succeed(call, code)?;
        if written != S {
            return Err(ContractError::InvalidLength {
                what: "signature that the library wrote",
                expected: S,
                actual: written,
            });
        }
        Ok(signature)
    }

    fn verify(
        &self,
        key: &VerifyingKey<PK>,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        check_context(context)?;
        if signature.len() != S {
            return Ok(false);
        }
        // SAFETY: sizes by type, back end by test, see above; `signature`, `message` and
        // `context` are valid for the lengths that are given.
        let code = unsafe {
            (self.calls.verify)(
                signature.as_ptr(),
                signature.len(),
                message.as_ptr(),
                message.len(),
                context.as_ptr(),
                context.len(),
                &key.0,
            )
        };
        match code {
            ffi::ERR_FAIL => Ok(false),
            code => crate::succeed("verify", code).map(|()| true),
        }
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<VerifyingKey<PK>, ContractError> {
        crate::array("public key", bytes).map(|bytes| VerifyingKey(*bytes))
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<Secret<SK>, ContractError> {
        match form {
            KeyForm::Expanded => crate::array("private key", bytes).map(|bytes| Secret(*bytes)),
            KeyForm::Seed => Err(ContractError::Unsupported(Capability::ImportSeed.id())),
        }
    }

    fn export_verifying_key(
        &self,
        key: &VerifyingKey<PK>,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("public key", &key.0, out)
    }

    fn export_signing_key(
        &self,
        key: &Secret<SK>,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => ContractError::copy_out("private key", &key.0, out),
            KeyForm::Seed => Err(ContractError::Unsupported(Capability::ExportSeed.id())),
        }
    }
}
