//! The macro that stamps `EncapsulationKey`.

macro_rules! encapsulation_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("An encapsulation key of ", $label, ": public, ", $len, " bytes when encoded.")]
        ///
        /// It has passed the check of FIPS 203 section 7.2. Whoever encapsulates to one key many times
        /// [prepares](Self::prepare) it.
        #[derive(Clone, PartialEq, Eq)]
        pub struct EncapsulationKey {
            bytes: [u8; $len],
        }

        impl EncapsulationKey {
            /// The number of bytes of the encoding.
            pub const LEN: usize = $len;

            /// Encapsulates with the system's random number generator: ML-KEM.Encaps
            /// (FIPS 203 Alg. 20). Send the ciphertext, keep the shared secret.
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            #[cfg(feature = "getrandom")]
            pub fn encapsulate(&self) -> Result<(Ciphertext, SharedSecret), crate::Error> {
                Ok(self.encapsulate_with_m(crate::api::random::from_system()?.as_bytes()))
            }

            /// Encapsulates with the caller's random number generator: ML-KEM.Encaps
            /// (FIPS 203 Alg. 20).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn encapsulate_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> Result<(Ciphertext, SharedSecret), crate::Error> {
                Ok(self.encapsulate_with_m(crate::api::random::from_rng(rng)?.as_bytes()))
            }

            /// **For tests against known values.** Encapsulates with the given m:
            /// ML-KEM.Encaps_internal (FIPS 203 Alg. 17).
            ///
            /// Whoever knows m knows the shared secret, and the same m twice gives the same
            /// ciphertext. Use [`encapsulate_with_rng`](Self::encapsulate_with_rng) for anything
            /// that has to stay secret.
            ///
            /// ```
            #[doc = concat!("let dk = nexusq_v3::", stringify!($module), "::DecapsulationKey::from_seed(&[1; 64]);")]
            /// let (ciphertext, secret) = dk.encapsulation_key().encapsulate_with_m(&[2; 32]);
            /// assert_eq!(dk.decapsulate(&ciphertext), secret);
            /// ```
            pub fn encapsulate_with_m(&self, m: &[u8; 32]) -> (Ciphertext, SharedSecret) {
                let mut expanded = scheme::ExpandedEncapsulationKey::<K>::zero();
                let mut ciphertext = Ciphertext([0; Ciphertext::LEN]);
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => {
                    expanded.decode(b, &self.bytes);
                    expanded.encapsulate(b, m, &mut ciphertext.0, secret.as_mut_bytes());
                });
                (ciphertext, secret)
            }

            /// Expands the key: the matrix Â is sampled and H(ek) computed once for many encapsulations.
            pub fn prepare(&self) -> PreparedEncapsulationKey {
                let mut expanded = scheme::ExpandedEncapsulationKey::zero();
                dispatch!(b => expanded.decode(b, &self.bytes));
                PreparedEncapsulationKey {
                    expanded,
                    key: self.clone(),
                }
            }

            /// Decodes ek and checks it as FIPS 203 section 7.2 asks: the length, and that every
            /// coefficient is below q = 3329.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::EncapsulationKeyModulus`](crate::Error::EncapsulationKeyModulus).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                let key = Self::unchecked(bytes)?;
                if dispatch!(b => scheme::is_below_q::<_, K>(b, &key.bytes)) {
                    Ok(key)
                } else {
                    Err(crate::Error::EncapsulationKeyModulus)
                }
            }

            /// The bytes, of which only the length is checked.
            fn unchecked(bytes: &[u8]) -> Result<Self, crate::Error> {
                let bytes = bytes.try_into().map_err(|_| crate::Error::InvalidLength {
                    what: "encapsulation key",
                    expected: Self::LEN,
                    actual: bytes.len(),
                })?;
                Ok(EncapsulationKey { bytes })
            }

            /// Encodes ek.
            pub fn to_bytes(&self) -> [u8; Self::LEN] {
                self.bytes
            }
        }

        impl TryFrom<&[u8]> for EncapsulationKey {
            type Error = crate::Error;

            fn try_from(bytes: &[u8]) -> Result<Self, crate::Error> {
                EncapsulationKey::from_bytes(bytes)
            }
        }

        impl core::fmt::Debug for EncapsulationKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("EncapsulationKey(", $label, ")"))
            }
        }
    };
}
