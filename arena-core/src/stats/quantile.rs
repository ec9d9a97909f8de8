//! Quantiles of samples.

/// The quantile of sorted samples by definition 7 of Hyndman and Fan, the default of R and NumPy,
/// or `None` of an empty slice or if `p` is not in 0..=1.
///
/// With h = (n − 1)·p, counted from 0: the sample at ⌊h⌋, plus the fraction h − ⌊h⌋ of the way to the next.
pub fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&p) {
        return None;
    }
    let position = sorted.len().checked_sub(1)? as f64 * p;
    let below = *sorted.get(position.floor() as usize)?;
    let above = *sorted.get(position.ceil() as usize)?;
    Some(below + (position - position.floor()) * (above - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from numpy 2.4 `percentile` of 1, 2, 4, 8 at 0, 5, 40, 95, 100.
    #[test]
    fn quantiles_agree_with_an_independent_implementation() {
        let sorted = [1.0, 2.0, 4.0, 8.0];
        for (p, expected) in [
            (0.0, 1.0),
            (0.05, 1.15),
            (0.4, 2.4),
            (0.95, 7.4),
            (1.0, 8.0),
        ] {
            let found = quantile(&sorted, p).unwrap();
            assert!((found - expected).abs() < 1e-12, "p {p}: {found}");
        }
        assert_eq!(quantile(&[3.0], 0.7), Some(3.0));
    }

    #[test]
    fn quantiles_that_do_not_exist_are_none() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.0], 1.1), None);
        assert_eq!(quantile(&[1.0], f64::NAN), None);
    }
}
