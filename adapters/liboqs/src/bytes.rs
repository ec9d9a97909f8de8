//! Byte strings that liboqs writes.

use crate::sys::{OQS_MEM_cleanse, OQS_STATUS};
use nexusq_contract::ContractError;

/// A private key as the encoded bytes, wiped when dropped with liboqs's own function, as its
/// users do with `OQS_MEM_secure_free`.
pub(crate) struct SecretBytes(Vec<u8>);

impl SecretBytes {
    /// No bytes yet, but room for `room` of them.
    pub(crate) fn with_room(room: usize) -> SecretBytes {
        SecretBytes(Vec::with_capacity(room))
    }

    /// A copy of `bytes`.
    pub(crate) fn copy_of(bytes: &[u8]) -> SecretBytes {
        SecretBytes(bytes.to_vec())
    }

    /// Where to write.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }

    /// Says how many bytes have been written.
    ///
    /// # Safety
    /// The first `len` bytes have been written, and there was room for them.
    pub(crate) unsafe fn set_len(&mut self, len: usize) {
        // SAFETY: by this function's own condition.
        unsafe { self.0.set_len(len) }
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Overwrites all the room there is with zeros, also where no byte was declared as written.
    fn wipe(&mut self) {
        // SAFETY: the vector owns `capacity` bytes at this address.
        unsafe { OQS_MEM_cleanse(self.0.as_mut_ptr().cast(), self.0.capacity()) }
    }
}

impl Drop for SecretBytes {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// Fails unless a `call` of liboqs returned `OQS_SUCCESS`.
pub(crate) fn succeeded(call: &'static str, status: OQS_STATUS) -> Result<(), ContractError> {
    if status == OQS_STATUS::OQS_SUCCESS {
        return Ok(());
    }
    Err(ContractError::LibraryFailed {
        call,
        code: status as i64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wiping_leaves_zeros() {
        let mut secret = SecretBytes::copy_of(&[0xa5; 40]);
        secret.wipe();
        assert_eq!(secret.as_slice(), [0; 40]);
    }
}
