//! Keys in SubjectPublicKeyInfo and PKCS#8, DER and PEM: RFC 9881 for ML-DSA, RFC 9935 for ML-KEM.

mod private_key;
mod public_key;
#[macro_use]
mod stamp;

pub(crate) use private_key::{
    Contents, check_public_key, decode_pem as private_key_from_pem, encode as encode_private_key,
    halves_agree, parse as parse_private_key, sized,
};
pub(crate) use public_key::{
    decode_pem as public_key_from_pem, encode as encode_public_key, parse as parse_public_key,
};

use crate::Error;
use pkcs8::{AlgorithmIdentifierRef, ObjectIdentifier};

/// The algorithm of a key: its object identifier and its name.
#[derive(Clone, Copy)]
pub(crate) struct KeyAlgorithm {
    pub(crate) oid: ObjectIdentifier,
    pub(crate) label: &'static str,
}

impl KeyAlgorithm {
    /// The identifier without parameters, which must be absent (RFC 9881 section 2, RFC 9935
    /// section 3).
    pub(crate) const fn identifier(self) -> AlgorithmIdentifierRef<'static> {
        AlgorithmIdentifierRef {
            oid: self.oid,
            parameters: None,
        }
    }

    fn check(self, found: &AlgorithmIdentifierRef<'_>) -> Result<(), Error> {
        if found.oid != self.oid {
            return Err(Error::AnotherAlgorithm {
                expected: self.label,
            });
        }
        if found.parameters.is_some() {
            return Err(Error::AlgorithmParameters {
                algorithm: self.label,
            });
        }
        Ok(())
    }
}

/// The form of the private key in a PKCS#8 document (RFC 9881 section 6, RFC 9935 section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivateKeyForm {
    /// `seed [0] IMPLICIT OCTET STRING`.
    Seed,
    /// `expandedKey OCTET STRING`.
    Expanded,
    /// `both SEQUENCE { seed OCTET STRING, expandedKey OCTET STRING }`.
    Both,
}

impl core::fmt::Display for PrivateKeyForm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            PrivateKeyForm::Seed => "seed",
            PrivateKeyForm::Expanded => "expanded",
            PrivateKeyForm::Both => "both (seed and expanded)",
        })
    }
}
