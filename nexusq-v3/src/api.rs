//! The public face: the types and methods of `nexusq-v2`, and prepared keys beside them.

#[cfg(feature = "serde")]
#[macro_use]
pub(crate) mod serialize;
#[cfg(feature = "pkcs8")]
#[macro_use]
pub(crate) mod key_encoding;
#[macro_use]
mod bytes;
#[cfg(feature = "contract")]
pub mod contract;
pub(crate) mod error;
pub(crate) mod ml_dsa;
pub(crate) mod ml_kem;
#[cfg(feature = "hash-ml-dsa")]
pub(crate) mod pre_hash;
mod random;
pub(crate) mod secret;
