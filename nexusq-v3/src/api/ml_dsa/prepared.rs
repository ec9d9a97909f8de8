//! The macro that stamps prepared keys.

macro_rules! prepared_keys {
    ($module:ident, $label:literal) => {
        #[doc = concat!("A signing key of ", $label, ", expanded: for many signatures with one key.")]
        ///
        /// Secret. It is zeroized on drop and redacted in `Debug`.
        ///
        /// ```
        #[doc = concat!("let key = nexusq_v3::", stringify!($module), "::SigningKey::from_seed(&[1; 32]);")]
        /// let prepared = key.prepare();
        /// let signature = prepared.sign_deterministic(b"message", b"context")?;
        /// assert_eq!(signature, key.sign_deterministic(b"message", b"context")?);
        /// key.verifying_key().prepare().verify(b"message", b"context", &signature)?;
        /// # Ok::<(), nexusq_v3::Error>(())
        /// ```
        pub struct PreparedSigningKey {
            expanded: scheme::ExpandedPrivateKey<K, L>,
            sk: crate::Secret<{ SigningKey::LEN }>,
        }

        impl PreparedSigningKey {
            /// Decodes, checks and expands sk: as [`SigningKey::from_expanded`], then
            /// [`SigningKey::prepare`].
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::SigningKeyRange`](crate::Error::SigningKeyRange),
            /// [`Error::SigningKeyHash`](crate::Error::SigningKeyHash).
            pub fn from_expanded(bytes: &[u8]) -> Result<Self, crate::Error> {
                let sk = crate::Secret::copy_of("signing key", bytes)?;
                let mut expanded = scheme::ExpandedPrivateKey::zero();
                let mut pk = [0; VerifyingKey::LEN];
                let (in_range, tr) = dispatch_clearing!(KEYGEN_DEPTH, b => {
                    expanded.decode(b, &P, bytes);
                    scheme::public_key_in(b, &P, bytes, &expanded.a_hat, &mut pk)
                });
                if !in_range {
                    return Err(crate::Error::SigningKeyRange);
                }
                checks::public_key_hash(&tr, &bytes[64..128])?;
                Ok(PreparedSigningKey { expanded, sk })
            }

            /// Encodes sk.
            pub fn to_expanded(&self) -> crate::Secret<{ SigningKey::LEN }> {
                self.sk.duplicate()
            }

            /// As [`SigningKey::sign`].
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            #[cfg(feature = "getrandom")]
            pub fn sign(&self, message: &[u8], context: &[u8]) -> Result<Signature, crate::Error> {
                self.sign_with_rnd(message, context, crate::api::random::from_system()?.as_bytes())
            }

            /// As [`SigningKey::sign_with_rng`].
            ///
            /// # Errors
            /// As [`sign_with_rnd`](Self::sign_with_rnd), and
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
                &self,
                message: &[u8],
                context: &[u8],
                rng: &mut R,
            ) -> Result<Signature, crate::Error> {
                self.sign_with_rnd(message, context, crate::api::random::from_rng(rng)?.as_bytes())
            }

            /// As [`SigningKey::sign_deterministic`].
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_deterministic(&self, message: &[u8], context: &[u8]) -> Result<Signature, crate::Error> {
                self.sign_with_rnd(message, context, &[0; 32])
            }

            /// **For tests against known values.** As [`SigningKey::sign_with_rnd`].
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_with_rnd(
                &self,
                message: &[u8],
                context: &[u8],
                rnd: &[u8; 32],
            ) -> Result<Signature, crate::Error> {
                checks::context(context)?;
                let mut signature = Signature([0; Signature::LEN]);
                let done = dispatch_clearing!(SIGN_DEPTH, b => {
                    let mu = scheme::mu(b, &self.expanded.tr, [&[0, context.len() as u8], context, message]);
                    scheme::sign(b, &P, &self.expanded, &mu, rnd, &mut signature.0, |_| ())
                });
                if done { Ok(signature) } else { Err(crate::Error::SigningFailed) }
            }

            /// As [`SigningKey::sign_mu_with_rnd`].
            ///
            /// # Errors
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_mu_with_rnd(&self, mu: &Mu, rnd: &[u8; 32]) -> Result<Signature, crate::Error> {
                let mut signature = Signature([0; Signature::LEN]);
                let done = dispatch_clearing!(SIGN_DEPTH, b => {
                    scheme::sign(b, &P, &self.expanded, mu.as_bytes(), rnd, &mut signature.0, |_| ())
                });
                if done { Ok(signature) } else { Err(crate::Error::SigningFailed) }
            }
        }

        impl core::fmt::Debug for PreparedSigningKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("PreparedSigningKey(", $label, ", redacted)"))
            }
        }

        // Its secrets clear themselves on drop.
        impl zeroize::ZeroizeOnDrop for PreparedSigningKey {}

        #[doc = concat!("A verifying key of ", $label, ", expanded: for many verifications with one key.")]
        #[derive(Clone)]
        pub struct PreparedVerifyingKey {
            expanded: scheme::ExpandedPublicKey<K, L>,
            key: VerifyingKey,
        }

        impl PreparedVerifyingKey {
            /// Decodes and expands pk: as [`VerifyingKey::from_bytes`], then [`VerifyingKey::prepare`].
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                VerifyingKey::from_bytes(bytes).map(|key| key.prepare())
            }

            /// The key that was prepared.
            pub fn verifying_key(&self) -> &VerifyingKey {
                &self.key
            }

            /// As [`VerifyingKey::verify`].
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

            /// As [`VerifyingKey::verify_bytes`].
            ///
            /// # Errors
            /// As [`verify`](Self::verify), and [`Error::InvalidLength`](crate::Error::InvalidLength).
            pub fn verify_bytes(
                &self,
                message: &[u8],
                context: &[u8],
                signature: &[u8],
            ) -> Result<(), crate::Error> {
                self.verify_encoded(message, context, Signature::borrow(signature)?)
            }

            /// As [`VerifyingKey::verify_mu`].
            ///
            /// # Errors
            /// [`Error::InvalidSignature`](crate::Error::InvalidSignature).
            pub fn verify_mu(&self, mu: &Mu, signature: &Signature) -> Result<(), crate::Error> {
                match dispatch!(b => scheme::verify(b, &P, &self.expanded, mu.as_bytes(), &signature.0)) {
                    true => Ok(()),
                    false => Err(crate::Error::InvalidSignature),
                }
            }

            fn verify_encoded(
                &self,
                message: &[u8],
                context: &[u8],
                signature: &[u8; Signature::LEN],
            ) -> Result<(), crate::Error> {
                checks::context(context)?;
                let valid = dispatch!(b => {
                    let mu = scheme::mu(b, &self.expanded.tr, [&[0, context.len() as u8], context, message]);
                    scheme::verify(b, &P, &self.expanded, &mu, signature)
                });
                if valid { Ok(()) } else { Err(crate::Error::InvalidSignature) }
            }
        }

        impl core::fmt::Debug for PreparedVerifyingKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("PreparedVerifyingKey(", $label, ")"))
            }
        }
    };
}
