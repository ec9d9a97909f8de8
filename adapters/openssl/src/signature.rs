//! ML-DSA and SLH-DSA through `EVP_PKEY_sign` and `EVP_PKEY_verify`.

use crate::ffi::{self, EVP_SIGNATURE};
use crate::handle::{Context, Key, written};
use crate::kem::room;
use crate::library::{self, failure, succeeded};
use crate::params::Params;
use core::ptr::{self, NonNull};
use nexusq_contract::{
    Algorithm, Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature,
    SignatureSizes, SigningRandomness,
};
use std::ffi::CString;

/// FIPS 204 Alg. 2 and FIPS 205 Alg. 22: a context has at most this many bytes.
const MAX_CONTEXT: usize = 255;

/// One parameter set of ML-DSA or SLH-DSA, with OpenSSL's algorithm object for it.
pub struct Signer {
    set: ParameterSet,
    sizes: SignatureSizes,
    name: CString,
    algorithm: NonNull<EVP_SIGNATURE>,
}

/// An `EVP_PKEY` for signing.
pub struct SigningKey(Key);

/// An `EVP_PKEY` for verifying.
pub struct VerifyingKey(Key);

impl Drop for Signer {
    fn drop(&mut self) {
        // SAFETY: this value owns one reference to a live algorithm object.
        unsafe { ffi::EVP_SIGNATURE_free(self.algorithm.as_ptr()) }
    }
}

impl Signer {
    /// Starts OpenSSL and fetches the algorithm of a parameter set of ML-DSA or SLH-DSA.
    ///
    /// # Errors
    /// `Unsupported` for a set that is not a signature scheme; `LibraryFailed` if OpenSSL does
    /// not start or has no such algorithm.
    pub fn new(set: ParameterSet) -> Result<Signer, ContractError> {
        library::start()?;
        let unsupported = ContractError::Unsupported("signatures with this parameter set");
        let sizes = set.signature_sizes().ok_or(unsupported)?;
        let name = CString::new(set.label()).map_err(|_| unsupported)?;
        // SAFETY: `name` ends with a zero byte; null means the default library context and
        // properties.
        let algorithm =
            unsafe { ffi::EVP_SIGNATURE_fetch(ptr::null_mut(), name.as_ptr(), ptr::null()) };
        let algorithm = NonNull::new(algorithm).ok_or_else(|| failure("EVP_SIGNATURE_fetch"))?;
        Ok(Signer {
            set,
            sizes,
            name,
            algorithm,
        })
    }

    fn pair(&self, seed: Option<&[u8]>) -> Result<(VerifyingKey, SigningKey), ContractError> {
        let key = Key::generate(&self.name, seed)?;
        Ok((VerifyingKey(key.share()?), SigningKey(key)))
    }

    fn has_seed_form(&self) -> bool {
        self.set.algorithm() == Algorithm::MlDsa
    }
}

/// The parameters that carry a context; none for the empty one, which is OpenSSL's default.
fn context_params(context: &[u8]) -> Result<Params<'_>, ContractError> {
    if context.is_empty() {
        return Ok(Params::new());
    }
    if context.len() > MAX_CONTEXT {
        return Err(ContractError::InvalidLength {
            what: "context",
            expected: MAX_CONTEXT,
            actual: context.len(),
        });
    }
    Ok(Params::new().octets(c"context-string", context))
}

impl Signature for Signer {
    type SigningKey = SigningKey;
    type VerifyingKey = VerifyingKey;
    type Signature = Vec<u8>;

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        const ALL: [Capability; 9] = [
            Capability::GenerateFromSeed,
            Capability::SignDeterministic,
            Capability::SignHedged,
            Capability::SignWithRnd,
            Capability::Context,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
            Capability::ImportSeed,
            Capability::ExportSeed,
        ];
        if self.has_seed_form() {
            &ALL
        } else {
            &ALL[..7]
        }
    }

    fn prepared_key(&self) -> PreparedKey {
        match self.set.algorithm() {
            Algorithm::MlDsa => PreparedKey::Decoded,
            _ => PreparedKey::Bytes,
        }
    }

    fn generate(&self) -> Result<(VerifyingKey, SigningKey), ContractError> {
        self.pair(None)
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(VerifyingKey, SigningKey), ContractError> {
        ContractError::check_length("seed", seed, self.sizes.seed)?;
        self.pair(Some(seed))
    }

    fn sign(
        &self,
        key: &SigningKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Vec<u8>, ContractError> {
        let mut params = context_params(context)?;
        match randomness {
            SigningRandomness::Hedged => {}
            SigningRandomness::Deterministic => params = params.on(c"deterministic"),
            SigningRandomness::Rnd(rnd) => {
                ContractError::check_length("rnd", rnd, self.sizes.rnd)?;
                params = params.octets(c"test-entropy", rnd);
            }
        }
        let ctx = Context::for_key(&key.0)?;
        // SAFETY: `ctx` and the algorithm are live; `params` is null or ends with its mark.
        let code = unsafe {
            let algorithm = self.algorithm.as_ptr();
            ffi::EVP_PKEY_sign_message_init(ctx.as_ptr(), algorithm, params.as_ptr())
        };
        succeeded("EVP_PKEY_sign_message_init", code)?;
        let write = |out, len| {
            // SAFETY: `ctx` is live and ready; `len` holds the room at `out`, and OpenSSL refuses
            // room that is too small; the message is one slice.
            unsafe { ffi::EVP_PKEY_sign(ctx.as_ptr(), out, len, message.as_ptr(), message.len()) }
        };
        // SAFETY: OpenSSL sets the length to the number of bytes of the signature that it wrote.
        unsafe { written("EVP_PKEY_sign", self.sizes.signature, write) }
    }

    fn verify(
        &self,
        key: &VerifyingKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        let params = context_params(context)?;
        if signature.len() != self.sizes.signature {
            return Ok(false);
        }
        let ctx = Context::for_key(&key.0)?;
        // SAFETY: `ctx` and the algorithm are live; `params` is null or ends with its mark.
        let code = unsafe {
            let algorithm = self.algorithm.as_ptr();
            ffi::EVP_PKEY_verify_message_init(ctx.as_ptr(), algorithm, params.as_ptr())
        };
        succeeded("EVP_PKEY_verify_message_init", code)?;
        // SAFETY: `ctx` is live and ready; each pointer and length are those of one slice.
        let code = unsafe {
            ffi::EVP_PKEY_verify(
                ctx.as_ptr(),
                signature.as_ptr(),
                signature.len(),
                message.as_ptr(),
                message.len(),
            )
        };
        if code == 1 {
            return Ok(true);
        }
        // Also empties the queue of errors, to which a refused signature may have added.
        let error = failure("EVP_PKEY_verify");
        if code == 0 { Ok(false) } else { Err(error) }
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<VerifyingKey, ContractError> {
        ContractError::check_length("public key", bytes, self.sizes.public_key)?;
        Ok(VerifyingKey(Key::from_public(&self.name, bytes)?))
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<SigningKey, ContractError> {
        let key = match form {
            KeyForm::Expanded => {
                let what = "private key";
                ContractError::check_length(what, bytes, self.sizes.private_key)?;
                Key::from_private(&self.name, bytes).map_err(|_| ContractError::InvalidInput {
                    what,
                    rule: "refused by EVP_PKEY_new_raw_private_key_ex",
                })?
            }
            KeyForm::Seed if self.has_seed_form() => {
                ContractError::check_length("seed", bytes, self.sizes.seed)?;
                Key::from_seed(&self.name, bytes)?
            }
            KeyForm::Seed => return Err(ContractError::Unsupported(Capability::ImportSeed.id())),
        };
        Ok(SigningKey(key))
    }

    fn export_verifying_key(
        &self,
        key: &VerifyingKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        key.0
            .export_public(room("public key", out, self.sizes.public_key)?)
    }

    fn export_signing_key(
        &self,
        key: &SigningKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        match form {
            KeyForm::Expanded => {
                key.0
                    .export_private(room("private key", out, self.sizes.private_key)?)
            }
            KeyForm::Seed if self.has_seed_form() => {
                key.0.export_seed(room("seed", out, self.sizes.seed)?)
            }
            KeyForm::Seed => Err(ContractError::Unsupported(Capability::ExportSeed.id())),
        }
    }
}
