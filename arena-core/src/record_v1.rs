//! Rows of schema version 1, as the historical runs left them: a mean latency and no samples.
//!
//! They have no lane, no round and no check. Normalization leaves null what they don't say.

use arena_runner::message::Operation;
use serde::Deserialize;

/// The schema version of [`RecordV1`].
pub const SCHEMA_VERSION: u32 = 1;

/// One row. Fields that no figure is made of are read as they are.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordV1 {
    /// Always [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// Names the row, not the run.
    pub run_id: String,
    /// What was measured.
    pub implementation: ImplementationV1,
    /// The parameter set.
    pub algorithm: AlgorithmV1,
    /// The operation.
    pub operation: Operation,
    /// Where.
    pub environment: EnvironmentV1,
    /// The figures.
    pub measurement: MeasurementV1,
    /// Byte sizes.
    pub sizes: crate::record::Sizes,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImplementationV1 {
    /// Its id.
    pub id: String,
    /// Its version; sometimes the word `runtime`.
    pub version: String,
    /// The upstream commit.
    pub commit: Option<String>,
}

/// The parameter set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlgorithmV1 {
    /// Family id.
    pub id: String,
    /// Name of the set.
    pub parameter_set: String,
}

/// Where a row was measured. `cpu` names a service rather than a processor in the historical rows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentV1 {
    /// Target.
    pub target: String,
    /// Operating system.
    pub os: String,
    /// Processor.
    pub cpu: String,
    /// Features of the processor.
    pub cpu_features: Vec<String>,
    /// Compiler.
    pub compiler: String,
    /// Its version.
    pub compiler_version: String,
    /// Build profile.
    pub optimization: String,
    /// Version of the harness.
    pub harness_version: String,
}

/// The figures of a row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasurementV1 {
    /// Calls that the mean is over.
    pub iterations: usize,
    /// Calls before them.
    pub warmups: usize,
    /// When, in nanoseconds since 1970.
    pub measurement_timestamp_unix_ns: u64,
    /// Mean latency.
    pub latency_ns: f64,
    /// Its reciprocal.
    pub throughput_ops_s: f64,
    /// Never measured.
    pub memory_bytes: Option<u64>,
    /// In words.
    pub measurement_method: String,
}

/// The system of the matrix that an implementation id of schema version 1 stands for. The
/// historical ids are the systems' names but for the two sides of the gate, which were named
/// after their artifacts.
pub fn system_of(id: &str) -> &str {
    let id = id.strip_prefix("pqc-arena-").unwrap_or(id);
    match id {
        "v1-reference" => "nexusq-v1",
        "nexusq-reference" => "nexusq-v2",
        "rustcrypto" => "rustcrypto-kems",
        "pqcp" => "pq-code-package",
        other => other,
    }
}

impl RecordV1 {
    /// What is wrong with the figures, if anything is. Throughput may be rounded to 6 places.
    pub fn defect(&self) -> Option<String> {
        let measurement = &self.measurement;
        let latency = measurement.latency_ns;
        if !(latency.is_finite() && latency > 0.0) {
            return Some(format!(
                "measurement.latency_ns is {latency}, not a positive number"
            ));
        }
        if measurement.iterations == 0 {
            return Some("measurement.iterations is 0".to_owned());
        }
        let product = latency * measurement.throughput_ops_s / 1e9;
        if (product - 1.0).abs() > 1e-4 {
            return Some(format!(
                "measurement.throughput_ops_s is {}, but a latency of {latency} ns makes {:.6}",
                measurement.throughput_ops_s,
                1e9 / latency
            ));
        }
        None
    }
}
