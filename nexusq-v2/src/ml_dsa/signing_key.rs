//! The macro that stamps `SigningKey`.

macro_rules! signing_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("A signing key of ", $label, ": secret, a seed of 32 bytes or ", $len)]
        /// bytes when expanded.
        ///
        /// It is a parsed object: its polynomials are decoded and the matrix Â is expanded. It is
        /// zeroized on drop, compared in constant time and redacted in `Debug`.
        pub struct SigningKey(Form);

        // Without a heap both forms lie in place.
        #[cfg_attr(not(feature = "alloc"), allow(clippy::large_enum_variant))]
        enum Form {
            /// From a seed ξ, which is kept.
            Seed(upstream::SigningKey<Set>),
            /// From sk, which does not hold ξ.
            Expanded {
                key: crate::held::Held<upstream::ExpandedSigningKey<Set>>,
                verifying_key: upstream::VerifyingKey<Set>,
            },
        }

        impl SigningKey {
            /// The number of bytes of the expanded encoding sk.
            pub const LEN: usize = $len;
            /// The number of bytes of the seed ξ.
            pub const SEED_LEN: usize = 32;

            /// Generates a key with the system's random number generator: ML-DSA.KeyGen
            /// (FIPS 204 Alg. 1).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            #[cfg(feature = "getrandom")]
            pub fn generate() -> Result<Self, crate::Error> {
                Ok(Self::from_seed(crate::random::from_system()?.as_bytes()))
            }

            /// Generates a key with the caller's random number generator: ML-DSA.KeyGen
            /// (FIPS 204 Alg. 1).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn generate_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, crate::Error> {
                Ok(Self::from_seed(crate::random::from_rng(rng)?.as_bytes()))
            }

            /// The key of a seed ξ: ML-DSA.KeyGen_internal (FIPS 204 Alg. 6).
            ///
            /// ```
            #[doc = concat!("use nexusq_v2::", stringify!($module), "::SigningKey;")]
            ///
            /// let key = SigningKey::from_seed(&[7; 32]);
            /// assert_eq!(key.to_seed().as_ref().map(|seed| seed.as_bytes()), Some(&[7; 32]));
            /// assert_eq!(SigningKey::from_expanded(key.to_expanded().as_ref())?, key);
            /// # Ok::<(), nexusq_v2::Error>(())
            /// ```
            pub fn from_seed(seed: &[u8; 32]) -> Self {
                SigningKey(Form::Seed(upstream::SigningKey::from_seed(seed.into())))
            }

            /// Decodes sk (FIPS 204 Alg. 25) and checks it: the length, the range of the
            /// coefficients of s1 and s2, and that tr is the hash of the key's public key.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::SigningKeyRange`](crate::Error::SigningKeyRange),
            /// [`Error::SigningKeyHash`](crate::Error::SigningKeyHash).
            pub fn from_expanded(bytes: &[u8]) -> Result<Self, crate::Error> {
                let encoded: &upstream::ExpandedSigningKeyBytes<Set> =
                    bytes.try_into().map_err(|_| crate::Error::InvalidLength {
                        what: "signing key",
                        expected: Self::LEN,
                        actual: bytes.len(),
                    })?;
                // sk = rho‖K‖tr‖s1‖s2‖t0, where the first three take 32, 32 and 64 bytes.
                checks::small_coefficients(&bytes[128..128 + SMALL_LEN], ETA)?;
                // The crate advises the seed, because it does not check what it decodes and panics
                // on coefficients out of range. Those were refused one line above.
                #[allow(deprecated)]
                let key =
                    crate::held::Held::new(upstream::ExpandedSigningKey::from_expanded(encoded));
                let verifying_key = key.verifying_key();
                checks::public_key_hash(&verifying_key.encode(), &bytes[64..128])?;
                Ok(SigningKey(Form::Expanded { key, verifying_key }))
            }

            /// Encodes sk (FIPS 204 Alg. 24).
            pub fn to_expanded(&self) -> crate::Secret<$len> {
                #[allow(deprecated)]
                let mut encoded = self.expanded().to_expanded();
                crate::Secret::take(encoded.as_mut())
            }

            /// The seed ξ, or `None` if the key was decoded from sk, which does not hold it.
            pub fn to_seed(&self) -> Option<crate::Secret<32>> {
                match &self.0 {
                    Form::Seed(key) => Some(crate::Secret::take(key.to_seed().as_mut())),
                    Form::Expanded { .. } => None,
                }
            }

            /// The verifying key of this key.
            pub fn verifying_key(&self) -> VerifyingKey {
                match &self.0 {
                    Form::Seed(key) => VerifyingKey(upstream::Keypair::verifying_key(key)),
                    Form::Expanded { verifying_key, .. } => VerifyingKey(verifying_key.clone()),
                }
            }

            /// Signs `message` under `context`, hedged with the system's random number generator:
            /// ML-DSA.Sign (FIPS 204 Alg. 2). This is the way to sign. The context may be empty.
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            #[cfg(feature = "getrandom")]
            pub fn sign(&self, message: &[u8], context: &[u8]) -> Result<Signature, crate::Error> {
                self.sign_with_rnd(message, context, crate::random::from_system()?.as_bytes())
            }

            /// Signs, hedged with the caller's random number generator: ML-DSA.Sign
            /// (FIPS 204 Alg. 2).
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
                self.sign_with_rnd(message, context, crate::random::from_rng(rng)?.as_bytes())
            }

            /// Signs without randomness: the deterministic variant of ML-DSA.Sign
            /// (FIPS 204 Alg. 2).
            ///
            /// For where no random number generator can be had. The hedged variant withstands
            /// side channels and faults better (FIPS 204 section 3.4).
            ///
            /// ```
            #[doc = concat!("let key = nexusq_v2::", stringify!($module), "::SigningKey::from_seed(&[1; 32]);")]
            /// let signature = key.sign_deterministic(b"message", b"")?;
            /// assert_eq!(signature, key.sign_deterministic(b"message", b"")?);
            /// key.verifying_key().verify(b"message", b"", &signature)?;
            /// # Ok::<(), nexusq_v2::Error>(())
            /// ```
            ///
            /// # Errors
            /// [`Error::ContextTooLong`](crate::Error::ContextTooLong),
            /// [`Error::SigningFailed`](crate::Error::SigningFailed).
            pub fn sign_deterministic(
                &self,
                message: &[u8],
                context: &[u8],
            ) -> Result<Signature, crate::Error> {
                self.sign_with_rnd(message, context, &[0; 32])
            }

            /// **For tests against known values.** Signs with the given rnd: ML-DSA.Sign_internal
            /// (FIPS 204 Alg. 7) on the formatted message of Alg. 2.
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
                let mut rnd = crate::random::Rnd(rnd);
                match self.expanded().sign_randomized(message, context, &mut rnd) {
                    Ok(signature) => Ok(Signature(signature.encode())),
                    Err(_) => Err(crate::Error::SigningFailed),
                }
            }

            /// pk, encoded from the verifying key that this key holds.
            fn encoded_verifying_key(&self) -> upstream::EncodedVerifyingKey<Set> {
                match &self.0 {
                    #[cfg(feature = "alloc")]
                    Form::Seed(key) => AsRef::<upstream::VerifyingKey<Set>>::as_ref(key).encode(),
                    #[cfg(not(feature = "alloc"))]
                    Form::Seed(key) => upstream::Keypair::verifying_key(key).encode(),
                    Form::Expanded { verifying_key, .. } => verifying_key.encode(),
                }
            }

            fn expanded(&self) -> &upstream::ExpandedSigningKey<Set> {
                match &self.0 {
                    Form::Seed(key) => key.expanded_key(),
                    Form::Expanded { key, .. } => key,
                }
            }
        }

        impl subtle::ConstantTimeEq for SigningKey {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                // The comparison of the crate underneath is in constant time.
                u8::from(self.expanded() == other.expanded()).into()
            }
        }

        impl PartialEq for SigningKey {
            fn eq(&self, other: &Self) -> bool {
                subtle::ConstantTimeEq::ct_eq(self, other).into()
            }
        }

        impl Eq for SigningKey {}

        impl core::fmt::Debug for SigningKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("SigningKey(", $label, ", redacted)"))
            }
        }

        // The keys in both forms clear themselves on drop.
        impl zeroize::ZeroizeOnDrop for SigningKey {}
    };
}
