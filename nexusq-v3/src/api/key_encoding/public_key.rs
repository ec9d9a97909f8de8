//! SubjectPublicKeyInfo around a public key.

use super::KeyAlgorithm;
use crate::Error;
use pkcs8::der::asn1::BitStringRef;
use pkcs8::der::pem::PemLabel;
use pkcs8::{Document, SubjectPublicKeyInfoRef};

const DOCUMENT: &str = "SubjectPublicKeyInfo";

/// The encoded public key in a document, borrowed from it. Its length is not yet checked.
pub(crate) fn parse<'a>(
    info: &SubjectPublicKeyInfoRef<'a>,
    algorithm: KeyAlgorithm,
) -> Result<&'a [u8], Error> {
    algorithm.check(&info.algorithm)?;
    // A key is whole bytes; a bit string may have unused bits.
    info.subject_public_key
        .as_bytes()
        .ok_or(Error::Encoding { document: DOCUMENT })
}

/// Writes a public key.
pub(crate) fn encode(algorithm: KeyAlgorithm, key: &[u8]) -> Result<Document, Error> {
    BitStringRef::from_bytes(key)
        .and_then(|subject_public_key| {
            Document::encode_msg(&SubjectPublicKeyInfoRef {
                algorithm: algorithm.identifier(),
                subject_public_key,
            })
        })
        .map_err(|_| Error::Encoding { document: DOCUMENT })
}

/// The document in a PEM block of the label `PUBLIC KEY`.
pub(crate) fn decode_pem(pem: &str) -> Result<Document, Error> {
    let refused = Error::Pem {
        label: SubjectPublicKeyInfoRef::PEM_LABEL,
    };
    let (label, document) = Document::from_pem(pem).map_err(|_| refused)?;
    SubjectPublicKeyInfoRef::validate_pem_label(label).map_err(|_| refused)?;
    Ok(document)
}

impl Error {
    pub(crate) fn not_spki(_: pkcs8::spki::Error) -> Error {
        Error::Encoding { document: DOCUMENT }
    }
}
