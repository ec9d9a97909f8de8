//! Lists of named parameters, as OpenSSL's calls take them.

use crate::ffi::{OSSL_PARAM, OSSL_PARAM_INTEGER, OSSL_PARAM_OCTET_STRING, OSSL_PARAM_UNMODIFIED};
use core::ffi::{CStr, c_int, c_uint, c_void};
use core::marker::PhantomData;
use core::ptr;

/// The integer 1, for parameters that switch something on.
static ON: c_int = 1;

/// Up to two parameters. The values are borrowed, so the list cannot outlive them.
pub(crate) struct Params<'a> {
    /// Two places, and one for the end mark.
    list: [OSSL_PARAM; 3],
    used: usize,
    values: PhantomData<&'a [u8]>,
}

impl<'a> Params<'a> {
    /// A list with nothing in it.
    pub(crate) fn new() -> Params<'a> {
        let list = [const { end_mark() }; 3];
        Params {
            list,
            used: 0,
            values: PhantomData,
        }
    }

    /// Adds a byte string.
    pub(crate) fn octets(self, key: &'static CStr, value: &'a [u8]) -> Params<'a> {
        let data = value.as_ptr().cast_mut().cast();
        self.add(key, OSSL_PARAM_OCTET_STRING, data, value.len())
    }

    /// Adds the integer 1.
    pub(crate) fn on(self, key: &'static CStr) -> Params<'a> {
        let data = (&raw const ON).cast_mut().cast();
        self.add(key, OSSL_PARAM_INTEGER, data, size_of::<c_int>())
    }

    /// The list for a call that reads it, or null when it is empty, which means the same.
    pub(crate) fn as_ptr(&self) -> *const OSSL_PARAM {
        if self.used == 0 {
            ptr::null()
        } else {
            self.list.as_ptr()
        }
    }

    fn add(
        mut self,
        key: &'static CStr,
        data_type: c_uint,
        data: *mut c_void,
        data_size: usize,
    ) -> Params<'a> {
        // Within bounds: no caller adds more than a context and one choice of randomness, and the
        // last place keeps its end mark.
        self.list[..2][self.used] = OSSL_PARAM {
            key: key.as_ptr(),
            data_type,
            data,
            data_size,
            return_size: OSSL_PARAM_UNMODIFIED,
        };
        self.used += 1;
        self
    }
}

const fn end_mark() -> OSSL_PARAM {
    OSSL_PARAM {
        key: ptr::null(),
        data_type: 0,
        data: ptr::null_mut(),
        data_size: 0,
        return_size: 0,
    }
}
