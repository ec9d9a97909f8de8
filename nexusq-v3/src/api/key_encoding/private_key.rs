//! PKCS#8 around a private key: which of the three forms is in it, and writing the seed form.

use super::{KeyAlgorithm, PrivateKeyForm};
use crate::Error;
use pkcs8::der::asn1::{ContextSpecific, OctetStringRef};
use pkcs8::der::pem::PemLabel;
use pkcs8::der::{Decode, Reader, SliceReader, TagNumber};
use pkcs8::{PrivateKeyInfoRef, SecretDocument};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

const DOCUMENT: &str = "PKCS#8 private key";

/// The tag of `seed [0] IMPLICIT OCTET STRING`.
const SEED_TAG: u8 = 0x80;

/// The private key in a document, borrowed from it. The lengths of its parts are not yet checked.
pub(crate) enum Contents<'a> {
    Seed(&'a [u8]),
    Expanded(&'a [u8]),
    Both { seed: &'a [u8], expanded: &'a [u8] },
}

/// Reads which form the document holds.
pub(crate) fn parse<'a>(
    info: &PrivateKeyInfoRef<'a>,
    algorithm: KeyAlgorithm,
) -> Result<Contents<'a>, Error> {
    algorithm.check(&info.algorithm)?;
    let der = info.private_key.as_bytes();
    let malformed = |form| {
        move |_: pkcs8::der::Error| Error::PrivateKey {
            form,
            rule: "not DER of this form",
        }
    };
    match der.first() {
        Some(&SEED_TAG) => seed(der).map_err(malformed(PrivateKeyForm::Seed)),
        Some(0x04) => <&OctetStringRef>::from_der(der)
            .map(|expanded| Contents::Expanded(expanded.as_bytes()))
            .map_err(malformed(PrivateKeyForm::Expanded)),
        Some(0x30) => both(der).map_err(malformed(PrivateKeyForm::Both)),
        tag => Err(Error::UnknownPrivateKeyForm {
            tag: tag.copied().unwrap_or(0),
        }),
    }
}

fn seed(der: &[u8]) -> pkcs8::der::Result<Contents<'_>> {
    let mut reader = SliceReader::new(der)?;
    let seed = ContextSpecific::<&OctetStringRef>::decode_implicit(&mut reader, TagNumber(0))?;
    reader.finish()?;
    // The caller has seen the tag, so there is one.
    Ok(Contents::Seed(
        seed.map_or(&[], |seed| seed.value.as_bytes()),
    ))
}

fn both(der: &[u8]) -> pkcs8::der::Result<Contents<'_>> {
    let mut reader = SliceReader::new(der)?;
    let both = reader.sequence(|inner| {
        let seed: &OctetStringRef = inner.decode()?;
        let expanded: &OctetStringRef = inner.decode()?;
        Ok::<_, pkcs8::der::Error>(Contents::Both {
            seed: seed.as_bytes(),
            expanded: expanded.as_bytes(),
        })
    })?;
    reader.finish()?;
    Ok(both)
}

/// The two halves of the form `both` are one key. In constant time for equal lengths.
pub(crate) fn halves_agree(from_seed: &[u8], expanded: &[u8]) -> Result<(), Error> {
    if from_seed.len() != expanded.len() {
        return Err(Error::InvalidLength {
            what: "expanded key of a PKCS#8 private key in the form both",
            expected: from_seed.len(),
            actual: expanded.len(),
        });
    }
    if bool::from(from_seed.ct_eq(expanded)) {
        return Ok(());
    }
    Err(Error::PrivateKey {
        form: PrivateKeyForm::Both,
        rule: "the seed and the expanded key are not of one key",
    })
}

/// A public key that a PKCS#8 document carries is that of its private key.
pub(crate) fn check_public_key(info: &PrivateKeyInfoRef<'_>, own: &[u8]) -> Result<(), Error> {
    match &info.public_key {
        Some(found) if found.as_bytes() != Some(own) => Err(Error::PublicKeyMismatch),
        _ => Ok(()),
    }
}

/// Writes a seed of `N` bytes, where `M` is `N` + 2.
pub(crate) fn encode<const N: usize, const M: usize>(
    algorithm: KeyAlgorithm,
    seed: &[u8; N],
) -> Result<SecretDocument, Error> {
    const { assert!(M == N + 2 && N < 128, "one byte of length") }
    let mut inner = Zeroizing::new([0; M]);
    inner[0] = SEED_TAG;
    inner[1] = N as u8;
    inner[2..].copy_from_slice(seed);
    OctetStringRef::new(inner.as_slice())
        .and_then(|key| {
            SecretDocument::encode_msg(&PrivateKeyInfoRef::new(algorithm.identifier(), key))
        })
        .map_err(|_| Error::Encoding { document: DOCUMENT })
}

/// The document in a PEM block of the label `PRIVATE KEY`.
pub(crate) fn decode_pem(pem: &str) -> Result<SecretDocument, Error> {
    let refused = Error::Pem {
        label: PrivateKeyInfoRef::PEM_LABEL,
    };
    // The label is checked first: what a document of another label holds is not decoded.
    let label = pkcs8::der::pem::decode_label(pem.as_bytes()).map_err(|_| refused)?;
    PrivateKeyInfoRef::validate_pem_label(label).map_err(|_| refused)?;
    let (_, document) = SecretDocument::from_pem(pem).map_err(|_| refused)?;
    Ok(document)
}

/// A seed of `N` bytes, or an error that names the form it stands in.
pub(crate) fn sized<const N: usize>(seed: &[u8], form: PrivateKeyForm) -> Result<&[u8; N], Error> {
    seed.try_into().map_err(|_| Error::InvalidLength {
        what: match form {
            PrivateKeyForm::Both => "seed of a PKCS#8 private key in the form both",
            _ => "seed of a PKCS#8 private key in the form seed",
        },
        expected: N,
        actual: seed.len(),
    })
}

impl Error {
    /// The same error about a PKCS#8 private key in the expanded form.
    pub(crate) fn in_expanded_form(self) -> Error {
        match self {
            Error::InvalidLength {
                expected, actual, ..
            } => Error::InvalidLength {
                what: "key of a PKCS#8 private key in the form expanded",
                expected,
                actual,
            },
            other => Error::PrivateKey {
                form: PrivateKeyForm::Expanded,
                rule: other.subject_and_rule().1,
            },
        }
    }

    pub(crate) fn not_pkcs8(_: pkcs8::Error) -> Error {
        Error::Encoding { document: DOCUMENT }
    }
}
