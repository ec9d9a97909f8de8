//! A straight line through points measured in several rounds.

use serde::{Deserialize, Serialize};

use super::bootstrap::{FEWEST_ROUNDS, RESAMPLES, widened};
use super::interval::Interval;
use super::random::SplitMix64;

/// A figure and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The figure.
    pub value: f64,
    /// Its 95 % interval, if there is enough data.
    pub interval: Option<Interval>,
}

/// The line `y = intercept + slope·x` of least squares.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The line's y at x = 0.
    pub intercept: Figure,
    /// Its growth per unit of x.
    pub slope: Figure,
    /// Its y at the x that was asked for.
    pub value: Figure,
    /// Number of clusters with points.
    pub clusters: usize,
    /// Number of points.
    pub points: usize,
}

/// The line of least squares through all points, with the intervals of its intercept, its slope, and its
/// value at `x`.
///
/// slope = Σ(x − x̄)(y − ȳ)/Σ(x − x̄)², intercept = ȳ − slope·x̄. The points of a cluster (a round) are not
/// independent, so the intervals come from drawing whole clusters anew 2000 times, and are widened for R
/// clusters as those of `paired` are. That is right where each cluster holds points at several x. With one
/// x in each cluster and few clusters the intervals are too narrow: in simulations with six of them they
/// missed the truth in 6 to 9 % instead of 5 %.
///
/// Clusters without points don't count. No intervals of fewer than three clusters, or if more than a tenth
/// of the resamples hold one x only and so have no line. `None` if all points have one x or there are fewer
/// than two, or a number is not finite.
pub fn line(clusters: &[Vec<(f64, f64)>], x: f64, seed: u64) -> Option<Line> {
    let held: Vec<&Vec<(f64, f64)>> = clusters
        .iter()
        .filter(|points| !points.is_empty())
        .collect();
    let all: Vec<(f64, f64)> = held
        .iter()
        .flat_map(|points| points.iter().copied())
        .collect();
    let origin = centre(&all)?;
    let sums: Vec<Sums> = held.iter().map(|points| Sums::of(points, origin)).collect();
    let whole = Sums::total(sums.iter());
    let fit = whole.fit(0.0)?;
    let at = [-origin.0, x - origin.0];
    let figures = |fit: Fit| {
        [
            origin.1 + fit.at(at[0]),
            fit.slope,
            origin.1 + fit.at(at[1]),
        ]
    };
    let values = figures(fit);
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    // Rounding leaves a spread above 0 where all x are equal.
    let least_spread = 1e-12 * whole.spread() / whole.n;
    let drawn = resampled_fits(&sums, least_spread, seed);
    let interval = |which: usize| {
        let resamples: Vec<f64> = drawn.iter().map(|fit| figures(*fit)[which]).collect();
        let enough = 10 * resamples.len() >= 9 * RESAMPLES;
        enough
            .then(|| widened(values[which], resamples, sums.len()))
            .flatten()
    };
    let figure = |which: usize| Figure {
        value: values[which],
        interval: interval(which),
    };
    Some(Line {
        intercept: figure(0),
        slope: figure(1),
        value: figure(2),
        clusters: sums.len(),
        points: all.len(),
    })
}

/// The mean point, or `None` if a number is not finite or not even two x differ.
fn centre(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let first = points.first()?;
    let finite = points.iter().all(|(x, y)| x.is_finite() && y.is_finite());
    if !finite || points.iter().all(|point| point.0 == first.0) {
        return None;
    }
    let n = points.len() as f64;
    Some((
        points.iter().map(|point| point.0 / n).sum(),
        points.iter().map(|point| point.1 / n).sum(),
    ))
}

/// The lines of resamples of clusters; resamples that hold one x only are left out.
fn resampled_fits(sums: &[Sums], least_spread: f64, seed: u64) -> Vec<Fit> {
    if sums.len() < FEWEST_ROUNDS {
        return Vec::new();
    }
    let mut random = SplitMix64::new(seed);
    let n = sums.len() as u64;
    (0..RESAMPLES)
        .filter_map(|_| {
            Sums::total(sums.iter().map(|_| &sums[random.below(n) as usize])).fit(least_spread)
        })
        .collect()
}

/// The sums over points from which their line follows; x and y are counted from the mean point of all.
#[derive(Clone, Copy, Default)]
struct Sums {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl Sums {
    fn of(points: &[(f64, f64)], origin: (f64, f64)) -> Sums {
        let mut sums = Sums::default();
        for point in points {
            let (x, y) = (point.0 - origin.0, point.1 - origin.1);
            sums.add(&Sums {
                n: 1.0,
                x,
                y,
                xx: x * x,
                xy: x * y,
            });
        }
        sums
    }

    fn total<'a>(parts: impl Iterator<Item = &'a Sums>) -> Sums {
        let mut sums = Sums::default();
        for part in parts {
            sums.add(part);
        }
        sums
    }

    fn add(&mut self, other: &Sums) {
        self.n += other.n;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
    }

    /// Σ(x − x̄)².
    fn spread(&self) -> f64 {
        self.xx - self.x * self.x / self.n
    }

    /// The line, or `None` if the spread per point is not above the least.
    fn fit(&self, least_spread: f64) -> Option<Fit> {
        let spread = self.spread();
        if spread.is_nan() || spread <= least_spread * self.n {
            return None;
        }
        let slope = (self.xy - self.x * self.y / self.n) / spread;
        Some(Fit {
            middle: (self.y - slope * self.x) / self.n,
            slope,
        })
    }
}

/// A line: its height at the mean point's x, and its slope.
#[derive(Clone, Copy)]
struct Fit {
    middle: f64,
    slope: f64,
}

impl Fit {
    fn at(&self, x: f64) -> f64 {
        self.middle + self.slope * x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clusters() -> Vec<Vec<(f64, f64)>> {
        [
            [103.2, 106.1, 111.8, 124.3],
            [102.5, 105.9, 112.9, 123.0],
            [104.4, 106.4, 111.2, 125.9],
            [101.9, 105.0, 110.7, 122.8],
            [103.6, 107.0, 112.6, 125.1],
        ]
        .iter()
        .map(|heights| [1.0, 2.0, 4.0, 8.0].into_iter().zip(*heights).collect())
        .collect()
    }

    /// Values from scipy 1.17 `stats.linregress`; the percentiles of `numpy.polyfit` of all 5⁵ resamples of
    /// clusters, widened. The ends of 2000 resamples scatter about them with the standard deviations given
    /// last (300 repetitions in numpy).
    #[test]
    fn a_line_agrees_with_an_independent_implementation() {
        let found = line(&clusters(), 3.0, 11).unwrap();
        assert_eq!((found.clusters, found.points), (5, 20));
        for (figure, value, low, high, deviation) in [
            (
                found.intercept,
                100.009_565_217_391_28,
                99.0855,
                100.6761,
                0.024,
            ),
            (found.slope, 3.014_782_608_695_652, 2.9189, 3.1098, 0.0033),
            (
                found.value,
                109.053_913_043_478_25,
                108.0590,
                109.8995,
                0.033,
            ),
        ] {
            assert!((figure.value - value).abs() < 1e-10, "{figure:?}");
            let interval = figure.interval.unwrap();
            assert!((interval.low - low).abs() < 5.0 * deviation, "{figure:?}");
            assert!((interval.high - high).abs() < 5.0 * deviation, "{figure:?}");
        }
    }

    #[test]
    fn points_on_a_line_give_that_line() {
        let exact: Vec<Vec<(f64, f64)>> = (0..4)
            .map(|_| vec![(1e6, 2e6 + 7.0), (1e6 + 1.0, 2e6 + 9.0)])
            .collect();
        let found = line(&exact, 1e6 + 0.5, 1).unwrap();
        assert!((found.slope.value - 2.0).abs() < 1e-9);
        assert!((found.intercept.value - 7.0).abs() < 1e-3);
        assert!((found.value.value - (2e6 + 8.0)).abs() < 1e-6);
        assert!(found.slope.interval.unwrap().width() < 1e-9);
    }

    /// With one x in each of three clusters, every ninth resample holds one x only: too many.
    #[test]
    fn too_few_clusters_or_too_few_x_give_no_intervals() {
        let two = line(&clusters()[..2], 1.0, 1).unwrap();
        assert_eq!((two.slope.interval, two.value.interval), (None, None));
        let single = [vec![(1.0, 1.0)], vec![(2.0, 2.5)], vec![(3.0, 2.9)], vec![]];
        let found = line(&single, 1.0, 1).unwrap();
        assert_eq!((found.clusters, found.slope.interval), (3, None));
    }

    #[test]
    fn points_without_a_line_give_nothing() {
        assert_eq!(line(&[], 0.0, 1), None);
        assert_eq!(line(&[vec![(1.0, 2.0)]], 0.0, 1), None);
        assert_eq!(
            line(&[vec![(0.1, 2.0), (0.1, 3.0), (0.1, 4.0)]], 0.0, 1),
            None
        );
        assert_eq!(line(&[vec![(1.0, f64::NAN), (2.0, 3.0)]], 0.0, 1), None);
        assert_eq!(
            line(&[vec![(1.0, 1.0), (2.0, 3.0)]], f64::INFINITY, 1),
            None
        );
    }
}
