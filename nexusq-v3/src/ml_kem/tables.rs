//! Constants of the transform and of the reductions, computed when the crate is compiled.

use super::{N, Q};

/// 17, a 256th root of unity modulo q (FIPS 203 section 4.3).
const ROOT: i64 = 17;

/// q⁻¹ modulo 2^16, as a signed number.
pub(crate) const Q_INVERSE: i16 = inverse_mod_2_16(Q);

const fn inverse_mod_2_16(q: i16) -> i16 {
    // Each step of Newton's iteration doubles the number of right bits.
    let mut x: i16 = 1;
    let mut i = 0;
    while i < 4 {
        x = x.wrapping_mul(2i16.wrapping_sub(q.wrapping_mul(x)));
        i += 1;
    }
    x
}

pub(crate) const fn power(base: i64, exponent: u32, modulus: i64) -> i64 {
    let (mut result, mut base, mut exponent) = (1, base % modulus, exponent);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}

/// x modulo q, as the representative nearest to zero.
const fn centred(x: i64) -> i16 {
    let q = Q as i64;
    let x = ((x % q) + q) % q;
    (if x > q / 2 { x - q } else { x }) as i16
}

/// A constant to multiply by with Montgomery's reduction: the product has this value times the other factor.
#[derive(Clone, Copy)]
pub(crate) struct Multiplier {
    /// The constant times 2^16, modulo q, nearest to zero.
    pub(crate) value: i16,
    /// `value` times q⁻¹ modulo 2^16.
    pub(crate) times_q_inverse: i16,
}

impl Multiplier {
    pub(crate) const fn new(x: i64) -> Multiplier {
        let value = centred(x * (1 << 16));
        Multiplier {
            value,
            times_q_inverse: value.wrapping_mul(Q_INVERSE),
        }
    }
}

/// ζ^BitRev7(k) for k from 0 to 127 (FIPS 203 appendix A).
pub(crate) const ZETAS: [i64; 128] = {
    let mut zetas = [0; 128];
    let mut k = 0;
    while k < 128 {
        zetas[k] = power(ROOT, (k as u8).reverse_bits() as u32 >> 1, Q as i64);
        k += 1;
    }
    zetas
};

/// γ of the i-th quadratic factor: ζ^(2·BitRev7(i) + 1) (FIPS 203 appendix A).
pub(crate) const fn gamma(i: usize) -> i64 {
    power(
        ROOT,
        2 * ((i as u8).reverse_bits() as u32 >> 1) + 1,
        Q as i64,
    )
}

/// The multipliers of the layers of the transform, by k.
pub(crate) const LAYERS: [Multiplier; 128] = {
    let mut layers = [Multiplier::new(0); 128];
    let mut k = 0;
    while k < 128 {
        layers[k] = Multiplier::new(ZETAS[k]);
        k += 1;
    }
    layers
};

/// What makes an element a factor: for each number the constants 1 and γ in turn, times a further 2^16.
pub(crate) const STRAIGHT: [Multiplier; N] = {
    let mut all = [Multiplier::new(0); N];
    let mut i = 0;
    while i < N / 2 {
        all[2 * i] = Multiplier::new(1 << 16);
        all[2 * i + 1] = Multiplier::new(gamma(i) << 16);
        i += 1;
    }
    all
};

/// 2^16, to bring a number into the Montgomery domain.
pub(crate) const INTO_MONTGOMERY: Multiplier = Multiplier::new(1 << 16);

/// 1/128: what the inverse transform multiplies by at its end.
pub(crate) const INVERSE_OF_128: Multiplier = Multiplier::new(power(128, Q as u32 - 2, Q as i64));
