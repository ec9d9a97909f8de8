//! The macro that stamps `VerifyingKey`.

macro_rules! verifying_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("A verifying key of ", $label, ": public, ", $len, " bytes when encoded.")]
        ///
        /// It is a parsed object: t1 is decoded, the matrix Â is expanded and the hash tr is kept.
        #[derive(Clone, PartialEq)]
        pub struct VerifyingKey(upstream::VerifyingKey<Set>);

        impl Eq for VerifyingKey {}

        impl VerifyingKey {
            /// The number of bytes of the encoding.
            pub const LEN: usize = $len;

            /// Verifies a signature over `message` under `context`: ML-DSA.Verify (FIPS 204 Alg. 3).
            ///
            /// # Errors
            /// [`Error::InvalidSignature`](crate::Error::InvalidSignature),
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn verify(
                &self,
                message: &[u8],
                context: &[u8],
                signature: &Signature,
            ) -> Result<(), crate::Error> {
                self.verify_encoded(message, context, &signature.0)
            }

            /// Verifies a signature that came as bytes, without copying it.
            ///
            /// ```
            #[doc = concat!("use nexusq_v2::{Error, ", stringify!($module), "::SigningKey};")]
            ///
            /// let key = SigningKey::from_seed(&[1; 32]);
            /// let mut received = *key.sign_deterministic(b"message", b"")?.as_bytes();
            /// key.verifying_key().verify_bytes(b"message", b"", &received)?;
            /// received[0] ^= 1;
            /// let refused = key.verifying_key().verify_bytes(b"message", b"", &received);
            /// assert_eq!(refused, Err(Error::InvalidSignature));
            /// # Ok::<(), Error>(())
            /// ```
            ///
            /// # Errors
            /// As [`verify`](Self::verify), and
            /// [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn verify_bytes(
                &self,
                message: &[u8],
                context: &[u8],
                signature: &[u8],
            ) -> Result<(), crate::Error> {
                self.verify_encoded(message, context, Signature::borrow(signature)?)
            }

            fn verify_encoded(
                &self,
                message: &[u8],
                context: &[u8],
                encoded: &upstream::EncodedSignature<Set>,
            ) -> Result<(), crate::Error> {
                checks::context(context)?;
                match upstream::Signature::decode(encoded) {
                    Some(signature) if self.0.verify_with_context(message, context, &signature) => {
                        Ok(())
                    }
                    _ => Err(crate::Error::InvalidSignature),
                }
            }

            /// Decodes pk (FIPS 204 Alg. 23). Every string of the right length is a public key.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                let encoded = bytes.try_into().map_err(|_| crate::Error::InvalidLength {
                    what: "verifying key",
                    expected: Self::LEN,
                    actual: bytes.len(),
                })?;
                Ok(VerifyingKey(upstream::VerifyingKey::decode(encoded)))
            }

            /// Encodes pk (FIPS 204 Alg. 22).
            pub fn to_bytes(&self) -> [u8; Self::LEN] {
                self.0.encode().into()
            }
        }

        impl TryFrom<&[u8]> for VerifyingKey {
            type Error = crate::Error;

            fn try_from(bytes: &[u8]) -> Result<Self, crate::Error> {
                VerifyingKey::from_bytes(bytes)
            }
        }

        impl core::fmt::Debug for VerifyingKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("VerifyingKey(", $label, ")"))
            }
        }
    };
}
