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
        pub struct PreparedEncapsulationKey(crate::api::held::Held<scheme::ExpandedEncapsulationKey<K>>);

        impl PreparedEncapsulationKey {
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
                dispatch!(b => self.0.encapsulate(b, m, &mut ciphertext.0, secret.as_mut_bytes()));
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
        pub struct PreparedDecapsulationKey(crate::api::held::Held<scheme::ExpandedDecapsulationKey<K>>);

        impl PreparedDecapsulationKey {
            /// As [`DecapsulationKey::decapsulate`].
            pub fn decapsulate(&self, ciphertext: &Ciphertext) -> SharedSecret {
                let mut secret = SharedSecret::zeroed();
                dispatch!(b => self.0.decapsulate(b, &ciphertext.0, secret.as_mut_bytes()));
                secret
            }

            /// As [`DecapsulationKey::decapsulate_bytes`].
            ///
            /// # Errors
            /// [`Error::InvalidLength`](crate::Error::InvalidLength), and nothing else.
            pub fn decapsulate_bytes(&self, ciphertext: &[u8]) -> Result<SharedSecret, crate::Error> {
                let c = Ciphertext::borrow(ciphertext)?;
                let mut secret = SharedSecret::zeroed();
                dispatch!(b => self.0.decapsulate(b, c, secret.as_mut_bytes()));
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
