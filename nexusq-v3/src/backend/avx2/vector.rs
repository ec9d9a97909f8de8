//! Loads and stores of 256-bit registers by reference, so that the kernels above need no pointers.

use core::arch::x86_64::*;

/// Plain numbers that fill a register.
pub(super) trait Lanes {}
impl Lanes for [u8; 32] {}
impl Lanes for [i16; 16] {}
impl Lanes for [i32; 8] {}
impl Lanes for [u32; 8] {}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load<T: Lanes>(from: &T) -> __m256i {
    const { assert!(size_of::<T>() == 32) };
    // SAFETY: `from` is 32 bytes of plain numbers.
    unsafe { _mm256_loadu_si256(core::ptr::from_ref(from).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store<T: Lanes>(to: &mut T, vector: __m256i) {
    const { assert!(size_of::<T>() == 32) };
    // SAFETY: `to` is 32 bytes of plain numbers, for which any bits are valid.
    unsafe { _mm256_storeu_si256(core::ptr::from_mut(to).cast(), vector) }
}

/// 16 bytes into each half of a register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_halves(low: &[u8; 16], high: &[u8; 16]) -> __m256i {
    // SAFETY: both are 16 bytes.
    unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }
}

/// The same 16 bytes into both halves.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_twice(bytes: &[u8; 16]) -> __m256i {
    load_halves(bytes, bytes)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_half(to: &mut [i16; 8], vector: __m128i) {
    // SAFETY: `to` is 16 bytes of plain numbers, for which any bits are valid.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), vector) }
}

/// Eight bytes as numbers of 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_eight(bytes: &[u8; 8]) -> __m256i {
    _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(i64::from_le_bytes(*bytes)))
}
