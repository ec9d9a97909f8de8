//! The macro that stamps prepared keys.

macro_rules! prepared_keys {
    ($module:ident, $label:literal) => {
        #[doc = concat!("An encapsulation key of ", $label, ", expanded: for many encapsulations to one key.")]
        ///
        /// ```
        #[doc = concat!("let dk = nexusq_v3::", stringify!($module), "::DecapsulationKey::from_seed(&[1; 64]);")]
        /// let ek = dk.encapsulation_key().prepare();
        /// let (ciphertext, secret) = ek.encapsulate_with_m(&[2; 32]);
        /// assert_eq!(dk.prepare().decapsulate(&ciphertext), secret);
        /// ```
        #[derive(Clone)]
        pub struct PreparedEncapsulationKey {
            expanded: scheme::ExpandedEncapsulationKey<K>,
            key: EncapsulationKey,
        }

        impl PreparedEncapsulationKey {
            /// Decodes, checks and expands in one pass: as [`EncapsulationKey::from_bytes`], then
            /// [`EncapsulationKey::prepare`].
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::EncapsulationKeyModulus`](crate::Error::EncapsulationKeyModulus).
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, crate::Error> {
                let key = EncapsulationKey::unchecked(bytes)?;
                let mut expanded = scheme::ExpandedEncapsulationKey::zero();
                if dispatch!(b => expanded.decode(b, bytes)) {
                    Ok(PreparedEncapsulationKey { expanded, key })
                } else {
                    Err(crate::Error::EncapsulationKeyModulus)
                }
            }

            /// The key that was prepared.
            pub fn encapsulation_key(&self) -> &EncapsulationKey {
                &self.key
            }

            /// As [`EncapsulationKey::encapsulate`].
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            #[cfg(feature = "getrandom")]
            pub fn encapsulate(&self) -> Result<(Ciphertext, SharedSecret), crate::Error> {
                Ok(self.encapsulate_with_m(crate::api::random::from_system()?.as_bytes()))
            }

            /// As [`EncapsulationKey::encapsulate_with_rng`].
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`](crate::Error::RandomnessFailed).
            pub fn encapsulate_with_rng<R: rand_core::TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> Result<(Ciphertext, SharedSecret), crate::Error> {
                Ok(self.encapsulate_with_m(crate::api::random::from_rng(rng)?.as_bytes()))
            }

            /// **For tests against known values.** As [`EncapsulationKey::encapsulate_with_m`].
            pub fn encapsulate_with_m(&self, m: &[u8; 32]) -> (Ciphertext, SharedSecret) {
                let mut ciphertext = Ciphertext([0; Ciphertext::LEN]);
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => self.expanded.encapsulate(b, m, &mut ciphertext.0, secret.as_mut_bytes()));
                (ciphertext, secret)
            }
        }

        impl core::fmt::Debug for PreparedEncapsulationKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("PreparedEncapsulationKey(", $label, ")"))
            }
        }

        #[doc = concat!("A decapsulation key of ", $label, ", expanded: for many decapsulations with one key.")]
        ///
        /// Secret. It is zeroized on drop and redacted in `Debug`.
        pub struct PreparedDecapsulationKey {
            expanded: scheme::ExpandedDecapsulationKey<K>,
            dk: crate::Secret<{ DecapsulationKey::LEN }>,
        }

        impl PreparedDecapsulationKey {
            /// Decodes, checks and expands dk in one pass: as [`DecapsulationKey::from_expanded`],
            /// then [`DecapsulationKey::prepare`].
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength),
            /// [`Error::DecapsulationKeyHash`](crate::Error::DecapsulationKeyHash),
            /// [`Error::EncapsulationKeyModulus`](crate::Error::EncapsulationKeyModulus).
            pub fn from_expanded(bytes: &[u8]) -> Result<Self, crate::Error> {
                let dk = crate::Secret::copy_of("decapsulation key", bytes)?;
                let mut expanded = scheme::ExpandedDecapsulationKey::zero();
                match dispatch_clearing!(PREPARE_DEPTH, b => expanded.decode_and_check(b, bytes)) {
                    (false, _) => Err(crate::Error::EncapsulationKeyModulus),
                    (true, false) => Err(crate::Error::DecapsulationKeyHash),
                    (true, true) => Ok(PreparedDecapsulationKey { expanded, dk }),
                }
            }

            /// Encodes dk.
            pub fn to_expanded(&self) -> crate::Secret<{ DecapsulationKey::LEN }> {
                self.dk.duplicate()
            }

            /// As [`DecapsulationKey::decapsulate`].
            pub fn decapsulate(&self, ciphertext: &Ciphertext) -> SharedSecret {
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => self.expanded.decapsulate(b, &ciphertext.0, secret.as_mut_bytes()));
                secret
            }

            /// As [`DecapsulationKey::decapsulate_bytes`].
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength), and nothing else.
            pub fn decapsulate_bytes(&self, ciphertext: &[u8]) -> Result<SharedSecret, crate::Error> {
                let c = Ciphertext::borrow(ciphertext)?;
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => self.expanded.decapsulate(b, c, secret.as_mut_bytes()));
                Ok(secret)
            }
        }

        impl core::fmt::Debug for PreparedDecapsulationKey {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!("PreparedDecapsulationKey(", $label, ", redacted)"))
            }
        }

        // Its secrets clear themselves on drop.
        impl zeroize::ZeroizeOnDrop for PreparedDecapsulationKey {}
    };
}
