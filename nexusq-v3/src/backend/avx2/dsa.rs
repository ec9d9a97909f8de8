//! The kernels of ML-DSA, each from the file that has it.

use super::{Avx2, dsa_add, dsa_bytes, dsa_ntt, dsa_round, dsa_sample, dsa_small};
use crate::ml_dsa::{
    self, Coefficients, High, HintBits, Ntt, Poly, Product, Small, SmallFactor, SmallNtt,
};

impl ml_dsa::Kernels for Avx2 {
    #[inline(always)]
    fn ntt(self, from: &Poly<Coefficients>, to: &mut Poly<Ntt>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_ntt::ntt(from, to) }
    }

    #[inline(always)]
    fn inverse_ntt(self, from: &Poly<Product>, to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_ntt::inverse_ntt(from, to) }
    }

    #[inline(always)]
    fn dot(
        self,
        a: &[Poly<Ntt>],
        b: &[Poly<Ntt>],
        minus: Option<[&Poly<Ntt>; 2]>,
        to: &mut Poly<Product>,
    ) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_ntt::dot(a, b, minus, to) }
    }

    #[inline(always)]
    fn add(self, to: &mut Poly<Coefficients>, other: &Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_add::add(to, other) }
    }

    #[inline(always)]
    fn add_small(self, to: &mut Poly<Coefficients>, other: &Small) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_add::add_small(to, other) }
    }

    #[inline(always)]
    fn subtract_small(self, to: &mut Poly<Coefficients>, other: &Small) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_add::subtract_small(to, other) }
    }

    #[inline(always)]
    fn small_ntt(self, from: &Small, to: &mut SmallNtt) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_small::ntt(from, to) }
    }

    #[inline(always)]
    fn small_factor(self, from: &Small, to: &mut SmallFactor) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_small::factor(from, to) }
    }

    #[inline(always)]
    fn small_product(self, a: &SmallNtt, b: &SmallFactor, to: &mut Small) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_small::product(a, b, to) }
    }

    #[inline(always)]
    fn widen(self, from: &Small, to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_add::widen(from, to) }
    }

    #[inline(always)]
    fn sample_uniform(self, bytes: &[u8], to: &mut Poly<Ntt>, filled: usize) -> usize {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_sample::uniform(bytes, to, filled) }
    }

    #[inline(always)]
    fn sample_small<const ETA: usize>(self, bytes: &[u8], to: &mut Small, filled: usize) -> usize {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_sample::small::<ETA>(bytes, to, filled) }
    }

    #[inline(always)]
    fn unpack_z<const BITS: usize>(self, from: &[u8], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::unpack_z::<BITS>(from, to) }
    }

    #[inline(always)]
    fn pack_z<const BITS: usize>(self, from: &Poly<Coefficients>, to: &mut [u8]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::pack_z::<BITS>(from, to) }
    }

    #[inline(always)]
    fn split_t(self, t: &Poly<Coefficients>, t1: &mut [u8; 320], t0: &mut [u8; 416]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::split_t(t, t1, t0) }
    }

    #[inline(always)]
    fn unpack_t1(self, from: &[u8; 320], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::unpack_t1(from, to) }
    }

    #[inline(always)]
    fn unpack_t0(self, from: &[u8; 416], to: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::unpack_t0(from, to) }
    }

    #[inline(always)]
    fn pack_small<const ETA: usize>(self, from: &Small, to: &mut [u8]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::pack_small::<ETA>(from, to) }
    }

    #[inline(always)]
    fn unpack_small<const ETA: usize>(self, from: &[u8], to: &mut Small) -> bool {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::unpack_small::<ETA>(from, to) }
    }

    #[inline(always)]
    fn decompose<const GAMMA2: i32>(self, w: &mut Poly<Coefficients>, high: &mut High) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_round::decompose::<GAMMA2>(w, high) }
    }

    #[inline(always)]
    fn pack_w1<const GAMMA2: i32>(self, high: &High, to: &mut [u8]) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_bytes::pack_w1::<GAMMA2>(high, to) }
    }

    #[inline(always)]
    fn all_below(self, x: &Poly<Coefficients>, bound: i32) -> bool {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_round::all_below(x, bound) }
    }

    #[inline(always)]
    fn centre(self, x: &mut Poly<Coefficients>) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_round::centre(x) }
    }

    #[inline(always)]
    fn make_hint<const GAMMA2: i32>(
        self,
        low: &Poly<Coefficients>,
        high: &High,
        hints: &mut HintBits,
    ) -> usize {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_round::make_hint::<GAMMA2>(low, high, hints) }
    }

    #[inline(always)]
    fn use_hint<const GAMMA2: i32>(
        self,
        w: &Poly<Coefficients>,
        hints: &HintBits,
        high: &mut High,
    ) {
        // SAFETY: `self` exists, so `detect` has found every feature that the kernels are compiled with.
        unsafe { dsa_round::use_hint::<GAMMA2>(w, hints, high) }
    }
}
