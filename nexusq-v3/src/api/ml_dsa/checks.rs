//! The checks at the door.

use crate::Error;
use subtle::ConstantTimeEq;

/// A context string has at most 255 bytes (FIPS 204 Alg. 2 line 1, Alg. 3 line 1).
pub(super) fn context(context: &[u8]) -> Result<(), Error> {
    if context.len() > 255 {
        return Err(Error::ContextTooLong {
            actual: context.len(),
        });
    }
    Ok(())
}

/// tr is the hash of the public key that belongs to the signing key (FIPS 204 Alg. 6 line 9).
///
/// A signing key with a foreign tr would sign, and nothing that it signs would verify.
pub(super) fn public_key_hash(of_public_key: &[u8; 64], tr: &[u8]) -> Result<(), Error> {
    if bool::from(of_public_key.as_slice().ct_eq(tr)) {
        return Ok(());
    }
    Err(Error::SigningKeyHash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn context_ends_at_255_bytes() {
        assert_eq!(context(&[0; 255]), Ok(()));
        assert_eq!(
            context(&[0; 256]),
            Err(Error::ContextTooLong { actual: 256 })
        );
    }
}
