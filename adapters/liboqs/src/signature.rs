//! ML-DSA through the `OQS_SIG_*` functions.

use crate::bytes::{SecretBytes, succeeded};
use crate::sys::{
    OQS_SIG, OQS_SIG_free, OQS_SIG_keypair, OQS_SIG_new, OQS_SIG_sign, OQS_SIG_sign_with_ctx_str,
    OQS_SIG_verify, OQS_SIG_verify_with_ctx_str, OQS_STATUS,
};
use core::ptr::NonNull;
use nexusq_contract::{
    Algorithm, Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature,
    SignatureSizes, SigningRandomness,
};
use std::ffi::CString;

/// FIPS 204 Alg. 2: a context has at most this many bytes.
const MAX_CONTEXT: usize = 255;

/// One parameter set of ML-DSA, as an `OQS_SIG` object.
pub struct MlDsa {
    set: ParameterSet,
    sizes: SignatureSizes,
    sig: NonNull<OQS_SIG>,
}

/// An encoded private key.
pub struct SigningKey(SecretBytes);

/// An encoded public key.
pub struct VerifyingKey(Vec<u8>);

impl Drop for MlDsa {
    fn drop(&mut self) {
        // SAFETY: this value owns a live object that `OQS_SIG_new` made.
        unsafe { OQS_SIG_free(self.sig.as_ptr()) }
    }
}

impl MlDsa {
    /// Makes liboqs's object for a parameter set of ML-DSA.
    ///
    /// # Errors
    /// `Unsupported` for a set that is not ML-DSA; `LibraryFailed` if liboqs doesn't have it, or
    /// has other sizes for it than FIPS 204.
    pub fn new(set: ParameterSet) -> Result<MlDsa, ContractError> {
        let unsupported = ContractError::Unsupported("ML-DSA with this parameter set");
        let sizes = match set.signature_sizes() {
            Some(sizes) if set.algorithm() == Algorithm::MlDsa => sizes,
            _ => return Err(unsupported),
        };
        let name = CString::new(set.label()).map_err(|_| unsupported)?;
        // SAFETY: `name` ends with a zero byte.
        let sig = NonNull::new(unsafe { OQS_SIG_new(name.as_ptr()) }).ok_or(
            ContractError::LibraryFailed {
                call: "OQS_SIG_new",
                code: 0,
            },
        )?;
        let this = MlDsa { set, sizes, sig };
        // SAFETY: liboqs made the object, and nothing changes it before it is freed.
        let oqs = unsafe { this.sig.as_ref() };
        let lengths = [
            ("length_public_key", oqs.length_public_key, sizes.public_key),
            (
                "length_secret_key",
                oqs.length_secret_key,
                sizes.private_key,
            ),
            ("length_signature", oqs.length_signature, sizes.signature),
        ];
        for (what, actual, expected) in lengths {
            if actual != expected {
                return Err(ContractError::InvalidLength {
                    what,
                    expected,
                    actual,
                });
            }
        }
        Ok(this)
    }
}

fn check_context(context: &[u8]) -> Result<(), ContractError> {
    if context.len() <= MAX_CONTEXT {
        return Ok(());
    }
    let actual = context.len();
    Err(ContractError::InvalidLength {
        what: "context",
        expected: MAX_CONTEXT,
        actual,
    })
}

impl Signature for MlDsa {
    type SigningKey = SigningKey;
    type VerifyingKey = VerifyingKey;
    type Signature = Vec<u8>;

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::SignHedged,
            Capability::Context,
            Capability::ImportExpanded,
            Capability::ExportExpanded,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(VerifyingKey, SigningKey), ContractError> {
        let mut pk = Vec::with_capacity(self.sizes.public_key);
        let mut sk = SecretBytes::with_room(self.sizes.private_key);
        // SAFETY: the object is live, and both buffers have the room that it asks for.
        let status =
            unsafe { OQS_SIG_keypair(self.sig.as_ptr(), pk.as_mut_ptr(), sk.as_mut_ptr()) };
        succeeded("OQS_SIG_keypair", status)?;
        // SAFETY: a call that succeeds has written both keys in full.
        unsafe {
            pk.set_len(self.sizes.public_key);
            sk.set_len(self.sizes.private_key);
        }
        Ok((VerifyingKey(pk), SigningKey(sk)))
    }

    fn sign(
        &self,
        key: &SigningKey,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<Vec<u8>, ContractError> {
        if randomness != SigningRandomness::Hedged {
            return Err(ContractError::Unsupported(randomness.capability().id()));
        }
        check_context(context)?;
        // A key of another parameter set has the same Rust type, so the length is checked here too.
        let sk = key.0.as_slice();
        ContractError::check_length("private key", sk, self.sizes.private_key)?;
        let mut signature = Vec::with_capacity(self.sizes.signature);
        let mut len = self.sizes.signature;
        let (sig, out, len_out) = (self.sig.as_ptr(), signature.as_mut_ptr(), &raw mut len);
        let (m, m_len) = (message.as_ptr(), message.len());
        let (ctx, ctx_len) = (context.as_ptr(), context.len());
        if context.is_empty() {
            // SAFETY: the object is live, the key has its length, `out` has room for a signature
            // of the greatest length, and the message is one slice.
            let status = unsafe { OQS_SIG_sign(sig, out, len_out, m, m_len, sk.as_ptr()) };
            succeeded("OQS_SIG_sign", status)?;
        } else {
            // SAFETY: as above, and the context is one slice.
            let status = unsafe {
                OQS_SIG_sign_with_ctx_str(sig, out, len_out, m, m_len, ctx, ctx_len, sk.as_ptr())
            };
            succeeded("OQS_SIG_sign_with_ctx_str", status)?;
        }
        // SAFETY: a call that succeeds has written `len` bytes, at most the room there was.
        unsafe { signature.set_len(len) };
        Ok(signature)
    }

    fn verify(
        &self,
        key: &VerifyingKey,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        check_context(context)?;
        ContractError::check_length("public key", &key.0, self.sizes.public_key)?;
        if signature.len() != self.sizes.signature {
            return Ok(false);
        }
        let (sig, pk) = (self.sig.as_ptr(), key.0.as_ptr());
        let (m, m_len) = (message.as_ptr(), message.len());
        let (s, s_len) = (signature.as_ptr(), signature.len());
        let (ctx, ctx_len) = (context.as_ptr(), context.len());
        let status = if context.is_empty() {
            // SAFETY: the object is live, the key has its length, and message and signature are
            // one slice each.
            unsafe { OQS_SIG_verify(sig, m, m_len, s, s_len, pk) }
        } else {
            // SAFETY: as above, and the context is one slice.
            unsafe { OQS_SIG_verify_with_ctx_str(sig, m, m_len, s, s_len, ctx, ctx_len, pk) }
        };
        match status {
            OQS_STATUS::OQS_SUCCESS => Ok(true),
            // liboqs has one code for a refused signature and for anything that goes wrong.
            OQS_STATUS::OQS_ERROR => Ok(false),
            other => succeeded("OQS_SIG_verify", other).map(|()| false),
        }
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<VerifyingKey, ContractError> {
        ContractError::check_length("public key", bytes, self.sizes.public_key)?;
        Ok(VerifyingKey(bytes.to_vec()))
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<SigningKey, ContractError> {
        if form == KeyForm::Seed {
            return Err(ContractError::Unsupported(Capability::ImportSeed.id()));
        }
        ContractError::check_length("private key", bytes, self.sizes.private_key)?;
        Ok(SigningKey(SecretBytes::copy_of(bytes)))
    }

    fn export_verifying_key(
        &self,
        key: &VerifyingKey,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        ContractError::copy_out("public key", &key.0, out)
    }

    fn export_signing_key(
        &self,
        key: &SigningKey,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        if form == KeyForm::Seed {
            return Err(ContractError::Unsupported(Capability::ExportSeed.id()));
        }
        ContractError::copy_out("private key", key.0.as_slice(), out)
    }
}
