//! The part of the library's C interface that the adapter calls, declared by hand. What is declared here must be what the
//! header says: types, their sizes, and who frees what.

use core::ffi::c_char;

unsafe extern "C" {
    /// The version, a constant string that ends with a zero.
    fn @SYMBOL@_version() -> *const c_char;
}

/// The version that the library reports.
pub(crate) fn version() -> &'static str {
    // SAFETY: the function returns a string constant that ends with a zero.
    let text = unsafe { core::ffi::CStr::from_ptr(@SYMBOL@_version()) };
    text.to_str().unwrap_or("not UTF-8")
}
