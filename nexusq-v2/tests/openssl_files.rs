//! Key files that OpenSSL 3.5 made from known seeds load, and ours are the same files.
#![cfg(feature = "pkcs8")]
#![allow(clippy::unwrap_used)]

macro_rules! key_pair {
    ($module:ident, $name:literal, $private:ident, $public:ident, $to_public:ident, $seed:literal) => {
        #[test]
        fn $module() {
            use nexusq_v2::$module::{$private, $public};
            let seed: [u8; $seed] = std::array::from_fn(|index| index as u8);
            let key = $private::from_seed(&seed);
            let seed_only = include_str!(concat!("openssl-3.5.5/", $name, "-seed-only.pem"));
            let priv_only = include_str!(concat!("openssl-3.5.5/", $name, "-priv-only.pem"));
            let seed_priv = include_str!(concat!("openssl-3.5.5/", $name, "-seed-priv.pem"));
            let public = include_str!(concat!("openssl-3.5.5/", $name, "-public.pem"));
            for (pem, has_seed) in [(seed_only, true), (priv_only, false), (seed_priv, true)] {
                let loaded = $private::from_pkcs8_pem(pem).unwrap();
                assert_eq!(loaded, key);
                assert_eq!(loaded.to_seed().is_some(), has_seed);
            }
            assert_eq!(key.to_pkcs8_pem().unwrap().as_str(), seed_only);
            let loaded = $public::from_public_key_pem(public).unwrap();
            assert_eq!(loaded, key.$to_public());
            assert_eq!(loaded.to_public_key_pem().unwrap(), public);
        }
    };
}

key_pair!(
    ml_kem_512,
    "ML-KEM-512",
    DecapsulationKey,
    EncapsulationKey,
    encapsulation_key,
    64
);
key_pair!(
    ml_kem_768,
    "ML-KEM-768",
    DecapsulationKey,
    EncapsulationKey,
    encapsulation_key,
    64
);
key_pair!(
    ml_kem_1024,
    "ML-KEM-1024",
    DecapsulationKey,
    EncapsulationKey,
    encapsulation_key,
    64
);
key_pair!(
    ml_dsa_44,
    "ML-DSA-44",
    SigningKey,
    VerifyingKey,
    verifying_key,
    32
);
key_pair!(
    ml_dsa_65,
    "ML-DSA-65",
    SigningKey,
    VerifyingKey,
    verifying_key,
    32
);
key_pair!(
    ml_dsa_87,
    "ML-DSA-87",
    SigningKey,
    VerifyingKey,
    verifying_key,
    32
);
