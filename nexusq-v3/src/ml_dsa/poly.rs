//! Polynomials of R_q and T_q. The domain is part of the type, so that they can't be mixed.

use super::N;
use crate::ml_kem;
use crate::wipe::Plain;
use core::marker::PhantomData;

/// Marks a polynomial of R_q: its coefficients.
#[derive(Clone, Copy)]
pub(crate) struct Coefficients;

/// Marks an element of T_q: the image of the number-theoretic transform, in the order of FIPS 204 section 7.5.
#[derive(Clone, Copy)]
pub(crate) struct Ntt;

/// Marks a sum of products in T_q, times 2^−32: what Montgomery's reduction leaves.
#[derive(Clone, Copy)]
pub(crate) struct Product;

/// 256 numbers modulo q, each one represented by any number in its class that the kernels' bounds allow.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Poly<D>(pub(crate) [i32; N], PhantomData<D>);

impl<D> Plain for Poly<D> {
    const ZERO: Self = Poly([0; N], PhantomData);
}

/// A polynomial with small coefficients. Products of two of them are computed modulo the smaller q of ML-KEM, where they
/// fit, with its faster transform.
pub(crate) type Small = ml_kem::Poly<ml_kem::Coefficients>;
/// Its transform.
pub(crate) type SmallNtt = ml_kem::Poly<ml_kem::Ntt>;
/// It, ready to be multiplied by.
pub(crate) type SmallFactor = ml_kem::Factor;

/// What HighBits gives for each coefficient (FIPS 204 Alg. 37).
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct High(pub(crate) [u8; N]);

impl Plain for High {
    const ZERO: Self = High([0; N]);
}

/// A hint bit for each coefficient: bit i mod 64 of word i/64.
pub(crate) type HintBits = [u64; N / 64];
