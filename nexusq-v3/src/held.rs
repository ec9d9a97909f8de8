//! Where a value lives: on the heap with the feature `alloc`, in place without it.

use crate::wipe::Plain;
use core::ops::{Deref, DerefMut};

/// A value that does not move when its owner does, as far as there is a heap to hold it.
pub(crate) struct Held<T> {
    #[cfg(feature = "alloc")]
    value: alloc::boxed::Box<T>,
    #[cfg(not(feature = "alloc"))]
    value: T,
}

impl<T: Plain + Clone, const N: usize> Held<[T; N]> {
    /// All zero. On the heap it is made where it stays: what is large is never on the stack, nor copied.
    pub(crate) fn zero() -> Self {
        #[cfg(feature = "alloc")]
        let value = match alloc::vec![T::ZERO; N].try_into() {
            Ok(value) => value,
            // The length is N.
            Err(_) => alloc::boxed::Box::new([T::ZERO; N]),
        };
        #[cfg(not(feature = "alloc"))]
        let value = [T::ZERO; N];
        Held { value }
    }
}

impl<T: Clone> Clone for Held<T> {
    fn clone(&self) -> Self {
        Held {
            value: self.value.clone(),
        }
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Held<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
