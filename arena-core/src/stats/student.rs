//! Quantiles of the normal distribution and of Student's t.
//!
//! Both are symmetric: the quantile of p is found from the upper tail, the x ≥ 0 with
//! P(X > x) = min(p, 1 − p), by halving an interval until its ends are neighbouring numbers.

use super::special::{incomplete_beta, normal_tail};

/// The quantile of the standard normal distribution, or `None` if `p` is not between 0 and 1.
pub fn normal_quantile(p: f64) -> Option<f64> {
    symmetric_quantile(p, normal_tail)
}

/// The quantile of Student's t distribution, or `None` if `p` is not between 0 and 1, `degrees` is not
/// positive and finite, or the quantile is too large for a number.
///
/// P(T > t) = ½·Iₓ(ν/2, ½) with x = ν/(ν + t²) and ν degrees of freedom.
pub fn t_quantile(p: f64, degrees: f64) -> Option<f64> {
    if !(degrees > 0.0 && degrees.is_finite()) {
        return None;
    }
    symmetric_quantile(p, |t| {
        let sum = degrees + t * t;
        0.5 * incomplete_beta(0.5 * degrees, 0.5, degrees / sum, t * t / sum)
    })
}

/// The quantile of a symmetric distribution with this upper tail, which falls from ½ at 0 to 0.
fn symmetric_quantile(p: f64, tail: impl Fn(f64) -> f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0) {
        return None;
    }
    let wanted = p.min(1.0 - p);
    if wanted == 0.5 {
        return Some(0.0);
    }
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    while tail(high) > wanted {
        low = high;
        high *= 2.0;
        // Beyond this the square of t is no longer a number.
        if high > 1e150 {
            return None;
        }
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if tail(middle) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(if p < 0.5 { -high } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from scipy 1.17 `stats.norm.ppf`.
    #[test]
    fn normal_quantiles_agree_with_an_independent_implementation() {
        for (p, expected) in [
            (1e-300, -37.047_096_299_361_2),
            (1e-12, -7.034_483_825_301_131),
            (0.001, -3.090_232_306_167_813),
            (0.025, -1.959_963_984_540_054_5),
            (0.3, -0.524_400_512_708_040_9),
            (0.5, 0.0),
            (0.9, 1.281_551_565_544_600_4),
            (0.975, 1.959_963_984_540_054),
            (0.995, 2.575_829_303_548_900_4),
            (0.999_999_999, 5.997_807_019_601_637),
        ] {
            let found = normal_quantile(p).unwrap();
            assert!((found - expected).abs() < 1e-13 * 37.0, "p {p}: {found}");
        }
    }

    /// Values from scipy 1.17 `stats.t.ppf`.
    #[test]
    fn t_quantiles_agree_with_an_independent_implementation() {
        for (p, degrees, expected) in [
            (0.975, 1.0, 12.706_204_736_174_694),
            (0.975, 2.0, 4.302_652_729_749_462),
            (0.975, 5.0, 2.570_581_835_636_314_6),
            (0.975, 11.0, 2.200_985_160_091_639),
            (0.975, 30.0, 2.042_272_456_301_237_8),
            (0.995, 3.0, 5.840_909_309_733_355),
            (0.6, 4.0, 0.270_722_294_707_597_6),
            (0.025, 19.0, -2.093_024_054_408_31),
            (1e-6, 7.0, -14.241_469_651_981_445),
            (0.9, 2.5, 1.730_250_928_807_176_6),
        ] {
            let found = t_quantile(p, degrees).unwrap();
            assert!(
                (found - expected).abs() < 1e-12 * expected.abs(),
                "p {p}, {degrees} degrees: {found}"
            );
        }
        // ln Γ of a large number has fewer digits behind the point.
        let found = t_quantile(0.975, 99_999.0).unwrap();
        assert!((found - 1.959_987_707_771_844_2).abs() < 1e-9, "{found}");
    }

    #[test]
    fn quantiles_that_do_not_exist_are_none() {
        for p in [0.0, 1.0, -0.1, f64::NAN] {
            assert_eq!(normal_quantile(p), None);
            assert_eq!(t_quantile(p, 5.0), None);
        }
        for degrees in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(t_quantile(0.9, degrees), None);
        }
        assert_eq!(t_quantile(1e-300, 0.5), None);
        assert_eq!(t_quantile(0.5, 3.0), Some(0.0));
    }
}
