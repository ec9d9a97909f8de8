//! The course of one cell over the runs of a key: its steps and its whole period, and what they may be called.

use super::points::Point;
use super::{Cell, RunFacts};
use crate::folders::{MACHINE_CHANGED, welch_logs};
use crate::math::Portable;
use crate::stats::{Interval, t_quantile};
use serde::Serialize;

/// Steps that it takes to know what steps of a line usually are.
const USUAL: usize = 3;
/// Runs that it takes to speak of a whole period.
const PERIOD: usize = 5;

/// What a line follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The ratio to the baseline, with which the system took turns, and which was the same executable in all runs.
    ToBaseline,
    /// The time.
    Time,
}

/// What changed between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Changed {
    /// Nothing: the same executable.
    SameExecutable,
    /// The executable.
    OtherExecutable,
    /// The version, the back end or the build: two things side by side.
    OtherVersion,
    /// The rows don't say.
    Unknown,
}

/// What a step or a period comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrendCall {
    /// It takes more time, beyond the noise.
    Regression,
    /// It takes less time, beyond the noise.
    Improvement,
    /// No difference is shown.
    NoDifference,
    /// The machine was not equally fast in both runs.
    Disturbed,
    /// A run has too few rounds for an interval, or its rounds don't differ at all.
    TooFewRounds,
    /// There is neither a control nor enough earlier steps to know the noise from run to run.
    NoiseUnknown,
    /// Two versions: side by side, and nothing is called.
    OtherVersion,
}

impl TrendCall {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            TrendCall::Regression => "REGRESSION",
            TrendCall::Improvement => "improvement",
            TrendCall::NoDifference => "no difference shown",
            TrendCall::Disturbed => "disturbed",
            TrendCall::TooFewRounds => "too few rounds",
            TrendCall::NoiseUnknown => "noise unknown",
            TrendCall::OtherVersion => "other version",
        }
    }
}

/// A figure of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointFigure {
    /// Which run of the key, counted from 0.
    pub run: usize,
    /// Geometric mean of the time over the rounds.
    pub time_ns: f64,
    /// Geometric mean of what the line follows.
    pub value: f64,
    /// Rounds.
    pub rounds: usize,
}

/// From one run to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The older run.
    pub from: String,
    /// The newer run.
    pub to: String,
    /// New over old.
    pub ratio: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The noise floor, as a ratio above 1.
    pub noise_floor: Option<f64>,
    /// Ratio of the machine's calibrations, new over old.
    pub machine: Option<f64>,
    /// What changed.
    pub changed: Changed,
    /// What it comes to.
    pub call: TrendCall,
}

/// From the first run of the newest version to the last, by a straight line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Whole {
    /// Runs.
    pub runs: usize,
    /// The line's end over its beginning.
    pub ratio: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// What it comes to.
    pub call: TrendCall,
}

/// The course of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineTrend {
    /// The cell.
    pub cell: Cell,
    /// What it follows.
    pub measure: Measure,
    /// The version in the newest run.
    pub version: String,
    /// Its figures.
    pub points: Vec<PointFigure>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// The whole period; absent with fewer than five runs of the newest version.
    pub whole: Option<Whole>,
}

/// The course of a cell. `family` lines are judged together: their intervals hold for all of them with 95 %.
pub(super) fn trend(
    cell: Cell,
    measure: Measure,
    points: &[Point],
    runs: &[RunFacts],
    family: usize,
) -> LineTrend {
    let p = 1.0 - 0.025 / family.max(1) as f64;
    let mut steps: Vec<Step> = Vec::new();
    // What steps of this version usually are, as logarithms.
    let mut usual: Vec<f64> = Vec::new();
    for pair in points.windows(2) {
        let [old, new] = pair else { continue };
        if old.version != new.version {
            usual.clear();
        }
        let Some(step) = step(measure, old, new, runs, &usual, p) else {
            continue;
        };
        if matches!(step.call, TrendCall::NoDifference | TrendCall::NoiseUnknown) {
            usual.push(step.ratio.natural_log());
        }
        steps.push(step);
    }
    let figures = points.iter().map(|point| PointFigure {
        run: point.run,
        time_ns: point.time_ns,
        value: mean(&point.logs).exponential(),
        rounds: point.logs.len(),
    });
    LineTrend {
        cell,
        measure,
        version: points
            .last()
            .map(|point| point.version.clone())
            .unwrap_or_default(),
        points: figures.collect(),
        steps,
        whole: whole(measure, points, runs, p),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn step(
    measure: Measure,
    old: &Point,
    new: &Point,
    runs: &[RunFacts],
    usual: &[f64],
    p: f64,
) -> Option<Step> {
    let (difference, half) = welch_logs(&old.logs, &new.logs, p)?;
    let usual_half = usual_half(usual, p);
    let half = half.map(|half| half.max(usual_half.unwrap_or(0.0)));
    let noise_floor = larger(old.floor, new.floor);
    let machine = old.calibration.zip(new.calibration).map(|(a, b)| b / a);
    let changed = changed(old, new);
    // The control of a run says nothing of what differs between runs but for the ratio to what took turns.
    let noise_known =
        usual_half.is_some() || (measure == Measure::ToBaseline && noise_floor.is_some());
    let call = if changed == Changed::OtherVersion {
        TrendCall::OtherVersion
    } else if measure == Measure::Time && machine.is_some_and(disturbed) {
        TrendCall::Disturbed
    } else {
        match half {
            None => TrendCall::TooFewRounds,
            Some(_) if !noise_known => TrendCall::NoiseUnknown,
            Some(half) => call(difference, half, noise_floor),
        }
    };
    let name = |point: &Point| runs.get(point.run).map(|run| run.run_id.clone());
    Some(Step {
        from: name(old).unwrap_or_default(),
        to: name(new).unwrap_or_default(),
        ratio: difference.exponential(),
        interval: half.map(|half| interval(difference, half)),
        noise_floor,
        machine,
        changed,
        call,
    })
}

/// Half the width of the interval in which a step lies that is as the earlier ones: their mean is taken to be 0.
fn usual_half(usual: &[f64], p: f64) -> Option<f64> {
    if usual.len() < USUAL {
        return None;
    }
    let n = usual.len() as f64;
    let squares: f64 = usual.iter().map(|step| step * step).sum();
    Some(t_quantile(p, n)? * (squares / n).sqrt())
}

fn whole(measure: Measure, points: &[Point], runs: &[RunFacts], p: f64) -> Option<Whole> {
    let newest = points.last()?;
    let same = points
        .iter()
        .rev()
        .take_while(|point| point.version == newest.version);
    let mut period: Vec<&Point> = same.collect();
    period.reverse();
    if period.len() < PERIOD {
        return None;
    }
    let begin = runs.get(period[0].run)?.created_unix_ns;
    let mut xy = Vec::new();
    for point in &period {
        let since = runs.get(point.run)?.created_unix_ns.saturating_sub(begin);
        xy.push((since as f64 / 1e9, mean(&point.logs)));
    }
    let (total, half) = course(&xy, p)?;
    let floor = period
        .iter()
        .fold(None, |floor, point| larger(floor, point.floor));
    let calibrations = period.iter().filter_map(|point| point.calibration);
    let (low, high) = calibrations.fold((f64::INFINITY, 0.0_f64), |(low, high), one| {
        (low.min(one), high.max(one))
    });
    let unequal = high > 0.0 && disturbed(high / low);
    Some(Whole {
        runs: period.len(),
        ratio: total.exponential(),
        interval: Some(interval(total, half)),
        call: if measure == Measure::Time && unequal {
            TrendCall::Disturbed
        } else {
            call(total, half, floor)
        },
    })
}

/// The change along the line of least squares from the first point to the last, and half the width of its interval.
fn course(points: &[(f64, f64)], p: f64) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let (mx, my) = points.iter().fold((0.0, 0.0), |(x, y), point| {
        (x + point.0 / n, y + point.1 / n)
    });
    let sxx: f64 = points.iter().map(|(x, _)| (x - mx).powi(2)).sum();
    let sxy: f64 = points.iter().map(|(x, y)| (x - mx) * (y - my)).sum();
    if n < 3.0 || sxx <= 0.0 {
        return None;
    }
    let slope = sxy / sxx;
    let residuals = points.iter().map(|(x, y)| y - my - slope * (x - mx));
    let squares: f64 = residuals.map(|residual| residual * residual).sum();
    let error = (squares / (n - 2.0) / sxx).sqrt();
    let span = points.last()?.0 - points.first()?.0;
    Some((slope * span, t_quantile(p, n - 2.0)? * error * span))
}

/// A regression or an improvement only if the whole interval lies beyond the noise floor.
fn call(difference: f64, half: f64, floor: Option<f64>) -> TrendCall {
    let floor = floor.map_or(0.0, f64::ln);
    if difference - half > floor {
        TrendCall::Regression
    } else if difference + half < -floor {
        TrendCall::Improvement
    } else {
        TrendCall::NoDifference
    }
}

fn interval(difference: f64, half: f64) -> Interval {
    Interval {
        low: (difference - half).exponential(),
        high: (difference + half).exponential(),
    }
}

fn larger(left: Option<f64>, right: Option<f64>) -> Option<f64> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.max(right)),
        (left, right) => left.or(right),
    }
}

fn disturbed(machine: f64) -> bool {
    machine.natural_log().abs() > MACHINE_CHANGED
}

fn changed(old: &Point, new: &Point) -> Changed {
    if old.version != new.version {
        return Changed::OtherVersion;
    }
    match (&old.executable, &new.executable) {
        (Some(old), Some(new)) if old == new => Changed::SameExecutable,
        (Some(_), Some(_)) => Changed::OtherExecutable,
        _ => Changed::Unknown,
    }
}

#[cfg(test)]
mod tests;
