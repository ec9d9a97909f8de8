//! The special functions under the distributions: ln Γ, the incomplete beta function, the normal tail.
//! Formulas by their numbers in the NIST Digital Library of Mathematical Functions (DLMF).

use crate::math::Portable;
use std::f64::consts::PI;

/// ln Γ(x) for x > 0.
///
/// For x ≥ 12 Stirling's series (DLMF 5.11.1) up to the term in x⁻¹¹; smaller x are lifted by Γ(x + 1) =
/// x·Γ(x).
pub(super) fn ln_gamma(x: f64) -> f64 {
    let mut product = 1.0;
    let mut x = x;
    while x < 12.0 {
        product *= x;
        x += 1.0;
    }
    let square = x * x;
    // B₂ₖ / (2k·(2k − 1)) for k = 6 down to 1.
    let terms = [
        -691.0 / 360_360.0,
        1.0 / 1188.0,
        -1.0 / 1680.0,
        1.0 / 1260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ];
    let series = terms.iter().fold(0.0, |sum, term| sum / square + term) / x;
    (x - 0.5) * x.natural_log() - x + 0.5 * (2.0 * PI).natural_log() + series
        - product.natural_log()
}

/// The regularised incomplete beta function Iₓ(a, b) for a, b > 0, from x and y = 1 − x, both in 0..=1.
/// The caller gives both, so that neither loses digits when it is small.
///
/// DLMF 8.17.22, a continued fraction, evaluated by Lentz's method. It converges fast for
/// x < (a + 1)/(a + b + 2); for other x it is 1 − I_y(b, a) (8.17.4).
pub(super) fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - below_turn(b, a, y, x);
    }
    below_turn(a, b, x, y)
}

/// Iₓ(a, b) where the continued fraction converges fast.
fn below_turn(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let ln_beta = ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b);
    let front = (a * x.natural_log() + b * y.natural_log() - ln_beta).exponential() / a;
    // Value of the denominator 1 + d₁/(1 + d₂/(1 + …)) so far, and Lentz's two ratios.
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for m in 0..10_000 {
        let m = f64::from(m);
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let next = m + 1.0;
        let even = next * (b - next) * x / ((a + 2.0 * next - 1.0) * (a + 2.0 * next));
        for coefficient in [odd, even] {
            d = 1.0 / nonzero(1.0 + coefficient * d);
            c = nonzero(1.0 + coefficient / c);
            value *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front / value
}

/// The value, or in place of 0 a number too small to change a sum, so that one can divide by it.
fn nonzero(value: f64) -> f64 {
    if value == 0.0 { 1e-300 } else { value }
}

/// P(Z > x) of a standard normal Z, for x ≥ 0.
///
/// Up to 2.5: ½ − φ(x)·Σ x^(2k+1)/(1·3·5⋯(2k+1)) (DLMF 7.6.2), all terms positive. Beyond: the continued
/// fraction φ(x)/(x + 1/(x + 2/(x + 3/(x + …)))) (7.9.1).
pub(super) fn normal_tail(x: f64) -> f64 {
    let density = (-0.5 * x * x).exponential() / (2.0 * PI).sqrt();
    if x > 2.5 {
        let denominator = (1..=150).rev().fold(x, |tail, k| x + f64::from(k) / tail);
        return density / denominator;
    }
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term > 1e-17 * sum {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 - density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from scipy 1.17 `special.gammaln`.
    #[test]
    fn ln_gamma_agrees_with_an_independent_implementation() {
        for (x, expected) in [
            (0.5, 0.572_364_942_924_7),
            (1.0, 0.0),
            (3.7, 1.428_072_326_665_388),
            (12.25, 18.115_669_505_710_894),
            (1000.5, 5_908.674_175_848_678),
        ] {
            let found = ln_gamma(x);
            assert!(
                (found - expected).abs() < 4e-15 * expected.abs().max(1.0),
                "ln gamma of {x}: {found}"
            );
        }
    }

    /// Values from scipy 1.17 `special.betainc`.
    #[test]
    fn incomplete_beta_agrees_with_an_independent_implementation() {
        for (a, b, x, expected) in [
            (8.0, 9.0, 0.5, 0.598_190_307_617_187_5),
            (250.0, 251.0, 0.47, 0.097_007_207_334_645_8),
            (0.5, 3.0, 0.01, 0.186_253_75),
            (5.5, 0.5, 0.99, 0.745_149_907_990_547_9),
        ] {
            let found = incomplete_beta(a, b, x, 1.0 - x);
            assert!(
                (found - expected).abs() < 1e-12 * expected,
                "I of {a}, {b}, {x}: {found}"
            );
        }
        assert_eq!(incomplete_beta(2.0, 3.0, 0.0, 1.0), 0.0);
        assert_eq!(incomplete_beta(2.0, 3.0, 1.0, 0.0), 1.0);
    }
}
