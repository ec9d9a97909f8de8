//! The published table of the V2 record, and whether the published figure follows from it.
//!
//! The table has one pair of latencies per operation: enough to recompute the geometric mean, not
//! enough to decide a limit.

use crate::files::{self, FileError};
use crate::gate::{self, Criterion, Figures, Limits, OperationResult, Outcome};
use crate::protocol::Protocol;
use arena_runner::message::Operation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The published record, as far as figures are made of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRecord {
    /// What it is.
    pub what: String,
    /// The published figures.
    pub published: PublishedFigures,
    /// The published table.
    pub operations: Vec<PublishedOperation>,
    /// Figures that others computed; never used here.
    #[serde(default)]
    pub recomputed_from_the_operations_above: Option<Value>,
    /// Names of the raw files of the run.
    #[serde(default)]
    pub retained_artifacts: Vec<String>,
}

/// The published figures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedFigures {
    /// The geometric mean of the run.
    pub geometric_mean_v2_over_v1: f64,
    /// The geometric mean of the run before it.
    pub previous_run_geometric_mean_v2_over_v1: f64,
    /// The ceiling of the geometric mean.
    pub maximum_allowed_geometric_mean: f64,
    /// The ceiling of one operation, above 1.
    pub maximum_individual_regression: f64,
    /// Operations that improved, of all.
    pub improved_by_5_percent: String,
    /// Rows of the run.
    pub normalized_rows: u64,
    /// The run.
    pub run: String,
    /// The commit.
    pub commit: String,
    /// The run before.
    pub previous_run: String,
    /// Counts.
    pub protocol: Value,
}

/// One line of the published table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedOperation {
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// Latency of V1 in microseconds.
    pub v1_us: f64,
    /// Latency of V2 in microseconds.
    pub v2_us: f64,
    /// The ratio as printed, to four places.
    pub ratio: f64,
}

/// What the published record comes to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PublishedReport {
    /// Always `published-record`, to tell it from a verdict.
    pub kind: &'static str,
    /// What was read.
    pub what: String,
    /// The run that it is of.
    pub run: String,
    /// The geometric mean as published.
    pub published_geometric_mean: f64,
    /// The geometric mean that follows from the table's latencies.
    pub recomputed_geometric_mean: Option<f64>,
    /// Operations that improved, of all, recomputed.
    pub improved_by_5_percent: String,
    /// What does not hold.
    pub findings: Vec<String>,
    /// What all criteria come to.
    pub overall: Outcome,
    /// The criteria.
    pub criteria: Vec<Criterion>,
    /// Each operation.
    pub operations: Vec<OperationResult>,
}

/// Places to which a published figure can be expected to agree with the table.
const PLACES: f64 = 0.000_05;

impl PublishedRecord {
    /// Reads the file.
    ///
    /// # Errors
    /// The file can't be read or is no published record.
    pub fn read(path: &Path) -> Result<PublishedRecord, FileError> {
        files::read_json(path)
    }

    /// Recomputes everything from the table. The limits are those of the protocol `v2`.
    pub fn report(&self, protocol: &Protocol) -> PublishedReport {
        let limits = Limits::of(protocol);
        let figures: Vec<Figures> = self.operations.iter().map(figures).collect();
        let evaluation = gate::evaluate(&figures, &limits);
        let recomputed = evaluation.geometric_mean.map(|mean| mean.value);
        let mut findings = self.table_findings(recomputed);
        findings.extend(self.limit_findings(&limits));
        if self.published.improved_by_5_percent != evaluation.improved {
            findings.push(format!(
                "The published count of improved operations is {}, the published table makes {}.",
                self.published.improved_by_5_percent, evaluation.improved
            ));
        }
        let not_here = |id: &str, reason: String| Criterion::new(id, Outcome::Unresolved, reason);
        let criteria = vec![
            gate::geometric_mean_criterion(&evaluation, &limits),
            gate::individual_regression_criterion(&evaluation, &limits),
            not_here(
                "coverage",
                format!(
                    "The record says {} rows; the rows are not in it.",
                    self.published.normalized_rows
                ),
            ),
            not_here(
                "same-environment",
                "The record names no machine and no toolchain.".to_owned(),
            ),
            not_here(
                "raw-records",
                format!(
                    "The record names {} raw files; it does not hold them.",
                    self.retained_artifacts.len()
                ),
            ),
        ];
        PublishedReport {
            kind: "published-record",
            what: self.what.clone(),
            run: self.published.run.clone(),
            published_geometric_mean: self.published.geometric_mean_v2_over_v1,
            recomputed_geometric_mean: recomputed,
            improved_by_5_percent: evaluation.improved,
            findings,
            overall: Outcome::of_all(criteria.iter().map(|criterion| criterion.status)),
            criteria,
            operations: evaluation.operations,
        }
    }

    fn table_findings(&self, recomputed: Option<f64>) -> Vec<String> {
        let published = self.published.geometric_mean_v2_over_v1;
        let previous = self.published.previous_run_geometric_mean_v2_over_v1;
        let mut findings = Vec::new();
        match recomputed {
            None => findings.push("The published table makes no geometric mean.".to_owned()),
            Some(mean) if (mean - published).abs() > PLACES => findings.push(format!(
                "The published figure does not follow from the published table: the record says {published}, the geometric mean of the table's latency ratios is {mean:.4} ({mean:.7})."
            )),
            Some(_) => {}
        }
        for operation in &self.operations {
            let ratio = operation.v2_us / operation.v1_us;
            if (ratio - operation.ratio).abs() > PLACES {
                findings.push(format!(
                    "{}-{} {}: the printed ratio is {}, the latencies make {ratio:.4}.",
                    operation.algorithm,
                    operation.parameter_set,
                    operation.operation.id(),
                    operation.ratio
                ));
            }
        }
        let ceiling = self.published.maximum_allowed_geometric_mean;
        if (previous > ceiling) != (published > ceiling) {
            findings.push(format!(
                "Two runs lie on different sides of the ceiling of {ceiling}: {previous} in run {}, {published} in run {}.",
                self.published.previous_run, self.published.run
            ));
        }
        findings
    }

    fn limit_findings(&self, limits: &Limits) -> Vec<String> {
        let mut findings = Vec::new();
        let pairs = [
            (
                "geometric mean",
                self.published.maximum_allowed_geometric_mean,
                limits.geometric_mean_ceiling,
            ),
            (
                "individual regression",
                1.0 + self.published.maximum_individual_regression,
                limits.individual_regression_ceiling,
            ),
        ];
        for (what, published, own) in pairs {
            if (published - own).abs() > 1e-9 {
                findings.push(format!(
                    "The published ceiling of the {what} is {published}, the protocol's is {own}."
                ));
            }
        }
        findings
    }
}

fn figures(operation: &PublishedOperation) -> Figures {
    Figures {
        algorithm: operation.algorithm.clone(),
        parameter_set: operation.parameter_set.clone(),
        operation: operation.operation,
        rounds: Ok(vec![(operation.v1_us * 1000.0, operation.v2_us * 1000.0)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> PublishedRecord {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../docs/records/evidence/published-v2-record.json");
        PublishedRecord::read(&path).unwrap()
    }

    /// 1.0611755: Python 3.11 `statistics.geometric_mean` of v2_us / v1_us.
    #[test]
    fn the_published_figure_does_not_follow_from_the_published_table() {
        let report = record().report(&Protocol::named("v2").unwrap());
        let mean = report.recomputed_geometric_mean.unwrap();
        assert!((mean - 1.061_175_5).abs() < 5e-8, "{mean}");
        let finding = &report.findings[0];
        assert!(finding.contains("1.0647513576"), "{finding}");
        assert!(finding.contains("is 1.0612"), "{finding}");
        assert!(report.findings[1].contains("0.885 in run 37811914420"));
        assert_eq!(report.findings.len(), 2, "{:?}", report.findings);
        assert_eq!(report.improved_by_5_percent, "0/9");
        assert_eq!(report.overall, Outcome::Unresolved);
        assert!(report.criteria[0].reason.contains("above the ceiling"));
        let regression = &report.criteria[1].reason;
        assert!(
            regression.contains("Above 1.05: ml-dsa-65 sign at 1.5237"),
            "{regression}"
        );
    }

    #[test]
    fn a_consistent_table_has_no_such_finding() {
        let mut record = record();
        record.published.geometric_mean_v2_over_v1 = 1.0612;
        record.published.previous_run_geometric_mean_v2_over_v1 = 1.1;
        let report = record.report(&Protocol::named("v2").unwrap());
        assert_eq!(report.findings, Vec::<String>::new());
        record.operations[0].ratio = 1.5;
        let report = record.report(&Protocol::named("v2").unwrap());
        assert!(report.findings[0].contains("ml-dsa-65 keygen: the printed ratio is 1.5"));
    }
}
