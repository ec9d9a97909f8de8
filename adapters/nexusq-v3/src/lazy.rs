//! A key that is prepared when it is used for the first time, or at once.

use std::cell::OnceCell;

/// A key as key generation made it, or as it was imported.
pub(crate) struct Lazy<Plain, Prepared> {
    plain: Option<Plain>,
    prepared: OnceCell<Prepared>,
}

impl<Plain, Prepared> Lazy<Plain, Prepared> {
    /// A key from key generation.
    pub(crate) fn generated(plain: Plain) -> Self {
        Lazy {
            plain: Some(plain),
            prepared: OnceCell::new(),
        }
    }

    /// An imported key, with what is needed to export it again.
    pub(crate) fn imported(plain: Option<Plain>, prepared: Prepared) -> Self {
        Lazy {
            plain,
            prepared: OnceCell::from(prepared),
        }
    }

    /// The prepared key. `None` cannot happen: a key has at least one of both.
    pub(crate) fn prepared(&self, prepare: impl FnOnce(&Plain) -> Prepared) -> Option<&Prepared> {
        if self.prepared.get().is_none()
            && let Some(plain) = &self.plain
        {
            return Some(self.prepared.get_or_init(|| prepare(plain)));
        }
        self.prepared.get()
    }

    /// The key as key generation made it.
    pub(crate) fn plain(&self) -> Option<&Plain> {
        self.plain.as_ref()
    }
}
