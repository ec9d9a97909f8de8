//! Welch's t-test on two samples of times, and on their fast parts alone.
//!
//! A large t says that the means differ by more than chance explains. Interrupts and the like make long tails in which a
//! small difference drowns, so the test is repeated on what is below a percentile of both samples together.

use arena_core::stats::quantile;
use serde::{Deserialize, Serialize};

/// Shares of all samples that are kept, the fastest first: all of them, and smaller and smaller parts.
const KEPT: [f64; 7] = [1.0, 0.999, 0.99, 0.95, 0.9, 0.75, 0.5];

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// Which share of all samples was kept.
    pub kept: f64,
    /// Samples of the first class.
    pub first: usize,
    /// Samples of the second class.
    pub second: usize,
    /// Mean of the second class less mean of the first, in nanoseconds.
    pub difference_ns: f64,
    /// Welch's t, of that sign.
    pub t: f64,
}

/// The test on all samples and on the fast ones. Empty if a class has fewer than two samples.
pub(super) fn tests(first: &[f64], second: &[f64]) -> Vec<Test> {
    let mut all: Vec<f64> = first.iter().chain(second).copied().collect();
    all.sort_by(f64::total_cmp);
    let each = KEPT.iter().filter_map(|&kept| {
        let limit = quantile(&all, kept)?;
        let below = |sample: &[f64]| -> Vec<f64> {
            sample.iter().copied().filter(|x| *x <= limit).collect()
        };
        let (first, second) = (below(first), below(second));
        let (difference_ns, t) = welch(&first, &second)?;
        Some(Test {
            kept,
            first: first.len(),
            second: second.len(),
            difference_ns,
            t,
        })
    });
    each.collect()
}

/// The difference of the means and t. `None` if a class has fewer than two samples.
fn welch(first: &[f64], second: &[f64]) -> Option<(f64, f64)> {
    let (mean1, error1) = mean_and_error(first)?;
    let (mean2, error2) = mean_and_error(second)?;
    let difference = mean2 - mean1;
    let error = (error1 + error2).sqrt();
    // Samples without any spread: a coarse clock. Equal means are no difference, others are one beyond doubt.
    let t = if error > 0.0 {
        difference / error
    } else if difference == 0.0 {
        0.0
    } else {
        f64::MAX.copysign(difference)
    };
    Some((difference, t))
}

/// The mean and the square of its standard error.
fn mean_and_error(sample: &[f64]) -> Option<(f64, f64)> {
    if sample.len() < 2 {
        return None;
    }
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
    Some((mean, squares / (n - 1.0) / n))
}

#[cfg(test)]
mod welch_tests {
    use super::*;

    /// The first example of Welch's test in the English Wikipedia: means 20.82 and 22.99, t = -2.46 for the first
    /// less the second. The digits are from exact rational arithmetic in Python (module `fractions`).
    #[test]
    fn t_agrees_with_a_published_example() {
        let first = [
            27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7,
            21.4,
        ];
        let second = [
            27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5,
            24.4,
        ];
        let (difference, t) = welch(&first, &second).unwrap();
        assert!(
            (difference - 2.166_666_666_666_667).abs() < 1e-9,
            "{difference}"
        );
        assert!((t - 2.455_356_398_286_005).abs() < 1e-12, "{t}");
    }

    #[test]
    fn a_difference_that_tails_hide_is_found_among_the_fast_samples() {
        let sample = |base: f64| -> Vec<f64> {
            let noise = |i: u32| f64::from(i * 7 % 11);
            let tail = |i: u32| {
                if i.is_multiple_of(50) {
                    1e6 * f64::from(i % 7)
                } else {
                    0.0
                }
            };
            (0..5000).map(|i| base + noise(i) + tail(i)).collect()
        };
        let tests = tests(&sample(1000.0), &sample(1001.0));
        assert_eq!(tests.len(), KEPT.len());
        assert!(tests[0].t.abs() < 1.0, "{:?}", tests[0]);
        let fast = tests.iter().find(|test| test.kept == 0.95).unwrap();
        assert!(fast.t > 10.0, "{fast:?}");
        assert!((fast.difference_ns - 1.0).abs() < 0.3, "{fast:?}");
    }

    #[test]
    fn equal_samples_differ_by_nothing_and_constant_ones_by_all() {
        let ramp: Vec<f64> = (0..100).map(f64::from).collect();
        assert!(tests(&ramp, &ramp).iter().all(|test| test.t == 0.0));
        assert_eq!(welch(&[5.0; 10], &[5.0; 10]), Some((0.0, 0.0)));
        assert_eq!(welch(&[5.0; 10], &[4.0; 10]), Some((-1.0, f64::MIN)));
        assert!(tests(&[1.0], &[1.0, 2.0]).is_empty());
        assert!(tests(&[], &[]).is_empty());
    }
}
