//! The ratio of two implementations in one operation, from pairs of blocks in several rounds.

use crate::math::Portable;
use serde::{Deserialize, Serialize};

use super::bootstrap::{RESAMPLES, resampled_means, widened};
use super::interval::Interval;
use super::median;
use super::random::SplitMix64;

/// A ratio with what is known of its precision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The ratio: exp of the mean of the rounds' values.
    pub ratio: f64,
    /// Its 95 % interval; `None` of fewer than three rounds.
    pub interval: Option<Interval>,
    /// Number of rounds.
    pub rounds: usize,
    /// Number of blocks of all rounds.
    pub blocks: usize,
    /// Standard deviation of the rounds' values, which are logarithms, with R − 1 below; `None` of one round.
    pub round_sd: Option<f64>,
}

/// The ratio of two implementations from the log-ratios of the blocks of each round.
///
/// A round's value is the median of its blocks' log-ratios, so single disturbed blocks don't move it. The
/// estimate is the mean of the rounds' values. Its interval: rounds are drawn anew 2000 times, and the
/// percentiles 2.5 and 97.5 of the means are moved away from the estimate by √(R/(R − 1)) · t(0.975, R −
/// 1)/z(0.975) for R rounds. Both are given as ratios, through exp.
///
/// Rounds without blocks don't count. `None` if no round is left or a log-ratio is not finite.
pub fn paired(rounds: &[Vec<f64>], seed: u64) -> Option<Estimate> {
    let held: Vec<&Vec<f64>> = rounds.iter().filter(|blocks| !blocks.is_empty()).collect();
    let values = held
        .iter()
        .map(|blocks| round_value(blocks))
        .collect::<Option<Vec<f64>>>()?;
    let blocks = held.iter().map(|blocks| blocks.len()).sum();
    estimate(&values, blocks, seed)
}

/// The value of a round: the median of its blocks' log-ratios. `None` if there are none or one is not finite.
pub(super) fn round_value(blocks: &[f64]) -> Option<f64> {
    if blocks.iter().any(|block| !block.is_finite()) {
        return None;
    }
    median(blocks)
}

/// The estimate from the values of rounds, which are logarithms.
pub(super) fn estimate(values: &[f64], blocks: usize, seed: u64) -> Option<Estimate> {
    if values.is_empty() {
        return None;
    }
    let rounds = values.len();
    let mean = values.iter().sum::<f64>() / rounds as f64;
    let ratio = mean.exponential();
    if !ratio.is_finite() {
        return None;
    }
    let mut random = SplitMix64::new(seed);
    let resamples = resampled_means(values, RESAMPLES, &mut random);
    Some(Estimate {
        ratio,
        interval: widened(mean, resamples, rounds).and_then(Interval::exp),
        rounds,
        blocks,
        round_sd: standard_deviation(values, mean),
    })
}

/// √(Σ(v − mean)²/(R − 1)), or `None` of fewer than two values.
fn standard_deviation(values: &[f64], mean: f64) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = (squares / (values.len() as f64 - 1.0)).sqrt();
    deviation.is_finite().then_some(deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds() -> Vec<Vec<f64>> {
        vec![
            vec![0.021, 0.017, 0.030, 0.250, 0.019],
            vec![0.008, 0.012, 0.011, 0.005],
            vec![0.025, 0.022, 0.031],
            vec![0.002, -0.004, 0.006, 0.001, 0.300],
            vec![0.015, 0.018, 0.013, 0.016],
            vec![0.027, 0.020, 0.024],
        ]
    }

    /// Values from numpy 2.4 and scipy 1.17: medians, their mean and standard deviation; the percentiles of
    /// the means of all 6⁶ resamples of rounds, widened. The ends of 2000 resamples scatter about those of
    /// all with standard deviations 0.00027 and 0.00024 (500 repetitions in numpy), hence the tolerance of
    /// five of them.
    #[test]
    fn the_estimate_agrees_with_an_independent_implementation() {
        let found = paired(&rounds(), 1).unwrap();
        assert_eq!((found.rounds, found.blocks), (6, 24));
        assert!((found.ratio - 1.016_298_054_300_678_3).abs() < 1e-14);
        assert!((found.round_sd.unwrap() - 0.009_036_961_141_150_64).abs() < 1e-15);
        let interval = found.interval.unwrap();
        assert!((interval.low - 1.006_249).abs() < 0.001_35, "{interval:?}");
        assert!((interval.high - 1.025_465).abs() < 0.001_2, "{interval:?}");
    }

    #[test]
    fn a_seed_gives_one_result_and_another_seed_another() {
        assert_eq!(paired(&rounds(), 1), paired(&rounds(), 1));
        assert_ne!(paired(&rounds(), 1), paired(&rounds(), 2));
    }

    #[test]
    fn swapping_the_two_sides_inverts_the_ratio() {
        let swapped: Vec<Vec<f64>> = rounds()
            .iter()
            .map(|blocks| blocks.iter().map(|block| -block).collect())
            .collect();
        let (one, other) = (paired(&rounds(), 1).unwrap(), paired(&swapped, 1).unwrap());
        let (ends, mirrored) = (one.interval.unwrap(), other.interval.unwrap());
        assert!((one.ratio * other.ratio - 1.0).abs() < 1e-12);
        assert!((ends.low * mirrored.high - 1.0).abs() < 1e-12);
        assert!((ends.high * mirrored.low - 1.0).abs() < 1e-12);
    }

    #[test]
    fn too_little_data_gives_no_interval_or_nothing() {
        let two = paired(&[vec![0.1], vec![], vec![0.3]], 1).unwrap();
        assert_eq!((two.rounds, two.blocks, two.interval), (2, 2, None));
        assert!((two.ratio - 0.2_f64.exp()).abs() < 1e-12);
        assert_eq!(paired(&[vec![0.1]], 1).unwrap().round_sd, None);
        assert_eq!(paired(&[], 1), None);
        assert_eq!(paired(&[vec![]], 1), None);
        assert_eq!(paired(&[vec![0.1, f64::NAN]], 1), None);
        assert_eq!(paired(&[vec![800.0]], 1), None);
    }
}
