//! An interval of values, as every confidence interval is given.

use crate::math::Portable;
use serde::{Deserialize, Serialize};

/// All values from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in the interval; the ends do.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// `high − low`.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// exp of both ends: an interval of logarithms becomes one of ratios. `None` if an end overflows.
    pub(super) fn exp(self) -> Option<Interval> {
        Interval {
            low: self.low.exponential(),
            high: self.high.exponential(),
        }
        .finite()
    }

    /// The interval itself, or `None` if an end is infinite or not a number.
    pub(super) fn finite(self) -> Option<Interval> {
        (self.low.is_finite() && self.high.is_finite()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_ends_and_nothing_outside() {
        let interval = Interval {
            low: -1.0,
            high: 2.5,
        };
        assert!(interval.contains(-1.0) && interval.contains(2.5) && interval.contains(0.0));
        assert!(!interval.contains(2.6) && !interval.contains(-1.1));
        assert!(!interval.contains(f64::NAN));
        assert_eq!(interval.width(), 3.5);
    }

    #[test]
    fn an_interval_with_a_field_too_many_is_refused() {
        let written = serde_json::to_string(&Interval {
            low: 0.5,
            high: 2.0,
        });
        assert_eq!(written.unwrap(), r#"{"low":0.5,"high":2.0}"#);
        assert!(serde_json::from_str::<Interval>(r#"{"low":0.5,"high":2.0,"level":0.9}"#).is_err());
    }

    #[test]
    fn an_interval_that_overflows_is_none() {
        let logs = Interval {
            low: 0.0,
            high: 800.0,
        };
        assert_eq!(logs.exp(), None);
    }
}
