//! Botan's objects as owned Rust values, and its error codes as the contract's errors.

use crate::ffi;
use nexusq_contract::ContractError;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

/// An object of Botan that this value owns.
pub(crate) struct Owned<T: Object>(NonNull<T>);

/// A type of object: how Botan frees it.
pub(crate) trait Object {
    const DESTROY: unsafe extern "C" fn(*mut Self) -> c_int;
}

macro_rules! objects {
    ($($name:ident = $destroy:ident;)*) => { $(
        impl Object for ffi::$name {
            const DESTROY: unsafe extern "C" fn(*mut Self) -> c_int = ffi::$destroy;
        }
    )* };
}

objects! {
    Rng = botan_rng_destroy;
    PrivateKey = botan_privkey_destroy;
    PublicKey = botan_pubkey_destroy;
    SignOperation = botan_pk_op_sign_destroy;
    VerifyOperation = botan_pk_op_verify_destroy;
    EncapsulateOperation = botan_pk_op_kem_encrypt_destroy;
    DecapsulateOperation = botan_pk_op_kem_decrypt_destroy;
}

impl<T: Object> Owned<T> {
    /// The object that `create` writes to the place it is given.
    pub(crate) fn create(
        call: &'static str,
        create: impl FnOnce(*mut *mut T) -> c_int,
    ) -> Result<Owned<T>, ContractError> {
        let mut object = ptr::null_mut();
        check(call, create(&raw mut object))?;
        NonNull::new(object)
            .map(Owned)
            .ok_or(ContractError::LibraryFailed { call, code: 0 })
    }

    pub(crate) fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }
}

impl<T: Object> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: a `create` function of Botan made the object for this value alone, and DESTROY
        // is the function that frees that type.
        unsafe { T::DESTROY(self.as_ptr()) };
    }
}

/// Turns a code of Botan into a result.
pub(crate) fn check(call: &'static str, code: c_int) -> Result<(), ContractError> {
    match code {
        0 => Ok(()),
        ffi::ERROR_SYSTEM => Err(ContractError::RandomnessFailed),
        code => Err(ContractError::LibraryFailed {
            call,
            code: i64::from(code),
        }),
    }
}

/// Replaces Botan's code for bytes that it refuses by the rule that they break.
pub(crate) fn or_refused(
    error: ContractError,
    what: &'static str,
    rule: &'static str,
) -> ContractError {
    const REFUSED: [i64; 2] = [
        ffi::ERROR_INVALID_INPUT as i64,
        ffi::ERROR_BAD_PARAMETER as i64,
    ];
    match error {
        ContractError::LibraryFailed { code, .. } if REFUSED.contains(&code) => {
            ContractError::InvalidInput { what, rule }
        }
        other => other,
    }
}

pub(crate) type PrivateKey = Owned<ffi::PrivateKey>;
pub(crate) type PublicKey = Owned<ffi::PublicKey>;
pub(crate) type Rng = Owned<ffi::Rng>;

/// The generator of the operating system, the default of Botan's C interface.
pub(crate) fn system_rng() -> Result<Rng, ContractError> {
    // SAFETY: writes a new generator to the place; the name ends with a zero.
    Rng::create("botan_rng_init", |out| unsafe {
        ffi::botan_rng_init(out, c"system".as_ptr())
    })
}

/// Runs `operation` with a generator that gives out `bytes` once, and checks that all were used.
pub(crate) fn with_given_bytes<R>(
    bytes: &[u8],
    operation: impl FnOnce(&Rng) -> Result<R, ContractError>,
) -> Result<R, ContractError> {
    const CALL: &str = "botan_rng_init_custom";
    let mut left = bytes;
    let context = (&raw mut left).cast::<c_void>();
    // SAFETY: the callback gets `context`, which points to `left`; that outlives the generator and
    // is not touched by anything else while the generator lives.
    let rng = Rng::create(CALL, |out| unsafe {
        ffi::botan_rng_init_custom(out, c"given bytes".as_ptr(), context, give, None, None)
    })?;
    let result = operation(&rng)?;
    drop(rng);
    if left.is_empty() {
        return Ok(result);
    }
    Err(ContractError::LibraryFailed {
        call: CALL,
        code: i64::try_from(left.len()).unwrap_or(-1),
    })
}

/// The callback of the generator above; -1 when more is asked for than is left.
extern "C" fn give(context: *mut c_void, out: *mut u8, length: usize) -> c_int {
    // SAFETY: `context` is the pointer to `left` that was given to botan_rng_init_custom.
    let left = unsafe { &mut *context.cast::<&[u8]>() };
    let Some((given, rest)) = left.split_at_checked(length) else {
        return -1;
    };
    // SAFETY: Botan gives room for `length` bytes, which no Rust reference points to.
    unsafe { ptr::copy_nonoverlapping(given.as_ptr(), out, length) };
    *left = rest;
    0
}

/// A new private key of the parameter set.
pub(crate) fn create_private_key(
    algorithm: &CStr,
    parameter_set: &CStr,
    rng: &Rng,
) -> Result<PrivateKey, ContractError> {
    // SAFETY: the names end with a zero and the generator is valid.
    PrivateKey::create("botan_privkey_create", |out| unsafe {
        ffi::botan_privkey_create(
            out,
            algorithm.as_ptr(),
            parameter_set.as_ptr(),
            rng.as_ptr(),
        )
    })
}

/// A key from bytes, by one of Botan's load functions.
pub(crate) fn load<T: Object>(
    call: &'static str,
    function: unsafe extern "C" fn(*mut *mut T, *const u8, usize, *const c_char) -> c_int,
    bytes: &[u8],
    parameter_set: &CStr,
) -> Result<Owned<T>, ContractError> {
    // SAFETY: `function` is a load function of ffi.rs; it reads `bytes.len()` bytes and a name
    // that ends with a zero.
    Owned::create(call, |out| unsafe {
        function(out, bytes.as_ptr(), bytes.len(), parameter_set.as_ptr())
    })
}

/// The public key that belongs to `key`.
pub(crate) fn public_key(key: &PrivateKey) -> Result<PublicKey, ContractError> {
    // SAFETY: the private key is valid.
    PublicKey::create("botan_privkey_export_pubkey", |out| unsafe {
        ffi::botan_privkey_export_pubkey(out, key.as_ptr())
    })
}

/// Writes the encoded public key to the start of `out`.
pub(crate) fn export_public(key: &PublicKey, out: &mut [u8]) -> Result<usize, ContractError> {
    copy_view("public key", out, |context| {
        // SAFETY: the key is valid, and `context` is what `copy` expects.
        check("botan_pubkey_view_raw", unsafe {
            ffi::botan_pubkey_view_raw(key.as_ptr(), context, copy)
        })
    })
}

/// Writes the private key, in the form in which Botan holds it, to the start of `out`. Fails if
/// that form hasn't `length` bytes.
pub(crate) fn export_private(
    key: &PrivateKey,
    length: usize,
    out: &mut [u8],
) -> Result<usize, ContractError> {
    const WHAT: &str = "private key";
    let actual = out.len();
    let too_short = ContractError::InvalidLength {
        what: WHAT,
        expected: length,
        actual,
    };
    let out = out.get_mut(..length).ok_or(too_short)?;
    let written = copy_view(WHAT, out, |context| {
        // SAFETY: the key is valid, and `context` is what `copy` expects.
        check("botan_privkey_view_raw", unsafe {
            ffi::botan_privkey_view_raw(key.as_ptr(), context, copy)
        })
    })?;
    if written == length {
        return Ok(written);
    }
    Err(ContractError::Unsupported(
        "export in a form other than that of the import",
    ))
}

/// Where `copy` writes to, and what became of it.
struct Copy<'a> {
    out: &'a mut [u8],
    what: &'static str,
    result: Result<usize, ContractError>,
}

/// Copies what a view function shows to `out`.
fn copy_view(
    what: &'static str,
    out: &mut [u8],
    view: impl FnOnce(*mut c_void) -> Result<(), ContractError>,
) -> Result<usize, ContractError> {
    let result = Ok(0);
    let mut target = Copy { out, what, result };
    view((&raw mut target).cast::<c_void>())?;
    target.result
}

extern "C" fn copy(context: *mut c_void, bytes: *const u8, length: usize) -> c_int {
    // SAFETY: `context` is the pointer to a `Copy` that `copy_view` has made and waits with.
    let target = unsafe { &mut *context.cast::<Copy<'_>>() };
    // SAFETY: Botan shows `length` bytes for as long as this callback runs.
    let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
    target.result = ContractError::copy_out(target.what, bytes, target.out);
    0
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
        unsafe { ffi::botan_scrub_mem(self.0.as_mut_ptr().cast::<c_void>(), self.0.len()) };
    }
}
