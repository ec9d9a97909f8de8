//! Constants of the transform and of the reductions, computed when the crate is compiled.

use super::{N, Q};
use crate::ml_kem::tables::power;

/// 1753, a 512th root of unity modulo q (FIPS 204 section 2.3).
const ROOT: i64 = 1753;

/// q⁻¹ modulo 2^32, as a signed number.
pub(crate) const Q_INVERSE: i32 = {
    // Each step of Newton's iteration doubles the number of right bits.
    let mut x: i32 = 1;
    let mut i = 0;
    while i < 5 {
        x = x.wrapping_mul(2i32.wrapping_sub(Q.wrapping_mul(x)));
        i += 1;
    }
    x
};

/// A constant to multiply by with Montgomery's reduction: the product has this value times the other factor.
#[derive(Clone, Copy)]
pub(crate) struct Multiplier {
    /// The constant times 2^32, modulo q, nearest to zero.
    pub(crate) value: i32,
    /// `value` times q⁻¹ modulo 2^32.
    pub(crate) times_q_inverse: i32,
}

impl Multiplier {
    pub(crate) const fn new(x: i64) -> Multiplier {
        let q = Q as i64;
        let residue = (x % q * ((1 << 32) % q) % q + q) % q;
        let value = (if residue > q / 2 {
            residue - q
        } else {
            residue
        }) as i32;
        Multiplier {
            value,
            times_q_inverse: value.wrapping_mul(Q_INVERSE),
        }
    }
}

/// ζ^BitRev8(k), the multipliers of the layers of the transform, by k (FIPS 204 appendix B).
pub(crate) const LAYERS: [Multiplier; N] = {
    let mut layers = [Multiplier::new(0); N];
    let mut k = 0;
    while k < N {
        layers[k] = Multiplier::new(power(ROOT, (k as u8).reverse_bits() as u32, Q as i64));
        k += 1;
    }
    layers
};

/// 2^32/256: what the inverse transform of a sum of products multiplies by at its end.
pub(crate) const INVERSE_OF_256: Multiplier = {
    let q = Q as i64;
    Multiplier::new(power(256, Q as u32 - 2, q) * ((1 << 32) % q))
};
