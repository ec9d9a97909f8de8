//! AWS-LC's EVP objects as owned Rust values, and its errors as the contract's.

use crate::sys;
use nexusq_contract::{ContractError, KeyForm};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

/// The error for a call that failed; empties AWS-LC's queue of errors.
pub(crate) fn failed(call: &'static str) -> ContractError {
    ContractError::LibraryFailed {
        call,
        code: i64::from(take_error()),
    }
}

/// Takes the oldest error of this thread's queue and drops the others; 0 if there was none.
pub(crate) fn take_error() -> u32 {
    // SAFETY: both work on this thread's queue alone.
    unsafe {
        let code = sys::ERR_get_error();
        sys::ERR_clear_error();
        code
    }
}

/// Turns the 1 that AWS-LC returns for success into `Ok`.
pub(crate) fn check(call: &'static str, result: c_int) -> Result<(), ContractError> {
    if result == 1 {
        Ok(())
    } else {
        Err(failed(call))
    }
}

/// The first `length` bytes of `out`, for an export.
pub(crate) fn room<'a>(
    what: &'static str,
    out: &'a mut [u8],
    length: usize,
) -> Result<&'a mut [u8], ContractError> {
    let actual = out.len();
    out.get_mut(..length).ok_or(ContractError::InvalidLength {
        what,
        expected: length,
        actual,
    })
}

/// An `EVP_PKEY`: a public key, a private key or both.
pub(crate) struct Key(NonNull<sys::EVP_PKEY>);

impl Key {
    /// Takes over a key that AWS-LC has just made; null means that it could not.
    ///
    /// # Safety
    /// `key` is null or a valid key whose one reference passes to the result.
    pub(crate) unsafe fn new(
        call: &'static str,
        key: *mut sys::EVP_PKEY,
    ) -> Result<Key, ContractError> {
        NonNull::new(key).map(Key).ok_or_else(|| failed(call))
    }

    /// A second owner of the same key: AWS-LC counts references.
    pub(crate) fn share(&self) -> Key {
        // SAFETY: the key is valid; the count goes up by the reference that the result drops.
        unsafe { sys::EVP_PKEY_up_ref(self.as_ptr()) };
        Key(self.0)
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::EVP_PKEY {
        self.0.as_ptr()
    }

    /// A context for one operation with this key.
    pub(crate) fn context(&self) -> Result<KeyContext, ContractError> {
        // SAFETY: the key is valid and the context takes a reference of its own.
        let context = unsafe { sys::EVP_PKEY_CTX_new(self.as_ptr(), ptr::null_mut()) };
        NonNull::new(context)
            .map(KeyContext)
            .ok_or_else(|| failed("EVP_PKEY_CTX_new"))
    }

    /// Writes the encoded public key to the start of `out`.
    pub(crate) fn export_public(&self, out: &mut [u8]) -> Result<usize, ContractError> {
        let mut length = out.len();
        // SAFETY: the key is valid; at most `length` bytes are written to `out`.
        let result = unsafe {
            sys::EVP_PKEY_get_raw_public_key(self.as_ptr(), out.as_mut_ptr(), &raw mut length)
        };
        check("EVP_PKEY_get_raw_public_key", result)?;
        Ok(length)
    }

    /// Writes the private key in the given form to the start of `out`.
    pub(crate) fn export_private(
        &self,
        form: KeyForm,
        out: &mut [u8],
    ) -> Result<usize, ContractError> {
        let mut length = out.len();
        if form == KeyForm::Expanded {
            // SAFETY: the key is valid; at most `length` bytes are written to `out`.
            let result = unsafe {
                sys::EVP_PKEY_get_raw_private_key(self.as_ptr(), out.as_mut_ptr(), &raw mut length)
            };
            check("EVP_PKEY_get_raw_private_key", result)?;
            return Ok(length);
        }
        // SAFETY: as above.
        let result = unsafe {
            sys::EVP_PKEY_get_private_seed(self.as_ptr(), out.as_mut_ptr(), &raw mut length)
        };
        if result != 1 {
            take_error();
            return Err(ContractError::Unsupported(
                "export-seed of a key that has no seed",
            ));
        }
        Ok(length)
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: gives back the one reference that this value owns. AWS-LC zeroizes what it frees.
        unsafe { sys::EVP_PKEY_free(self.as_ptr()) };
    }
}

/// An `EVP_PKEY_CTX`: one operation with a key, or one key generation.
pub(crate) struct KeyContext(NonNull<sys::EVP_PKEY_CTX>);

impl KeyContext {
    /// A context that generates keys of the type `id`.
    pub(crate) fn for_generation(id: c_int) -> Result<KeyContext, ContractError> {
        // SAFETY: takes an integer and no engine.
        let context = unsafe { sys::EVP_PKEY_CTX_new_id(id, ptr::null_mut()) };
        NonNull::new(context)
            .map(KeyContext)
            .ok_or_else(|| failed("EVP_PKEY_CTX_new_id"))
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::EVP_PKEY_CTX {
        self.0.as_ptr()
    }
}

impl Drop for KeyContext {
    fn drop(&mut self) {
        // SAFETY: this value owns the context.
        unsafe { sys::EVP_PKEY_CTX_free(self.as_ptr()) };
    }
}

/// An `EVP_MD_CTX` on the stack: one signature or one verification.
pub(crate) struct DigestContext(MaybeUninit<sys::EVP_MD_CTX>);

impl DigestContext {
    pub(crate) fn new() -> DigestContext {
        let mut context = MaybeUninit::uninit();
        // SAFETY: EVP_MD_CTX_init initialises the memory it is given. What it writes holds no
        // pointer to itself, so that the value may be moved.
        unsafe { sys::EVP_MD_CTX_init(context.as_mut_ptr()) };
        DigestContext(context)
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut sys::EVP_MD_CTX {
        self.0.as_mut_ptr()
    }
}

impl Drop for DigestContext {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`; frees what the context holds, not the context.
        unsafe { sys::EVP_MD_CTX_cleanup(self.as_mut_ptr()) };
    }
}

/// A shared secret, wiped when it is dropped.
pub(crate) struct SharedSecret(pub(crate) [u8; 32]);

impl AsRef<[u8]> for SharedSecret {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        // SAFETY: the array is valid for writes of its length.
        unsafe { sys::OPENSSL_cleanse(self.0.as_mut_ptr().cast::<c_void>(), self.0.len()) };
    }
}
