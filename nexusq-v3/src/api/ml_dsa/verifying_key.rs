//! The macro that stamps `VerifyingKey`.

macro_rules! verifying_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("A verifying key of ", $label, ": public, ", $len, " bytes when encoded.")]
        ///
        /// Whoever verifies many signatures with one key [prepares](Self::prepare) it.
        #[derive(Clone, PartialEq, Eq)]
        pub struct VerifyingKey([u8; $len]);

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
            #[doc = concat!("use nexusq_v3::{Error, ", stringify!($module), "::SigningKey};")]
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
                signature: &[u8; Signature::LEN],
            ) -> Result<(), crate::Error> {
                checks::context(context)?;
                let pieces = scheme::Message::Pieces([&[0, context.len() as u8], context, message]);
                let valid = dispatch!(b => {
                    scheme::verify_encoded::<_, K, L>(b, &P, &self.0, pieces, signature)
                });
                if valid { Ok(()) } else { Err(crate::Error::InvalidSignature) }
            }

            /// Expands the key once for many verifications: the matrix Â is sampled, t1 transformed
            /// and tr computed.
            pub fn prepare(&self) -> PreparedVerifyingKey {
                let mut expanded = scheme::ExpandedPublicKey::zero();
                dispatch!(b => expanded.decode(b, &self.0));
                PreparedVerifyingKey {
                    expanded,
                    key: self.clone(),
                }
            }

            /// tr = H(pk, 64) (FIPS 204 Alg. 6 line 9). It is public.
            fn tr(&self) -> [u8; 64] {
                dispatch!(b => scheme::tr(b, &self.0))
            }

            /// Decodes pk (FIPS 204 Alg. 23). Every string of the right length is a public key.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                let bytes = bytes.try_into().map_err(|_| crate::Error::InvalidLength {
                    what: "verifying key",
                    expected: Self::LEN,
                    actual: bytes.len(),
                })?;
                Ok(VerifyingKey(bytes))
            }

            /// Encodes pk (FIPS 204 Alg. 22).
            pub fn to_bytes(&self) -> [u8; Self::LEN] {
                self.0
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
