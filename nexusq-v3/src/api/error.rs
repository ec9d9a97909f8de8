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
    /// A document is not the DER that it should be.
    #[cfg(feature = "pkcs8")]
    Encoding {
        /// What it should be, for example `SubjectPublicKeyInfo`.
        document: &'static str,
    },
    /// A text is not one PEM block of the expected label.
    #[cfg(feature = "pkcs8")]
    Pem {
        /// The label, for example `PUBLIC KEY`.
        label: &'static str,
    },
    /// The object identifier in a document is not that of the expected algorithm.
    #[cfg(feature = "pkcs8")]
    AnotherAlgorithm {
        /// The algorithm whose key was asked for.
        expected: &'static str,
    },
    /// The algorithm identifier in a document has parameters, which must be absent (RFC 9881
    /// section 2, RFC 9935 section 3).
    #[cfg(feature = "pkcs8")]
    AlgorithmParameters {
        /// The algorithm.
        algorithm: &'static str,
    },
    /// The private key in a PKCS#8 document is in none of the three forms.
    #[cfg(feature = "pkcs8")]
    UnknownPrivateKeyForm {
        /// The first byte of what is there, 0 if nothing is.
        tag: u8,
    },
    /// The private key in a PKCS#8 document breaks a rule.
    #[cfg(feature = "pkcs8")]
    PrivateKey {
        /// The form that the document has.
        form: crate::PrivateKeyForm,
        /// The rule, with its section where a standard has it.
        rule: &'static str,
    },
    /// The public key in a PKCS#8 document is not that of its private key.
    #[cfg(feature = "pkcs8")]
    PublicKeyMismatch,
    /// A key that was imported in its expanded form has no seed to write.
    #[cfg(feature = "pkcs8")]
    NoSeed,
    /// The random number generator gave no bytes.
    RandomnessFailed,
    /// No attempt of the signing loop was accepted (FIPS 204 appendix C). With a key that key
    /// generation made this is not expected to happen.
    SigningFailed,
}

impl Error {
    /// What is wrong with the input or the operation, and the rule, in one static line each.
    #[cfg(any(feature = "contract", feature = "pkcs8"))]
    pub(crate) const fn subject_and_rule(self) -> (&'static str, &'static str) {
        match self {
            Error::InvalidLength { what, .. } => (what, "wrong number of bytes"),
            Error::EncapsulationKeyModulus => ("encapsulation key", Self::MODULUS),
            Error::DecapsulationKeyHash => ("decapsulation key", Self::DK_HASH),
            Error::SigningKeyRange => ("signing key", Self::RANGE),
            Error::SigningKeyHash => ("signing key", Self::TR),
            Error::ContextTooLong { .. } => ("context", "more than 255 bytes"),
            Error::InvalidSignature => ("signature", "FIPS 204 Alg. 3: not valid"),
            #[cfg(feature = "pkcs8")]
            Error::Encoding { document } => (document, "not valid DER"),
            #[cfg(feature = "pkcs8")]
            Error::Pem { label } => (label, "not one PEM block of this label"),
            #[cfg(feature = "pkcs8")]
            Error::AnotherAlgorithm { expected } => (expected, "the key is of another algorithm"),
            #[cfg(feature = "pkcs8")]
            Error::AlgorithmParameters { algorithm } => (algorithm, Self::PARAMETERS),
            #[cfg(feature = "pkcs8")]
            Error::UnknownPrivateKeyForm { .. } => ("PKCS#8 private key", Self::FORM),
            #[cfg(feature = "pkcs8")]
            Error::PrivateKey { rule, .. } => ("PKCS#8 private key", rule),
            #[cfg(feature = "pkcs8")]
            Error::PublicKeyMismatch => ("PKCS#8 private key", Self::MISMATCH),
            #[cfg(feature = "pkcs8")]
            Error::NoSeed => ("private key", Self::NO_SEED),
            Error::RandomnessFailed => ("random number generator", "failed"),
            Error::SigningFailed => ("signing", Self::LOOP),
        }
    }

    const MODULUS: &str = "FIPS 203 section 7.2: a coefficient is not below q = 3329";
    const DK_HASH: &str = "FIPS 203 section 7.3: H(ek) differs from the hash in the key";
    const RANGE: &str = "FIPS 204 Alg. 25: a coefficient of s1 or s2 is not within -eta to eta";
    const TR: &str = "FIPS 204 Alg. 6: tr differs from the hash of the public key";
    const LOOP: &str = "FIPS 204 appendix C: no attempt of the signing loop was accepted";
    #[cfg(feature = "pkcs8")]
    const PARAMETERS: &str = "the algorithm identifier has parameters, which must be absent";
    #[cfg(feature = "pkcs8")]
    const FORM: &str = "neither a seed, an expanded key nor both";
    #[cfg(feature = "pkcs8")]
    const MISMATCH: &str = "its public key is not that of its private key";
    #[cfg(feature = "pkcs8")]
    const NO_SEED: &str =
        "imported expanded, so there is no seed to write; to_expanded has the key";
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
            #[cfg(feature = "pkcs8")]
            Error::UnknownPrivateKeyForm { tag } => write!(
                f,
                "PKCS#8 private key: neither a seed (tag 0x80), an expanded key (0x04) nor both \
                 (0x30), but tag {tag:#04x}"
            ),
            #[cfg(feature = "pkcs8")]
            Error::PrivateKey { form, rule } => {
                write!(f, "PKCS#8 private key in the form {form}: {rule}")
            }
            #[cfg(feature = "pkcs8")]
            Error::Encoding { .. }
            | Error::Pem { .. }
            | Error::AnotherAlgorithm { .. }
            | Error::AlgorithmParameters { .. }
            | Error::PublicKeyMismatch
            | Error::NoSeed => {
                let (subject, rule) = self.subject_and_rule();
                write!(f, "{subject}: {rule}")
            }
            Error::RandomnessFailed => f.write_str("the random number generator gave no bytes"),
            Error::SigningFailed => f.write_str(Self::LOOP),
        }
    }
}

impl core::error::Error for Error {}
