//! Anything whose operations leak their secrets, and its keys, which keep the bytes that leak.

/// A scheme whose operations leak.
pub(crate) struct Leaky<T>(pub(crate) T);

/// A private key and the secret bytes that operations with it leak.
pub(crate) struct Key<T> {
    pub(crate) inner: T,
    pub(crate) secret: [u8; 3],
}

impl<T> Key<T> {
    /// A key with the first bytes of its encoding's secret part, which starts at `start`.
    pub(crate) fn new(inner: T, bytes: &[u8], start: usize) -> Key<T> {
        let byte = |index: usize| bytes.get(start + index).copied().unwrap_or_default();
        Key {
            inner,
            secret: [byte(0), byte(1), byte(2)],
        }
    }
}
