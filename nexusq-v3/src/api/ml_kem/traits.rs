//! The macro that implements the traits of the crate `kem` on a marker type and the keys.

macro_rules! kem_traits {
    ($set:ident, $label:literal, $ek_size:ident, $c_size:ident) => {
        #[doc = concat!($label, " as a type without a value, for code that is generic over")]
        /// [`kem::Kem`] or, with the feature `contract`, over `nexusq_contract::Kem`.
        ///
        /// The traits of `kem` return the shared secret as a plain array. Clearing it is the
        /// caller's work, where the methods of [`EncapsulationKey`] and [`DecapsulationKey`]
        /// return a [`SharedSecret`] that clears itself.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $set;

        impl kem::Kem for $set {
            type DecapsulationKey = DecapsulationKey;
            type EncapsulationKey = EncapsulationKey;
            type SharedKeySize = hybrid_array::sizes::U32;
            type CiphertextSize = hybrid_array::sizes::$c_size;
        }

        impl kem::KeySizeUser for EncapsulationKey {
            type KeySize = hybrid_array::sizes::$ek_size;
        }

        impl kem::TryKeyInit for EncapsulationKey {
            fn new(key: &kem::Key<Self>) -> Result<Self, kem::InvalidKey> {
                Self::from_bytes(key).map_err(|_| kem::InvalidKey)
            }
        }

        impl kem::KeyExport for EncapsulationKey {
            fn to_bytes(&self) -> kem::Key<Self> {
                self.bytes.into()
            }
        }

        impl kem::Encapsulate for EncapsulationKey {
            type Kem = $set;

            fn encapsulate_with_rng<R: rand_core::CryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> (kem::Ciphertext<$set>, kem::SharedKey<$set>) {
                let mut m = crate::Secret::<32>::zeroed();
                rng.fill_bytes(m.as_mut_bytes());
                let (ciphertext, secret) = self.encapsulate_with_m(m.as_bytes());
                (ciphertext.0.into(), (*secret.as_bytes()).into())
            }
        }

        /// The key of the seed d‖z.
        impl kem::KeyInit for DecapsulationKey {
            fn new(seed: &kem::Key<Self>) -> Self {
                Self::from_seed(seed.as_ref())
            }
        }

        impl kem::KeySizeUser for DecapsulationKey {
            type KeySize = hybrid_array::sizes::U64;
        }

        impl kem::Generate for DecapsulationKey {
            fn try_generate_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<Self, R::Error> {
                let mut seed = crate::Secret::<64>::zeroed();
                rng.try_fill_bytes(seed.as_mut_bytes())?;
                Ok(Self::from_seed(seed.as_bytes()))
            }
        }

        impl kem::Decapsulator for DecapsulationKey {
            type Kem = $set;

            fn encapsulation_key(&self) -> &EncapsulationKey {
                &self.ek
            }
        }

        impl kem::Decapsulate for DecapsulationKey {
            fn decapsulate(&self, ciphertext: &kem::Ciphertext<$set>) -> kem::SharedKey<$set> {
                let mut secret = SharedSecret::zeroed();
                dispatch_clearing!(DEPTH, b => {
                    scheme::decapsulate::<_, K>(b, self.dk.as_bytes(), ciphertext.as_ref(), secret.as_mut_bytes());
                });
                (*secret.as_bytes()).into()
            }
        }
    };
}
