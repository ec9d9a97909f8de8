//! Runs until the intervals are as narrow as asked for, or the time is over.
//!
//! Looking at results and stopping when they please would bias them. So the rule looks at the *width* of
//! the intervals only, never at where they lie; it looks after a fixed number of rounds and then after
//! each further step; and there is a least number of rounds. Stopping at a fixed width keeps the
//! coverage of an interval (Chow and Robbins, 1965); a test in `stats` shows it for this rule by simulation.

use crate::analysis::{Analysis, Comparison};
use crate::driver::{self, DriveError, Job, Observer, Outcome};
use crate::evidence;
use crate::files::FileError;
use crate::math::Portable;
use crate::plan::Plan;
use crate::planning;
use crate::protocol::Protocol;
use crate::stats::Estimate;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Rounds before the first look.
pub const FIRST_LOOK: u32 = 12;
/// Rounds between two looks.
pub const STEP: u32 = 4;
/// The most rounds.
const MOST_ROUNDS: u32 = 1000;

/// The rounds to begin with: those that are asked for, but enough for the first look where a precision is wanted.
///
/// # Errors
/// Fewer are asked for.
pub fn first_rounds(asked: Option<u32>, precise: bool) -> Result<Option<u32>, PrecisionError> {
    match asked {
        Some(rounds) if precise && rounds < FIRST_LOOK => Err(PrecisionError::TooFew(rounds)),
        None if precise => Ok(Some(FIRST_LOOK)),
        asked => Ok(asked),
    }
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The wanted half-width of every interval, as a logarithm: 0.005 for half a per cent.
    pub half_width: f64,
    /// The time after which no further round is begun.
    pub budget: Duration,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// How many rows came out how.
    pub outcome: Outcome,
    /// Rounds that were measured.
    pub rounds: u32,
    /// The widest half-width of an asked ratio; absent if there is no interval.
    pub widest: Option<f64>,
    /// Whether the precision was reached.
    pub reached: bool,
}

/// Why it could not go on. What was measured is in the folder.
#[derive(Debug, Error)]
pub enum PrecisionError {
    /// The driver.
    #[error("{0}")]
    Drive(#[from] DriveError),
    /// A file.
    #[error("{0}")]
    File(#[from] FileError),
    /// Too few rounds before the first look.
    #[error(
        "--rounds {0}: with --precision at least {FIRST_LOOK}, the rounds before the first look at the intervals"
    )]
    TooFew(u32),
    /// The protocol has no intervals.
    #[error(
        "protocol `{0}` has no intervals; --precision goes with an interleaved protocol such as `evidence`"
    )]
    NoIntervals(String),
}

/// Measures the job's plan and adds rounds to it until the precision is reached or the time is over.
///
/// # Errors
/// See [`PrecisionError`].
pub fn run(
    job: &Job<'_>,
    precision: Precision,
    observer: &mut dyn Observer,
) -> Result<Reached, PrecisionError> {
    let start = Instant::now();
    let (mut plan, mut protocol) = (job.plan.clone(), job.protocol.clone());
    if !protocol.interleaved {
        return Err(PrecisionError::NoIntervals(protocol.name));
    }
    loop {
        let step = Job {
            plan: &plan,
            protocol: &protocol,
            ..*job
        };
        let outcome = driver::run(&step, observer)?;
        let derived = evidence::derive(job.folder)?;
        let widest = widest(derived.verdict().analysis.as_ref(), &derived.protocol);
        let reached = widest.is_some_and(|widest| widest <= precision.half_width);
        let over = start.elapsed() >= precision.budget || plan.rounds >= MOST_ROUNDS;
        if reached || over {
            return Ok(Reached {
                outcome,
                rounds: plan.rounds,
                widest,
                reached,
            });
        }
        let shown = widest.map_or("none".to_owned(), |w| format!("{:.2} %", w * 100.0));
        observer.note(&format!(
            "after {} rounds the widest half-width is {shown}, wanted is {:.2} %: {STEP} more rounds",
            plan.rounds,
            precision.half_width * 100.0
        ));
        extend(&mut plan, &mut protocol);
        plan.write(job.folder)?;
    }
}

/// Adds rounds to a plan.
fn extend(plan: &mut Plan, protocol: &mut Protocol) {
    let kept: Vec<_> = plan
        .rows
        .iter()
        .filter(|row| row.round == 1)
        .cloned()
        .collect();
    protocol.rounds = plan.rounds + STEP;
    for round in plan.rounds + 1..=protocol.rounds {
        let rows = kept.iter().cloned().map(|mut row| {
            row.round = round;
            row
        });
        plan.rows.extend(rows);
    }
    plan.rounds = protocol.rounds;
    plan.complete = planning::named_protocol(plan)
        .is_ok_and(|original| crate::verdict::is_complete(plan, &original));
}

/// The widest half-width of the gate's ratios, as a logarithm; `None` if one has no interval.
fn widest(analysis: Option<&Analysis>, protocol: &Protocol) -> Option<f64> {
    let Comparison {
        operations,
        geometric_mean,
        ..
    } = analysis?.gate(protocol)?;
    let measured = operations
        .iter()
        .filter(|operation| operation.problem.is_none());
    let ratios = measured.map(|operation| operation.estimate);
    // A run of some operations has no mean over all; then their own intervals are what was asked for.
    let widths: Option<Vec<f64>> = ratios.map(half_width).collect();
    let widest = widths?.into_iter().fold(0.0, f64::max);
    Some(widest.max(half_width(*geometric_mean).unwrap_or(0.0))).filter(|w| *w > 0.0)
}

fn half_width(estimate: Option<Estimate>) -> Option<f64> {
    let interval = estimate?.interval?;
    Some((interval.high / interval.low).natural_log() / 2.0)
}

#[cfg(test)]
mod tests;
