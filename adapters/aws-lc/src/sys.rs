//! AWS-LC's declarations: those of the package, or made from the headers of the user's own AWS-LC.

#[cfg(feature = "packaged")]
pub(crate) use aws_lc_sys::*;

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

/// A macro in the headers: the reason in a packed error.
#[cfg(not(feature = "packaged"))]
#[allow(non_snake_case)]
pub(crate) fn ERR_GET_REASON(packed_error: u32) -> i32 {
    i32::try_from(packed_error & 0xfff).unwrap_or_default()
}
