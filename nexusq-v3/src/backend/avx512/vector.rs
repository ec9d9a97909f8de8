//! Loads and stores of 512-bit registers by reference, so that the kernels above need no pointers.

use core::arch::x86_64::*;

/// Plain numbers that fill a register.
pub(super) trait Lanes {}
impl Lanes for [u8; 64] {}
impl Lanes for [i16; 32] {}
impl Lanes for [i32; 16] {}
impl Lanes for [u32; 16] {}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load<T: Lanes>(from: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: `from` is 64 bytes of plain numbers.
    unsafe { _mm512_loadu_si512(core::ptr::from_ref(from).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store<T: Lanes>(to: &mut T, vector: __m512i) {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: `to` is 64 bytes of plain numbers, for which any bits are valid.
    unsafe { _mm512_storeu_si512(core::ptr::from_mut(to).cast(), vector) }
}

/// The first bytes of a register from a slice, zeros behind them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn load_bytes(from: &[u8]) -> __m512i {
    // SAFETY: only as many bytes as `from` has are read; the others are masked.
    unsafe { _mm512_maskz_loadu_epi8(first(from.len()), from.as_ptr().cast()) }
}

/// As many bytes of a register as a slice has room for.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn store_bytes(to: &mut [u8], vector: __m512i) {
    // SAFETY: only as many bytes as `to` has are written; the others are masked.
    unsafe { _mm512_mask_storeu_epi8(to.as_mut_ptr().cast(), first(to.len()), vector) }
}

/// A mask of the first lanes, at most 64.
#[inline(always)]
fn first(lanes: usize) -> u64 {
    if lanes >= 64 {
        u64::MAX
    } else {
        (1 << lanes) - 1
    }
}
