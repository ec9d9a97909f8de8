//! Arithmetic modulo q = 8380417 in 32 and 64 bits: products by Montgomery.

use crate::ml_dsa::tables::{Multiplier, Q_INVERSE};
use crate::ml_dsa::{N, Q};

/// x·c. In: any. Out: |r| < q.
#[inline(always)]
pub(super) fn multiply(x: i32, by: Multiplier) -> i32 {
    let m = x.wrapping_mul(by.times_q_inverse);
    // The lower halves are equal, so that nothing is carried.
    high(i64::from(x) * i64::from(by.value)) - high(i64::from(m) * i64::from(Q))
}

/// x·2^−32. In: |x| < 2^31·q. Out: |r| ≤ |x|/2^32 + q/2 + 1.
#[inline(always)]
pub(super) fn montgomery(x: i64) -> i32 {
    let m = (x as i32).wrapping_mul(Q_INVERSE);
    high(x - i64::from(m) * i64::from(Q))
}

#[inline(always)]
fn high(x: i64) -> i32 {
    (x >> 32) as i32
}

/// x modulo q. In: |x| < q. Out: 0 ≤ r < q.
#[inline(always)]
pub(super) fn canonical(x: i32) -> i32 {
    x + (x >> 31 & Q)
}

/// x modulo q. In: |x| < q. Out: |r| ≤ q/2.
#[inline(always)]
pub(super) fn centred(x: i32) -> i32 {
    let r = canonical(x);
    r - ((Q / 2 - r) >> 31 & Q)
}

/// Applies to each pair of numbers `len` apart, block by block.
#[inline(always)]
pub(super) fn pairs(
    numbers: &mut [i32; N],
    len: usize,
    mut apply: impl FnMut(usize, &mut i32, &mut i32),
) {
    for (block, both) in numbers.chunks_exact_mut(2 * len).enumerate() {
        let (low, high) = both.split_at_mut(len);
        for (a, b) in low.iter_mut().zip(high) {
            apply(block, a, b);
        }
    }
}
