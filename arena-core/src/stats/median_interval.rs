//! The percentile bootstrap of a median, computed exactly instead of drawn.
//!
//! A resample draws n of the n sorted samples x₁ ≤ … ≤ xₙ with replacement. How many of its draws are
//! at most xₖ is binomial with n trials and probability k/n, so the distribution of its median follows from the
//! ranks alone. The percentiles found here are those that a bootstrap nears as its resamples grow in number.

use super::interval::Interval;
use super::special::{incomplete_beta, ln_gamma};
use crate::math::Portable;

/// Fewer samples give no interval: even from the smallest to the largest, the interval of five samples
/// holds the median with probability 1 − 2⁻⁴ only, which is less than 95 %.
const FEWEST: usize = 6;

/// Ranks and pairs of ranks less likely than this are left out. All of them together are far below the
/// precision to which a percentile matters.
const NEGLIGIBLE: f64 = 1e-16;

/// The 95 % percentile bootstrap interval of the median of sorted samples, or `None` of fewer than six.
pub(super) fn median_interval(sorted: &[f64]) -> Option<Interval> {
    if sorted.len() < FEWEST {
        return None;
    }
    let mut medians = if sorted.len() % 2 == 1 {
        odd_medians(sorted)
    } else {
        even_medians(sorted)
    };
    medians.sort_by(|one, other| one.0.total_cmp(&other.0));
    Interval {
        low: percentile(&medians, 0.025)?,
        high: percentile(&medians, 0.975)?,
    }
    .finite()
}

/// The smallest value v with P(median ≤ v) ≥ p, from values in ascending order with their probabilities.
fn percentile(medians: &[(f64, f64)], p: f64) -> Option<f64> {
    let mut sum = 0.0;
    medians
        .iter()
        .find(|(_, probability)| {
            sum += probability;
            // Rounding errors of the sum must not skip a value at which it is exactly p.
            sum >= p - 1e-12
        })
        .map(|(value, _)| *value)
}

/// The ranks k (from 1) with P(the m-th smallest draw is xₖ), for those that are not negligible.
///
/// P(m-th smallest ≤ xₖ) = P(at least m of n draws ≤ xₖ) = I_{k/n}(m, n − m + 1). By Hoeffding's inequality
/// a rank more than 5·√n away from m has a probability below e⁻⁴⁹.
fn rank_probabilities(n: usize, m: usize) -> Vec<(usize, f64)> {
    let reach = (5.0 * (n as f64).sqrt()) as usize + 1;
    let at_most = |k: usize| {
        let (k, m, n) = (k as f64, m as f64, n as f64);
        incomplete_beta(m, n - m + 1.0, k / n, (n - k) / n)
    };
    let first = m.saturating_sub(reach).max(1);
    let mut before = at_most(first - 1);
    let mut ranks = Vec::new();
    for k in first..=(m + reach).min(n) {
        let until = at_most(k);
        if until - before > NEGLIGIBLE {
            ranks.push((k, until - before));
        }
        before = until;
    }
    ranks
}

/// For odd n the median is the draw of rank m = (n + 1)/2.
fn odd_medians(sorted: &[f64]) -> Vec<(f64, f64)> {
    let n = sorted.len();
    rank_probabilities(n, n.div_ceil(2))
        .into_iter()
        .map(|(k, probability)| (sorted[k - 1], probability))
        .collect()
}

/// For even n = 2m the median is the mean of the draws of ranks m and m + 1. These are xᵢ and xⱼ, i < j, if
/// exactly m draws are at most xᵢ, one of them xᵢ itself, and the other m at least xⱼ, one of them xⱼ itself:
///
/// P(i, j) = C(n, m)·[(i/n)ᵐ − ((i − 1)/n)ᵐ]·[((n − j + 1)/n)ᵐ − ((n − j)/n)ᵐ].
///
/// What is left of the probability of xᵢ for rank m belongs to i = j.
fn even_medians(sorted: &[f64]) -> Vec<(f64, f64)> {
    let n = sorted.len();
    let m = n / 2;
    let ways = ln_gamma(n as f64 + 1.0) - 2.0 * ln_gamma(m as f64 + 1.0);
    let ln_power = |count: usize| m as f64 * (count as f64 / n as f64).natural_log();
    // ln of (count/n)ᵐ − ((count − 1)/n)ᵐ.
    let ln_step = |count: usize| {
        ln_power(count) + (-(ln_power(count - 1) - ln_power(count)).exponential()).natural_log_1p()
    };
    let mut medians = Vec::new();
    for (i, probability) in rank_probabilities(n, m) {
        let front = ways + ln_step(i);
        let mut same = probability;
        for j in i + 1..=n {
            // P(the draw of rank m is xᵢ and that of rank m + 1 is xⱼ or larger).
            if (front + ln_power(n - j + 1)).exponential() < NEGLIGIBLE {
                break;
            }
            let pair = (front + ln_step(n - j + 1)).exponential();
            same -= pair;
            medians.push((0.5 * (sorted[i - 1] + sorted[j - 1]), pair));
        }
        medians.push((sorted[i - 1], same.max(0.0)));
    }
    medians
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(samples: &[u32]) -> (f64, f64) {
        let mut sorted: Vec<f64> = samples.iter().map(|&sample| f64::from(sample)).collect();
        sorted.sort_by(f64::total_cmp);
        let interval = median_interval(&sorted).unwrap();
        (interval.low, interval.high)
    }

    /// Values from numpy 2.4: the medians of all nⁿ resamples, sorted; the smallest that 2.5 % and 97.5 % of
    /// them don't exceed.
    #[test]
    fn the_interval_is_that_of_all_resamples() {
        assert_eq!(ends(&[812, 799, 805, 1204, 801, 790]), (794.5, 1008.0));
        assert_eq!(ends(&[10, 10, 11, 11, 11, 40]), (10.0, 25.5));
        assert_eq!(ends(&[812, 799, 805, 1204, 801, 798, 950]), (799.0, 950.0));
        assert_eq!(
            ends(&[812, 799, 805, 1204, 801, 790, 850, 823]),
            (799.0, 850.0)
        );
    }

    /// Values from scipy 1.17 `stats.bootstrap`, method `percentile`, of `numpy.median` with 200000
    /// resamples. Medians are few, so two seeds give the same ends, and they must be hit exactly.
    #[test]
    fn the_interval_agrees_with_resampling() {
        let samples = [
            1356, 1136, 1069, 1011, 1047, 1119, 1080, 1039, 1142, 1194, 1102, 1148, 1086, 1337,
            1082, 1046, 1185, 1107, 1043, 1123, 1069, 1102, 1253, 1116, 1085, 1152, 1084, 1119,
            1164, 1019, 1042, 1166, 1009, 1128, 1281, 1130, 1253, 1074, 1295, 1170, 1130,
        ];
        assert_eq!(ends(&samples), (1085.0, 1136.0));
        assert_eq!(ends(&samples[..40]), (1084.5, 1139.0));
    }

    #[test]
    fn probabilities_add_up_to_one() {
        for n in [6, 7, 50, 51, 500, 501, 20_000] {
            let sorted: Vec<f64> = (0..n).map(f64::from).collect();
            let medians = if n % 2 == 1 {
                odd_medians(&sorted)
            } else {
                even_medians(&sorted)
            };
            let sum: f64 = medians.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{n} samples: {sum}");
        }
    }

    #[test]
    fn five_samples_are_too_few() {
        assert_eq!(median_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]), None);
        assert_eq!(median_interval(&[]), None);
    }
}
