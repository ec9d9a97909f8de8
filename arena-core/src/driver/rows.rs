//! From timed calls to the record of a row: who was measured where, the figures, and whether the
//! results were right.

use super::Observer;
use super::material::Shared;
use super::session::{Calls, Ready, Session, no_runner};
use crate::check::{self, Evidence, Party, Referees};
use crate::corpus::derive;
use crate::record::{
    Check, CheckOutcome, Failure, FailureKind, Implementation, Measurement, Record, RowKey,
    SCHEMA_VERSION, Sizes, Status, Turns,
};
use crate::stats::Summary;
use arena_runner::Field;
use arena_runner::message::{Operation, Randomness, SampleResult};
use nexusq_contract::ParameterSet;
use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

/// How samples are taken, for the record.
const METHOD: &str = "monotonic clock read before and after each call";

/// Of how many different results of an item other implementations are asked, where there are several items.
const MOST_ASKED: usize = 4;

/// What was timed of a row.
pub(super) struct Timing {
    pub(super) started_unix_ns: u64,
    pub(super) samples_ns: Vec<u64>,
    /// What came out; equal results of an item need not be one.
    pub(super) results: Vec<SampleResult>,
    pub(super) turns: Option<Turns>,
    pub(super) attempts: Option<Vec<u32>>,
}

impl Session<'_> {
    /// Measures and checks one row on its own. Whatever goes wrong is in the record.
    pub(super) fn measure(
        &mut self,
        row: &RowKey,
        referees: &mut Referees,
        shared: &mut Shared,
        observer: &mut dyn Observer,
    ) -> Record {
        let Some(set) = row.set() else {
            return self.unknown_set(row);
        };
        let common = if self.job.protocol.corpus.common {
            shared.get(row.round, set, || self.common_items(set))
        } else {
            None
        };
        let plan = self.job.plan;
        let calls = Calls {
            warmups: plan.warmups,
            iterations: plan.iterations,
        };
        let timing = self.make_ready(set, common).and_then(|()| {
            let started_unix_ns = now();
            let timed = self.time(row, calls, observer)?;
            Ok(Timing {
                started_unix_ns,
                samples_ns: timed.samples_ns,
                results: timed.results,
                turns: None,
                attempts: None,
            })
        });
        self.conclude(row, timing, referees)
    }

    /// The record of a row of a parameter set that nobody can measure.
    pub(super) fn unknown_set(&self, row: &RowKey) -> Record {
        let message = "this version of the arena does not know the parameter set".to_owned();
        let kind = FailureKind::Unsupported;
        failed(self.blank(row), Failure { kind, message })
    }

    /// The record of a row that was timed or failed: its figures and the check of its results.
    pub(super) fn conclude(
        &mut self,
        row: &RowKey,
        timing: Result<Timing, Failure>,
        referees: &mut Referees,
    ) -> Record {
        let mut record = self.blank(row);
        let measured = timing.and_then(|timing| Ok((self.measurement(row, &timing)?, timing)));
        let (measurement, timing) = match measured {
            Ok(measured) => measured,
            Err(failure) => return failed(record, failure),
        };
        let randomness = measurement.randomness;
        record.measurement = Some(measurement);
        match self.check(row, randomness, &timing.results, referees) {
            Ok(check) => {
                let wrong = check.outcome == CheckOutcome::Mismatch;
                record.status = if wrong { Status::Mismatch } else { Status::Ok };
                record.check = check;
                record
            }
            Err(mut failure) => {
                failure.message = format!(
                    "during the check after the measurement: {}",
                    failure.message
                );
                failed(record, failure)
            }
        }
    }

    fn blank(&self, row: &RowKey) -> Record {
        Record {
            schema_version: SCHEMA_VERSION,
            run_id: self.job.plan.run_id.clone(),
            row: row.clone(),
            status: Status::Failed,
            failure: None,
            implementation: self.implementation(row.set()),
            environment: self.job.environment.clone(),
            measurement: None,
            check: Check {
                outcome: CheckOutcome::NotChecked,
                agreed: Vec::new(),
                disagreed: Vec::new(),
                detail: "not timed".to_owned(),
            },
            sizes: Sizes::of(row.set()),
        }
    }

    fn implementation(&self, set: Option<ParameterSet>) -> Implementation {
        let runner = self.found.and_then(|found| found.runner.as_ref().ok());
        let offer = set.and_then(|set| self.offer(set));
        Implementation {
            id: self.system.implementation.clone(),
            version: self
                .found
                .map_or_else(String::new, |found| found.manifest.version.clone()),
            descriptor: self.hello.as_ref().map(|hello| hello.descriptor.clone()),
            offer,
            provenance: self
                .found
                .map_or_else(Vec::new, |found| found.packages.clone()),
            runner_sha256: runner.map(|runner| runner.sha256.clone()),
        }
    }

    fn measurement(&mut self, row: &RowKey, timing: &Timing) -> Result<Measurement, Failure> {
        let randomness = self.randomness(row.operation)?;
        let ready = self.ready.as_ref().ok_or_else(no_runner)?;
        let (plan, keys) = (self.job.plan, ready.keys);
        let Some(summary) = Summary::of(&timing.samples_ns) else {
            return Err(self.garbage("to `time`: no samples"));
        };
        Ok(Measurement {
            protocol: plan.protocol.clone(),
            randomness,
            keys,
            warmups: plan.warmups,
            iterations: plan.iterations,
            started_unix_ns: timing.started_unix_ns,
            method: METHOD.to_owned(),
            samples_ns: timing.samples_ns.clone(),
            summary,
            turns: timing.turns.clone(),
            attempts: timing.attempts.clone(),
        })
    }

    /// Shared secrets and answers are compared with the corpus, and what the inputs fix with what they gave before. Other
    /// implementations are asked about one item, another one in each round.
    fn check(
        &mut self,
        row: &RowKey,
        randomness: Randomness,
        results: &[SampleResult],
        referees: &mut Referees,
    ) -> Result<Check, Failure> {
        let (Some(client), Some(ready)) = (&mut self.client, &self.ready) else {
            return Err(no_runner());
        };
        let several = ready.items.len() > 1;
        if several && let Some(detail) = against_corpus(ready, row.operation, randomness, results) {
            return Ok(Check {
                outcome: CheckOutcome::Mismatch,
                agreed: Vec::new(),
                disagreed: Vec::new(),
                detail,
            });
        }
        let asked = row.round.saturating_sub(1) as usize % ready.items.len().max(1);
        let of_item: Vec<SampleResult> = if several {
            let chosen = results.iter().filter(|result| result.item == asked);
            chosen.take(MOST_ASKED).cloned().collect()
        } else {
            results.to_vec()
        };
        let set = ready.set;
        let lengths = set
            .kem_sizes()
            .map(|s| (s.seed, s.m))
            .or(set.signature_sizes().map(|s| (s.seed, 0)));
        let (seed_length, m_length) = lengths.unwrap_or_default();
        let Some(item) = ready.items.get(asked) else {
            return Err(no_runner());
        };
        let evidence = Evidence {
            set,
            operation: row.operation,
            randomness,
            item,
            results: &of_item,
            seed: &derive(self.job.plan.seed, "check seed", seed_length),
            m: &derive(self.job.plan.seed, "check m", m_length),
        };
        let mut subject = Party {
            performer: client,
            offer: &ready.offer,
        };
        let id = &self.system.implementation;
        match check::check(&mut subject, id, referees, &evidence) {
            Ok(mut check) => {
                if several && check.outcome != CheckOutcome::Mismatch {
                    let count = ready.items.len();
                    check.detail = format!("item {asked} of {count}: {}", check.detail);
                }
                Ok(check)
            }
            Err(error) => Err(self.note_death(&error)),
        }
    }
}

/// How the results of several items contradict the corpus or one another, if they do.
fn against_corpus(
    ready: &Ready,
    operation: Operation,
    randomness: Randomness,
    results: &[SampleResult],
) -> Option<String> {
    let mut first: HashMap<usize, &SampleResult> = HashMap::new();
    for result in results {
        let item = ready.items.get(result.item);
        let Some(item) = item else {
            return Some(format!(
                "a result is of item {}: there is none",
                result.item
            ));
        };
        let differs = |field| item.get(field) != result.outputs.get(field);
        let fixed = match operation {
            Operation::Keygen | Operation::Encaps => false,
            Operation::Sign => randomness == Randomness::Deterministic,
            Operation::Decaps | Operation::Verify => true,
        };
        let fault = match operation {
            Operation::Decaps if differs(Field::SharedSecret) => {
                Some("the shared secret is not that of encapsulation")
            }
            Operation::Verify if result.valid != Some(true) => Some("a good signature was refused"),
            _ => None,
        };
        if let Some(fault) = fault {
            return Some(format!("item {}: {fault}", result.item));
        }
        let before = first.entry(result.item).or_insert(result);
        if fixed && before.outputs != result.outputs {
            let item = result.item;
            return Some(format!(
                "item {item}: the same inputs gave different results"
            ));
        }
    }
    None
}

/// Nanoseconds since 1970.
pub(super) fn now() -> u64 {
    let since_1970 = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since_1970.as_nanos()).unwrap_or(u64::MAX)
}

fn failed(mut record: Record, failure: Failure) -> Record {
    record.status = Status::Failed;
    record.failure = Some(failure);
    record
}
