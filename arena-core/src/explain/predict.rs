//! What chance alone predicts for the historical measurement of two identical programs.
//!
//! Each name signs one message per round with a key of its own, so all samples of a round repeat one
//! draw of the attempts. The draws are simulated, the times come from the measured cost of signing, and
//! nothing else differs.

use crate::analysis::cost::SigningCost;
use crate::math::Portable;
use crate::stats::{Interval, SplitMix64, quantile};
use serde::{Deserialize, Serialize};

/// Simulated measurements.
const MEASUREMENTS: usize = 20_000;
/// Rounds of the historical measurement.
const ROUNDS: usize = 5;
/// Operations of the geometric mean.
const OPERATIONS: f64 = 9.0;

/// The predicted ranges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// Expected attempts of a signature.
    pub expected_attempts: f64,
    /// What a signature costs whatever the attempts, in nanoseconds.
    pub fixed_ns: f64,
    /// What an attempt costs, in nanoseconds.
    pub per_attempt_ns: f64,
    /// The middle 95 % of the ratio of signing of two identical programs.
    pub signing: Interval,
    /// The middle 95 % of the geometric mean over nine operations of which only signing varies.
    pub geometric_mean: Interval,
    /// Standard deviation of the logarithm of the ratio of signing.
    pub signing_sd: f64,
}

/// The prediction from the cost of signing with ML-DSA-65, if that is known.
pub fn predict(signing: &[SigningCost]) -> Option<Prediction> {
    let cost = signing.iter().find(|cost| cost.parameter_set == "65")?;
    let (fixed, per_attempt) = (cost.fixed?.value, cost.per_attempt?.value);
    simulate(cost.expected_attempts, fixed, per_attempt)
}

fn simulate(expected: f64, fixed: f64, per_attempt: f64) -> Option<Prediction> {
    let mut random = SplitMix64::new(0x4e45_5855_5351);
    let mut time = || fixed + per_attempt * attempts(expected, &mut random);
    let mut logs = Vec::with_capacity(MEASUREMENTS);
    for _ in 0..MEASUREMENTS {
        let rounds = (0..ROUNDS).map(|_| (time() / time()).natural_log());
        logs.push(rounds.sum::<f64>() / ROUNDS as f64);
    }
    logs.sort_by(f64::total_cmp);
    let (low, high) = (quantile(&logs, 0.025)?, quantile(&logs, 0.975)?);
    let squares: f64 = logs.iter().map(|log| log * log).sum();
    let interval = |scale: f64| Interval {
        low: (low / scale).exponential(),
        high: (high / scale).exponential(),
    };
    Some(Prediction {
        expected_attempts: expected,
        fixed_ns: fixed,
        per_attempt_ns: per_attempt,
        signing: interval(1.0),
        geometric_mean: interval(OPERATIONS),
        signing_sd: (squares / MEASUREMENTS as f64).sqrt(),
    })
}

/// A draw from the geometric distribution on 1, 2, 3, ... with that mean.
fn attempts(expected: f64, random: &mut SplitMix64) -> f64 {
    // 53 random bits, moved off 0.
    let uniform = ((random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let stay = 1.0 - 1.0 / expected;
    (uniform.natural_log() / stay.natural_log()).floor() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with numpy: `g = rng.geometric(1 / 5.14, (400_000, 5, 2))`, `r = np.log((f + g[..., 0]) / (f + g[..., 1])).mean(1)`,
    /// exp of the percentiles 2.5 and 97.5 of `r` and of `r / 9`, for f = 0 and f = 0.3. An earlier estimate for the record was
    /// 0.36 to 2.75 and 0.89 to 1.12.
    #[test]
    fn identical_programs_may_differ_by_as_much_as_the_record_did() {
        let prediction = simulate(5.14, 0.0, 1.0).unwrap();
        let close = |own: f64, other: f64| (own / other - 1.0).abs() < 0.04;
        assert!(close(prediction.signing.low, 0.3439), "{prediction:?}");
        assert!(close(prediction.signing.high, 2.914), "{prediction:?}");
        assert!(
            close(prediction.geometric_mean.low, 0.8882),
            "{prediction:?}"
        );
        assert!(
            close(prediction.geometric_mean.high, 1.126),
            "{prediction:?}"
        );
        let prediction = simulate(5.14, 0.3, 1.0).unwrap();
        assert!(close(prediction.signing.low, 0.379), "{prediction:?}");
        assert!(close(prediction.signing.high, 2.643), "{prediction:?}");
        let mut random = SplitMix64::new(1);
        let mean = (0..100_000)
            .map(|_| attempts(5.14, &mut random))
            .sum::<f64>()
            / 1e5;
        assert!((mean - 5.14).abs() < 0.06, "{mean}");
    }
}
