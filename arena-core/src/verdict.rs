//! The verdict of a run: every criterion of the gate, the figures behind it, and what is covered.
//!
//! It follows from the normalized rows, the plan and the protocol alone, so that anyone can compute it again.

mod coverage;
mod criteria;
mod statement;

pub use coverage::{Coverage, Entry, is_complete};

use crate::analysis::Analysis;
use crate::gate::{self, Criterion, Figures, Limits, OperationResult, Outcome, Spread};
use crate::normalize::{Normalized, NormalizedRow, Standing};
use crate::plan::Plan;
use crate::protocol::Protocol;
use crate::record::{RowKey, Status};
use arena_runner::message::Operation;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The schema version of [`Verdict`].
pub const SCHEMA_VERSION: u32 = 1;

/// What `verdict.json` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Always [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The run.
    pub run_id: String,
    /// Name of the protocol.
    pub protocol: String,
    /// Whether the protocol makes evidence at all.
    pub evidence: bool,
    /// Whether the run was asked for the protocol's rows and counts, all of them and no others.
    pub complete: bool,
    /// One sentence that says it all.
    pub statement: String,
    /// What all criteria come to.
    pub overall: Outcome,
    /// The criteria.
    pub criteria: Vec<Criterion>,
    /// The system that is the measure.
    pub baseline: String,
    /// The system that is judged.
    pub candidate: String,
    /// The limits.
    pub limits: Limits,
    /// The geometric mean over the operations of candidate over baseline.
    pub geometric_mean: Option<Spread>,
    /// Operations whose ratio is at most the improvement ceiling, of all, for example `0/9`.
    pub improved_by_5_percent: String,
    /// Each operation.
    pub operations: Vec<OperationResult>,
    /// What there is of the rows that there should be.
    pub coverage: Coverage,
    /// Where systems took turns: every comparison with its interval, the control, and the cost of signing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
}

impl Verdict {
    /// The verdict on a run.
    pub fn of(
        normalized: &Normalized,
        plan: &Plan,
        protocol: &Protocol,
        analysis: Option<Analysis>,
    ) -> Verdict {
        let limits = Limits::of(protocol);
        let rows = Rows::of(normalized);
        let mut evaluation = gate::evaluate(&figures(&rows, plan, protocol), &limits);
        if let Some(comparison) = analysis.as_ref().and_then(|of| of.gate(protocol)) {
            gate::with_intervals(&mut evaluation, comparison, &limits);
        }
        let coverage = Coverage::of(normalized, plan, protocol);
        let criteria = vec![
            gate::geometric_mean_criterion(&evaluation, &limits),
            gate::individual_regression_criterion(&evaluation, &limits),
            coverage::criterion(&coverage, plan, protocol),
            criteria::same_environment(normalized, protocol),
            criteria::raw_records(normalized),
        ];
        let mut verdict = Verdict {
            schema_version: SCHEMA_VERSION,
            run_id: plan.run_id.clone(),
            protocol: protocol.name.clone(),
            evidence: protocol.evidence,
            complete: is_complete(plan, protocol),
            statement: String::new(),
            overall: Outcome::of_all(criteria.iter().map(|criterion| criterion.status)),
            criteria,
            baseline: protocol.gate.baseline.clone(),
            candidate: protocol.gate.candidate.clone(),
            limits,
            geometric_mean: evaluation.geometric_mean,
            improved_by_5_percent: evaluation.improved,
            operations: evaluation.operations,
            coverage,
            analysis,
        };
        let gate = verdict.analysis.as_ref().and_then(|of| of.gate(protocol));
        verdict.statement = statement::of(&verdict, gate);
        verdict
    }
}

impl Limits {
    /// The limits of a protocol.
    pub fn of(protocol: &Protocol) -> Limits {
        let gate = &protocol.gate;
        Limits {
            geometric_mean_ceiling: gate.geometric_mean_ceiling,
            individual_regression_ceiling: gate.individual_regression_ceiling,
            improvement_ceiling: gate.improvement_ceiling,
        }
    }
}

/// The expected rows by key.
struct Rows<'a>(HashMap<RowKey, &'a NormalizedRow>);

impl<'a> Rows<'a> {
    fn of(normalized: &'a Normalized) -> Rows<'a> {
        let mut rows = HashMap::new();
        for row in &normalized.rows {
            if let Some(key) = row.key().filter(|_| row.standing != Standing::Foreign) {
                rows.insert(key, row);
            }
        }
        Rows(rows)
    }

    /// The median of a row, or why it has none to use.
    fn median(&self, key: &RowKey) -> Result<f64, String> {
        let named = |what: &str| format!("{} {what} in round {}", key.system, key.round);
        let row = self.0.get(key).ok_or_else(|| named("has no row"))?;
        if row.standing == Standing::Doubled {
            return Err(named("has more than one row"));
        }
        match row.status {
            Status::Failed => Err(named("failed")),
            Status::Mismatch => Err(named("returned wrong results")),
            Status::Ok => row.median_ns.ok_or_else(|| named("has no median")),
        }
    }
}

/// The operations that the protocol has on both sides, with the medians of every planned round.
fn figures(rows: &Rows<'_>, plan: &Plan, protocol: &Protocol) -> Vec<Figures> {
    let sets_of = |name: &str| {
        let system = protocol.systems.iter().find(|system| system.name == name);
        system.map(|system| system.sets.clone()).unwrap_or_default()
    };
    let candidate_sets = sets_of(&protocol.gate.candidate);
    let mut all = Vec::new();
    for set in sets_of(&protocol.gate.baseline) {
        if !candidate_sets.contains(&set) {
            continue;
        }
        for operation in Operation::of(set) {
            let key = |system: &str, round| {
                RowKey::new(system, set, operation, protocol.gate.lane, round)
            };
            all.push(Figures {
                algorithm: set.algorithm().id().to_owned(),
                parameter_set: set.name().to_owned(),
                operation,
                rounds: rounds(rows, plan, protocol, key),
            });
        }
    }
    all
}

fn rounds(
    rows: &Rows<'_>,
    plan: &Plan,
    protocol: &Protocol,
    key: impl Fn(&str, u32) -> RowKey,
) -> Result<Vec<(f64, f64)>, String> {
    let (baseline, candidate) = (&protocol.gate.baseline, &protocol.gate.candidate);
    // Rounds are taken from the plan's rows: a plan may claim more rounds than memory holds.
    let of = |system: &str| {
        let mut rounds = Vec::new();
        for row in &plan.rows {
            if *row == key(system, row.round) && !rounds.contains(&row.round) {
                rounds.push(row.round);
            }
        }
        rounds.sort_unstable();
        rounds
    };
    let planned = of(baseline);
    if planned.is_empty() && of(candidate).is_empty() {
        return Err("not part of this run".to_owned());
    }
    if planned != of(candidate) {
        return Err(format!(
            "the run was not asked for the same rounds of {baseline} and {candidate}"
        ));
    }
    planned
        .into_iter()
        .map(|round| {
            Ok((
                rows.median(&key(baseline, round))?,
                rows.median(&key(candidate, round))?,
            ))
        })
        .collect()
}
