//! ML-KEM of FIPS 203: one macro that stamps a module for each parameter set.

use crate::Error;

/// Bytes of the system's random number generator.
fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Error::RandomnessFailed)?;
    Ok(bytes)
}

macro_rules! parameter_set {
    ($module:ident, $set:ident, $label:literal, $ek:literal, $dk:literal, $c:literal) => {
        #[doc = concat!($label, " of FIPS 203.")]
        ///
        /// ```
        #[doc = concat!("use nexusq_v1::", stringify!($module), "::keygen;")]
        ///
        /// let (ek, dk) = keygen()?;
        /// let (ciphertext, shared_secret) = ek.encaps()?;
        /// assert_eq!(dk.decaps(&ciphertext)?, shared_secret);
        /// # Ok::<(), nexusq_v1::Error>(())
        /// ```
        pub mod $module {
            use super::{Error, random};
            use ::ml_kem::{Decapsulate, FromSeed, KeyExport, $module as upstream};

            /// Bytes of an encoded encapsulation key (FIPS 203 table 3).
            pub const ENCAPSULATION_KEY_LEN: usize = $ek;
            /// Bytes of an encoded decapsulation key (FIPS 203 table 3).
            pub const DECAPSULATION_KEY_LEN: usize = $dk;
            /// Bytes of a ciphertext (FIPS 203 table 3).
            pub const CIPHERTEXT_LEN: usize = $c;
            /// Bytes of the seed d‖z.
            pub const SEED_LEN: usize = 64;

            /// An encoded ciphertext.
            pub type Ciphertext = [u8; CIPHERTEXT_LEN];
            /// A shared secret K. Clearing it is the caller's work.
            pub type SharedSecret = [u8; 32];

            /// An encapsulation key, decoded and checked.
            #[derive(Clone, PartialEq, Eq)]
            pub struct EncapsulationKey(upstream::EncapsulationKey);

            /// A decapsulation key, decoded. Zeroized on drop.
            pub struct DecapsulationKey(upstream::DecapsulationKey);

            /// Generates a key pair with the system's random number generator: ML-KEM.KeyGen
            /// (FIPS 203 Alg. 19).
            ///
            /// # Errors
            /// [`Error::RandomnessFailed`].
            pub fn keygen() -> Result<(EncapsulationKey, DecapsulationKey), Error> {
                Ok(keygen_from_seed(&random()?))
            }

            /// Generates the key pair of a seed d‖z: ML-KEM.KeyGen_internal (FIPS 203 Alg. 16).
            pub fn keygen_from_seed(seed: &[u8; SEED_LEN]) -> (EncapsulationKey, DecapsulationKey) {
                let (dk, ek) = ::ml_kem::$set::from_seed(seed.into());
                (EncapsulationKey(ek), DecapsulationKey(dk))
            }

            impl EncapsulationKey {
                /// Encapsulates with the system's random number generator: ML-KEM.Encaps
                /// (FIPS 203 Alg. 20).
                ///
                /// # Errors
                /// [`Error::RandomnessFailed`].
                pub fn encaps(&self) -> Result<(Ciphertext, SharedSecret), Error> {
                    Ok(self.encaps_with_m(&random()?))
                }

                /// Encapsulates with the given m: ML-KEM.Encaps_internal (FIPS 203 Alg. 17).
                ///
                /// For tests against known values. An m that isn't fresh and secret gives away
                /// the shared secret.
                pub fn encaps_with_m(&self, m: &[u8; 32]) -> (Ciphertext, SharedSecret) {
                    let (c, k) = self.0.encapsulate_deterministic(m.into());
                    (c.into(), k.into())
                }

                /// Decodes ek with the modulus check of FIPS 203 section 7.2.
                ///
                /// # Errors
                /// [`Error::InvalidLength`], [`Error::InvalidKey`].
                pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
                    let encoded = bytes.try_into().map_err(|_| Error::InvalidLength {
                        what: "encapsulation key",
                        expected: ENCAPSULATION_KEY_LEN,
                        actual: bytes.len(),
                    })?;
                    let key = upstream::EncapsulationKey::new(encoded).map_err(|_| {
                        Error::InvalidKey {
                            what: "encapsulation key",
                            rule: "FIPS 203 section 7.2: a coefficient is not below q = 3329",
                        }
                    })?;
                    Ok(EncapsulationKey(key))
                }

                /// Encodes ek.
                pub fn to_bytes(&self) -> [u8; ENCAPSULATION_KEY_LEN] {
                    self.0.to_bytes().into()
                }
            }

            impl DecapsulationKey {
                /// Decapsulates: ML-KEM.Decaps (FIPS 203 Alg. 21). A ciphertext of the right
                /// length always has a result; one that encapsulation did not make gives the
                /// implicit rejection secret.
                ///
                /// # Errors
                /// [`Error::InvalidLength`].
                pub fn decaps(&self, ciphertext: &[u8]) -> Result<SharedSecret, Error> {
                    let c: &upstream::Ciphertext =
                        ciphertext.try_into().map_err(|_| Error::InvalidLength {
                            what: "ciphertext",
                            expected: CIPHERTEXT_LEN,
                            actual: ciphertext.len(),
                        })?;
                    Ok(self.0.decapsulate(c).into())
                }

                /// Decodes dk with the checks of FIPS 203 section 7.3.
                ///
                /// # Errors
                /// [`Error::InvalidLength`], [`Error::InvalidKey`].
                pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
                    let encoded = bytes.try_into().map_err(|_| Error::InvalidLength {
                        what: "decapsulation key",
                        expected: DECAPSULATION_KEY_LEN,
                        actual: bytes.len(),
                    })?;
                    // The seed is what the crate recommends; dk of the standard is what the
                    // other implementations exchange.
                    #[allow(deprecated)]
                    let key = upstream::DecapsulationKey::from_expanded(encoded).map_err(|_| {
                        Error::InvalidKey {
                            what: "decapsulation key",
                            rule: "FIPS 203 section 7.3: H(ek) differs or ek is not valid",
                        }
                    })?;
                    Ok(DecapsulationKey(key))
                }

                /// Encodes dk.
                pub fn to_bytes(&self) -> [u8; DECAPSULATION_KEY_LEN] {
                    #[allow(deprecated)]
                    let encoded = ::ml_kem::ExpandedKeyEncoding::to_expanded_bytes(&self.0);
                    encoded.into()
                }

                /// The seed d‖z, if the key was generated and not decoded from dk.
                pub fn to_seed(&self) -> Option<[u8; SEED_LEN]> {
                    self.0.to_seed().map(Into::into)
                }
            }
        }
    };
}

parameter_set!(ml_kem_768, MlKem768, "ML-KEM-768", 1184, 2400, 1088);
parameter_set!(ml_kem_1024, MlKem1024, "ML-KEM-1024", 1568, 3168, 1568);
