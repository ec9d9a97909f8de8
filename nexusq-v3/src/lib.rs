//! ML-KEM and ML-DSA on own kernels.
#![no_std]
#![allow(dead_code)]
#![deny(unsafe_code)]

#[cfg(any(test, feature = "std"))]
extern crate std;

#[macro_use]
mod backend;
mod keccak;
mod ml_dsa;
mod ml_kem;
mod wipe;
