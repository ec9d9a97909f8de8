//! One line of a raw file: a row, or the reason why not.

use super::FindingKind;
use super::row::{self, NormalizedRow, Source};
use crate::lines::{Line, MAX_LINE_BYTES};
use crate::plan::Plan;
use crate::record::{self, Measurement, Record, RowKey, Sizes};
use crate::record_v1::{self, RecordV1};
use crate::schema;
use crate::stats::Summary;
use arena_runner::message::Operation;
use nexusq_contract::ParameterSet;
use serde_json::Value;
use std::fmt;

/// A row and who it says it is.
pub(super) struct Parsed {
    pub(super) identity: Identity,
    pub(super) row: NormalizedRow,
}

/// How much a row says of which row it is.
pub(super) enum Identity {
    /// All of it.
    Full(RowKey),
    /// All but lane and round: schema version 1.
    Partial {
        system: String,
        algorithm: String,
        parameter_set: String,
        operation: Operation,
    },
}

impl Identity {
    /// Whether an expected row may be this one.
    pub(super) fn matches(&self, key: &RowKey) -> bool {
        match self {
            Identity::Full(own) => own == key,
            Identity::Partial {
                system,
                algorithm,
                parameter_set,
                operation,
            } => {
                *system == key.system
                    && *algorithm == key.algorithm
                    && *parameter_set == key.parameter_set
                    && *operation == key.operation
            }
        }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Identity::Full(key) => key.fmt(f),
            Identity::Partial {
                system,
                algorithm,
                parameter_set,
                operation,
            } => write!(f, "{system} {algorithm}-{parameter_set} {}", operation.id()),
        }
    }
}

/// Why a line is not used.
pub(super) struct Refusal {
    pub(super) kind: FindingKind,
    pub(super) row: Option<String>,
    pub(super) what: String,
}

fn malformed(what: impl Into<String>) -> Refusal {
    Refusal {
        kind: FindingKind::Malformed,
        row: None,
        what: what.into(),
    }
}

/// Reads one line.
pub(super) fn line(
    line: &Line,
    file: &str,
    number: u64,
    plan: Option<&Plan>,
) -> Result<Parsed, Refusal> {
    let bytes = match line {
        Line::Whole(bytes) => bytes,
        Line::Torn(_) => {
            return Err(malformed(
                "The last line does not end with a line feed: its writer was stopped in the middle of it.",
            ));
        }
        Line::TooLong => {
            return Err(malformed(format!(
                "The line is longer than {MAX_LINE_BYTES} bytes."
            )));
        }
    };
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(malformed("The line is empty."));
    }
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| malformed(format!("The line is no JSON: {error}.")))?;
    let version = value.get("schema_version").and_then(Value::as_u64);
    let source = |schema_version| Source {
        file: file.to_owned(),
        line: number,
        schema_version,
    };
    match version.and_then(|version| u32::try_from(version).ok()) {
        Some(record::SCHEMA_VERSION) => {
            version_2(bytes, &value, source(record::SCHEMA_VERSION), plan)
        }
        Some(record_v1::SCHEMA_VERSION) => version_1(bytes, source(record_v1::SCHEMA_VERSION)),
        Some(version) => Err(malformed(format!(
            "schema_version is {version}; known are 1 and 2."
        ))),
        None => Err(malformed(
            "The line has no schema_version; known are 1 and 2.",
        )),
    }
}

fn version_1(bytes: &[u8], source: Source) -> Result<Parsed, Refusal> {
    let record: RecordV1 = serde_json::from_slice(bytes)
        .map_err(|error| malformed(format!("The row breaks schema version 1: {error}.")))?;
    if let Some(defect) = record.defect() {
        return Err(malformed(format!("{defect}.")));
    }
    let row = row::from_v1(record, source);
    let identity = Identity::Partial {
        system: row.system.clone(),
        algorithm: row.algorithm.clone(),
        parameter_set: row.parameter_set.clone(),
        operation: row.operation,
    };
    Ok(Parsed { identity, row })
}

fn version_2(
    bytes: &[u8],
    value: &Value,
    source: Source,
    plan: Option<&Plan>,
) -> Result<Parsed, Refusal> {
    schema::validate_record(value).map_err(|errors| {
        malformed(format!(
            "The row breaks schema version 2: {}.",
            errors.join("; ")
        ))
    })?;
    // Once more from the bytes: a JSON value forgets a field that is given twice.
    let record: Record = serde_json::from_slice(bytes)
        .map_err(|error| malformed(format!("The row breaks schema version 2: {error}.")))?;
    let name = record.row.to_string();
    let refuse = |kind, what: String| Refusal {
        kind,
        row: Some(name.clone()),
        what: format!("{name}: {what}."),
    };
    if let Some(defect) = defect(&record) {
        return Err(refuse(FindingKind::Malformed, defect));
    }
    if let Some(reason) = plan.and_then(|plan| not_of(plan, &record)) {
        return Err(refuse(FindingKind::Foreign, reason));
    }
    Ok(Parsed {
        identity: Identity::Full(record.row.clone()),
        row: row::from_v2(record, source),
    })
}

/// What the schema can't say: figures that do not follow from one another.
fn defect(record: &Record) -> Option<String> {
    let set = ParameterSet::from_names(&record.row.algorithm, &record.row.parameter_set);
    if record.sizes != Sizes::of(set) {
        return Some("sizes are not those of the standard".to_owned());
    }
    record.measurement.as_ref().and_then(figures)
}

fn figures(measurement: &Measurement) -> Option<String> {
    let Measurement {
        iterations,
        samples_ns,
        summary,
        ..
    } = measurement;
    if samples_ns.len() != *iterations {
        return Some(format!(
            "measurement.iterations is {iterations}, but samples_ns holds {} samples",
            samples_ns.len()
        ));
    }
    let Some(own) = Summary::of(samples_ns) else {
        return Some("measurement.samples_ns is empty".to_owned());
    };
    let pairs = [
        ("n", summary.n as f64, own.n as f64),
        ("min", summary.min, own.min),
        ("median", summary.median, own.median),
        ("mean", summary.mean, own.mean),
        ("mad", summary.mad, own.mad),
        ("max", summary.max, own.max),
    ];
    pairs
        .into_iter()
        .find(|(_, stated, computed)| stated != computed)
        .map(|(name, stated, computed)| {
            format!("measurement.summary.{name} is {stated}, but the samples make {computed}")
        })
}

/// Why a record does not belong to a plan.
fn not_of(plan: &Plan, record: &Record) -> Option<String> {
    let differ = |what: &str, own: &dyn fmt::Display, planned: &dyn fmt::Display| {
        Some(format!("{what} is {own}, the plan's is {planned}"))
    };
    if record.run_id != plan.run_id {
        return differ("run_id", &record.run_id, &plan.run_id);
    }
    let measurement = record.measurement.as_ref()?;
    if measurement.protocol != plan.protocol {
        return differ("protocol", &measurement.protocol, &plan.protocol);
    }
    if measurement.iterations != plan.iterations {
        return differ("iterations", &measurement.iterations, &plan.iterations);
    }
    if measurement.warmups != plan.warmups {
        return differ("warmups", &measurement.warmups, &plan.warmups);
    }
    None
}
