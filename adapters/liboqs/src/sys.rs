//! liboqs's declarations: those of the package, or made from the headers of the user's own liboqs.

#[cfg(feature = "packaged")]
pub(crate) use oqs_sys::{
    common::{OQS_MEM_cleanse, OQS_STATUS, OQS_init, OQS_version},
    kem::{
        OQS_KEM, OQS_KEM_decaps, OQS_KEM_encaps, OQS_KEM_free, OQS_KEM_keypair,
        OQS_KEM_keypair_derand, OQS_KEM_new,
    },
    sig::{
        OQS_SIG, OQS_SIG_free, OQS_SIG_keypair, OQS_SIG_new, OQS_SIG_sign,
        OQS_SIG_sign_with_ctx_str, OQS_SIG_verify, OQS_SIG_verify_with_ctx_str,
    },
};

#[cfg(not(feature = "packaged"))]
pub(crate) use declarations::*;

/// What bindgen made of the headers.
#[cfg(not(feature = "packaged"))]
#[allow(
    clippy::all,
    dead_code,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_pub,
    unsafe_op_in_unsafe_fn
)]
mod declarations {
    include!(concat!(env!("OUT_DIR"), "/declarations.rs"));
}
