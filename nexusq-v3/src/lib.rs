//! ML-KEM and ML-DSA on own kernels.
#![no_std]
#![deny(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[macro_use]
mod backend;
mod keccak;
mod wipe;
