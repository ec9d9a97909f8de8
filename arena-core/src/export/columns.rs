//! The columns of the table: their names, kinds and order, for every form alike.

use crate::normalize::{NormalizedRow, Standing};
use crate::record::{CheckOutcome, Status};
use std::rc::Rc;

/// The run that rows belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its name; rows without a plan have none.
    pub run_id: Option<String>,
    /// Name of the protocol.
    pub protocol: Option<String>,
    /// When its plan was made.
    pub created_unix_ns: Option<u64>,
}

/// A row with its run.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The run.
    pub run: Rc<Run>,
    /// The row.
    pub row: NormalizedRow,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// Whole numbers of 64 bits.
    Integer,
    /// Numbers of 64 bits.
    Number,
}

/// A value, or nothing where the row says nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// Of a [`Kind::Text`] column.
    Text(Option<&'a str>),
    /// Of a [`Kind::Integer`] column.
    Integer(Option<i64>),
    /// Of a [`Kind::Number`] column.
    Number(Option<f64>),
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Its value in a row.
    pub value: for<'a> fn(&'a Entry) -> Value<'a>,
}

macro_rules! column {
    ($name:literal, $kind:ident, |$entry:ident| $value:expr) => {
        Column {
            name: $name,
            kind: Kind::$kind,
            value: |$entry| Value::$kind($value),
        }
    };
}

/// Every column, in order: the run, the fields of a normalized row under their names, and where the raw row stands.
pub const COLUMNS: [Column; 42] = [
    column!("run_id", Text, |e| e.run.run_id.as_deref()),
    column!("protocol", Text, |e| e.run.protocol.as_deref()),
    column!("created_unix_ns", Integer, |e| whole(e.run.created_unix_ns)),
    column!("system", Text, |e| Some(&e.row.system)),
    column!("algorithm", Text, |e| Some(&e.row.algorithm)),
    column!("parameter_set", Text, |e| Some(&e.row.parameter_set)),
    column!("operation", Text, |e| Some(e.row.operation.id())),
    column!("lane", Text, |e| e.row.lane.map(|lane| lane.id())),
    column!("round", Integer, |e| e.row.round.map(i64::from)),
    column!("standing", Text, |e| standing(e)),
    column!("status", Text, |e| Some(status(e.row.status))),
    column!("failure", Text, |e| e.row.failure.as_deref()),
    column!("implementation", Text, |e| Some(&e.row.implementation)),
    column!("version", Text, |e| Some(&e.row.version)),
    column!("back_end", Text, |e| e.row.back_end.as_deref()),
    column!("prepared_key", Text, |e| e.row.prepared_key.as_deref()),
    column!("build", Text, |e| e.row.build.as_deref()),
    column!("runner_sha256", Text, |e| e.row.runner_sha256.as_deref()),
    column!("randomness", Text, |e| e
        .row
        .randomness
        .map(|source| source.id())),
    column!("iterations", Integer, |e| whole(e.row.iterations)),
    column!("warmups", Integer, |e| whole(e.row.warmups)),
    column!("raw_samples", Integer, |e| whole(Some(e.row.raw_samples))),
    column!("n", Integer, |e| whole(e.row.n)),
    column!("min_ns", Number, |e| e.row.min_ns),
    column!("median_ns", Number, |e| e.row.median_ns),
    column!("mean_ns", Number, |e| e.row.mean_ns),
    column!("mad_ns", Number, |e| e.row.mad_ns),
    column!("max_ns", Number, |e| e.row.max_ns),
    column!("p5_ns", Number, |e| e.row.p5_ns),
    column!("p95_ns", Number, |e| e.row.p95_ns),
    column!("p99_ns", Number, |e| e.row.p99_ns),
    column!("median_low_ns", Number, |e| e.row.median_low_ns),
    column!("median_high_ns", Number, |e| e.row.median_high_ns),
    column!("check", Text, |e| e.row.check.map(check)),
    column!("machine", Text, |e| e.row.machine.as_deref()),
    column!("cpu", Text, |e| e.row.cpu.as_deref()),
    column!("os", Text, |e| e.row.os.as_deref()),
    column!("arch", Text, |e| e.row.arch.as_deref()),
    column!("pinned_cpu", Integer, |e| e.row.pinned_cpu.map(i64::from)),
    column!("source_file", Text, |e| Some(&e.row.source.file)),
    column!("source_line", Integer, |e| whole(Some(e.row.source.line))),
    column!("source_schema_version", Integer, |e| Some(i64::from(
        e.row.source.schema_version
    ))),
];

fn whole<T: TryInto<i64>>(value: Option<T>) -> Option<i64> {
    value.and_then(|value| value.try_into().ok())
}

/// Without a plan nothing says which rows are expected.
fn standing(entry: &Entry) -> Option<&'static str> {
    entry.run.protocol.as_ref()?;
    Some(match entry.row.standing {
        Standing::Expected => "expected",
        Standing::Doubled => "doubled",
        Standing::Foreign => "foreign",
    })
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::Failed => "failed",
        Status::Mismatch => "mismatch",
    }
}

fn check(outcome: CheckOutcome) -> &'static str {
    match outcome {
        CheckOutcome::Agrees => "agrees",
        CheckOutcome::SelfOnly => "self-only",
        CheckOutcome::Mismatch => "mismatch",
        CheckOutcome::NotChecked => "not-checked",
    }
}
