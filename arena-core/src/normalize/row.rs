//! A normalized row: the figures of one raw row, flat, with null for what the row doesn't say.

use crate::record::{CheckOutcome, Record, RowKey, Status};
use crate::record_v1::{self, RecordV1};
use crate::stats::Distribution;
use arena_runner::message::{Build, Lane, Operation, Randomness};
use serde::{Deserialize, Serialize};

/// One line of `normalized.jsonl`. `schema/normalized-v1.schema.json` is the published schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormalizedRow {
    /// Name of the system in the protocol's matrix.
    pub system: String,
    /// Family id.
    pub algorithm: String,
    /// Name of the set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// The lane; rows of version 1 have none.
    pub lane: Option<Lane>,
    /// The round; for rows of version 1 that of the expected row whose place they take.
    pub round: Option<u32>,
    /// Whether it may be used.
    pub standing: Standing,
    /// Whether there is a usable measurement.
    pub status: Status,
    /// Why not: what failed, or what disagreed.
    pub failure: Option<String>,
    /// Id of the implementation.
    pub implementation: String,
    /// The version that the library reported, else the one its manifest expects.
    pub version: String,
    /// The back end in use.
    pub back_end: Option<String>,
    /// What the key objects of the prepared lane hold: `bytes`, `decoded` or `expanded`.
    pub prepared_key: Option<String>,
    /// How the runner was compiled.
    pub build: Option<String>,
    /// SHA-256 of the runner's executable.
    pub runner_sha256: Option<String>,
    /// Where the operation's randomness came from.
    pub randomness: Option<Randomness>,
    /// Calls that were measured.
    pub iterations: Option<usize>,
    /// Calls before them.
    pub warmups: Option<usize>,
    /// How many raw samples the row holds.
    pub raw_samples: usize,
    /// How many samples the figures are of.
    pub n: Option<usize>,
    /// Smallest sample.
    pub min_ns: Option<f64>,
    /// Median.
    pub median_ns: Option<f64>,
    /// Arithmetic mean.
    pub mean_ns: Option<f64>,
    /// Median absolute deviation from the median.
    pub mad_ns: Option<f64>,
    /// Largest sample.
    pub max_ns: Option<f64>,
    /// Percentiles 5, 95 and 99, interpolated linearly (type 7).
    pub p5_ns: Option<f64>,
    /// See `p5_ns`.
    pub p95_ns: Option<f64>,
    /// See `p5_ns`.
    pub p99_ns: Option<f64>,
    /// Lower end of the 95 % bootstrap interval of the median.
    pub median_low_ns: Option<f64>,
    /// Its upper end.
    pub median_high_ns: Option<f64>,
    /// What the check of the results found.
    pub check: Option<CheckOutcome>,
    /// Digest of the machine.
    pub machine: Option<String>,
    /// Model name of the processor.
    pub cpu: Option<String>,
    /// Operating system.
    pub os: Option<String>,
    /// Processor architecture.
    pub arch: Option<String>,
    /// The processor that the runner was pinned to.
    pub pinned_cpu: Option<u32>,
    /// Where the row stands.
    pub source: Source,
}

/// Whether a row may be used for figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is an expected row, and the only one of its kind.
    Expected,
    /// There are several of it, and nothing says which one counts. None does.
    Doubled,
    /// Nobody expects it.
    Foreign,
}

/// Where a row stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The raw file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The schema version of the raw row.
    pub schema_version: u32,
}

impl NormalizedRow {
    /// The full key, if the row says its lane and round.
    pub fn key(&self) -> Option<RowKey> {
        Some(RowKey {
            system: self.system.clone(),
            algorithm: self.algorithm.clone(),
            parameter_set: self.parameter_set.clone(),
            operation: self.operation,
            lane: self.lane?,
            round: self.round?,
        })
    }

    /// Whether the row may stand in the speed table.
    pub fn usable(&self) -> bool {
        self.standing == Standing::Expected && self.status == Status::Ok
    }

    /// The row in words, as far as it says who it is.
    pub fn name(&self) -> String {
        match self.key() {
            Some(key) => key.to_string(),
            None => format!(
                "{} {}-{} {}",
                self.system,
                self.algorithm,
                self.parameter_set,
                self.operation.id()
            ),
        }
    }
}

pub(super) fn from_v2(record: Record, source: Source) -> NormalizedRow {
    let failure = match record.status {
        Status::Ok => None,
        Status::Failed => record.failure.map(|failure| failure.message),
        Status::Mismatch => Some(record.check.detail),
    };
    let descriptor = record.implementation.descriptor;
    let measurement = record.measurement.as_ref();
    let summary = measurement.map(|measurement| measurement.summary);
    let distribution = measurement.and_then(|measured| Distribution::of(&measured.samples_ns));
    let interval = distribution.and_then(|distribution| distribution.median_interval);
    NormalizedRow {
        system: record.row.system,
        algorithm: record.row.algorithm,
        parameter_set: record.row.parameter_set,
        operation: record.row.operation,
        lane: Some(record.row.lane),
        round: Some(record.row.round),
        standing: Standing::Foreign,
        status: record.status,
        failure,
        implementation: record.implementation.id,
        version: descriptor
            .as_ref()
            .map(|descriptor| descriptor.version.clone())
            .unwrap_or(record.implementation.version),
        back_end: descriptor
            .as_ref()
            .map(|descriptor| descriptor.back_end.clone()),
        prepared_key: record.implementation.offer.map(|offer| offer.prepared_key),
        build: descriptor
            .as_ref()
            .map(|descriptor| build(&descriptor.build)),
        runner_sha256: record.implementation.runner_sha256,
        randomness: measurement.map(|measurement| measurement.randomness),
        iterations: measurement.map(|measurement| measurement.iterations),
        warmups: measurement.map(|measurement| measurement.warmups),
        raw_samples: measurement.map_or(0, |measurement| measurement.samples_ns.len()),
        n: summary.map(|summary| summary.n),
        min_ns: summary.map(|summary| summary.min),
        median_ns: summary.map(|summary| summary.median),
        mean_ns: summary.map(|summary| summary.mean),
        mad_ns: summary.map(|summary| summary.mad),
        max_ns: summary.map(|summary| summary.max),
        p5_ns: distribution.map(|of| of.p5),
        p95_ns: distribution.map(|of| of.p95),
        p99_ns: distribution.map(|of| of.p99),
        median_low_ns: interval.map(|interval| interval.low),
        median_high_ns: interval.map(|interval| interval.high),
        check: Some(record.check.outcome),
        machine: Some(record.environment.machine),
        cpu: Some(record.environment.cpu),
        os: Some(record.environment.os),
        arch: Some(record.environment.arch),
        pinned_cpu: record.environment.pinned_cpu,
        source,
    }
}

fn build(build: &Build) -> String {
    let Build {
        compiler,
        profile,
        target,
        flags,
    } = build;
    format!("{compiler}; {profile}; {target}; {flags}")
}

pub(super) fn from_v1(record: RecordV1, source: Source) -> NormalizedRow {
    let environment = record.environment;
    NormalizedRow {
        system: record_v1::system_of(&record.implementation.id).to_owned(),
        algorithm: record.algorithm.id,
        parameter_set: record.algorithm.parameter_set,
        operation: record.operation,
        lane: None,
        round: None,
        standing: Standing::Foreign,
        status: Status::Ok,
        failure: None,
        implementation: record.implementation.id,
        version: record.implementation.version,
        back_end: None,
        prepared_key: None,
        build: Some(format!(
            "{}; {}; {}",
            environment.compiler_version, environment.optimization, environment.target
        )),
        runner_sha256: None,
        randomness: None,
        iterations: Some(record.measurement.iterations),
        warmups: Some(record.measurement.warmups),
        raw_samples: 0,
        n: Some(record.measurement.iterations),
        min_ns: None,
        median_ns: None,
        mean_ns: Some(record.measurement.latency_ns),
        mad_ns: None,
        max_ns: None,
        p5_ns: None,
        p95_ns: None,
        p99_ns: None,
        median_low_ns: None,
        median_high_ns: None,
        check: None,
        machine: None,
        cpu: Some(environment.cpu),
        os: Some(environment.os),
        arch: None,
        pinned_cpu: None,
        source,
    }
}
