//! Values that are erased when they go out of scope, on every way out of a function.

use core::ops::{Deref, DerefMut};

/// A plain value with an all-zero form, which overwrites every byte of it.
pub(crate) trait Plain {
    /// All bytes zero.
    const ZERO: Self;
}

impl Plain for u8 {
    const ZERO: Self = 0;
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    const ZERO: Self = [T::ZERO; N];
}

/// A secret. It is overwritten with zeros on drop, and the compiler may not leave that out.
///
/// A move copies the bytes and leaves the old ones, so a secret is made where it stays and lent by reference.
pub(crate) struct Wiped<T: Plain>(pub(crate) T);

impl<T: Plain> Wiped<T> {
    /// All zero.
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Wiped(T::ZERO)
    }
}

impl<T: Plain> Drop for Wiped<T> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0 = T::ZERO;
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
