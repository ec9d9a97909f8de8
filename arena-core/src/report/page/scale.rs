//! Axes: where a value stands, and which values are named.

use crate::math::Portable;

/// An axis of a chart, from left to right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Pixels.
    pub(super) width: f64,
}

/// Space at both ends, so that marks at an end are whole.
const MARGIN: f64 = 6.0;

impl Scale {
    /// A logarithmic axis that holds these values; what is no positive number doesn't count.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>, width: f64) -> Scale {
        let (mut low, mut high) = ends(values.filter(|value| *value > 0.0)).unwrap_or((1.0, 1.0));
        if high / low < 1.02 {
            (low, high) = (low / 1.01, high * 1.01);
        }
        Scale {
            low,
            high,
            logarithmic: true,
            width,
        }
    }

    /// A linear axis from 0 that holds these values.
    pub(super) fn from_zero(values: impl Iterator<Item = f64>, width: f64) -> Scale {
        let high = ends(values).map_or(1.0, |(_, high)| high);
        Scale {
            low: 0.0,
            high: if high > 0.0 { high } else { 1.0 },
            logarithmic: false,
            width,
        }
    }

    /// The place of a value; one beyond the axis stands at its end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let Scale { low, high, .. } = *self;
        let part = if !value.is_finite() || value <= low {
            if value > high { 1.0 } else { 0.0 }
        } else if value >= high {
            1.0
        } else if self.logarithmic {
            (value / low).natural_log() / (high / low).natural_log()
        } else {
            (value - low) / (high - low)
        };
        MARGIN + part * (self.width - 2.0 * MARGIN)
    }

    /// Whether a value is on the axis.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Values that are worth naming, in order: multiples of 1, 2 or 5 of a power of ten.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let Scale { low, high, .. } = *self;
        if self.logarithmic && high / low >= 4.0 {
            let decades = low.decimal_log().floor() as i32..=high.decimal_log().ceil() as i32;
            let all = decades.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| times(digit, power)));
            return all.filter(|value| self.holds(*value)).collect();
        }
        let raw = (high - low) / 5.0;
        let power = raw.decimal_log().floor() as i32;
        let mut digits = [1.0, 2.0, 5.0, 10.0].into_iter();
        let digit = digits.find(|digit| times(*digit, power) >= raw);
        let digit = digit.unwrap_or(10.0);
        let first = (low / times(digit, power)).ceil();
        let all = (0..12).map(|count| times((first + f64::from(count)) * digit, power));
        all.filter(|value| self.holds(*value)).collect()
    }
}

/// A digit times a power of ten, as exact as a decimal number is.
fn times(digit: f64, power: i32) -> f64 {
    if power < 0 {
        digit / 10f64.powi(-power)
    } else {
        digit * 10f64.powi(power)
    }
}

/// The smallest and the largest finite value.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = values.filter(|value| value.is_finite());
    finite.fold(None, |ends, value| match ends {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_logarithm_and_stay_on_the_axis() {
        let scale = Scale::logarithmic([0.5, 2.0, f64::NAN, -1.0].into_iter(), 212.0);
        let close = |value: f64, place: f64| assert!((scale.at(value) - place).abs() < 1e-9);
        close(0.5, 6.0);
        close(1.0, 106.0);
        close(2.0, 206.0);
        for value in [f64::NEG_INFINITY, f64::NAN, 0.0, 0.1, 9.0, f64::INFINITY] {
            assert!((6.0..=206.0).contains(&scale.at(value)), "{value}");
        }
        close(f64::INFINITY, 206.0);
        let bars = Scale::from_zero([4.0].into_iter(), 212.0);
        assert_eq!((bars.at(0.0), bars.at(2.0)), (6.0, 106.0));
    }

    #[test]
    fn ticks_are_round_numbers_on_the_axis() {
        let ticks = |values: [f64; 2]| Scale::logarithmic(values.into_iter(), 200.0).ticks();
        assert_eq!(ticks([0.93, 1.07]), [0.95, 1.0, 1.05]);
        assert_eq!(ticks([7.0, 90.0]), [10.0, 20.0, 50.0]);
        assert_eq!(ticks([0.09, 1.1]), [0.1, 0.2, 0.5, 1.0]);
        let nothing = Scale::logarithmic(std::iter::empty(), 200.0);
        assert!(nothing.ticks().contains(&1.0));
        let huge = Scale::logarithmic([1e-300, 1e300].into_iter(), 200.0);
        assert!(huge.ticks().len() < 3000);
    }
}
