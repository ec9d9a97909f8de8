//! Owned keys and contexts of OpenSSL's EVP interface.

use crate::ffi::{self, EVP_PKEY, EVP_PKEY_CTX};
use crate::library::{failure, succeeded};
use crate::params::Params;
use core::ffi::{CStr, c_int};
use core::ptr::{self, NonNull};
use nexusq_contract::ContractError;

/// A reference to an `EVP_PKEY`: a public key, or a private key with its public key.
pub(crate) struct Key(NonNull<EVP_PKEY>);

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: this value owns one reference to a live key. OpenSSL wipes the private parts
        // when the last one goes.
        unsafe { ffi::EVP_PKEY_free(self.0.as_ptr()) }
    }
}

impl Key {
    /// Generates a key pair with OpenSSL's random number generator, or from a seed.
    pub(crate) fn generate(name: &CStr, seed: Option<&[u8]>) -> Result<Key, ContractError> {
        let ctx = Context::for_algorithm(name)?;
        // SAFETY: `ctx` is live.
        let code = unsafe { ffi::EVP_PKEY_keygen_init(ctx.as_ptr()) };
        succeeded("EVP_PKEY_keygen_init", code)?;
        if let Some(seed) = seed {
            let params = Params::new().octets(c"seed", seed);
            // SAFETY: `ctx` is live; `params` ends with its mark and is only read.
            let code = unsafe { ffi::EVP_PKEY_CTX_set_params(ctx.as_ptr(), params.as_ptr()) };
            succeeded("EVP_PKEY_CTX_set_params", code)?;
        }
        let mut key = ptr::null_mut();
        // SAFETY: `ctx` is live and ready to generate; `key` is null, so a new key is made.
        let code = unsafe { ffi::EVP_PKEY_keygen(ctx.as_ptr(), &mut key) };
        succeeded("EVP_PKEY_keygen", code)?;
        Key::own("EVP_PKEY_keygen", key)
    }

    /// Imports a private key from its seed.
    pub(crate) fn from_seed(name: &CStr, seed: &[u8]) -> Result<Key, ContractError> {
        let ctx = Context::for_algorithm(name)?;
        // SAFETY: `ctx` is live.
        let code = unsafe { ffi::EVP_PKEY_fromdata_init(ctx.as_ptr()) };
        succeeded("EVP_PKEY_fromdata_init", code)?;
        let params = Params::new().octets(c"seed", seed);
        let list = params.as_ptr().cast_mut();
        let mut key = ptr::null_mut();
        // SAFETY: `ctx` is live and ready; `key` is null, so a new key is made; `list` ends with
        // its mark and, though not declared const, is only read by this call.
        let code =
            unsafe { ffi::EVP_PKEY_fromdata(ctx.as_ptr(), &mut key, ffi::EVP_PKEY_KEYPAIR, list) };
        succeeded("EVP_PKEY_fromdata", code)?;
        Key::own("EVP_PKEY_fromdata", key)
    }

    /// Imports a private key in the standard's expanded encoding.
    pub(crate) fn from_private(name: &CStr, bytes: &[u8]) -> Result<Key, ContractError> {
        // SAFETY: `name` ends with a zero byte; pointer and length are those of one slice; a null
        // library context and a null property query mean the default.
        let key = unsafe {
            ffi::EVP_PKEY_new_raw_private_key_ex(
                ptr::null_mut(),
                name.as_ptr(),
                ptr::null(),
                bytes.as_ptr(),
                bytes.len(),
            )
        };
        Key::own("EVP_PKEY_new_raw_private_key_ex", key)
    }

    /// Imports a public key.
    pub(crate) fn from_public(name: &CStr, bytes: &[u8]) -> Result<Key, ContractError> {
        // SAFETY: as in `from_private`.
        let key = unsafe {
            ffi::EVP_PKEY_new_raw_public_key_ex(
                ptr::null_mut(),
                name.as_ptr(),
                ptr::null(),
                bytes.as_ptr(),
                bytes.len(),
            )
        };
        Key::own("EVP_PKEY_new_raw_public_key_ex", key)
    }

    /// Another reference to the same key.
    pub(crate) fn share(&self) -> Result<Key, ContractError> {
        // SAFETY: this value holds a reference, so the key is live.
        let code = unsafe { ffi::EVP_PKEY_up_ref(self.0.as_ptr()) };
        succeeded("EVP_PKEY_up_ref", code)?;
        Ok(Key(self.0))
    }

    /// Writes the public key to the start of `out` and returns its length.
    pub(crate) fn export_public(&self, out: &mut [u8]) -> Result<usize, ContractError> {
        let mut len = out.len();
        // SAFETY: the key is live; `len` holds the room there is at `out`.
        let code = unsafe {
            ffi::EVP_PKEY_get_raw_public_key(self.0.as_ptr(), out.as_mut_ptr(), &mut len)
        };
        succeeded("EVP_PKEY_get_raw_public_key", code).map(|()| len)
    }

    /// Writes the private key in the standard's expanded encoding, as `export_public` does.
    pub(crate) fn export_private(&self, out: &mut [u8]) -> Result<usize, ContractError> {
        let mut len = out.len();
        // SAFETY: the key is live; `len` holds the room there is at `out`.
        let code = unsafe {
            ffi::EVP_PKEY_get_raw_private_key(self.0.as_ptr(), out.as_mut_ptr(), &mut len)
        };
        succeeded("EVP_PKEY_get_raw_private_key", code).map(|()| len)
    }

    /// Writes the seed, as `export_public` does. A key that was imported in the expanded encoding
    /// has none.
    pub(crate) fn export_seed(&self, out: &mut [u8]) -> Result<usize, ContractError> {
        let mut len = 0;
        // SAFETY: the key is live; the room at `out` is given with it.
        let code = unsafe {
            ffi::EVP_PKEY_get_octet_string_param(
                self.0.as_ptr(),
                c"seed".as_ptr(),
                out.as_mut_ptr(),
                out.len(),
                &mut len,
            )
        };
        succeeded("EVP_PKEY_get_octet_string_param(seed)", code).map(|()| len)
    }

    /// Takes over the reference that `call` returned, or fails if it returned none.
    fn own(call: &'static str, key: *mut EVP_PKEY) -> Result<Key, ContractError> {
        NonNull::new(key).map(Key).ok_or_else(|| failure(call))
    }
}

/// An `EVP_PKEY_CTX`: the state of one operation.
pub(crate) struct Context(NonNull<EVP_PKEY_CTX>);

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: this value owns a live context.
        unsafe { ffi::EVP_PKEY_CTX_free(self.0.as_ptr()) }
    }
}

impl Context {
    /// For an operation with `key`, of which the context keeps a reference.
    pub(crate) fn for_key(key: &Key) -> Result<Context, ContractError> {
        // SAFETY: the key is live; null means the default library context and properties.
        let ctx = unsafe {
            ffi::EVP_PKEY_CTX_new_from_pkey(ptr::null_mut(), key.0.as_ptr(), ptr::null())
        };
        NonNull::new(ctx)
            .map(Context)
            .ok_or_else(|| failure("EVP_PKEY_CTX_new_from_pkey"))
    }

    /// For an operation that makes a key.
    fn for_algorithm(name: &CStr) -> Result<Context, ContractError> {
        // SAFETY: `name` ends with a zero byte; null means the default library context and
        // properties.
        let ctx =
            unsafe { ffi::EVP_PKEY_CTX_new_from_name(ptr::null_mut(), name.as_ptr(), ptr::null()) };
        NonNull::new(ctx)
            .map(Context)
            .ok_or_else(|| failure("EVP_PKEY_CTX_new_from_name"))
    }

    /// The pointer to pass on; it is live as long as this value.
    pub(crate) fn as_ptr(&self) -> *mut EVP_PKEY_CTX {
        self.0.as_ptr()
    }
}

/// A vector of up to `room` bytes that `write` fills: it gets the start of the room and a length
/// to read and set, and returns 1 for success.
///
/// # Safety
/// On success `write` has written as many bytes as it set the length to, at most `room`.
pub(crate) unsafe fn written(
    call: &'static str,
    room: usize,
    write: impl FnOnce(*mut u8, *mut usize) -> c_int,
) -> Result<Vec<u8>, ContractError> {
    let mut bytes = Vec::with_capacity(room);
    let mut len = room;
    succeeded(call, write(bytes.as_mut_ptr(), &mut len))?;
    // SAFETY: by this function's own condition.
    unsafe { bytes.set_len(len) };
    Ok(bytes)
}
