//! The hash functions of HashML-DSA (FIPS 204 section 5.4), and a message that one has hashed.

use crate::Error;
use core::fmt;
use sha2::Digest;
use shake::digest::{ExtendableOutput, Update, XofReader};

/// An approved hash function or XOF, PH of FIPS 204 Alg. 4.
///
/// FIPS 204 section 5.4 asks for a collision strength of at least λ, which is 128 bits for
/// ML-DSA-44, 192 for ML-DSA-65 and 256 for ML-DSA-87. A weaker hash function lowers the strength
/// of the signature to its own; see [`collision_strength`](PreHash::collision_strength).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreHash {
    /// SHA-224 of FIPS 180-4.
    Sha2_224,
    /// SHA-256 of FIPS 180-4.
    Sha2_256,
    /// SHA-384 of FIPS 180-4.
    Sha2_384,
    /// SHA-512 of FIPS 180-4.
    Sha2_512,
    /// SHA-512/224 of FIPS 180-4.
    Sha2_512_224,
    /// SHA-512/256 of FIPS 180-4.
    Sha2_512_256,
    /// SHA3-224 of FIPS 202.
    Sha3_224,
    /// SHA3-256 of FIPS 202.
    Sha3_256,
    /// SHA3-384 of FIPS 202.
    Sha3_384,
    /// SHA3-512 of FIPS 202.
    Sha3_512,
    /// SHAKE128 of FIPS 202 with 256 bits of output.
    Shake128,
    /// SHAKE256 of FIPS 202 with 512 bits of output.
    Shake256,
}

impl PreHash {
    /// Every hash function, in the order of the enumeration.
    pub const ALL: [PreHash; 12] = [
        PreHash::Sha2_224,
        PreHash::Sha2_256,
        PreHash::Sha2_384,
        PreHash::Sha2_512,
        PreHash::Sha2_512_224,
        PreHash::Sha2_512_256,
        PreHash::Sha3_224,
        PreHash::Sha3_256,
        PreHash::Sha3_384,
        PreHash::Sha3_512,
        PreHash::Shake128,
        PreHash::Shake256,
    ];

    /// The name in the standards, the number of bytes of the digest, and the last arc of the
    /// object identifier 2.16.840.1.101.3.4.2.
    const fn facts(self) -> (&'static str, usize, u8) {
        match self {
            PreHash::Sha2_224 => ("SHA-224 digest", 28, 4),
            PreHash::Sha2_256 => ("SHA-256 digest", 32, 1),
            PreHash::Sha2_384 => ("SHA-384 digest", 48, 2),
            PreHash::Sha2_512 => ("SHA-512 digest", 64, 3),
            PreHash::Sha2_512_224 => ("SHA-512/224 digest", 28, 5),
            PreHash::Sha2_512_256 => ("SHA-512/256 digest", 32, 6),
            PreHash::Sha3_224 => ("SHA3-224 digest", 28, 7),
            PreHash::Sha3_256 => ("SHA3-256 digest", 32, 8),
            PreHash::Sha3_384 => ("SHA3-384 digest", 48, 9),
            PreHash::Sha3_512 => ("SHA3-512 digest", 64, 10),
            PreHash::Shake128 => ("SHAKE128 digest", 32, 11),
            PreHash::Shake256 => ("SHAKE256 digest", 64, 12),
        }
    }

    /// The number of bytes of the digest.
    pub const fn digest_len(self) -> usize {
        self.facts().1
    }

    /// The collision strength in bits, half the length of the digest.
    pub const fn collision_strength(self) -> usize {
        self.digest_len() * 4
    }

    /// The object identifier in DER, as it stands in M' (FIPS 204 Alg. 4 lines 10 to 22).
    pub const fn oid_der(self) -> [u8; 11] {
        [
            0x06,
            0x09,
            0x60,
            0x86,
            0x48,
            0x01,
            0x65,
            0x03,
            0x04,
            0x02,
            self.facts().2,
        ]
    }
}

/// A message that was hashed: PH(M), and which function PH is.
///
/// ```
/// use nexusq_v3::{MessageDigest, PreHash};
///
/// let digest = MessageDigest::of(PreHash::Sha2_256, b"abc");
/// assert_eq!(digest.as_bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
/// // A digest that was computed elsewhere.
/// assert_eq!(MessageDigest::from_bytes(PreHash::Sha2_256, digest.as_bytes())?, digest);
/// assert!(MessageDigest::from_bytes(PreHash::Sha2_512, digest.as_bytes()).is_err());
/// # Ok::<(), nexusq_v3::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MessageDigest {
    hash: PreHash,
    bytes: [u8; 64],
}

impl MessageDigest {
    /// Hashes `message`.
    pub fn of(hash: PreHash, message: &[u8]) -> Self {
        let mut bytes = [0; 64];
        let out = &mut bytes[..hash.digest_len()];
        match hash {
            PreHash::Sha2_224 => out.copy_from_slice(&sha2::Sha224::digest(message)),
            PreHash::Sha2_256 => out.copy_from_slice(&sha2::Sha256::digest(message)),
            PreHash::Sha2_384 => out.copy_from_slice(&sha2::Sha384::digest(message)),
            PreHash::Sha2_512 => out.copy_from_slice(&sha2::Sha512::digest(message)),
            PreHash::Sha2_512_224 => out.copy_from_slice(&sha2::Sha512_224::digest(message)),
            PreHash::Sha2_512_256 => out.copy_from_slice(&sha2::Sha512_256::digest(message)),
            PreHash::Sha3_224 => out.copy_from_slice(&sha3::Sha3_224::digest(message)),
            PreHash::Sha3_256 => out.copy_from_slice(&sha3::Sha3_256::digest(message)),
            PreHash::Sha3_384 => out.copy_from_slice(&sha3::Sha3_384::digest(message)),
            PreHash::Sha3_512 => out.copy_from_slice(&sha3::Sha3_512::digest(message)),
            PreHash::Shake128 => squeeze(shake::Shake128::default(), message, out),
            PreHash::Shake256 => squeeze(shake::Shake256::default(), message, out),
        }
        MessageDigest { hash, bytes }
    }

    /// A digest that was computed elsewhere, for example piece by piece.
    ///
    /// # Errors
    /// [`Error::InvalidLength`].
    pub fn from_bytes(hash: PreHash, digest: &[u8]) -> Result<Self, Error> {
        let (what, expected, _) = hash.facts();
        let mut bytes = [0; 64];
        let actual = digest.len();
        if actual != expected {
            return Err(Error::InvalidLength {
                what,
                expected,
                actual,
            });
        }
        bytes[..expected].copy_from_slice(digest);
        Ok(MessageDigest { hash, bytes })
    }

    /// The hash function.
    pub fn pre_hash(&self) -> PreHash {
        self.hash
    }

    /// The bytes of the digest.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.hash.digest_len()]
    }
}

fn squeeze<X: Update + ExtendableOutput>(mut xof: X, message: &[u8], out: &mut [u8]) {
    xof.update(message);
    xof.finalize_xof().read(out);
}

impl fmt::Debug for MessageDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MessageDigest({:?}, ", self.hash)?;
        for byte in &self.bytes[..8] {
            write!(f, "{byte:02x}")?;
        }
        f.write_str("..)")
    }
}
