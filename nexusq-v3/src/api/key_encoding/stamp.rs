//! The macro that gives a pair of key types their encodings, and the traits of `pkcs8`.

macro_rules! key_encoding {
    ($module:ident, $label:literal, $oid:literal, $rfc:literal, $public:ident, $private:ident,
     $to_public:ident, $seed:literal) => {
        const ALGORITHM: crate::api::key_encoding::KeyAlgorithm = crate::api::key_encoding::KeyAlgorithm {
            oid: pkcs8::ObjectIdentifier::new_unwrap($oid),
            label: $label,
        };

        impl $public {
            #[doc = concat!("Reads a SubjectPublicKeyInfo in DER (", $rfc, "), with the checks of")]
            /// [`from_bytes`](Self::from_bytes).
            ///
            /// # Errors
            /// [`Error::Encoding`](crate::Error::Encoding),
            /// [`Error::AnotherAlgorithm`](crate::Error::AnotherAlgorithm),
            /// [`Error::AlgorithmParameters`](crate::Error::AlgorithmParameters), and those of
            /// [`from_bytes`](Self::from_bytes).
            pub fn from_public_key_der(der: &[u8]) -> Result<Self, crate::Error> {
                let info = der.try_into().map_err(crate::Error::not_spki)?;
                Self::from_spki(&info)
            }

            /// Reads a SubjectPublicKeyInfo in PEM, of the label `PUBLIC KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`](crate::Error::Pem), and those of
            /// [`from_public_key_der`](Self::from_public_key_der).
            pub fn from_public_key_pem(pem: &str) -> Result<Self, crate::Error> {
                let document = crate::api::key_encoding::public_key_from_pem(pem)?;
                Self::from_public_key_der(document.as_bytes())
            }

            #[doc = concat!("Writes a SubjectPublicKeyInfo in DER (", $rfc, ").")]
            ///
            /// # Errors
            /// [`Error::Encoding`](crate::Error::Encoding), which is not expected to happen.
            pub fn to_public_key_der(&self) -> Result<pkcs8::Document, crate::Error> {
                crate::api::key_encoding::encode_public_key(ALGORITHM, &self.to_bytes())
            }

            /// Writes a SubjectPublicKeyInfo in PEM.
            ///
            /// ```
            #[doc = concat!("use nexusq_v3::", stringify!($module), "::{", stringify!($private), ", ", stringify!($public), "};")]
            ///
            #[doc = concat!("let key = ", stringify!($private), "::from_seed(&[7; ", stringify!($seed), "]).", stringify!($to_public), "();")]
            /// let pem = key.to_public_key_pem()?;
            /// assert!(pem.starts_with("-----BEGIN PUBLIC KEY-----\n"));
            #[doc = concat!("assert_eq!(", stringify!($public), "::from_public_key_pem(&pem)?, key);")]
            /// # Ok::<(), nexusq_v3::Error>(())
            /// ```
            ///
            /// # Errors
            /// [`Error::Encoding`](crate::Error::Encoding), which is not expected to happen.
            pub fn to_public_key_pem(&self) -> Result<alloc::string::String, crate::Error> {
                let document = self.to_public_key_der()?;
                document
                    .to_pem("PUBLIC KEY", pkcs8::LineEnding::LF)
                    .map_err(|error| crate::Error::not_spki(error.into()))
            }

            fn from_spki(info: &pkcs8::SubjectPublicKeyInfoRef<'_>) -> Result<Self, crate::Error> {
                Self::from_bytes(crate::api::key_encoding::parse_public_key(info, ALGORITHM)?)
            }
        }

        impl $private {
            #[doc = concat!("Reads a PKCS#8 document in DER (", $rfc, "), whose private key is a")]
            /// seed, an expanded key, or both. An expanded key is checked as
            /// [`from_expanded`](Self::from_expanded) does; of both, the expanded key must be that
            /// of the seed; a public key in the document must be that of the private key.
            ///
            /// # Errors
            /// [`Error::Encoding`](crate::Error::Encoding),
            /// [`Error::AnotherAlgorithm`](crate::Error::AnotherAlgorithm),
            /// [`Error::AlgorithmParameters`](crate::Error::AlgorithmParameters),
            /// [`Error::UnknownPrivateKeyForm`](crate::Error::UnknownPrivateKeyForm),
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::PrivateKey`](crate::Error::PrivateKey),
            /// [`Error::PublicKeyMismatch`](crate::Error::PublicKeyMismatch).
            pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, crate::Error> {
                let info = der.try_into().map_err(crate::Error::not_pkcs8)?;
                Self::from_private_key_info(&info)
            }

            /// Reads a PKCS#8 document in PEM, of the label `PRIVATE KEY`.
            ///
            /// # Errors
            /// [`Error::Pem`](crate::Error::Pem), and those of
            /// [`from_pkcs8_der`](Self::from_pkcs8_der).
            pub fn from_pkcs8_pem(pem: &str) -> Result<Self, crate::Error> {
                let document = crate::api::key_encoding::private_key_from_pem(pem)?;
                Self::from_pkcs8_der(document.as_bytes())
            }

            #[doc = concat!("Writes a PKCS#8 document in DER (", $rfc, ") that holds the seed.")]
            /// The document is zeroized on drop.
            ///
            /// # Errors
            /// [`Error::NoSeed`](crate::Error::NoSeed) for a key that was imported expanded.
            pub fn to_pkcs8_der(&self) -> Result<pkcs8::SecretDocument, crate::Error> {
                let seed = self.to_seed().ok_or(crate::Error::NoSeed)?;
                crate::api::key_encoding::encode_private_key::<{ $seed }, { $seed + 2 }>(
                    ALGORITHM,
                    seed.as_bytes(),
                )
            }

            /// Writes a PKCS#8 document in PEM that holds the seed. The text is zeroized on drop.
            ///
            /// ```
            #[doc = concat!("use nexusq_v3::", stringify!($module), "::", stringify!($private), ";")]
            ///
            #[doc = concat!("let key = ", stringify!($private), "::from_seed(&[7; ", stringify!($seed), "]);")]
            /// let pem = key.to_pkcs8_pem()?;
            /// assert!(pem.starts_with("-----BEGIN PRIVATE KEY-----\n"));
            #[doc = concat!("assert_eq!(", stringify!($private), "::from_pkcs8_pem(&pem)?, key);")]
            /// # Ok::<(), nexusq_v3::Error>(())
            /// ```
            ///
            /// # Errors
            /// [`Error::NoSeed`](crate::Error::NoSeed) for a key that was imported expanded.
            pub fn to_pkcs8_pem(
                &self,
            ) -> Result<zeroize::Zeroizing<alloc::string::String>, crate::Error> {
                let document = self.to_pkcs8_der()?;
                document
                    .to_pem("PRIVATE KEY", pkcs8::LineEnding::LF)
                    .map_err(|error| crate::Error::not_pkcs8(error.into()))
            }

            fn from_private_key_info(
                info: &pkcs8::PrivateKeyInfoRef<'_>,
            ) -> Result<Self, crate::Error> {
                use crate::{PrivateKeyForm, api::key_encoding::{Contents, sized}};
                let key = match crate::api::key_encoding::parse_private_key(info, ALGORITHM)? {
                    Contents::Seed(seed) => Self::from_seed(sized(seed, PrivateKeyForm::Seed)?),
                    Contents::Expanded(expanded) => Self::from_expanded(expanded)
                        .map_err(crate::Error::in_expanded_form)?,
                    Contents::Both { seed, expanded } => {
                        let key = Self::from_seed(sized(seed, PrivateKeyForm::Both)?);
                        let own = key.to_expanded();
                        crate::api::key_encoding::halves_agree(own.as_bytes(), expanded)?;
                        key
                    }
                };
                crate::api::key_encoding::check_public_key(info, &key.$to_public().to_bytes())?;
                Ok(key)
            }
        }

        impl TryFrom<pkcs8::SubjectPublicKeyInfoRef<'_>> for $public {
            type Error = pkcs8::spki::Error;

            fn try_from(info: pkcs8::SubjectPublicKeyInfoRef<'_>) -> pkcs8::spki::Result<Self> {
                Self::from_spki(&info).map_err(|_| pkcs8::spki::Error::KeyMalformed)
            }
        }

        impl pkcs8::EncodePublicKey for $public {
            fn to_public_key_der(&self) -> pkcs8::spki::Result<pkcs8::Document> {
                $public::to_public_key_der(self).map_err(|_| pkcs8::spki::Error::KeyMalformed)
            }
        }

        impl TryFrom<pkcs8::PrivateKeyInfoRef<'_>> for $private {
            type Error = pkcs8::Error;

            fn try_from(info: pkcs8::PrivateKeyInfoRef<'_>) -> pkcs8::Result<Self> {
                Self::from_private_key_info(&info)
                    .map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))
            }
        }

        impl pkcs8::EncodePrivateKey for $private {
            fn to_pkcs8_der(&self) -> pkcs8::Result<pkcs8::SecretDocument> {
                $private::to_pkcs8_der(self)
                    .map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))
            }
        }
    };
}
