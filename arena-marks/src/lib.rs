//! Marks bytes as secret for valgrind's memcheck: to it a secret is memory that was never
//! initialised, so it reports every branch and every memory index that depends on one.
//!
//! A *client request* is a sequence of instructions that change nothing on a processor and that
//! valgrind, which translates them, recognises. On platforms without a sequence here, and outside
//! valgrind everywhere, nothing happens. All unsafe code of the marks is in this crate.
#![no_std]

mod request;

use request::{MAKE_MEM_DEFINED, MAKE_MEM_UNDEFINED, RUNNING_ON_VALGRIND, request};

/// Whether the program runs under valgrind. False on platforms that have no request sequence here.
///
/// ```
/// // A test runs on the processor itself, unless somebody runs the tests under valgrind.
/// assert_eq!(arena_marks::under_valgrind(), std::env::var_os("LD_PRELOAD")
///     .is_some_and(|libraries| libraries.to_string_lossy().contains("vgpreload")));
/// ```
pub fn under_valgrind() -> bool {
    request(0, RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// From here on memcheck takes these bytes, and all that is computed from them, for undefined. Their values stay.
pub fn mark_secret(bytes: &mut [u8]) {
    request(0, MAKE_MEM_UNDEFINED, bytes.as_ptr().addr(), bytes.len());
}

/// From here on memcheck takes these bytes for defined.
pub fn mark_public(bytes: &[u8]) {
    request(0, MAKE_MEM_DEFINED, bytes.as_ptr().addr(), bytes.len());
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn marks_change_no_byte() {
        let mut bytes = [1u8, 2, 3];
        mark_secret(&mut bytes);
        mark_public(&bytes);
        assert_eq!(bytes, [1, 2, 3]);
        mark_secret(&mut []);
        mark_public(&[]);
    }
}
