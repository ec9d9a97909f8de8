//! ML-KEM of FIPS 203: one module for each parameter set, stamped from the macros in `ml_kem/`.

#[macro_use]
mod encapsulation_key;
#[macro_use]
mod decapsulation_key;
#[macro_use]
mod shared_secret;
#[macro_use]
mod prepared;
#[macro_use]
mod traits;

macro_rules! parameter_set {
    ($module:ident, $set:ident, $k:literal, $oid:literal, $label:literal, $ek:literal, $dk:literal, $c:literal, $ek_size:ident, $c_size:ident) => {
        #[doc = concat!($label, " of FIPS 203.")]
        ///
        #[doc = concat!("Sizes: encapsulation key ", $ek, " bytes, decapsulation key ", $dk)]
        #[doc = concat!("bytes or a seed of 64, ciphertext ", $c, " bytes, shared secret 32 bytes.")]
        ///
        #[cfg_attr(feature = "getrandom", doc = "```")]
        #[cfg_attr(not(feature = "getrandom"), doc = "```ignore")]
        #[doc = concat!("use nexusq_v3::", stringify!($module), "::{DecapsulationKey, EncapsulationKey};")]
        ///
        /// // Alice generates a key pair and publishes the encapsulation key.
        /// let decapsulation_key = DecapsulationKey::generate()?;
        /// let published = decapsulation_key.encapsulation_key().to_bytes();
        ///
        /// // Bob reads it, keeps a shared secret and sends the ciphertext.
        /// let (ciphertext, bobs) = EncapsulationKey::from_bytes(&published)?.encapsulate()?;
        ///
        /// // Alice finds the same shared secret.
        /// assert_eq!(decapsulation_key.decapsulate(&ciphertext), bobs);
        /// # Ok::<(), nexusq_v3::Error>(())
        /// ```
        pub mod $module {
            use crate::ml_kem::scheme;

            /// k (FIPS 203 table 2).
            const K: usize = $k;
            /// The most stack that key generation takes.
            const KEYGEN_DEPTH: usize = 256 * (31 * K - 4);
            /// The most stack that expanding a key takes.
            const PREPARE_DEPTH: usize = 256 * (6 * K + 18);
            /// The most stack that encapsulation and decapsulation take.
            const DEPTH: usize = 256 * (4 * K + 64);

            encapsulation_key!($module, $label, $ek);
            prepared_keys!($module, $label);
            decapsulation_key!($module, $label, $dk);
            shared_secret!($label);
            public_bytes! {
                #[doc = concat!("A ciphertext of ", $label, ", ", $c, " bytes.")]
                ///
                /// Every string of that length is a ciphertext: decapsulation decides what it is
                /// worth, without telling.
                Ciphertext([u8; $c]), $c, $label, "ciphertext"
            }
            kem_traits!($set, $label, $ek_size, $c_size);
            #[cfg(feature = "serde")]
            serialize_public!(EncapsulationKey, to_bytes);
            #[cfg(feature = "pkcs8")]
            key_encoding!(
                $module, $label, $oid, "RFC 9935", EncapsulationKey, DecapsulationKey,
                encapsulation_key, 64
            );
        }
    };
}

parameter_set!(
    ml_kem_512,
    MlKem512,
    2,
    "2.16.840.1.101.3.4.4.1",
    "ML-KEM-512",
    800,
    1632,
    768,
    U800,
    U768
);
parameter_set!(
    ml_kem_768,
    MlKem768,
    3,
    "2.16.840.1.101.3.4.4.2",
    "ML-KEM-768",
    1184,
    2400,
    1088,
    U1184,
    U1088
);
parameter_set!(
    ml_kem_1024,
    MlKem1024,
    4,
    "2.16.840.1.101.3.4.4.3",
    "ML-KEM-1024",
    1568,
    3168,
    1568,
    U1568,
    U1568
);
