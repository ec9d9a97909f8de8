//! Rounding and hints of ML-DSA.

use super::dsa_arithmetic::{canonical, centred};
use crate::ml_dsa::{Coefficients, GAMMA2_32, High, HintBits, N, Poly, Q};

/// r1 and r0 (FIPS 204 Alg. 36). In: 0 ≤ r < q.
///
/// The quotient by 2·γ2, rounded, is a product: γ2·2/128 is a whole number and a bit more than 2^22/1025 or 2^24/11275.
/// The tests look at every r.
#[inline(always)]
pub(crate) fn decompose_number<const GAMMA2: i32>(r: i32) -> (i32, i32) {
    let steps = (r + 127) >> 7;
    let high = if GAMMA2 == GAMMA2_32 {
        // 16 wraps to 0: r − r0 = q − 1.
        (steps * 1025 + (1 << 21)) >> 22 & 15
    } else {
        let high = (steps * 11275 + (1 << 23)) >> 24;
        // 44 becomes 0.
        high & !((43 - high) >> 31)
    };
    let low = r - high * 2 * GAMMA2;
    (high, low - ((Q / 2 - low) >> 31 & Q))
}

#[inline(always)]
pub(crate) fn decompose<const GAMMA2: i32>(w: &mut Poly<Coefficients>, high: &mut High) {
    for (w, high) in w.0.iter_mut().zip(&mut high.0) {
        let (r1, r0) = decompose_number::<GAMMA2>(canonical(*w));
        (*high, *w) = (r1 as u8, r0);
    }
}

#[inline(always)]
pub(crate) fn all_below(x: &Poly<Coefficients>, bound: i32) -> bool {
    // The sign bit is set if |x| ≥ bound.
    let over = x.0.iter().fold(0, |over, x| over | (bound - 1 - x.abs()));
    over >= 0
}

#[inline(always)]
pub(crate) fn centre(x: &mut Poly<Coefficients>) {
    for x in &mut x.0 {
        *x = centred(*x);
    }
}

/// With r = w − c·s2 + c·t0 and v = w − c·s2, whose low bits are within γ2: HighBits(r) is not HighBits(v) exactly if the low
/// bits of v with c·t0 added leave the range from −γ2 + 1 to γ2; at −γ2 only if the high bits are 0, as there the range
/// is longer by one.
#[inline(always)]
pub(crate) fn make_hint<const GAMMA2: i32>(
    low: &Poly<Coefficients>,
    high: &High,
    hints: &mut HintBits,
) -> usize {
    *hints = [0; N / 64];
    let mut count = 0;
    for i in 0..N {
        let (low, high) = (low.0[i], high.0[i]);
        let hint = (low > GAMMA2) | (low < -GAMMA2) | ((low == -GAMMA2) & (high != 0));
        hints[i / 64] |= u64::from(hint) << (i % 64);
        count += usize::from(hint);
    }
    count
}

#[inline(always)]
pub(crate) fn use_hint<const GAMMA2: i32>(
    w: &Poly<Coefficients>,
    hints: &HintBits,
    high: &mut High,
) {
    let m = (Q - 1) / (2 * GAMMA2);
    for i in 0..N {
        let (r1, r0) = decompose_number::<GAMMA2>(canonical(w.0[i]));
        let hinted = if r0 > 0 { r1 + 1 } else { r1 - 1 };
        let wrapped = match hinted {
            -1 => m - 1,
            hinted if hinted == m => 0,
            hinted => hinted,
        };
        let is_set = hints[i / 64] >> (i % 64) & 1 == 1;
        high.0[i] = if is_set { wrapped } else { r1 } as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ml_dsa::GAMMA2_88;

    /// FIPS 204 Alg. 36 as it stands.
    fn decompose_by_the_book(r: i32, gamma2: i32) -> (i32, i32) {
        let alpha = 2 * gamma2;
        let mut r0 = r % alpha;
        if r0 > gamma2 {
            r0 -= alpha;
        }
        if r - r0 == Q - 1 {
            (0, r0 - 1)
        } else {
            ((r - r0) / alpha, r0)
        }
    }

    #[test]
    fn decomposition_over_its_whole_range() {
        for r in 0..Q {
            assert_eq!(
                decompose_number::<GAMMA2_32>(r),
                decompose_by_the_book(r, GAMMA2_32),
                "{r}"
            );
            assert_eq!(
                decompose_number::<GAMMA2_88>(r),
                decompose_by_the_book(r, GAMMA2_88),
                "{r}"
            );
        }
    }
}
