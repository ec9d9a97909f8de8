//! The macro that stamps `DecapsulationKey`.

macro_rules! decapsulation_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("A decapsulation key of ", $label, ": secret, a seed of 64 bytes or ", $len)]
        /// bytes when expanded.
        ///
        /// It is a parsed object and holds its encapsulation key. It is zeroized on drop, compared
        /// in constant time and redacted in `Debug`.
        pub struct DecapsulationKey {
            key: upstream::DecapsulationKey,
            ek: EncapsulationKey,
        }

        impl DecapsulationKey {
            /// The number of bytes of the expanded encoding dk.
            pub const LEN: usize = $len;
            /// The number of bytes of the seed d‖z.
            pub const SEED_LEN: usize = 64;

            /// Generates a key with the system's random number generator: ML-KEM.KeyGen
            /// (FIPS 203 Alg. 19).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            #[cfg(feature = "getrandom")]
            pub fn generate() -> Result<Self, crate::Error> {
                Ok(Self::from_seed(crate::random::from_system()?.as_bytes()))
            }

            /// Generates a key with the caller's random number generator: ML-KEM.KeyGen
            /// (FIPS 203 Alg. 19).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn generate_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, crate::Error> {
                Ok(Self::from_seed(crate::random::from_rng(rng)?.as_bytes()))
            }

            /// The key of a seed d‖z: ML-KEM.KeyGen_internal (FIPS 203 Alg. 16).
            ///
            /// ```
            #[doc = concat!("use nexusq_v2::", stringify!($module), "::DecapsulationKey;")]
            ///
            /// let key = DecapsulationKey::from_seed(&[7; 64]);
            /// assert_eq!(key.to_seed().as_ref().map(|seed| seed.as_bytes()), Some(&[7; 64]));
            /// assert_eq!(DecapsulationKey::from_expanded(key.to_expanded().as_ref())?, key);
            /// # Ok::<(), nexusq_v2::Error>(())
            /// ```
            pub fn from_seed(seed: &[u8; 64]) -> Self {
                Self::with_ek(::ml_kem::KeyInit::new(seed.into()))
            }

            /// Decodes dk and checks it as FIPS 203 section 7.3 asks: the length, and that the hash
            /// in it is that of the encapsulation key in it. The encapsulation key is checked too.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::DecapsulationKeyHash`](crate::Error::DecapsulationKeyHash),
            /// [`Error::EncapsulationKeyModulus`](crate::Error::EncapsulationKeyModulus).
            pub fn from_expanded(bytes: &[u8]) -> Result<Self, crate::Error> {
                let encoded = bytes.try_into().map_err(|_| crate::Error::InvalidLength {
                    what: "decapsulation key",
                    expected: Self::LEN,
                    actual: bytes.len(),
                })?;
                // The crate advises the seed instead. The standard's dk is what other
                // implementations exchange, and the checks of section 7.3 are made.
                #[allow(deprecated)]
                let key = upstream::DecapsulationKey::from_expanded(encoded);
                key.map(Self::with_ek).map_err(|_| Self::why_refused(bytes))
            }

            fn with_ek(key: upstream::DecapsulationKey) -> Self {
                let ek = EncapsulationKey(key.encapsulation_key().clone());
                DecapsulationKey { key, ek }
            }

            /// Which of the two checks a refused dk = dk_pke‖ek‖H(ek)‖z failed.
            fn why_refused(bytes: &[u8]) -> crate::Error {
                let end = Self::LEN - 64;
                match EncapsulationKey::from_bytes(&bytes[end - EncapsulationKey::LEN..end]) {
                    Err(error) => error,
                    Ok(_) => crate::Error::DecapsulationKeyHash,
                }
            }

            /// Encodes dk.
            pub fn to_expanded(&self) -> crate::Secret<$len> {
                #[allow(deprecated)]
                let mut encoded = ::ml_kem::ExpandedKeyEncoding::to_expanded_bytes(&self.key);
                crate::Secret::take(encoded.as_mut())
            }

            /// The seed d‖z, or `None` if the key was decoded from dk, which does not hold d.
            pub fn to_seed(&self) -> Option<crate::Secret<64>> {
                // Cleared where it stands: a seed that is moved out would stay there.
                let mut seed = self.key.to_seed();
                seed.as_mut().map(|seed| crate::Secret::take(seed.as_mut()))
            }

            /// The encapsulation key of this key.
            pub fn encapsulation_key(&self) -> EncapsulationKey {
                self.ek.clone()
            }

            /// Decapsulates: ML-KEM.Decaps (FIPS 203 Alg. 21).
            ///
            /// There is always a result. A ciphertext that encapsulation did not make gives the
            /// implicit rejection secret, which nobody else can know; nothing tells the two apart.
            pub fn decapsulate(&self, ciphertext: &Ciphertext) -> SharedSecret {
                let mut k = ::ml_kem::Decapsulate::decapsulate(&self.key, &ciphertext.0);
                SharedSecret::take(k.as_mut())
            }

            /// Decapsulates a ciphertext that came as bytes, without copying it.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength), and nothing else.
            pub fn decapsulate_bytes(
                &self,
                ciphertext: &[u8],
            ) -> Result<SharedSecret, crate::Error> {
                let c = Ciphertext::borrow(ciphertext)?;
                let mut k = ::ml_kem::Decapsulate::decapsulate(&self.key, c);
                Ok(SharedSecret::take(k.as_mut()))
            }
        }

        impl subtle::ConstantTimeEq for DecapsulationKey {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                // The comparison of the crate underneath is in constant time for all but ek.
                u8::from(self.key == other.key).into()
            }
        }

        impl PartialEq for DecapsulationKey {
            fn eq(&self, other: &Self) -> bool {
                subtle::ConstantTimeEq::ct_eq(self, other).into()
            }
        }

        impl Eq for DecapsulationKey {}

        impl core::fmt::Debug for DecapsulationKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("DecapsulationKey(", $label, ", redacted)"))
            }
        }

        // The field of the crate underneath clears itself on drop, and ek is public.
        impl zeroize::ZeroizeOnDrop for DecapsulationKey {}
    };
}
