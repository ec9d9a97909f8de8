//! ML-DSA by `EVP_PKEY_PQDSA`.

use crate::evp::{DigestContext, Key, KeyContext, check, room, take_error};
use crate::sys;
use nexusq_contract::{
    Capability, ContractError, KeyForm, ParameterSet, PreparedKey, Signature, SignatureSizes,
    SigningRandomness,
};
use std::ffi::c_int;
use std::ptr;

/// ML-DSA-44.
pub(crate) const ML_DSA_44: MlDsa<2420> = MlDsa::new(ParameterSet::MlDsa44, sys::NID_MLDSA44);
/// ML-DSA-65.
pub(crate) const ML_DSA_65: MlDsa<3309> = MlDsa::new(ParameterSet::MlDsa65, sys::NID_MLDSA65);
/// ML-DSA-87.
pub(crate) const ML_DSA_87: MlDsa<4627> = MlDsa::new(ParameterSet::MlDsa87, sys::NID_MLDSA87);

/// ML-DSA at one parameter set, with signatures of `S` bytes.
pub(crate) struct MlDsa<const S: usize> {
    set: ParameterSet,
    sizes: SignatureSizes,
    nid: c_int,
}

impl<const S: usize> MlDsa<S> {
    /// Only called for the constants above: a wrong size is a compile error.
    const fn new(set: ParameterSet, nid: c_int) -> MlDsa<S> {
        let Some(sizes) = set.signature_sizes() else {
            panic!("not a signature scheme")
        };
        assert!(sizes.signature == S);
        MlDsa { set, sizes, nid }
    }

    /// The length of a private key in the given form.
    fn length(&self, form: KeyForm) -> usize {
        match form {
            KeyForm::Expanded => self.sizes.private_key,
            KeyForm::Seed => self.sizes.seed,
        }
    }

    /// A private key from its expanded encoding or from ξ: AWS-LC tells them apart by length.
    fn private_key(&self, bytes: &[u8]) -> Result<Key, ContractError> {
        // SAFETY: reads `bytes.len()` bytes; the result is null or a new key.
        unsafe {
            let key =
                sys::EVP_PKEY_pqdsa_new_raw_private_key(self.nid, bytes.as_ptr(), bytes.len());
            Key::new("EVP_PKEY_pqdsa_new_raw_private_key", key)
        }
    }
}

/// Refuses a context of more than 255 bytes (FIPS 204 Alg. 2 line 1, Alg. 3 line 1).
fn check_context(context: &[u8]) -> Result<(), ContractError> {
    match context.len() {
        0..=255 => Ok(()),
        actual => Err(ContractError::InvalidLength {
            what: "context",
            expected: 255,
            actual,
        }),
    }
}

/// Gives the context to an initialised signature or verification. The empty one is the default.
fn set_context(operation: *mut sys::EVP_PKEY_CTX, context: &[u8]) -> Result<(), ContractError> {
    if context.is_empty() {
        return Ok(());
    }
    // SAFETY: the caller has `operation` from EVP_DigestSignInit or EVP_DigestVerifyInit, and the
    // digest context that owns it still lives; the context string is copied.
    let result = unsafe {
        sys::EVP_PKEY_CTX_set1_signature_context_string(operation, context.as_ptr(), context.len())
    };
    check("EVP_PKEY_CTX_set1_signature_context_string", result)
}

impl<const S: usize> Signature for MlDsa<S> {
    type SigningKey = Key;
    type VerifyingKey = Key;
    type Signature = [u8; S];

    fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    fn capabilities(&self) -> &'static [Capability] {
        &[
            Capability::GenerateFromSeed,
            Capability::SignHedged,
            Capability::Context,
            Capability::ImportExpanded,
            Capability::ImportSeed,
            Capability::ExportExpanded,
            Capability::ExportSeed,
        ]
    }

    fn prepared_key(&self) -> PreparedKey {
        PreparedKey::Bytes
    }

    fn generate(&self) -> Result<(Key, Key), ContractError> {
        let context = KeyContext::for_generation(sys::EVP_PKEY_PQDSA)?;
        // SAFETY: the context is valid.
        let result = unsafe { sys::EVP_PKEY_CTX_pqdsa_set_params(context.as_ptr(), self.nid) };
        check("EVP_PKEY_CTX_pqdsa_set_params", result)?;
        // SAFETY: as above.
        check("EVP_PKEY_keygen_init", unsafe {
            sys::EVP_PKEY_keygen_init(context.as_ptr())
        })?;
        let mut key = ptr::null_mut();
        // SAFETY: the context is valid; a key is written on success.
        let result = unsafe { sys::EVP_PKEY_keygen(context.as_ptr(), &raw mut key) };
        check("EVP_PKEY_keygen", result)?;
        // SAFETY: the key was just made, and nobody else owns it.
        let key = unsafe { Key::new("EVP_PKEY_keygen", key) }?;
        Ok((key.share(), key))
    }

    fn generate_from_seed(&self, seed: &[u8]) -> Result<(Key, Key), ContractError> {
        ContractError::check_length("seed", seed, self.sizes.seed)?;
        let key = self.private_key(seed)?;
        Ok((key.share(), key))
    }

    fn sign(
        &self,
        key: &Key,
        message: &[u8],
        context: &[u8],
        randomness: SigningRandomness<'_>,
    ) -> Result<[u8; S], ContractError> {
        check_context(context)?;
        if randomness != SigningRandomness::Hedged {
            return Err(ContractError::Unsupported(randomness.capability().id()));
        }
        let mut digest = DigestContext::new();
        let mut operation = ptr::null_mut();
        // SAFETY: the digest context is initialised, the key is valid; ML-DSA takes no digest.
        let result = unsafe {
            sys::EVP_DigestSignInit(
                digest.as_mut_ptr(),
                &raw mut operation,
                ptr::null(),
                ptr::null_mut(),
                key.as_ptr(),
            )
        };
        check("EVP_DigestSignInit", result)?;
        set_context(operation, context)?;
        let mut signature = [0; S];
        let mut length = S;
        // SAFETY: `signature` has `length` bytes and the message `message.len()`.
        let result = unsafe {
            sys::EVP_DigestSign(
                digest.as_mut_ptr(),
                signature.as_mut_ptr(),
                &raw mut length,
                message.as_ptr(),
                message.len(),
            )
        };
        check("EVP_DigestSign", result)?;
        Ok(signature)
    }

    fn verify(
        &self,
        key: &Key,
        message: &[u8],
        context: &[u8],
        signature: &[u8],
    ) -> Result<bool, ContractError> {
        check_context(context)?;
        let mut digest = DigestContext::new();
        let mut operation = ptr::null_mut();
        // SAFETY: the digest context is initialised, the key is valid; ML-DSA takes no digest.
        let result = unsafe {
            sys::EVP_DigestVerifyInit(
                digest.as_mut_ptr(),
                &raw mut operation,
                ptr::null(),
                ptr::null_mut(),
                key.as_ptr(),
            )
        };
        check("EVP_DigestVerifyInit", result)?;
        set_context(operation, context)?;
        // SAFETY: reads the signature and the message, of the lengths that are passed; AWS-LC
        // refuses a signature of another length than S.
        let result = unsafe {
            sys::EVP_DigestVerify(
                digest.as_mut_ptr(),
                signature.as_ptr(),
                signature.len(),
                message.as_ptr(),
                message.len(),
            )
        };
        if result == 1 {
            return Ok(true);
        }
        match take_error() {
            code if sys::ERR_GET_REASON(code) == sys::EVP_R_INVALID_SIGNATURE => Ok(false),
            code => Err(ContractError::LibraryFailed {
                call: "EVP_DigestVerify",
                code: i64::from(code),
            }),
        }
    }

    fn import_verifying_key(&self, bytes: &[u8]) -> Result<Key, ContractError> {
        ContractError::check_length("public key", bytes, self.sizes.public_key)?;
        // SAFETY: reads `bytes.len()` bytes; the result is null or a new key.
        unsafe {
            let key = sys::EVP_PKEY_pqdsa_new_raw_public_key(self.nid, bytes.as_ptr(), bytes.len());
            Key::new("EVP_PKEY_pqdsa_new_raw_public_key", key)
        }
    }

    fn import_signing_key(&self, form: KeyForm, bytes: &[u8]) -> Result<Key, ContractError> {
        ContractError::check_length("private key", bytes, self.length(form))?;
        self.private_key(bytes)
    }

    fn export_verifying_key(&self, key: &Key, out: &mut [u8]) -> Result<usize, ContractError> {
        key.export_public(room("public key", out, self.sizes.public_key)?)
    }

    fn export_signing_key(
        &self,
        key: &Key,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        let length = self.length(form);
        key.export_private(form, room("private key", out, length)?)
    }
}
