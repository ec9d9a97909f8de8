//! The one error type.

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
    /// A key has the right length but fails a check of FIPS 203 section 7.2 or 7.3.
    InvalidKey {
        /// What the bytes are, for example `encapsulation key`.
        what: &'static str,
        /// The rule, with its section.
        rule: &'static str,
    },
    /// A context string is longer than 255 bytes (FIPS 204 Alg. 2 and 3).
    ContextTooLong {
        /// The number of bytes that came.
        actual: usize,
    },
    /// The system's random number generator gave no bytes.
    RandomnessFailed,
    /// No attempt of the signing loop was accepted (FIPS 204 appendix C).
    SigningFailed,
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
            Error::InvalidKey { what, rule } => write!(f, "{what}: {rule}"),
            Error::ContextTooLong { actual } => {
                write!(f, "context: at most 255 bytes are allowed, got {actual}")
            }
            Error::RandomnessFailed => f.write_str("the system's random number generator failed"),
            Error::SigningFailed => f.write_str("signing: no attempt was accepted, try again"),
        }
    }
}

impl core::error::Error for Error {}

impl From<Error> for nexusq_contract::ContractError {
    fn from(error: Error) -> Self {
        match error {
            Error::InvalidLength {
                what,
                expected,
                actual,
            } => Self::InvalidLength {
                what,
                expected,
                actual,
            },
            Error::InvalidKey { what, rule } => Self::InvalidInput { what, rule },
            Error::ContextTooLong { actual } => Self::InvalidLength {
                what: "context",
                expected: 255,
                actual,
            },
            Error::RandomnessFailed => Self::RandomnessFailed,
            Error::SigningFailed => Self::LibraryFailed {
                call: "ml_dsa::ExpandedSigningKey::sign",
                code: 0,
            },
        }
    }
}
