//! Encodings of ML-DSA. The portable loops, which the compiler turns into vector instructions where AVX2 is on.

use crate::backend::portable::dsa_bytes as portable;
use crate::ml_dsa::{Coefficients, GAMMA2_32, High, Poly, Small};

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_z<const BITS: usize>(from: &[u8], to: &mut Poly<Coefficients>) {
    portable::unpack_z::<BITS>(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn pack_z<const BITS: usize>(from: &Poly<Coefficients>, to: &mut [u8]) {
    portable::pack_z::<BITS>(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn split_t(t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]) {
    portable::split_t(t, t1, t0);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_t1(from: &[u8; 320], to: &mut Poly<Coefficients>) {
    portable::unpack_t1(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_t0(from: &[u8; 416], to: &mut Poly<Coefficients>) {
    portable::unpack_t0(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn pack_small<const ETA: usize>(from: &Small, to: &mut [u8]) {
    portable::pack_small::<ETA>(from, to);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn unpack_small<const ETA: usize>(from: &[u8], to: &mut Small) -> bool {
    portable::unpack_small::<ETA>(from, to)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn pack_w1<const GAMMA2: i32>(high: &High, to: &mut [u8]) {
    if GAMMA2 == GAMMA2_32 {
        portable::pack_w1::<4>(high, to);
    } else {
        portable::pack_w1::<6>(high, to);
    }
}
