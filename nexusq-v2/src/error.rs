//! The one error type: small, `Copy`, and without a secret in it.

use core::fmt;

/// Why an operation gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// An input has the wrong number of bytes.
    InvalidLength {
        /// What the bytes are, for example `ciphertext`.
        what: &'static str,
        /// The number of bytes that the parameter set asks for.
        expected: usize,
        /// The number of bytes that came.
        actual: usize,
    },
    /// A coefficient of an encapsulation key is not below q = 3329 (FIPS 203 section 7.2).
    EncapsulationKeyModulus,
    /// The hash in a decapsulation key is not that of its encapsulation key (FIPS 203 section 7.3).
    DecapsulationKeyHash,
    /// A coefficient of s1 or s2 in a signing key is not within −η to η (FIPS 204 Alg. 25).
    SigningKeyRange,
    /// The hash tr in a signing key is not that of its public key (FIPS 204 Alg. 6).
    SigningKeyHash,
    /// A context string is longer than 255 bytes (FIPS 204 Alg. 2 and 3).
    ContextTooLong {
        /// The number of bytes that came.
        actual: usize,
    },
    /// The signature is not one of this key over this message and context (FIPS 204 Alg. 3).
    InvalidSignature,
    /// The random number generator gave no bytes.
    RandomnessFailed,
    /// No attempt of the signing loop was accepted (FIPS 204 appendix C). With a key that key
    /// generation made this is not expected to happen.
    SigningFailed,
}

impl Error {
    /// What is wrong with the input or the operation, and the rule, in one static line each.
    #[cfg(feature = "contract")]
    pub(crate) const fn subject_and_rule(self) -> (&'static str, &'static str) {
        match self {
            Error::InvalidLength { what, .. } => (what, "wrong number of bytes"),
            Error::EncapsulationKeyModulus => ("encapsulation key", Self::MODULUS),
            Error::DecapsulationKeyHash => ("decapsulation key", Self::DK_HASH),
            Error::SigningKeyRange => ("signing key", Self::RANGE),
            Error::SigningKeyHash => ("signing key", Self::TR),
            Error::ContextTooLong { .. } => ("context", "more than 255 bytes"),
            Error::InvalidSignature => ("signature", "FIPS 204 Alg. 3: not valid"),
            Error::RandomnessFailed => ("random number generator", "failed"),
            Error::SigningFailed => ("signing", Self::LOOP),
        }
    }

    const MODULUS: &str = "FIPS 203 section 7.2: a coefficient is not below q = 3329";
    const DK_HASH: &str = "FIPS 203 section 7.3: H(ek) differs from the hash in the key";
    const RANGE: &str = "FIPS 204 Alg. 25: a coefficient of s1 or s2 is not within -eta to eta";
    const TR: &str = "FIPS 204 Alg. 6: tr differs from the hash of the public key";
    const LOOP: &str = "FIPS 204 appendix C: no attempt of the signing loop was accepted";
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::InvalidLength {
                what,
                expected,
                actual,
            } => {
                write!(f, "{what}: expected {expected} bytes, got {actual}")
            }
            Error::EncapsulationKeyModulus => write!(f, "encapsulation key: {}", Self::MODULUS),
            Error::DecapsulationKeyHash => write!(f, "decapsulation key: {}", Self::DK_HASH),
            Error::SigningKeyRange => write!(f, "signing key: {}", Self::RANGE),
            Error::SigningKeyHash => write!(f, "signing key: {}", Self::TR),
            Error::ContextTooLong { actual } => {
                write!(f, "context: at most 255 bytes are allowed, got {actual}")
            }
            Error::InvalidSignature => f.write_str("signature: not valid (FIPS 204 Alg. 3)"),
            Error::RandomnessFailed => f.write_str("the random number generator gave no bytes"),
            Error::SigningFailed => f.write_str(Self::LOOP),
        }
    }
}

impl core::error::Error for Error {}
