//! Declarations of the functions of `mlkem_native.h` and `mldsa_native.h` that are called, in
//! each parameter set and back end.
//!
//! Arrays of fixed length are references here: the C functions take them as plain pointers, read
//! and write exactly that many bytes and keep none of them.

use crate::back_end::PerBackEnd;
use core::ffi::c_int;

/// `MLK_ERR_RNG_FAIL` and `MLD_ERR_RNG_FAIL`.
pub(crate) const ERR_RNG_FAIL: c_int = -3;
/// `MLK_ERR_FAIL` and `MLD_ERR_FAIL`.
pub(crate) const ERR_FAIL: c_int = -1;
/// `MLD_PREHASH_NONE`.
pub(crate) const PREHASH_NONE: c_int = 0;
/// `MLD_DOMAIN_SEPARATION_MAX_BYTES`.
pub(crate) const PREFIX_MAX_BYTES: usize = 2 + 255 + 11 + 64;

/// The functions of one build of mlkem-native.
pub(crate) struct KemCalls<const EK: usize, const DK: usize, const C: usize> {
    pub(crate) keypair: unsafe extern "C" fn(ek: &mut [u8; EK], dk: &mut [u8; DK]) -> c_int,
    pub(crate) keypair_derand:
        unsafe extern "C" fn(ek: &mut [u8; EK], dk: &mut [u8; DK], coins: &[u8; 64]) -> c_int,
    pub(crate) enc: unsafe extern "C" fn(c: &mut [u8; C], k: &mut [u8; 32], ek: &[u8; EK]) -> c_int,
    pub(crate) enc_derand: unsafe extern "C" fn(
        c: &mut [u8; C],
        k: &mut [u8; 32],
        ek: &[u8; EK],
        coins: &[u8; 32],
    ) -> c_int,
    pub(crate) dec: unsafe extern "C" fn(k: &mut [u8; 32], c: &[u8; C], dk: &[u8; DK]) -> c_int,
}

/// The functions of one build of mldsa-native. `m`, `context`, `prefix` and `signature` without a
/// fixed length point to as many bytes as the number that follows says.
pub(crate) struct SignatureCalls<const PK: usize, const SK: usize, const S: usize> {
    pub(crate) keypair: unsafe extern "C" fn(pk: &mut [u8; PK], sk: &mut [u8; SK]) -> c_int,
    pub(crate) keypair_internal:
        unsafe extern "C" fn(pk: &mut [u8; PK], sk: &mut [u8; SK], xi: &[u8; 32]) -> c_int,
    pub(crate) signature: unsafe extern "C" fn(
        signature: &mut [u8; S],
        written: &mut usize,
        m: *const u8,
        m_length: usize,
        context: *const u8,
        context_length: usize,
        sk: &[u8; SK],
    ) -> c_int,
    pub(crate) signature_internal: unsafe extern "C" fn(
        signature: &mut [u8; S],
        written: &mut usize,
        m: *const u8,
        m_length: usize,
        prefix: *const u8,
        prefix_length: usize,
        rnd: &[u8; 32],
        sk: &[u8; SK],
        external_mu: c_int,
    ) -> c_int,
    pub(crate) verify: unsafe extern "C" fn(
        signature: *const u8,
        signature_length: usize,
        m: *const u8,
        m_length: usize,
        context: *const u8,
        context_length: usize,
        pk: &[u8; PK],
    ) -> c_int,
    pub(crate) prepare_domain_separation_prefix: unsafe extern "C" fn(
        prefix: &mut [u8; PREFIX_MAX_BYTES],
        hash: *const u8,
        hash_length: usize,
        context: *const u8,
        context_length: usize,
        hash_algorithm: c_int,
    ) -> usize,
}

macro_rules! kem_calls {
    ($prefix:literal, $back_end:literal, $ek:literal, $dk:literal, $c:literal) => {{
        unsafe extern "C" {
            #[link_name = concat!($prefix, $back_end, "_keypair")]
            fn keypair(ek: &mut [u8; $ek], dk: &mut [u8; $dk]) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_keypair_derand")]
            fn keypair_derand(ek: &mut [u8; $ek], dk: &mut [u8; $dk], coins: &[u8; 64]) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_enc")]
            fn enc(c: &mut [u8; $c], k: &mut [u8; 32], ek: &[u8; $ek]) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_enc_derand")]
            fn enc_derand(
                c: &mut [u8; $c],
                k: &mut [u8; 32],
                ek: &[u8; $ek],
                coins: &[u8; 32],
            ) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_dec")]
            fn dec(k: &mut [u8; 32], c: &[u8; $c], dk: &[u8; $dk]) -> c_int;
        }
        KemCalls {
            keypair,
            keypair_derand,
            enc,
            enc_derand,
            dec,
        }
    }};
}

macro_rules! signature_calls {
    ($prefix:literal, $back_end:literal, $pk:literal, $sk:literal, $s:literal) => {{
        unsafe extern "C" {
            #[link_name = concat!($prefix, $back_end, "_keypair")]
            fn keypair(pk: &mut [u8; $pk], sk: &mut [u8; $sk]) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_keypair_internal")]
            fn keypair_internal(pk: &mut [u8; $pk], sk: &mut [u8; $sk], xi: &[u8; 32]) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_signature")]
            fn signature(
                signature: &mut [u8; $s],
                written: &mut usize,
                m: *const u8,
                m_length: usize,
                context: *const u8,
                context_length: usize,
                sk: &[u8; $sk],
            ) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_signature_internal")]
            fn signature_internal(
                signature: &mut [u8; $s],
                written: &mut usize,
                m: *const u8,
                m_length: usize,
                prefix: *const u8,
                prefix_length: usize,
                rnd: &[u8; 32],
                sk: &[u8; $sk],
                external_mu: c_int,
            ) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_verify")]
            fn verify(
                signature: *const u8,
                signature_length: usize,
                m: *const u8,
                m_length: usize,
                context: *const u8,
                context_length: usize,
                pk: &[u8; $pk],
            ) -> c_int;
            #[link_name = concat!($prefix, $back_end, "_prepare_domain_separation_prefix")]
            fn prepare_domain_separation_prefix(
                prefix: &mut [u8; PREFIX_MAX_BYTES],
                hash: *const u8,
                hash_length: usize,
                context: *const u8,
                context_length: usize,
                hash_algorithm: c_int,
            ) -> usize;
        }
        SignatureCalls {
            keypair,
            keypair_internal,
            signature,
            signature_internal,
            verify,
            prepare_domain_separation_prefix,
        }
    }};
}

/// Declares a parameter set in its back ends: name, type, prefix of its symbols, sizes.
macro_rules! parameter_set {
    ($name:ident: $table:ident, $calls:ident!, $prefix:literal, $($size:literal),*) => {
        pub(crate) static $name: PerBackEnd<$table<$($size),*>> = PerBackEnd {
            portable: $calls!($prefix, "_portable", $($size),*),
            #[cfg(pqcp_avx2)]
            avx2: $calls!($prefix, "_avx2", $($size),*),
        };
    };
}

parameter_set!(ML_KEM_512: KemCalls, kem_calls!, "nexusq_pqcp_mlkem512", 800, 1632, 768);
parameter_set!(ML_KEM_768: KemCalls, kem_calls!, "nexusq_pqcp_mlkem768", 1184, 2400, 1088);
parameter_set!(ML_KEM_1024: KemCalls, kem_calls!, "nexusq_pqcp_mlkem1024", 1568, 3168, 1568);
parameter_set!(ML_DSA_44: SignatureCalls, signature_calls!, "nexusq_pqcp_mldsa44", 1312, 2560, 2420);
parameter_set!(ML_DSA_65: SignatureCalls, signature_calls!, "nexusq_pqcp_mldsa65", 1952, 4032, 3309);
parameter_set!(ML_DSA_87: SignatureCalls, signature_calls!, "nexusq_pqcp_mldsa87", 2592, 4896, 4627);
