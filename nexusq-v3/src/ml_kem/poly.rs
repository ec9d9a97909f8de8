//! Polynomials of R_q and T_q. The domain is part of the type, so that they can't be mixed.

use super::N;
use crate::wipe::Plain;
use core::marker::PhantomData;

/// Marks a polynomial of R_q: its coefficients.
#[derive(Clone, Copy, Default)]
pub(crate) struct Coefficients;

/// Marks an element of T_q: the image of the number-theoretic transform, in the order of FIPS 203 section 4.3.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ntt;

/// 256 numbers modulo q, each one represented by any number in its class that the kernels' bounds allow.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Poly<D>(pub(crate) [i16; N], PhantomData<D>);

/// An element of T_q made ready to be multiplied by others: with c0 + c1·X for each quadratic factor X² − γ of the ring,
/// `straight` holds (c0, γ·c1) and `crossed` holds (c1, c0), all times the Montgomery factor 2^16.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Factor {
    pub(crate) straight: [i16; N],
    pub(crate) crossed: [i16; N],
}

impl<D> Plain for Poly<D> {
    const ZERO: Self = Poly([0; N], PhantomData);
}

impl Plain for Factor {
    const ZERO: Self = Factor {
        straight: [0; N],
        crossed: [0; N],
    };
}
