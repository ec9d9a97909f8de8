//! Values that are erased when they go out of scope, on every way out of a function.

use core::ops::{Deref, DerefMut};

/// A plain value with an all-zero form, all of whose bytes the zero form overwrites.
pub(crate) trait Plain {
    /// Overwrites the value with zeros.
    fn clear(&mut self);
}

impl<T: Copy + Default, const N: usize> Plain for [T; N] {
    #[inline(always)]
    fn clear(&mut self) {
        *self = [T::default(); N];
    }
}

/// A secret. It is overwritten with zeros on drop, and the compiler may not leave that out.
///
/// A move copies the bytes and leaves the old ones, so a secret is made where it stays and lent by reference.
pub(crate) struct Wiped<T: Plain>(pub(crate) T);

impl<T: Plain> Drop for Wiped<T> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0.clear();
        zeroize::optimization_barrier(&self.0);
    }
}

impl<T: Plain> Deref for Wiped<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Plain> DerefMut for Wiped<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
