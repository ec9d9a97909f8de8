//! Where a value lives: on the heap with the feature `alloc`, in place without it.

use core::ops::{Deref, DerefMut};

/// A value that does not move when its owner does, as far as there is a heap to hold it.
pub(crate) struct Held<T> {
    #[cfg(feature = "alloc")]
    value: alloc::boxed::Box<T>,
    #[cfg(not(feature = "alloc"))]
    value: T,
}

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Self {
        #[cfg(feature = "alloc")]
        let value = alloc::boxed::Box::new(value);
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
