//! PEM key files go both ways between nexusq-v2 and OpenSSL: what OpenSSL generates and writes,
//! nexusq-v2 loads; what nexusq-v2 writes, OpenSSL loads, and both work with the loaded keys.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use std::ffi::CString;

// Links libcrypto, which the adapter's build script builds.
use adapter_openssl as _;

unsafe extern "C" {
    fn BIO_s_mem() -> *const c_void;
    fn BIO_new(method: *const c_void) -> *mut c_void;
    fn BIO_new_mem_buf(buf: *const c_void, len: c_int) -> *mut c_void;
    fn BIO_read(bio: *mut c_void, data: *mut c_void, len: c_int) -> c_int;
    fn BIO_free(bio: *mut c_void) -> c_int;
    fn EVP_PKEY_CTX_new_from_name(
        libctx: *mut c_void,
        name: *const c_char,
        propq: *const c_char,
    ) -> *mut c_void;
    fn EVP_PKEY_CTX_free(ctx: *mut c_void);
    fn EVP_PKEY_keygen_init(ctx: *mut c_void) -> c_int;
    fn EVP_PKEY_keygen(ctx: *mut c_void, key: *mut *mut c_void) -> c_int;
    fn EVP_PKEY_free(key: *mut c_void);
    fn EVP_PKEY_eq(a: *const c_void, b: *const c_void) -> c_int;
    fn PEM_read_bio_PrivateKey(
        bio: *mut c_void,
        key: *mut *mut c_void,
        callback: *const c_void,
        user: *mut c_void,
    ) -> *mut c_void;
    fn PEM_read_bio_PUBKEY(
        bio: *mut c_void,
        key: *mut *mut c_void,
        callback: *const c_void,
        user: *mut c_void,
    ) -> *mut c_void;
    fn PEM_write_bio_PKCS8PrivateKey(
        bio: *mut c_void,
        key: *const c_void,
        cipher: *const c_void,
        password: *const c_char,
        password_len: c_int,
        callback: *const c_void,
        user: *mut c_void,
    ) -> c_int;
    fn PEM_write_bio_PUBKEY(bio: *mut c_void, key: *const c_void) -> c_int;
}

/// A live key of OpenSSL.
struct Key(*mut c_void);

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: the value owns its key.
        unsafe { EVP_PKEY_free(self.0) }
    }
}

impl Key {
    fn generate(name: &str) -> Key {
        let name = CString::new(name).unwrap();
        let mut key = ptr::null_mut();
        // SAFETY: `name` ends with a zero byte; the context is used while it lives; `key` is null,
        // so a new key is made.
        unsafe {
            let ctx = EVP_PKEY_CTX_new_from_name(ptr::null_mut(), name.as_ptr(), ptr::null());
            assert!(!ctx.is_null(), "OpenSSL has no {name:?}");
            assert_eq!(EVP_PKEY_keygen_init(ctx), 1);
            assert_eq!(EVP_PKEY_keygen(ctx, &mut key), 1);
            EVP_PKEY_CTX_free(ctx);
        }
        Key(key)
    }

    fn read(pem: &str, private: bool) -> Key {
        let length = c_int::try_from(pem.len()).unwrap();
        // SAFETY: pointer and length are those of one string, which outlives the BIO; null asks
        // for a new key and for no password.
        let key = unsafe {
            let bio = BIO_new_mem_buf(pem.as_ptr().cast(), length);
            let read = if private {
                PEM_read_bio_PrivateKey
            } else {
                PEM_read_bio_PUBKEY
            };
            let key = read(bio, ptr::null_mut(), ptr::null(), ptr::null_mut());
            BIO_free(bio);
            key
        };
        assert!(!key.is_null(), "OpenSSL does not load\n{pem}");
        Key(key)
    }

    fn write(&self, private: bool) -> String {
        let mut text = vec![0_u8; 20_000];
        // SAFETY: key and BIO live; null means no encryption; at most `text.len()` bytes are read
        // into `text`.
        let length = unsafe {
            let bio = BIO_new(BIO_s_mem());
            let none = ptr::null();
            let written = if private {
                PEM_write_bio_PKCS8PrivateKey(
                    bio,
                    self.0,
                    none,
                    ptr::null(),
                    0,
                    none,
                    ptr::null_mut(),
                )
            } else {
                PEM_write_bio_PUBKEY(bio, self.0)
            };
            assert_eq!(written, 1);
            let length = BIO_read(bio, text.as_mut_ptr().cast(), 20_000);
            BIO_free(bio);
            length
        };
        text.truncate(usize::try_from(length).unwrap());
        String::from_utf8(text).unwrap()
    }

    fn equals(&self, other: &Key) -> bool {
        // SAFETY: both keys live.
        unsafe { EVP_PKEY_eq(self.0, other.0) == 1 }
    }
}

macro_rules! key_pair {
    ($test:ident, $name:literal, $private:ident, $public:ident, $to_public:ident) => {
        #[test]
        fn $test() {
            use nexusq_v2::$test::{$private, $public};
            // OpenSSL writes seed and expanded key, its default.
            let theirs = Key::generate($name);
            let loaded = $private::from_pkcs8_pem(&theirs.write(true)).unwrap();
            let public = $public::from_public_key_pem(&theirs.write(false)).unwrap();
            assert_eq!(loaded.$to_public(), public);
            assert!(loaded.to_seed().is_some());
            // What we write of it is the same key for OpenSSL.
            assert!(Key::read(&loaded.to_pkcs8_pem().unwrap(), true).equals(&theirs));
            assert!(Key::read(&public.to_public_key_pem().unwrap(), false).equals(&theirs));

            // A key of ours, there and back.
            let ours = $private::generate().unwrap();
            let private = Key::read(&ours.to_pkcs8_pem().unwrap(), true);
            let public = ours.$to_public().to_public_key_pem().unwrap();
            assert!(private.equals(&Key::read(&public, false)));
            assert!(!private.equals(&theirs));
            assert_eq!(
                $private::from_pkcs8_pem(&private.write(true)).unwrap(),
                ours
            );
            assert_eq!(private.write(false), public);
        }
    };
}

key_pair!(
    ml_kem_512,
    "ML-KEM-512",
    DecapsulationKey,
    EncapsulationKey,
    encapsulation_key
);
key_pair!(
    ml_kem_768,
    "ML-KEM-768",
    DecapsulationKey,
    EncapsulationKey,
    encapsulation_key
);
key_pair!(
    ml_kem_1024,
    "ML-KEM-1024",
    DecapsulationKey,
    EncapsulationKey,
    encapsulation_key
);
key_pair!(
    ml_dsa_44,
    "ML-DSA-44",
    SigningKey,
    VerifyingKey,
    verifying_key
);
key_pair!(
    ml_dsa_65,
    "ML-DSA-65",
    SigningKey,
    VerifyingKey,
    verifying_key
);
key_pair!(
    ml_dsa_87,
    "ML-DSA-87",
    SigningKey,
    VerifyingKey,
    verifying_key
);
