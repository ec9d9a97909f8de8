//! The macro that stamps `SigningKey`.

macro_rules! signing_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("A signing key of ", $label, ": secret, a seed of 32 bytes or ", $len)]
        /// bytes when expanded.
        ///
        /// It holds its verifying key. It is zeroized on drop, compared in constant time and redacted
        /// in `Debug`. Whoever signs many messages with one key [prepares](Self::prepare) it.
        pub struct SigningKey {
            sk: crate::Secret<$len>,
            seed: Option<crate::Secret<32>>,
            verifying_key: VerifyingKey,
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
                Ok(Self::from_seed(crate::api::random::from_system()?.as_bytes()))
            }

            /// Generates a key with the caller's random number generator: ML-DSA.KeyGen
            /// (FIPS 204 Alg. 1).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn generate_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, crate::Error> {
                Ok(Self::from_seed(crate::api::random::from_rng(rng)?.as_bytes()))
            }

            /// The key of a seed ξ: ML-DSA.KeyGen_internal (FIPS 204 Alg. 6).
            ///
            /// ```
            #[doc = concat!("use nexusq_v3::", stringify!($module), "::SigningKey;")]
            ///
            /// let key = SigningKey::from_seed(&[7; 32]);
            /// assert_eq!(key.to_seed().as_ref().map(|seed| seed.as_bytes()), Some(&[7; 32]));
            /// assert_eq!(SigningKey::from_expanded(key.to_expanded().as_ref())?, key);
            /// # Ok::<(), nexusq_v3::Error>(())
            /// ```
            pub fn from_seed(seed: &[u8; 32]) -> Self {
                let mut sk = crate::Secret::zeroed();
                let mut pk = [0; VerifyingKey::LEN];
                dispatch_clearing!(KEYGEN_DEPTH, b => scheme::keygen::<_, K, L>(b, &P, seed, &mut pk, sk.as_mut_bytes()));
                SigningKey {
                    sk,
                    seed: crate::Secret::copy_of("seed", seed).ok(),
                    verifying_key: VerifyingKey(pk),
                }
            }

            /// Decodes sk (FIPS 204 Alg. 25) and checks it: the length, the range of the
            /// coefficients of s1 and s2, and that tr is the hash of the key's public key.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::SigningKeyRange`](crate::Error::SigningKeyRange),
            /// [`Error::SigningKeyHash`](crate::Error::SigningKeyHash).
            pub fn from_expanded(bytes: &[u8]) -> Result<Self, crate::Error> {
                let sk = crate::Secret::copy_of("signing key", bytes)?;
                let mut pk = [0; VerifyingKey::LEN];
                let (in_range, tr) =
                    dispatch_clearing!(KEYGEN_DEPTH, b => scheme::public_key_of::<_, K, L>(b, &P, sk.as_bytes(), &mut pk));
                if !in_range {
                    return Err(crate::Error::SigningKeyRange);
                }
                // sk = rho‖K‖tr‖s1‖s2‖t0, where the first three take 32, 32 and 64 bytes.
                checks::public_key_hash(&tr, &sk.as_bytes()[64..128])?;
                Ok(SigningKey {
                    sk,
                    seed: None,
                    verifying_key: VerifyingKey(pk),
                })
            }

            /// Expands the key once for many signatures: the matrix Â is sampled and the private
            /// polynomials are transformed.
            pub fn prepare(&self) -> PreparedSigningKey {
                let mut expanded = scheme::ExpandedPrivateKey::zero();
                dispatch_clearing!(PREPARE_DEPTH, b => expanded.decode(b, &P, self.sk.as_bytes()));
                PreparedSigningKey {
                    expanded,
                    sk: self.sk.duplicate(),
                }
            }

            /// Encodes sk (FIPS 204 Alg. 24).
            pub fn to_expanded(&self) -> crate::Secret<$len> {
                self.sk.duplicate()
            }

            /// The seed ξ, or `None` if the key was decoded from sk, which does not hold it.
            pub fn to_seed(&self) -> Option<crate::Secret<32>> {
                self.seed.as_ref().map(crate::Secret::duplicate)
            }

            /// The verifying key of this key.
            pub fn verifying_key(&self) -> VerifyingKey {
                self.verifying_key.clone()
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
                self.sign_with_rnd(message, context, crate::api::random::from_system()?.as_bytes())
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
                self.sign_with_rnd(message, context, crate::api::random::from_rng(rng)?.as_bytes())
            }

            /// Signs without randomness: the deterministic variant of ML-DSA.Sign
            /// (FIPS 204 Alg. 2).
            ///
            /// For where no random number generator can be had. The hedged variant withstands
            /// side channels and faults better (FIPS 204 section 3.4).
            ///
            /// ```
            #[doc = concat!("let key = nexusq_v3::", stringify!($module), "::SigningKey::from_seed(&[1; 32]);")]
            /// let signature = key.sign_deterministic(b"message", b"")?;
            /// assert_eq!(signature, key.sign_deterministic(b"message", b"")?);
            /// key.verifying_key().verify(b"message", b"", &signature)?;
            /// # Ok::<(), nexusq_v3::Error>(())
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
                let mu = self.mu(message, context)?;
                self.sign_mu_with_rnd(&mu, rnd)
            }

            /// tr = H(pk, 64), as it stands in sk.
            fn tr(&self) -> &[u8] {
                &self.sk.as_bytes()[64..128]
            }
        }

        impl subtle::ConstantTimeEq for SigningKey {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                self.sk.ct_eq(&other.sk)
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

        // The secrets clear themselves on drop, and the verifying key is public.
        impl zeroize::ZeroizeOnDrop for SigningKey {}
    };
}
