//! Declarations of the part of Botan's C interface (`botan/ffi.h`) that the adapter uses.
//!
//! Every function that returns `c_int` returns 0 for success and a negative code for an error.

use std::ffi::{c_char, c_int, c_void};

/// Declares types of which only Botan knows the contents.
macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[repr(C)]
        pub(crate) struct $name {
            _contents: [u8; 0],
        }
    )* };
}

opaque! {
    /// `botan_rng_struct`
    Rng
    /// `botan_privkey_struct`
    PrivateKey
    /// `botan_pubkey_struct`
    PublicKey
    /// `botan_pk_op_sign_struct`
    SignOperation
    /// `botan_pk_op_verify_struct`
    VerifyOperation
    /// `botan_pk_op_kem_encrypt_struct`
    EncapsulateOperation
    /// `botan_pk_op_kem_decrypt_struct`
    DecapsulateOperation
}

/// The verification went well and its answer is no.
pub(crate) const INVALID_VERIFIER: c_int = 1;
/// An encoding that can't be decoded.
pub(crate) const ERROR_INVALID_INPUT: c_int = -1;
/// A parameter that breaks a rule.
pub(crate) const ERROR_BAD_PARAMETER: c_int = -32;
/// Something in the operating system failed.
pub(crate) const ERROR_SYSTEM: c_int = -22;

/// Receives the bytes that a `view` function shows.
pub(crate) type ViewBytes =
    extern "C" fn(context: *mut c_void, bytes: *const u8, length: usize) -> c_int;
/// Fills `out` with random bytes; 0 for success.
pub(crate) type GetRandom =
    extern "C" fn(context: *mut c_void, out: *mut u8, length: usize) -> c_int;
/// The form of all functions that load a private key of a named parameter set.
pub(crate) type LoadPrivateKey = unsafe extern "C" fn(
    key: *mut *mut PrivateKey,
    bytes: *const u8,
    length: usize,
    parameter_set: *const c_char,
) -> c_int;
/// The form of all functions that load a public key of a named parameter set.
pub(crate) type LoadPublicKey = unsafe extern "C" fn(
    key: *mut *mut PublicKey,
    bytes: *const u8,
    length: usize,
    parameter_set: *const c_char,
) -> c_int;

unsafe extern "C" {
    pub(crate) safe fn botan_version_major() -> u32;
    pub(crate) safe fn botan_version_minor() -> u32;
    pub(crate) safe fn botan_version_patch() -> u32;
    pub(crate) fn botan_scrub_mem(memory: *mut c_void, length: usize) -> c_int;

    pub(crate) fn botan_rng_init(rng: *mut *mut Rng, kind: *const c_char) -> c_int;
    pub(crate) fn botan_rng_init_custom(
        rng: *mut *mut Rng,
        name: *const c_char,
        context: *mut c_void,
        get: GetRandom,
        add_entropy: Option<extern "C" fn(*mut c_void, *const u8, usize) -> c_int>,
        destroy: Option<extern "C" fn(*mut c_void)>,
    ) -> c_int;
    pub(crate) fn botan_rng_destroy(rng: *mut Rng) -> c_int;

    pub(crate) fn botan_privkey_create(
        key: *mut *mut PrivateKey,
        algorithm: *const c_char,
        parameter_set: *const c_char,
        rng: *mut Rng,
    ) -> c_int;
    pub(crate) fn botan_privkey_load_ml_kem(
        key: *mut *mut PrivateKey,
        bytes: *const u8,
        length: usize,
        parameter_set: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_privkey_load_ml_dsa(
        key: *mut *mut PrivateKey,
        bytes: *const u8,
        length: usize,
        parameter_set: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_privkey_load_slh_dsa(
        key: *mut *mut PrivateKey,
        bytes: *const u8,
        length: usize,
        parameter_set: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_privkey_export_pubkey(
        public: *mut *mut PublicKey,
        key: *mut PrivateKey,
    ) -> c_int;
    pub(crate) fn botan_privkey_view_raw(
        key: *mut PrivateKey,
        context: *mut c_void,
        view: ViewBytes,
    ) -> c_int;
    pub(crate) fn botan_privkey_destroy(key: *mut PrivateKey) -> c_int;

    pub(crate) fn botan_pubkey_load_ml_kem(
        key: *mut *mut PublicKey,
        bytes: *const u8,
        length: usize,
        parameter_set: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_pubkey_load_ml_dsa(
        key: *mut *mut PublicKey,
        bytes: *const u8,
        length: usize,
        parameter_set: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_pubkey_load_slh_dsa(
        key: *mut *mut PublicKey,
        bytes: *const u8,
        length: usize,
        parameter_set: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_pubkey_view_raw(
        key: *mut PublicKey,
        context: *mut c_void,
        view: ViewBytes,
    ) -> c_int;
    pub(crate) fn botan_pubkey_destroy(key: *mut PublicKey) -> c_int;

    pub(crate) fn botan_pk_op_kem_encrypt_create(
        operation: *mut *mut EncapsulateOperation,
        key: *mut PublicKey,
        kdf: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_pk_op_kem_encrypt_create_shared_key(
        operation: *mut EncapsulateOperation,
        rng: *mut Rng,
        salt: *const u8,
        salt_length: usize,
        wanted_length: usize,
        shared_key: *mut u8,
        shared_key_length: *mut usize,
        ciphertext: *mut u8,
        ciphertext_length: *mut usize,
    ) -> c_int;
    pub(crate) fn botan_pk_op_kem_encrypt_destroy(operation: *mut EncapsulateOperation) -> c_int;

    pub(crate) fn botan_pk_op_kem_decrypt_create(
        operation: *mut *mut DecapsulateOperation,
        key: *mut PrivateKey,
        kdf: *const c_char,
    ) -> c_int;
    pub(crate) fn botan_pk_op_kem_decrypt_shared_key(
        operation: *mut DecapsulateOperation,
        salt: *const u8,
        salt_length: usize,
        ciphertext: *const u8,
        ciphertext_length: usize,
        wanted_length: usize,
        shared_key: *mut u8,
        shared_key_length: *mut usize,
    ) -> c_int;
    pub(crate) fn botan_pk_op_kem_decrypt_destroy(operation: *mut DecapsulateOperation) -> c_int;

    pub(crate) fn botan_pk_op_sign_create(
        operation: *mut *mut SignOperation,
        key: *mut PrivateKey,
        padding: *const c_char,
        flags: u32,
    ) -> c_int;
    pub(crate) fn botan_pk_op_sign_update(
        operation: *mut SignOperation,
        bytes: *const u8,
        length: usize,
    ) -> c_int;
    pub(crate) fn botan_pk_op_sign_finish(
        operation: *mut SignOperation,
        rng: *mut Rng,
        signature: *mut u8,
        signature_length: *mut usize,
    ) -> c_int;
    pub(crate) fn botan_pk_op_sign_destroy(operation: *mut SignOperation) -> c_int;

    pub(crate) fn botan_pk_op_verify_create(
        operation: *mut *mut VerifyOperation,
        key: *mut PublicKey,
        padding: *const c_char,
        flags: u32,
    ) -> c_int;
    pub(crate) fn botan_pk_op_verify_update(
        operation: *mut VerifyOperation,
        bytes: *const u8,
        length: usize,
    ) -> c_int;
    pub(crate) fn botan_pk_op_verify_finish(
        operation: *mut VerifyOperation,
        signature: *const u8,
        signature_length: usize,
    ) -> c_int;
    pub(crate) fn botan_pk_op_verify_destroy(operation: *mut VerifyOperation) -> c_int;
}
