//! The part of OpenSSL 3.5's C interface that this adapter calls, declared by hand.
//!
//! Names, types and values are those of the public headers `openssl/evp.h`, `openssl/core.h`,
//! `openssl/core_dispatch.h`, `openssl/crypto.h` and `openssl/err.h`; each function is described
//! in the manual page of its name.
#![allow(non_camel_case_types)]

use core::ffi::{c_char, c_int, c_uchar, c_uint, c_ulong, c_void};
use core::marker::{PhantomData, PhantomPinned};

/// Defines a type that is only ever seen behind a pointer.
macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[repr(C)]
        pub(crate) struct $name {
            _data: [u8; 0],
            _not_send_not_unpin: PhantomData<(*mut u8, PhantomPinned)>,
        }
    )*};
}
opaque!(EVP_PKEY EVP_PKEY_CTX EVP_SIGNATURE OSSL_LIB_CTX OPENSSL_INIT_SETTINGS);

/// One named parameter; a list of them ends with one whose name is null.
#[repr(C)]
pub(crate) struct OSSL_PARAM {
    pub(crate) key: *const c_char,
    pub(crate) data_type: c_uint,
    pub(crate) data: *mut c_void,
    pub(crate) data_size: usize,
    pub(crate) return_size: usize,
}

pub(crate) const OSSL_PARAM_INTEGER: c_uint = 1;
pub(crate) const OSSL_PARAM_OCTET_STRING: c_uint = 5;
/// What `return_size` holds until a value has been returned.
pub(crate) const OSSL_PARAM_UNMODIFIED: usize = usize::MAX;

/// `OSSL_KEYMGMT_SELECT_PRIVATE_KEY`, `_PUBLIC_KEY` and `_ALL_PARAMETERS` together.
pub(crate) const EVP_PKEY_KEYPAIR: c_int = 0x01 | 0x02 | 0x84;

pub(crate) const OPENSSL_INIT_NO_LOAD_CONFIG: u64 = 0x80;
pub(crate) const OPENSSL_CFLAGS: c_int = 1;
pub(crate) const OPENSSL_FULL_VERSION_STRING: c_int = 7;
pub(crate) const OPENSSL_CPU_INFO: c_int = 9;

unsafe extern "C" {
    pub(crate) fn OPENSSL_init_crypto(opts: u64, settings: *const OPENSSL_INIT_SETTINGS) -> c_int;
    pub(crate) fn OpenSSL_version(kind: c_int) -> *const c_char;

    pub(crate) fn ERR_peek_last_error() -> c_ulong;
    pub(crate) fn ERR_clear_error();

    pub(crate) fn EVP_PKEY_up_ref(key: *mut EVP_PKEY) -> c_int;
    pub(crate) fn EVP_PKEY_free(key: *mut EVP_PKEY);
    pub(crate) fn EVP_PKEY_new_raw_private_key_ex(
        libctx: *mut OSSL_LIB_CTX,
        keytype: *const c_char,
        propq: *const c_char,
        key: *const c_uchar,
        keylen: usize,
    ) -> *mut EVP_PKEY;
    pub(crate) fn EVP_PKEY_new_raw_public_key_ex(
        libctx: *mut OSSL_LIB_CTX,
        keytype: *const c_char,
        propq: *const c_char,
        key: *const c_uchar,
        keylen: usize,
    ) -> *mut EVP_PKEY;
    pub(crate) fn EVP_PKEY_get_raw_private_key(
        pkey: *const EVP_PKEY,
        private: *mut c_uchar,
        len: *mut usize,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_get_raw_public_key(
        pkey: *const EVP_PKEY,
        public: *mut c_uchar,
        len: *mut usize,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_get_octet_string_param(
        pkey: *const EVP_PKEY,
        key_name: *const c_char,
        buf: *mut c_uchar,
        max_buf_size: usize,
        out_len: *mut usize,
    ) -> c_int;

    pub(crate) fn EVP_PKEY_CTX_new_from_name(
        libctx: *mut OSSL_LIB_CTX,
        name: *const c_char,
        propq: *const c_char,
    ) -> *mut EVP_PKEY_CTX;
    pub(crate) fn EVP_PKEY_CTX_new_from_pkey(
        libctx: *mut OSSL_LIB_CTX,
        pkey: *mut EVP_PKEY,
        propq: *const c_char,
    ) -> *mut EVP_PKEY_CTX;
    pub(crate) fn EVP_PKEY_CTX_free(ctx: *mut EVP_PKEY_CTX);
    pub(crate) fn EVP_PKEY_CTX_set_params(
        ctx: *mut EVP_PKEY_CTX,
        params: *const OSSL_PARAM,
    ) -> c_int;

    pub(crate) fn EVP_PKEY_keygen_init(ctx: *mut EVP_PKEY_CTX) -> c_int;
    pub(crate) fn EVP_PKEY_keygen(ctx: *mut EVP_PKEY_CTX, key: *mut *mut EVP_PKEY) -> c_int;
    pub(crate) fn EVP_PKEY_fromdata_init(ctx: *mut EVP_PKEY_CTX) -> c_int;
    pub(crate) fn EVP_PKEY_fromdata(
        ctx: *mut EVP_PKEY_CTX,
        key: *mut *mut EVP_PKEY,
        selection: c_int,
        params: *mut OSSL_PARAM,
    ) -> c_int;

    pub(crate) fn EVP_PKEY_encapsulate_init(
        ctx: *mut EVP_PKEY_CTX,
        params: *const OSSL_PARAM,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_encapsulate(
        ctx: *mut EVP_PKEY_CTX,
        wrapped_key: *mut c_uchar,
        wrapped_key_len: *mut usize,
        secret: *mut c_uchar,
        secret_len: *mut usize,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_decapsulate_init(
        ctx: *mut EVP_PKEY_CTX,
        params: *const OSSL_PARAM,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_decapsulate(
        ctx: *mut EVP_PKEY_CTX,
        secret: *mut c_uchar,
        secret_len: *mut usize,
        wrapped_key: *const c_uchar,
        wrapped_key_len: usize,
    ) -> c_int;

    pub(crate) fn EVP_SIGNATURE_fetch(
        libctx: *mut OSSL_LIB_CTX,
        algorithm: *const c_char,
        properties: *const c_char,
    ) -> *mut EVP_SIGNATURE;
    pub(crate) fn EVP_SIGNATURE_free(signature: *mut EVP_SIGNATURE);
    pub(crate) fn EVP_PKEY_sign_message_init(
        ctx: *mut EVP_PKEY_CTX,
        algorithm: *mut EVP_SIGNATURE,
        params: *const OSSL_PARAM,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_sign(
        ctx: *mut EVP_PKEY_CTX,
        signature: *mut c_uchar,
        signature_len: *mut usize,
        message: *const c_uchar,
        message_len: usize,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_verify_message_init(
        ctx: *mut EVP_PKEY_CTX,
        algorithm: *mut EVP_SIGNATURE,
        params: *const OSSL_PARAM,
    ) -> c_int;
    pub(crate) fn EVP_PKEY_verify(
        ctx: *mut EVP_PKEY_CTX,
        signature: *const c_uchar,
        signature_len: usize,
        message: *const c_uchar,
        message_len: usize,
    ) -> c_int;
}
