//! Secret bytes that are erased when they are dropped.

/// A private key or a shared secret. `zeroize_bytes` erases many bytes at a time; the arrays of
/// `zeroize::Zeroizing` are erased one by one, which would show in the times of operations that
/// drop a private key.
pub struct Secret<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Drop for Secret<N> {
    fn drop(&mut self) {
        zeroize::zeroize_bytes(&mut self.0);
    }
}

impl<const N: usize> AsRef<[u8]> for Secret<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
