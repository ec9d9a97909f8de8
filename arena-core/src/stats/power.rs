//! How many rounds a wanted precision takes.

use super::bootstrap::{FEWEST_ROUNDS, UPPER};
use super::student::t_quantile;

/// The largest answer. It stands for this many rounds or more.
pub const MOST_ROUNDS: u32 = 100_000;

/// The smallest number of rounds R with t(0.975, R − 1)·s/√R < distance: that of an interval whose
/// half-width is below a wanted distance. `round_sd` s is that of the rounds' values; the distance is on
/// the same scale, so for a ratio's `Estimate` it is a logarithm: ln 1.02 for two per cent.
///
/// At least 3, since fewer rounds give no interval, and at most `MOST_ROUNDS`. `None` if the deviation is
/// negative or the distance not positive, or one of them not finite.
pub fn rounds_needed(round_sd: f64, distance: f64) -> Option<u32> {
    let usable = round_sd >= 0.0 && round_sd.is_finite() && distance > 0.0 && distance.is_finite();
    if !usable {
        return None;
    }
    let suffices = |rounds: u32| {
        let rounds = f64::from(rounds);
        t_quantile(UPPER, rounds - 1.0).map(|t| t * round_sd / rounds.sqrt() < distance)
    };
    // The half-width falls as the rounds grow in number, so the range can be halved.
    let (mut low, mut high) = (FEWEST_ROUNDS as u32, MOST_ROUNDS);
    while low < high {
        let middle = low + (high - low) / 2;
        if suffices(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from scipy 1.17: R counted up from 3 until `t.ppf(0.975, R - 1) * sd / sqrt(R)` is below the
    /// distance.
    #[test]
    fn the_number_of_rounds_agrees_with_an_independent_implementation() {
        for (round_sd, distance, rounds) in [
            (0.004, 0.01, 3),
            (0.01, 0.01, 7),
            (0.01, 0.002, 99),
            (0.05, 0.001, 9607),
            (0.0, 0.001, 3),
            (0.05, 1e-6, MOST_ROUNDS),
        ] {
            assert_eq!(rounds_needed(round_sd, distance), Some(rounds));
        }
    }

    #[test]
    fn a_question_without_sense_has_no_answer() {
        assert_eq!(rounds_needed(0.01, 0.0), None);
        assert_eq!(rounds_needed(-0.01, 0.1), None);
        assert_eq!(rounds_needed(f64::NAN, 0.1), None);
        assert_eq!(rounds_needed(0.01, f64::INFINITY), None);
    }
}
