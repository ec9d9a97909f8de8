//! The distribution of many times in bounded memory.

use std::collections::BTreeMap;

/// Distinct values that are kept as they are.
const MOST_EXACT: usize = 8192;
/// Leading bits that are kept of a value after that: an error of at most one part in 2048.
const KEPT_BITS: u32 = 12;

/// Times with their counts: exact up to some thousand distinct values, then rounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sketch {
    counts: BTreeMap<u64, u64>,
    rounded: bool,
    total: u64,
}

impl Sketch {
    pub(super) fn add(&mut self, value: u64) {
        let value = if self.rounded { round(value) } else { value };
        *self.counts.entry(value).or_default() += 1;
        self.total += 1;
        if !self.rounded && self.counts.len() > MOST_EXACT {
            self.rounded = true;
            for (value, count) in std::mem::take(&mut self.counts) {
                *self.counts.entry(round(value)).or_default() += count;
            }
        }
    }

    /// How many values there are.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Values and their counts, in order.
    pub(super) fn counts(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts
            .iter()
            .map(|(value, count)| (*value as f64, *count))
    }

    /// The quantile, interpolated linearly (type 7); `None` if there are no values.
    pub(super) fn quantile(&self, part: f64) -> Option<f64> {
        let last = self.total.checked_sub(1)?;
        let place = part.clamp(0.0, 1.0) * last as f64;
        let lower = self.ranked(place.floor() as u64)?;
        let upper = self.ranked((place.ceil() as u64).min(last))?;
        Some(lower + (upper - lower) * (place - place.floor()))
    }

    /// The value of a rank, counted from 0.
    fn ranked(&self, rank: u64) -> Option<f64> {
        let mut before = 0;
        for (value, count) in &self.counts {
            before += count;
            if before > rank {
                return Some(*value as f64);
            }
        }
        None
    }
}

fn round(value: u64) -> u64 {
    let bits = u64::BITS - value.leading_zeros();
    let cut = bits.saturating_sub(KEPT_BITS);
    value >> cut << cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::SplitMix64;

    fn of(values: &[u64]) -> Sketch {
        let mut sketch = Sketch::default();
        values.iter().for_each(|value| sketch.add(*value));
        sketch
    }

    /// Values from Python 3.11 `statistics.quantiles(x, n=20, method='inclusive')` and `median`.
    #[test]
    fn quantiles_agree_with_an_independent_implementation() {
        let sketch = of(&[41, 7, 99, 12, 1000, 13, 13]);
        assert_eq!(sketch.quantile(0.5), Some(13.0));
        assert!((sketch.quantile(0.05).unwrap() - 8.5).abs() < 1e-9);
        assert!((sketch.quantile(0.95).unwrap() - 729.7).abs() < 1e-9);
        assert_eq!(Sketch::default().quantile(0.5), None);
    }

    #[test]
    fn many_values_take_bounded_memory_and_keep_their_quantiles() {
        let mut random = SplitMix64::new(1);
        let values: Vec<u64> = (0..50_000)
            .map(|_| 5_000 + random.below(1_000_000))
            .collect();
        let sketch = of(&values);
        assert!(sketch.counts.len() < 20_000, "{}", sketch.counts.len());
        assert_eq!(sketch.total(), 50_000);
        let mut sorted = values;
        sorted.sort_unstable();
        for part in [0.05, 0.5, 0.95] {
            let exact = sorted[(part * 49_999.0) as usize] as f64;
            let error = (sketch.quantile(part).unwrap() / exact - 1.0).abs();
            assert!(error < 1.0 / 1024.0, "{part}: {error}");
        }
        of(&[0, 1, u64::MAX]).quantile(0.3).unwrap();
    }
}
