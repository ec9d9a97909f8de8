//! The record of one row, schema version 2: what was measured, of what, where, and how it was checked.
//!
//! One record is one line of a raw file. `schema/record-v2.schema.json` is the published schema.

use crate::pins::Package;
use crate::stats::Summary;
use arena_runner::message::{Lane, Offer, Operation, Randomness, WireDescriptor};
use nexusq_contract::ParameterSet;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The schema version of [`Record`].
pub const SCHEMA_VERSION: u32 = 2;

/// What identifies a row: system × parameter set × operation × lane × round.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowKey {
    /// Name of the system in the protocol's matrix.
    pub system: String,
    /// Family id, for example `ml-kem`.
    pub algorithm: String,
    /// Name of the set, for example `768`.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// The lane.
    pub lane: Lane,
    /// The round, counted from 1.
    pub round: u32,
}

impl RowKey {
    /// The key of that row.
    pub fn new(
        system: &str,
        set: ParameterSet,
        operation: Operation,
        lane: Lane,
        round: u32,
    ) -> RowKey {
        RowKey {
            system: system.to_owned(),
            algorithm: set.algorithm().id().to_owned(),
            parameter_set: set.name().to_owned(),
            operation,
            lane,
            round,
        }
    }

    /// The parameter set, if this version of the arena knows it.
    pub fn set(&self) -> Option<ParameterSet> {
        ParameterSet::from_names(&self.algorithm, &self.parameter_set)
    }
}

impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowKey {
            system,
            algorithm,
            parameter_set,
            operation,
            lane,
            round,
        } = self;
        let (operation, lane) = (operation.id(), lane.id());
        write!(
            f,
            "{system} {algorithm}-{parameter_set} {operation} ({lane}, round {round})"
        )
    }
}

/// One row of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Always [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The run that the row belongs to.
    pub run_id: String,
    /// Which row.
    pub row: RowKey,
    /// Whether there is a usable measurement.
    pub status: Status,
    /// Why not, if there is none.
    pub failure: Option<Failure>,
    /// What was measured.
    pub implementation: Implementation,
    /// Where.
    pub environment: Environment,
    /// The figures; absent if the operation could not be timed.
    pub measurement: Option<Measurement>,
    /// What the check of the timed results found.
    pub check: Check,
    /// Byte sizes that the standard gives the parameter set.
    pub sizes: Sizes,
}

/// Whether a row may stand in the speed table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Measured, and the results were right.
    Ok,
    /// Not measured.
    Failed,
    /// Measured, but the results disagree with other implementations.
    Mismatch,
}

/// Why a row has no measurement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The class.
    pub kind: FailureKind,
    /// What happened, in words.
    pub message: String,
}

/// Classes of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The runner is not built, or its adapter does not exist.
    NotBuilt,
    /// The runner could not be started.
    NotStarted,
    /// The runner ended during the operation, by itself or by a signal.
    Crashed,
    /// The runner did not answer within the time limit.
    Hung,
    /// The runner wrote something that is no reply.
    Garbage,
    /// The runner reports another version than its manifest.
    WrongVersion,
    /// The runner does not offer the parameter set or the operation.
    Unsupported,
    /// The runner answered with an error.
    Refused,
}

/// What was measured and where its code comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// The implementation's id.
    pub id: String,
    /// The version that its manifest expects.
    pub version: String,
    /// What the runner says of itself; absent if it never answered.
    pub descriptor: Option<WireDescriptor>,
    /// What it offers for the parameter set; absent if it never answered or doesn't offer it.
    pub offer: Option<Offer>,
    /// The packages whose code is measured.
    pub provenance: Vec<Package>,
    /// SHA-256 of the runner's executable; absent if there is none.
    pub runner_sha256: Option<String>,
}

/// The machine facts that decide whether two rows may be compared. The full set of facts is in
/// `environment.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// SHA-256 over processor, memory size, kernel and operating system.
    pub machine: String,
    /// Model name of the processor.
    pub cpu: String,
    /// Operating system and kernel.
    pub os: String,
    /// Processor architecture.
    pub arch: String,
    /// The processor that the runner was pinned to.
    pub pinned_cpu: Option<u32>,
}

/// The figures of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The protocol.
    pub protocol: String,
    /// Where the operation's randomness came from.
    pub randomness: Randomness,
    /// Where the keys came from.
    pub keys: Keys,
    /// Calls before the first sample.
    pub warmups: usize,
    /// Samples.
    pub iterations: usize,
    /// When the block was asked for, in nanoseconds since 1970.
    pub started_unix_ns: u64,
    /// Which clock, and that each sample is read on its own.
    pub method: String,
    /// The samples, in the order in which they were taken.
    pub samples_ns: Vec<u64>,
    /// Statistics of the samples.
    pub summary: Summary,
    /// How the samples lie in time, if systems took turns; absent if all samples are one block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<Turns>,
    /// For deterministic ML-DSA signatures: the attempts that signing each item takes, in the order of the items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Vec<u32>>,
}

/// A row whose samples were taken in turns with those of other systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// When the systems began to take turns, in nanoseconds since 1970: the same in all rows that may be paired.
    pub group_unix_ns: u64,
    /// Items of the corpus. Each block times every item once, in order.
    pub items: usize,
    /// The blocks, in the order in which they were taken; block k holds the samples from k times `items`.
    pub blocks: Vec<Block>,
}

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Its place among the turns of all systems with this block number, counted from 0.
    pub place: u32,
    /// When it was asked for, in nanoseconds since 1970.
    pub started_unix_ns: u64,
    /// What the runner's calibration took before and after; absent if the runner has none.
    pub calibration_ns: Option<[u64; 2]>,
}

/// Where the keys of a row came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keys {
    /// From a seed that follows from the run's seed: reproducible.
    Seeded,
    /// From the implementation's own generator, because it can't generate from a seed.
    Own,
}

/// What the check of a row's results found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The outcome.
    pub outcome: CheckOutcome,
    /// Implementations that were asked and agreed.
    pub agreed: Vec<String>,
    /// Implementations that were asked and disagreed.
    pub disagreed: Vec<String>,
    /// What was compared, or what differed.
    pub detail: String,
}

/// Outcomes of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckOutcome {
    /// Another implementation agrees with the results.
    Agrees,
    /// No other implementation has this parameter set; the results agree with one another.
    SelfOnly,
    /// The results are wrong.
    Mismatch,
    /// Nothing to check: the operation was not timed.
    NotChecked,
}

/// Byte sizes; those that don't apply are null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// ek or pk.
    pub public_key_bytes: Option<usize>,
    /// dk or sk, expanded.
    pub secret_key_bytes: Option<usize>,
    /// c.
    pub ciphertext_bytes: Option<usize>,
    /// σ.
    pub signature_bytes: Option<usize>,
}

impl Sizes {
    /// The sizes of a parameter set; all null for one that is not known.
    pub fn of(set: Option<ParameterSet>) -> Sizes {
        let kem = set.and_then(ParameterSet::kem_sizes);
        let signature = set.and_then(ParameterSet::signature_sizes);
        Sizes {
            public_key_bytes: kem
                .map(|sizes| sizes.encapsulation_key)
                .or(signature.map(|sizes| sizes.public_key)),
            secret_key_bytes: kem
                .map(|sizes| sizes.decapsulation_key)
                .or(signature.map(|sizes| sizes.private_key)),
            ciphertext_bytes: kem.map(|sizes| sizes.ciphertext),
            signature_bytes: signature.map(|sizes| sizes.signature),
        }
    }
}
