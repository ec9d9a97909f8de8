//! The arithmetic of the gate: ratios per operation and round, their means and spread, and what
//! they say about a limit.
//!
//! The spread is that between rounds, the smallest and the largest ratio, or, where systems took turns,
//! a 95 % interval. A limit is decided only if the whole spread lies on one side of it.

mod intervals;

pub use intervals::with_intervals;

use crate::math::Portable;
use crate::stats;
use arena_runner::message::Operation;
use serde::{Deserialize, Serialize};

/// What the gate compares and its limits, as the verdict repeats them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The most that the geometric mean over all operations may be.
    pub geometric_mean_ceiling: f64,
    /// The most that any one operation may be.
    pub individual_regression_ceiling: f64,
    /// An operation whose ratio is at most this counts as improved.
    pub improvement_ceiling: f64,
}

/// What a criterion comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It holds.
    Met,
    /// It does not hold.
    NotMet,
    /// The evidence does not tell.
    Unresolved,
}

impl Outcome {
    /// The name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Outcome::Met => "met",
            Outcome::NotMet => "not-met",
            Outcome::Unresolved => "unresolved",
        }
    }

    /// The name in sentences.
    pub const fn words(self) -> &'static str {
        match self {
            Outcome::NotMet => "not met",
            other => other.id(),
        }
    }

    /// What several outcomes come to: not met if one is not, else unresolved if one is.
    pub fn of_all(outcomes: impl IntoIterator<Item = Outcome>) -> Outcome {
        let mut overall = Outcome::Met;
        for outcome in outcomes {
            match outcome {
                Outcome::NotMet => return Outcome::NotMet,
                Outcome::Unresolved => overall = Outcome::Unresolved,
                Outcome::Met => {}
            }
        }
        overall
    }
}

/// A criterion of the gate and what it comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Its id, for example `geometric-mean`.
    pub id: String,
    /// What it comes to.
    pub status: Outcome,
    /// Why, as a sentence.
    pub reason: String,
}

impl Criterion {
    pub(crate) fn new(id: &str, status: Outcome, reason: String) -> Criterion {
        Criterion {
            id: id.to_owned(),
            status,
            reason,
        }
    }
}

/// A ratio with its spread between rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// Geometric mean over the rounds.
    pub value: f64,
    /// The smallest of a round.
    pub low: f64,
    /// The largest of a round.
    pub high: f64,
    /// Rounds.
    pub rounds: usize,
    /// Whether low and high are a 95 % interval of the ratio and not the smallest and the largest of a round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interval: bool,
    /// For intervals: the largest difference that the control leaves possible, as a ratio above 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise_floor: Option<f64>,
    /// For intervals: the standard deviation of the logarithms of the rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_sd: Option<f64>,
}

impl Spread {
    /// The spread of the ratios of the rounds, or `None` without any or if one is not positive.
    pub fn of(ratios: &[f64]) -> Option<Spread> {
        Some(Spread {
            value: stats::geometric_mean(ratios)?,
            low: ratios.iter().copied().fold(f64::INFINITY, f64::min),
            high: ratios.iter().copied().fold(0.0, f64::max),
            rounds: ratios.len(),
            interval: false,
            noise_floor: None,
            round_sd: None,
        })
    }

    /// Where the ratio stands to a ceiling. One round has no spread and decides nothing; nor does a ratio that is closer
    /// to the ceiling than the noise of the method.
    pub fn against(&self, ceiling: f64) -> Outcome {
        let noise = self.noise_floor.map_or(0.0, f64::ln);
        if self.rounds < 2 || (self.interval && (self.value / ceiling).natural_log().abs() <= noise)
        {
            Outcome::Unresolved
        } else if self.high <= ceiling {
            Outcome::Met
        } else if self.low > ceiling {
            Outcome::NotMet
        } else {
            Outcome::Unresolved
        }
    }

    /// In words, for example `0.9812 (0.9700 to 0.9931 over 5 rounds)`.
    pub fn words(&self) -> String {
        let Spread {
            value,
            low,
            high,
            rounds,
            ..
        } = self;
        if self.interval {
            format!("{value:.4} (95 % interval {low:.4} to {high:.4}, {rounds} rounds)")
        } else if self.rounds < 2 {
            format!("{value:.4}")
        } else {
            format!("{value:.4} ({low:.4} to {high:.4} over {rounds} rounds)")
        }
    }

    /// The rounds that would decide an open question about a ceiling in four of five runs, if the ratio is what it seems to
    /// be: the interval's end must then be as far from the estimate as the ceiling is, less what the estimate itself strays.
    pub fn rounds_to_decide(&self, ceiling: f64) -> Option<u32> {
        /// 1 + z(0.8) / z(0.975).
        const POWER: f64 = 1.4294;
        let distance = (self.value / ceiling).natural_log().abs();
        stats::rounds_needed(self.round_sd?, distance / POWER)
    }
}

/// What was measured of one operation on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// Latency of baseline and candidate in each round, in nanoseconds, or why there are none.
    pub rounds: Result<Vec<(f64, f64)>, String>,
}

/// What came out for one operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationResult {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// Median over the rounds of the baseline's figures.
    pub baseline_ns: Option<f64>,
    /// Median over the rounds of the candidate's figures.
    pub candidate_ns: Option<f64>,
    /// Candidate over baseline.
    pub ratio: Option<Spread>,
    /// Why there is no ratio.
    pub problem: Option<String>,
}

impl OperationResult {
    fn of(figures: &Figures) -> OperationResult {
        let side = |pick: fn(&(f64, f64)) -> f64| {
            let rounds = figures.rounds.as_ref().ok()?;
            stats::median(&rounds.iter().map(pick).collect::<Vec<f64>>())
        };
        let ratio = figures
            .rounds
            .as_ref()
            .ok()
            .and_then(|rounds| Spread::of(&ratios(rounds)));
        let problem = match (&figures.rounds, ratio) {
            (Err(reason), _) => Some(reason.clone()),
            (Ok(_), None) => Some("a latency is not a positive number".to_owned()),
            (Ok(_), Some(_)) => None,
        };
        OperationResult {
            algorithm: figures.algorithm.clone(),
            parameter_set: figures.parameter_set.clone(),
            operation: figures.operation,
            baseline_ns: side(|(baseline, _)| *baseline),
            candidate_ns: side(|(_, candidate)| *candidate),
            ratio,
            problem,
        }
    }

    /// The operation in words, for example `ml-kem-768 decaps`.
    pub fn name(&self) -> String {
        format!(
            "{}-{} {}",
            self.algorithm,
            self.parameter_set,
            self.operation.id()
        )
    }
}

fn ratios(rounds: &[(f64, f64)]) -> Vec<f64> {
    rounds
        .iter()
        .map(|(baseline, candidate)| candidate / baseline)
        .collect()
}

/// What the figures of all operations come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Each operation.
    pub operations: Vec<OperationResult>,
    /// The geometric mean over the operations, per round and then over the rounds.
    pub geometric_mean: Option<Spread>,
    /// Operations that improved, of all, for example `0/9`.
    pub improved: String,
}

/// Computes ratios and means.
pub fn evaluate(figures: &[Figures], limits: &Limits) -> Evaluation {
    let operations: Vec<OperationResult> = figures.iter().map(OperationResult::of).collect();
    let improved = operations
        .iter()
        .filter_map(|operation| operation.ratio)
        .filter(|ratio| ratio.value <= limits.improvement_ceiling)
        .count();
    Evaluation {
        geometric_mean: geometric_mean(figures),
        improved: format!("{improved}/{}", operations.len()),
        operations,
    }
}

/// `None` unless every operation has the same number of rounds.
fn geometric_mean(figures: &[Figures]) -> Option<Spread> {
    let mut per_operation = Vec::new();
    for operation in figures {
        per_operation.push(ratios(operation.rounds.as_ref().ok()?));
    }
    let rounds = per_operation.first()?.len();
    let mut means = Vec::new();
    for round in 0..rounds {
        let mut of_round = Vec::new();
        for ratios in &per_operation {
            if ratios.len() != rounds {
                return None;
            }
            of_round.push(*ratios.get(round)?);
        }
        means.push(stats::geometric_mean(&of_round)?);
    }
    Spread::of(&means)
}

/// The criterion `geometric-mean`.
pub fn geometric_mean_criterion(evaluation: &Evaluation, limits: &Limits) -> Criterion {
    let ceiling = limits.geometric_mean_ceiling;
    let id = "geometric-mean";
    let Some(mean) = evaluation.geometric_mean else {
        let why = match problems(evaluation) {
            _ if evaluation.operations.is_empty() => "none is measured on both sides".to_owned(),
            problems if problems.is_empty() => "they differ in their rounds".to_owned(),
            problems => problems,
        };
        let reason = format!("There is no geometric mean over all operations: {why}.");
        return Criterion::new(id, Outcome::Unresolved, reason);
    };
    let status = mean.against(ceiling);
    let words = mean.words();
    let reason = match status {
        _ if mean.rounds < 2 => format!(
            "The geometric mean is {words}, {} the ceiling of {ceiling}, but there is only one figure per operation and so no spread to decide by.",
            side(mean.value, ceiling)
        ),
        _ if mean.interval => format!(
            "The geometric mean is {words}: {}.",
            against(&mean, ceiling)
        ),
        Outcome::Met => format!("The geometric mean is {words}: no round is above {ceiling}."),
        Outcome::NotMet => {
            format!("The geometric mean is {words}: every round is above {ceiling}.")
        }
        Outcome::Unresolved => {
            format!("The geometric mean is {words}: the rounds lie on both sides of {ceiling}.")
        }
    };
    Criterion::new(id, status, reason)
}

/// How an interval lies to a ceiling, in words.
fn against(ratio: &Spread, ceiling: f64) -> String {
    match ratio.against(ceiling) {
        Outcome::Met => format!("the interval is not above {ceiling}"),
        Outcome::NotMet => format!("the interval is above {ceiling}"),
        Outcome::Unresolved => {
            let noise = ratio
                .noise_floor
                .filter(|floor| (ratio.value / ceiling).natural_log().abs() <= floor.natural_log());
            let why = match noise {
                Some(floor) => format!(
                    "{ceiling} is closer than the noise of the method, {:.2} %",
                    (floor - 1.0) * 100.0
                ),
                None => format!("the interval holds {ceiling}"),
            };
            match ratio.rounds_to_decide(ceiling) {
                Some(rounds) if noise.is_none() => {
                    format!("{why}; about {rounds} rounds would decide it in four of five runs")
                }
                _ => why,
            }
        }
    }
}

/// The criterion `individual-regression`.
pub fn individual_regression_criterion(evaluation: &Evaluation, limits: &Limits) -> Criterion {
    let ceiling = limits.individual_regression_ceiling;
    let id = "individual-regression";
    let with = |wanted: Outcome| {
        let mut names = Vec::new();
        for operation in &evaluation.operations {
            if let Some(ratio) = operation
                .ratio
                .filter(|ratio| ratio.against(ceiling) == wanted)
            {
                let mut name = format!("{} at {}", operation.name(), ratio.words());
                if ratio.interval && wanted == Outcome::Unresolved {
                    name += &format!(" ({})", against(&ratio, ceiling));
                }
                names.push(name);
            }
        }
        names
    };
    let mut ratios = evaluation
        .operations
        .iter()
        .filter_map(|operation| operation.ratio);
    let intervals = ratios.any(|ratio| ratio.interval);
    let over = with(Outcome::NotMet);
    if !over.is_empty() {
        let when = if intervals { "" } else { " in every round" };
        let reason = format!("Above {ceiling}{when}: {}.", over.join(", "));
        return Criterion::new(id, Outcome::NotMet, reason);
    }
    let missing = problems(evaluation);
    if !missing.is_empty() {
        let reason = format!("Not every operation has a ratio: {missing}.");
        return Criterion::new(id, Outcome::Unresolved, reason);
    }
    if evaluation.operations.is_empty() {
        let reason = "No operation was measured on both sides.".to_owned();
        return Criterion::new(id, Outcome::Unresolved, reason);
    }
    let single = evaluation
        .operations
        .iter()
        .any(|operation| operation.ratio.is_some_and(|ratio| ratio.rounds < 2));
    if single {
        return single_figures(id, evaluation, ceiling);
    }
    let between = with(Outcome::Unresolved);
    if !between.is_empty() {
        let what = if intervals {
            format!("Not decided against {ceiling}")
        } else {
            format!("On both sides of {ceiling}")
        };
        let reason = format!("{what}: {}.", between.join(", "));
        return Criterion::new(id, Outcome::Unresolved, reason);
    }
    let reason = if intervals {
        format!("No operation's interval is above {ceiling}.")
    } else {
        format!("No operation is above {ceiling} in any round.")
    };
    Criterion::new(id, Outcome::Met, reason)
}

fn single_figures(id: &str, evaluation: &Evaluation, ceiling: f64) -> Criterion {
    let mut over = Vec::new();
    for operation in &evaluation.operations {
        if let Some(ratio) = operation.ratio.filter(|ratio| ratio.value > ceiling) {
            over.push(format!("{} at {:.4}", operation.name(), ratio.value));
        }
    }
    let where_to = if over.is_empty() {
        format!("No operation lies above {ceiling}")
    } else {
        format!("Above {ceiling}: {}", over.join(", "))
    };
    let reason = format!(
        "{where_to}, but there is only one figure per operation and so no spread to decide by."
    );
    Criterion::new(id, Outcome::Unresolved, reason)
}

/// Where a figure lies.
pub(crate) fn side(value: f64, ceiling: f64) -> &'static str {
    if value > ceiling {
        "above"
    } else {
        "not above"
    }
}

fn problems(evaluation: &Evaluation) -> String {
    let mut problems = Vec::new();
    for operation in &evaluation.operations {
        if let Some(problem) = &operation.problem {
            problems.push(format!("{}: {problem}", operation.name()));
        }
    }
    problems.join("; ")
}

#[cfg(test)]
mod tests;
