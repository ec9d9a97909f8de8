//! ML-DSA of FIPS 204: one module for each parameter set, stamped from the macros in `ml_dsa/`.

#[macro_use]
mod signing_key;
#[macro_use]
mod verifying_key;
#[macro_use]
mod mu;
#[cfg(feature = "hash-ml-dsa")]
#[macro_use]
mod hash;
#[macro_use]
mod prepared;
#[macro_use]
mod traits;
mod checks;

macro_rules! parameter_set {
    ($module:ident, $parameters:ident, $oid:literal, $label:literal, k $k:literal, l $l:literal, pk $pk:literal,
     sk $sk:literal, sigma $sigma:literal) => {
        #[doc = concat!($label, " of FIPS 204: the pure variant, HashML-DSA, and signing of an external mu.")]
        ///
        #[doc = concat!("Sizes: verifying key ", $pk, " bytes, signing key ", $sk)]
        #[doc = concat!("bytes or a seed of 32, signature ", $sigma, " bytes.")]
        ///
        #[cfg_attr(feature = "getrandom", doc = "```")]
        #[cfg_attr(not(feature = "getrandom"), doc = "```ignore")]
        #[doc = concat!("use nexusq_v3::", stringify!($module), "::{Signature, SigningKey, VerifyingKey};")]
        ///
        /// let signing_key = SigningKey::generate()?;
        /// let signature = signing_key.sign(b"message", b"context")?;
        ///
        /// // The other side reads both from bytes.
        /// let published = signing_key.verifying_key().to_bytes();
        /// let verifying_key = VerifyingKey::from_bytes(&published)?;
        /// let received = Signature::from_bytes(signature.as_bytes())?;
        /// verifying_key.verify(b"message", b"context", &received)?;
        ///
        /// assert!(verifying_key.verify(b"another message", b"context", &received).is_err());
        /// assert!(verifying_key.verify(b"message", b"another context", &received).is_err());
        /// # Ok::<(), nexusq_v3::Error>(())
        /// ```
        pub mod $module {
            use super::checks;
            use crate::ml_dsa::{self as scheme, $parameters as P};

            /// k and l (FIPS 204 table 1).
            const K: usize = $k;
            const L: usize = $l;
            /// The most stack that key generation and importing a key take.
            const KEYGEN_DEPTH: usize = 256 * (13 * L + 4 * K + 31);
            /// The most stack that expanding a key takes.
            const PREPARE_DEPTH: usize = 256 * (12 * L + 6);
            /// The most stack that signing takes.
            const SIGN_DEPTH: usize = 256 * (12 * L + 5 * K + 70);

            signing_key!($module, $label, $sk);
            verifying_key!($module, $label, $pk);
            prepared_keys!($module, $label);
            mu!($module, $label);
            #[cfg(feature = "hash-ml-dsa")]
            hash_ml_dsa!($module, $label);
            signature_traits!($label, $sigma);
            public_bytes! {
                #[doc = concat!("A signature of ", $label, ", ", $sigma, " bytes.")]
                ///
                /// The encoding of the hint and the bound of z are checked when it is verified.
                Signature([u8; $sigma]), $sigma, $label, "signature"
            }
            #[cfg(feature = "serde")]
            serialize_public!(VerifyingKey, to_bytes);
            #[cfg(feature = "pkcs8")]
            key_encoding!(
                $module, $label, $oid, "RFC 9881", VerifyingKey, SigningKey, verifying_key, 32
            );
        }
    };
}

parameter_set!(ml_dsa_44, ML_DSA_44, "2.16.840.1.101.3.4.3.17", "ML-DSA-44", k 4, l 4, pk 1312, sk 2560, sigma 2420);
parameter_set!(ml_dsa_65, ML_DSA_65, "2.16.840.1.101.3.4.3.18", "ML-DSA-65", k 6, l 5, pk 1952, sk 4032, sigma 3309);
parameter_set!(ml_dsa_87, ML_DSA_87, "2.16.840.1.101.3.4.3.19", "ML-DSA-87", k 8, l 7, pk 2592, sk 4896, sigma 4627);
