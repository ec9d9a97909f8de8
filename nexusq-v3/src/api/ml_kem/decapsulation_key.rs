//! The macro that stamps `DecapsulationKey`.

macro_rules! decapsulation_key {
    ($module:ident, $label:literal, $len:literal) => {
        #[doc = concat!("A decapsulation key of ", $label, ": secret, a seed of 64 bytes or ", $len)]
        /// bytes when expanded.
        ///
        /// It holds its encapsulation key. It is zeroized on drop, compared in constant time and
        /// redacted in `Debug`. Whoever decapsulates with one key many times
        /// [prepares](Self::prepare) it.
        pub struct DecapsulationKey {
            dk: crate::Secret<$len>,
            seed: Option<crate::Secret<64>>,
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
                Ok(Self::from_seed(crate::api::random::from_system()?.as_bytes()))
            }

            /// Generates a key with the caller's random number generator: ML-KEM.KeyGen
            /// (FIPS 203 Alg. 19).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn generate_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, crate::Error> {
                Ok(Self::from_seed(crate::api::random::from_rng(rng)?.as_bytes()))
            }

            /// The key of a seed d‖z: ML-KEM.KeyGen_internal (FIPS 203 Alg. 16).
            ///
            /// ```
            #[doc = concat!("use nexusq_v3::", stringify!($module), "::DecapsulationKey;")]
            ///
            /// let key = DecapsulationKey::from_seed(&[7; 64]);
            /// assert_eq!(key.to_seed().as_ref().map(|seed| seed.as_bytes()), Some(&[7; 64]));
            /// assert_eq!(DecapsulationKey::from_expanded(key.to_expanded().as_ref())?, key);
            /// # Ok::<(), nexusq_v3::Error>(())
            /// ```
            pub fn from_seed(seed: &[u8; 64]) -> Self {
                let mut dk = crate::Secret::zeroed();
                let (d, z) = scheme::halves(seed);
                dispatch_clearing!(KEYGEN_DEPTH, b => scheme::keygen::<_, K>(b, d, z, dk.as_mut_bytes()));
                let ek = Self::encapsulation_key_in(&dk);
                DecapsulationKey {
                    dk,
                    seed: crate::Secret::copy_of("seed", seed).ok(),
                    ek,
                }
            }

            /// Decodes dk and checks it as FIPS 203 section 7.3 asks: the length, and that the hash
            /// in it is that of the encapsulation key in it. The encapsulation key is checked too.
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::DecapsulationKeyHash`](crate::Error::DecapsulationKeyHash),
            /// [`Error::EncapsulationKeyModulus`](crate::Error::EncapsulationKeyModulus).
            pub fn from_expanded(bytes: &[u8]) -> Result<Self, crate::Error> {
                let dk = crate::Secret::copy_of("decapsulation key", bytes)?;
                let ek = Self::encapsulation_key_in(&dk);
                let hash = dispatch!(b => {
                    if !scheme::is_below_q::<_, K>(b, &ek.bytes) {
                        return Err(crate::Error::EncapsulationKeyModulus);
                    }
                    scheme::hash(b, &ek.bytes)
                });
                if hash[..] != bytes[Self::LEN - 64..Self::LEN - 32] {
                    return Err(crate::Error::DecapsulationKeyHash);
                }
                Ok(DecapsulationKey { dk, seed: None, ek })
            }

            /// ek of dk = dk_PKE‖ek‖H(ek)‖z.
            fn encapsulation_key_in(dk: &crate::Secret<$len>) -> EncapsulationKey {
                let mut bytes = [0; EncapsulationKey::LEN];
                let end = Self::LEN - 64;
                bytes.copy_from_slice(&dk.as_bytes()[end - EncapsulationKey::LEN..end]);
                EncapsulationKey { bytes }
            }

            /// Expands the key once for many decapsulations.
            pub fn prepare(&self) -> PreparedDecapsulationKey {
                let mut expanded = scheme::ExpandedDecapsulationKey::zero();
                dispatch_clearing!(PREPARE_DEPTH, b => expanded.decode(b, self.dk.as_bytes(), None));
                PreparedDecapsulationKey {
                    expanded,
                    dk: self.dk.duplicate(),
                }
            }

            /// Encodes dk.
            pub fn to_expanded(&self) -> crate::Secret<$len> {
                self.dk.duplicate()
            }

            /// The seed d‖z, or `None` if the key was decoded from dk, which does not hold d.
            pub fn to_seed(&self) -> Option<crate::Secret<64>> {
                self.seed.as_ref().map(crate::Secret::duplicate)
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
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => {
                    scheme::decapsulate::<_, K>(b, self.dk.as_bytes(), &ciphertext.0, secret.as_mut_bytes());
                });
                secret
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
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => {
                    scheme::decapsulate::<_, K>(b, self.dk.as_bytes(), c, secret.as_mut_bytes());
                });
                Ok(secret)
            }
        }

        impl subtle::ConstantTimeEq for DecapsulationKey {
            fn ct_eq(&self, other: &Self) -> subtle::Choice {
                self.dk.ct_eq(&other.dk)
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

        // The secrets clear themselves on drop, and ek is public.
        impl zeroize::ZeroizeOnDrop for DecapsulationKey {}
    };
}
