//! `randombytes`, which both libraries ask of their user.

use core::ffi::c_int;
use core::mem::MaybeUninit;
use core::slice;

/// Fills `out` from the operating system; 0 if that went well. The build script gives the
/// libraries' `randombytes` this name.
#[unsafe(no_mangle)]
extern "C" fn nexusq_pqcp_randombytes(out: *mut u8, length: usize) -> c_int {
    // SAFETY: the callers are mlk_randombytes and mld_randombytes in the compiled libraries, whose
    // contracts require `out` to be `length` writable bytes that nothing else refers to.
    let out = unsafe { slice::from_raw_parts_mut(out.cast::<MaybeUninit<u8>>(), length) };
    match getrandom::fill_uninit(out) {
        Ok(_) => 0,
        Err(_) => -1,
    }
}
