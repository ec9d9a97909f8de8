//! The macro that stamps the calls of HashML-DSA (FIPS 204 section 5.4).

macro_rules! hash_ml_dsa {
    ($module:ident, $label:literal) => {
        impl VerifyingKey {
            /// Verifies a signature of HashML-DSA: HashML-DSA.Verify (FIPS 204 Alg. 5).
            ///
            /// A signature of the pure variant is refused here, and the other way round.
            ///
            /// # Errors
            /// [`Error::InvalidSignature`](crate::Error::InvalidSignature),
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn hash_verify(
                &self,
                message: &[u8],
                context: &[u8],
                pre_hash: crate::PreHash,
                signature: &Signature,
            ) -> Result<(), crate::Error> {
                let digest = crate::MessageDigest::of(pre_hash, message);
                self.verify_mu(&self.hash_mu(&digest, context)?, signature)
            }

            /// The message representative of HashML-DSA for a message that was hashed, for
            /// [`SigningKey::sign_mu_with_rng`] and [`verify_mu`](Self::verify_mu).
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn hash_mu(
                &self,
                digest: &crate::MessageDigest,
                context: &[u8],
            ) -> Result<Mu, crate::Error> {
                hash_mu(&self.tr(), digest, context)
            }
        }

        impl SigningKey {
            /// Hashes `message` and signs the digest, hedged with the system's random number
            /// generator: HashML-DSA.Sign (FIPS 204 Alg. 4).
            ///
            /// Prefer [`sign`](Self::sign). HashML-DSA is for where a message must be hashed once
            /// for several keys, or by a device that has no ML-DSA.
            ///
            /// ```
            #[doc = concat!("use nexusq_v3::{MessageDigest, PreHash, ", stringify!($module), "::SigningKey};")]
            ///
            /// let key = SigningKey::from_seed(&[1; 32]);
            /// let signature = key.hash_sign(b"message", b"context", PreHash::Sha2_512)?;
            /// let verifying_key = key.verifying_key();
            /// verifying_key.hash_verify(b"message", b"context", PreHash::Sha2_512, &signature)?;
            ///
            /// // The same for a digest that was computed elsewhere.
            /// let digest = MessageDigest::of(PreHash::Sha2_512, b"message");
            /// let signature = key.sign_mu(&key.hash_mu(&digest, b"context")?)?;
            /// verifying_key.hash_verify(b"message", b"context", PreHash::Sha2_512, &signature)?;
            /// # Ok::<(), nexusq_v3::Error>(())
            /// ```
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            #[cfg(feature = "getrandom")]
            pub fn hash_sign(
                &self,
                message: &[u8],
                context: &[u8],
                pre_hash: crate::PreHash,
            ) -> Result<Signature, crate::Error> {
                let digest = crate::MessageDigest::of(pre_hash, message);
                self.sign_mu(&self.hash_mu(&digest, context)?)
            }

            /// Hashes and signs, hedged with the caller's random number generator:
            /// HashML-DSA.Sign (FIPS 204 Alg. 4).
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn hash_sign_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
                &self,
                message: &[u8],
                context: &[u8],
                pre_hash: crate::PreHash,
                rng: &mut R,
            ) -> Result<Signature, crate::Error> {
                let digest = crate::MessageDigest::of(pre_hash, message);
                self.sign_mu_with_rng(&self.hash_mu(&digest, context)?, rng)
            }

            /// Hashes and signs without randomness: the deterministic variant of HashML-DSA.Sign
            /// (FIPS 204 Alg. 4). See [`sign_deterministic`](Self::sign_deterministic).
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn hash_sign_deterministic(
                &self,
                message: &[u8],
                context: &[u8],
                pre_hash: crate::PreHash,
            ) -> Result<Signature, crate::Error> {
                let digest = crate::MessageDigest::of(pre_hash, message);
                self.sign_mu_deterministic(&self.hash_mu(&digest, context)?)
            }

            /// The message representative of HashML-DSA for a message that was hashed; the same
            /// as [`VerifyingKey::hash_mu`].
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong).
            pub fn hash_mu(
                &self,
                digest: &crate::MessageDigest,
                context: &[u8],
            ) -> Result<Mu, crate::Error> {
                hash_mu(self.tr(), digest, context)
            }
        }

        /// mu of M' = 1‖|ctx|‖ctx‖OID‖PH(M) (FIPS 204 Alg. 4 line 23).
        fn hash_mu(
            tr: &[u8],
            digest: &crate::MessageDigest,
            context: &[u8],
        ) -> Result<Mu, crate::Error> {
            let mut hash = super::mu::MuHash::new(tr, super::mu::HASHED, context)?;
            hash.update(&digest.pre_hash().oid_der());
            hash.update(digest.as_bytes());
            Ok(Mu(hash.finish()))
        }
    };
}
