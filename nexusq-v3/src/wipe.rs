//! Values that are erased when they go out of scope, on every way out of a function.

use core::ops::{Deref, DerefMut};

#[cfg(test)]
mod tests;

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
        wipe(&mut self.0);
    }
}

/// Overwrites a value with zeros. The compiler may not leave that out.
#[inline(always)]
pub(crate) fn wipe<T: Plain>(value: &mut T) {
    *value = T::ZERO;
    zeroize::optimization_barrier(value);
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

/// Runs an operation, and then overwrites the `DEPTH` bytes of stack below this frame, where its frames were.
///
/// `Wiped` clears what has a name. This clears what has none: registers that the compiler put on the stack in the middle of a
/// permutation or a transform, and values that it moved. The tests see to it that no operation goes
/// deeper.
#[inline(always)]
pub(crate) fn clearing<const DEPTH: usize, T>(operation: impl FnOnce() -> T) -> T {
    let result = below(operation);
    #[cfg(test)]
    if tests::DO_NOT_CLEAR.load(core::sync::atomic::Ordering::Relaxed) {
        return result;
    }
    clear_stack::<DEPTH>();
    result
}

#[inline(never)]
fn below<T>(operation: impl FnOnce() -> T) -> T {
    operation()
}

#[inline(never)]
fn clear_stack<const DEPTH: usize>() {
    let dead = [0u8; DEPTH];
    zeroize::optimization_barrier(&dead);
}
