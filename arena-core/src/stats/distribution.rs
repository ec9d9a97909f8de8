//! The distribution of one row's samples: more of it than the stored `Summary` tells.

use serde::{Deserialize, Serialize};

use super::interval::Interval;
use super::median;
use super::median_interval::median_interval;
use super::quantile::quantile;

/// The distribution of the samples of one row, in nanoseconds. Quantiles as `quantile` defines them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// Number of samples.
    pub n: usize,
    /// Smallest.
    pub min: f64,
    /// 5 % of the samples are below.
    pub p5: f64,
    /// Median: the mean of the two middle samples if their number is even.
    pub median: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Median absolute deviation from the median, not scaled.
    pub mad: f64,
    /// 95 % of the samples are below.
    pub p95: f64,
    /// 99 % of the samples are below.
    pub p99: f64,
    /// Largest.
    pub max: f64,
    /// The 95 % percentile bootstrap interval of the median, exact; `None` of fewer than six samples. It
    /// takes the samples for independent, so it says nothing of what differs between processes.
    pub median_interval: Option<Interval>,
}

impl Distribution {
    /// The distribution of samples, or `None` if there are none.
    pub fn of(samples: &[u64]) -> Option<Distribution> {
        let mut sorted: Vec<f64> = samples.iter().map(|&sample| sample as f64).collect();
        sorted.sort_by(f64::total_cmp);
        let middle = median(&sorted)?;
        let deviations: Vec<f64> = sorted.iter().map(|value| (value - middle).abs()).collect();
        Some(Distribution {
            n: sorted.len(),
            min: *sorted.first()?,
            p5: quantile(&sorted, 0.05)?,
            median: middle,
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            mad: median(&deviations)?,
            p95: quantile(&sorted, 0.95)?,
            p99: quantile(&sorted, 0.99)?,
            max: *sorted.last()?,
            median_interval: median_interval(&sorted),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from numpy 2.4: `min`, `percentile`, `mean`, `median`, `max`.
    #[test]
    fn a_distribution_agrees_with_an_independent_implementation() {
        let found =
            Distribution::of(&[812, 799, 805, 1204, 801, 798, 807, 803, 950, 800, 806, 802])
                .unwrap();
        let close = |value: f64, expected: f64| (value - expected).abs() < 1e-9;
        assert_eq!((found.n, found.min, found.max), (12, 798.0, 1204.0));
        assert_eq!((found.median, found.mad), (804.0, 3.5));
        assert!(close(found.p5, 798.55), "{}", found.p5);
        assert!(close(found.mean, 848.916_666_666_666_6), "{}", found.mean);
        assert!(close(found.p95, 1_064.3), "{}", found.p95);
        assert!(close(found.p99, 1_176.06), "{}", found.p99);
        assert!(found.median_interval.unwrap().contains(804.0));
    }

    #[test]
    fn few_samples_have_no_interval_and_none_no_distribution() {
        let one = Distribution::of(&[5]).unwrap();
        assert_eq!((one.p5, one.p99, one.mad), (5.0, 5.0, 0.0));
        assert_eq!(one.median_interval, None);
        assert_eq!(Distribution::of(&[]), None);
    }
}
