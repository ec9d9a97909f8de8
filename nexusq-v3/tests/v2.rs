//! The tests of nexusq-v2, run against this crate under that name: whoever moves from V2 to V3 changes one line.
#![allow(clippy::unwrap_used)]

extern crate nexusq_v3 as nexusq_v2;

#[path = "../../nexusq-v2/tests/doors.rs"]
mod doors;
#[path = "../../nexusq-v2/tests/encodings.rs"]
#[cfg(feature = "pkcs8")]
mod encodings;
#[path = "../../nexusq-v2/tests/hash_ml_dsa.rs"]
mod hash_ml_dsa;
#[path = "../../nexusq-v2/tests/interop_v1.rs"]
mod interop_v1;
#[path = "../../nexusq-v2/tests/mu.rs"]
mod mu;
#[path = "../../nexusq-v2/tests/openssl_files.rs"]
#[cfg(feature = "pkcs8")]
mod openssl_files;
#[path = "../../nexusq-v2/tests/properties.rs"]
mod properties;
#[path = "../../nexusq-v2/tests/serde.rs"]
#[cfg(feature = "serde")]
mod serde_of_public_keys;
#[path = "../../nexusq-v2/tests/signature_encoding.rs"]
mod signature_encoding;
#[path = "../../nexusq-v2/tests/traits.rs"]
mod traits;
#[path = "../../nexusq-v2/tests/wycheproof_ml_dsa.rs"]
mod wycheproof_ml_dsa;
#[path = "../../nexusq-v2/tests/wycheproof_ml_kem.rs"]
mod wycheproof_ml_kem;
