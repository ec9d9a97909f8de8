//! The statistics of samples, in one place for every output.
//!
//! Pure functions: what they draw at random follows from a seed that the caller gives. Where there is too
//! little data, the answer is `None`.

mod bootstrap;
#[cfg(test)]
mod coverage;
mod distribution;
mod interval;
mod joint;
mod line;
mod median_interval;
mod paired;
mod power;
mod quantile;
mod random;
mod special;
mod student;

pub use distribution::Distribution;
pub use interval::Interval;
pub use joint::{Joint, joint};
pub use line::{Figure, Line, line};
pub use paired::{Estimate, paired};
pub use power::{MOST_ROUNDS, rounds_needed};
pub use quantile::quantile;
pub use random::SplitMix64;
pub use student::{normal_quantile, t_quantile};

use crate::math::Portable;
use serde::{Deserialize, Serialize};

/// Statistics of the samples of one row, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Number of samples.
    pub n: usize,
    /// Smallest.
    pub min: f64,
    /// Median: the mean of the two middle samples if their number is even.
    pub median: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Median absolute deviation from the median, not scaled.
    pub mad: f64,
    /// Largest.
    pub max: f64,
}

impl Summary {
    /// The statistics of samples, or `None` if there are none.
    pub fn of(samples: &[u64]) -> Option<Summary> {
        let values: Vec<f64> = samples.iter().map(|&sample| sample as f64).collect();
        let median_value = median(&values)?;
        let deviations: Vec<f64> = values
            .iter()
            .map(|value| (value - median_value).abs())
            .collect();
        Some(Summary {
            n: values.len(),
            min: values.iter().copied().fold(f64::INFINITY, f64::min),
            median: median_value,
            mean: values.iter().sum::<f64>() / values.len() as f64,
            mad: median(&deviations)?,
            max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

/// The median, or `None` of an empty slice. The mean of the two middle values if their number is even.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    Some((sorted[middle - 1] + upper) / 2.0)
}

/// The geometric mean of positive values, or `None` if there are none or one is not positive.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty()
        || values
            .iter()
            .any(|value| !(*value > 0.0 && value.is_finite()))
    {
        return None;
    }
    let logarithms: f64 = values.iter().map(|value| value.natural_log()).sum();
    Some((logarithms / values.len() as f64).exponential())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from Python 3.11 `statistics`: median, fmean, and the median of |x - median|.
    #[test]
    fn summary_agrees_with_an_independent_implementation() {
        let summary = Summary::of(&[41, 7, 99, 12, 1000, 13]).unwrap();
        assert_eq!((summary.n, summary.min, summary.max), (6, 7.0, 1000.0));
        assert_eq!(summary.median, 27.0);
        assert!((summary.mean - 195.333_333_333_333_34).abs() < 1e-12);
        assert_eq!(summary.mad, 17.5);
        assert_eq!(Summary::of(&[3, 1, 2]).unwrap().median, 2.0);
        assert_eq!(Summary::of(&[]), None);
    }

    /// Value from Python 3.11 `statistics.geometric_mean`.
    #[test]
    fn geometric_mean_agrees_with_an_independent_implementation() {
        let mean = geometric_mean(&[54.0, 24.0, 36.0]).unwrap();
        assert!((mean - 36.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(geometric_mean(&[1.0, f64::NAN]), None);
    }
}
