//! OpenSSL itself: starting it, asking it what it is, and reading its errors.

use crate::ffi;
use core::ffi::{CStr, c_int};
use nexusq_contract::ContractError;

/// Starts OpenSSL without a configuration file, so that only the default provider answers
/// whatever is installed on the machine.
pub(crate) fn start() -> Result<(), ContractError> {
    // SAFETY: a null `settings` is allowed, and the call may be repeated from any thread.
    let code =
        unsafe { ffi::OPENSSL_init_crypto(ffi::OPENSSL_INIT_NO_LOAD_CONFIG, core::ptr::null()) };
    succeeded("OPENSSL_init_crypto", code)
}

/// The version, for example `3.5.5`.
pub(crate) fn version() -> &'static str {
    text(ffi::OPENSSL_FULL_VERSION_STRING)
}

/// The compiler and its flags, as OpenSSL was built with them.
pub(crate) fn compiler_flags() -> &'static str {
    text(ffi::OPENSSL_CFLAGS)
}

/// What OpenSSL found out about the processor, for example `CPUINFO: OPENSSL_ia32cap=0x...`.
/// A build without assembly has nothing to say here.
pub(crate) fn cpu_info() -> &'static str {
    text(ffi::OPENSSL_CPU_INFO)
}

fn text(kind: c_int) -> &'static str {
    // SAFETY: any number is allowed; the answer is a static, null-terminated string in each case.
    let answer = unsafe { CStr::from_ptr(ffi::OpenSSL_version(kind)) };
    answer.to_str().unwrap_or("not UTF-8")
}

/// The error for a failed `call`, and nothing left in the thread's queue of errors.
///
/// The code is the last one in that queue; `openssl errstr` with the code in hexadecimal puts it
/// into words.
pub(crate) fn failure(call: &'static str) -> ContractError {
    // SAFETY: both calls only touch the calling thread's own queue.
    let code = unsafe {
        let code = ffi::ERR_peek_last_error();
        ffi::ERR_clear_error();
        code
    };
    ContractError::LibraryFailed {
        call,
        code: i64::try_from(code).unwrap_or(i64::MAX),
    }
}

/// Fails unless a `call` returned 1.
pub(crate) fn succeeded(call: &'static str, code: c_int) -> Result<(), ContractError> {
    if code == 1 {
        Ok(())
    } else {
        Err(failure(call))
    }
}
