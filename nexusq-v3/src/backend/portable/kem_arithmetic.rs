//! Arithmetic modulo q = 3329 in 16 and 32 bits: products by Montgomery, reductions by Barrett.

use crate::ml_kem::tables::{Multiplier, Q_INVERSE};
use crate::ml_kem::{N, Q};

/// x·c. In: any. Out: |r| < q.
///
/// x·value − m·q is divisible by 2^16 and at most 2^15·q/2 + 2^15·q in size, where |value| ≤ q/2: the quotient is below 3·q/4 + 1.
#[inline(always)]
pub(super) fn multiply(x: i16, by: Multiplier) -> i16 {
    let m = x.wrapping_mul(by.times_q_inverse);
    high(i32::from(x) * i32::from(by.value)) - high(i32::from(m) * i32::from(Q))
}

/// x·2^−16. In: |x| ≤ 2^31 − 2^15·q. Out: |r| ≤ |x|/2^16 + q/2 + 1.
#[inline(always)]
pub(super) fn montgomery(x: i32) -> i16 {
    let m = (x as i16).wrapping_mul(Q_INVERSE);
    high(x - i32::from(m) * i32::from(Q))
}

/// The upper 16 bits.
#[inline(always)]
fn high(x: i32) -> i16 {
    (x >> 16) as i16
}

/// 2^26/q, rounded.
const BARRETT: i32 = 20159;

/// x modulo q. In: any. Out: |r| ≤ q/2 + 1.
#[inline(always)]
pub(super) fn barrett(x: i16) -> i16 {
    let quotient = (i32::from(x) * BARRETT + (1 << 25)) >> 26;
    (i32::from(x) - quotient * i32::from(Q)) as i16
}

/// x modulo q. In: any. Out: 0 ≤ r < q.
#[inline(always)]
pub(super) fn canonical(x: i16) -> u16 {
    let r = barrett(x);
    (r + ((r >> 15) & Q)) as u16
}

/// Adds b·c to a and subtracts it: one butterfly of the transform.
#[inline(always)]
pub(super) fn butterfly(a: &mut i16, b: &mut i16, by: Multiplier) {
    let t = multiply(*b, by);
    (*a, *b) = (*a + t, *a - t);
}

/// Applies to each pair of numbers `len` apart, block by block.
#[inline(always)]
pub(super) fn pairs(
    numbers: &mut [i16; N],
    len: usize,
    mut apply: impl FnMut(usize, &mut i16, &mut i16),
) {
    for (block, both) in numbers.chunks_exact_mut(2 * len).enumerate() {
        let (low, high) = both.split_at_mut(len);
        for (a, b) in low.iter_mut().zip(high) {
            apply(block, a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(x: i64) -> i64 {
        x.rem_euclid(i64::from(Q))
    }

    #[test]
    fn reductions_over_their_whole_range() {
        for x in i16::MIN..=i16::MAX {
            assert_eq!(class(barrett(x).into()), class(x.into()));
            assert!(barrett(x).abs() <= Q / 2 + 1, "{x}");
            assert_eq!(i64::from(canonical(x)), class(x.into()));
        }
    }

    #[test]
    fn products_over_the_whole_range() {
        for c in [1, 17, 3328, 1 << 16, 512, 3303, 1665] {
            let by = Multiplier::new(c);
            for x in i16::MIN..=i16::MAX {
                let product = multiply(x, by);
                assert_eq!(class(product.into()), class(i64::from(x) * c), "{x}·{c}");
                assert!(product.abs() < Q);
            }
        }
    }

    #[test]
    fn montgomery_at_its_bounds() {
        let most = i32::MAX - (i32::from(Q) << 15);
        for x in (0..most).step_by(9973).chain(most - 70000..most) {
            for x in [x, -x] {
                let r = montgomery(x);
                assert_eq!(class(i64::from(r) << 16), class(x.into()));
                assert!(i64::from(r).abs() <= i64::from(x).abs() / 65536 + i64::from(Q) / 2 + 1);
            }
        }
    }
}
