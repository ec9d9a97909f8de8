//! The checks at the door that `ml-dsa` does not make.

use crate::Error;
use shake::Shake256;
use shake::digest::{ExtendableOutput, Update, XofReader};
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

/// The coefficients of s1 and s2 are within −η to η, which skDecode leaves to its caller
/// (FIPS 204 Alg. 25). They are stored as η − s in bitlen(2η) bits, so they must not be above 2η.
///
/// The time depends on the length of `encoded` alone.
pub(super) fn small_coefficients(encoded: &[u8], eta: u8) -> Result<(), Error> {
    let largest = 2 * eta;
    let too_large = if eta == 4 {
        // Four bits each.
        encoded.iter().fold(0, |acc, byte| {
            acc | largest.wrapping_sub(byte & 15) | largest.wrapping_sub(byte >> 4)
        })
    } else {
        // Three bits each, eight of them in three bytes.
        encoded.chunks_exact(3).fold(0, |acc, chunk| {
            let word = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], 0]);
            (0..8).fold(acc, |acc, i| {
                acc | largest.wrapping_sub((word >> (3 * i)) as u8 & 7)
            })
        })
    };
    // A difference below zero has wrapped and set the top bit; one of 0 to 8 has not.
    if too_large & 0x80 != 0 {
        return Err(Error::SigningKeyRange);
    }
    Ok(())
}

/// tr is the hash of the public key that belongs to the signing key (FIPS 204 Alg. 6 line 9).
///
/// A signing key with a foreign tr would sign, and nothing that it signs would verify.
pub(super) fn public_key_hash(public_key: &[u8], tr: &[u8]) -> Result<(), Error> {
    if bool::from(self::tr(public_key).as_slice().ct_eq(tr)) {
        return Ok(());
    }
    Err(Error::SigningKeyHash)
}

/// tr = H(pk, 64) (FIPS 204 Alg. 6 line 9). It is public.
pub(super) fn tr(public_key: &[u8]) -> [u8; 64] {
    let mut tr = [0; 64];
    let mut hash = Shake256::default();
    hash.update(public_key);
    hash.finalize_xof().read(&mut tr);
    tr
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every coefficient in every position: η − s in 0..=2η is accepted, the rest is refused.
    #[test]
    fn small_coefficients_are_bounded() {
        for (eta, bits) in [(2_u8, 3), (4_u8, 4)] {
            for position in 0..16 {
                for value in 0..1_u8 << bits {
                    let packed = u64::from(value) << (bits * position);
                    let encoded = &packed.to_le_bytes()[..bits * 2];
                    let verdict = small_coefficients(encoded, eta);
                    assert_eq!(
                        verdict.is_ok(),
                        value <= 2 * eta,
                        "{eta} {position} {value}"
                    );
                }
            }
        }
    }

    #[test]
    fn context_ends_at_255_bytes() {
        assert_eq!(context(&[0; 255]), Ok(()));
        assert_eq!(
            context(&[0; 256]),
            Err(Error::ContextTooLong { actual: 256 })
        );
    }
}
