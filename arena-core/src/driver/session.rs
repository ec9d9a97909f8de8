//! One system in one round: a fresh runner, its keys, and its rows.

use super::{Job, material, timeout};
use crate::check::{self, Evidence, Party, Referees};
use crate::client::{Client, ClientError, Launch};
use crate::corpus::derive;
use crate::inventory::Found;
use crate::protocol::System;
use crate::record::{
    Check, CheckOutcome, Failure, FailureKind, Implementation, Keys, Measurement, Record, RowKey,
    SCHEMA_VERSION, Sizes, Status,
};
use crate::stats::Summary;
use arena_runner::Fields;
use arena_runner::message::{
    ErrorKind, Hello, Offer, Prepare, Randomness, Reply, Request, Time, Timed,
};
use nexusq_contract::ParameterSet;
use std::time::{SystemTime, UNIX_EPOCH};

/// After so many hangs a runner is not tried again in its round.
const MOST_HANGS: u32 = 2;
/// How samples are taken, for the record.
const METHOD: &str = "monotonic clock read before and after each call";

/// A system's part of one round.
pub(super) struct Session<'a> {
    job: &'a Job<'a>,
    system: &'a System,
    round: u32,
    found: Option<&'a Found>,
    /// Name of the raw file, without its ending.
    pub(super) artifact: String,
    hello: Option<Hello>,
    client: Option<Client>,
    ready: Option<Ready>,
    hangs: u32,
}

/// A parameter set whose corpus the running runner holds.
struct Ready {
    set: ParameterSet,
    offer: Offer,
    item: Fields,
    keys: Keys,
}

/// A measured row before it is checked.
struct Timing {
    measurement: Measurement,
    timed: Timed,
    randomness: Randomness,
}

impl<'a> Session<'a> {
    /// Nothing is started yet.
    pub(super) fn new(job: &'a Job<'a>, system: &'a System, round: u32) -> Session<'a> {
        let found = job.inventory.get(&system.implementation);
        let version = found.map_or("unknown", |found| found.manifest.version.as_str());
        Session {
            artifact: system.artifact.replace("{version}", version),
            job,
            system,
            round,
            found,
            hello: None,
            client: None,
            ready: None,
            hangs: 0,
        }
    }

    /// Measures and checks one row. Whatever goes wrong is in the record.
    pub(super) fn measure(&mut self, row: &RowKey, referees: &mut Referees) -> Record {
        let mut record = self.blank(row);
        let Some(set) = row.set() else {
            let message = "this version of the arena does not know the parameter set".to_owned();
            return failed(
                record,
                Failure {
                    kind: FailureKind::Unsupported,
                    message,
                },
            );
        };
        let timing = self.make_ready(set).and_then(|()| self.time(row));
        record.implementation = self.implementation(Some(set));
        let timing = match timing {
            Ok(timing) => timing,
            Err(failure) => return failed(record, failure),
        };
        record.measurement = Some(timing.measurement.clone());
        match self.check(row, &timing, referees) {
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

    fn offer(&self, set: ParameterSet) -> Option<Offer> {
        let hello = self.hello.as_ref()?;
        let (algorithm, name) = (set.algorithm().id(), set.name());
        hello
            .parameter_sets
            .iter()
            .find(|o| o.algorithm == algorithm && o.parameter_set == name)
            .cloned()
    }

    /// Sees to it that a runner is running and holds the corpus of the set.
    fn make_ready(&mut self, set: ParameterSet) -> Result<(), Failure> {
        if self.hangs >= MOST_HANGS {
            let message = format!(
                "not tried: the runner hung {} times in this round",
                self.hangs
            );
            return Err(Failure {
                kind: FailureKind::Hung,
                message,
            });
        }
        self.start()?;
        if self.ready.as_ref().is_some_and(|ready| ready.set == set) {
            return Ok(());
        }
        self.ready = None;
        let Some(offer) = self.offer(set) else {
            let message = format!("the runner does not offer {}", set.label());
            return Err(Failure {
                kind: FailureKind::Unsupported,
                message,
            });
        };
        let (item, keys) = self.material(set, &offer)?;
        let request = Request::Prepare(Prepare {
            algorithm: set.algorithm().id().to_owned(),
            parameter_set: set.name().to_owned(),
            items: vec![item.clone()],
        });
        match self.ask(&request)? {
            Reply::Prepared { items: 1 } => {}
            other => return Err(self.garbage(&format!("to `prepare` of one item: {other:?}"))),
        }
        self.ready = Some(Ready {
            set,
            offer,
            item,
            keys,
        });
        Ok(())
    }

    fn start(&mut self) -> Result<(), Failure> {
        if self.client.is_some() {
            return Ok(());
        }
        let Some(found) = self.found else {
            let message = format!(
                "no adapter has an implementation `{}`",
                self.system.implementation
            );
            return Err(Failure {
                kind: FailureKind::NotBuilt,
                message,
            });
        };
        let runner = found.runner.as_ref();
        let runner = runner.map_err(|why| Failure {
            kind: FailureKind::NotBuilt,
            message: why.clone(),
        })?;
        let launch = Launch {
            program: runner.path.clone(),
            args: found.manifest.args.clone(),
            cpu: self.job.plan.pinned_cpu,
            timeout: timeout(self.job.plan),
        };
        let (client, hello) = Client::start(&launch).map_err(|error| self.note_death(&error))?;
        let (expected, reported) = (&found.manifest.version, hello.descriptor.version.clone());
        let right = *expected == reported;
        self.hello = Some(hello);
        if !right {
            let message =
                format!("adapter.toml says version {expected}, the runner reports {reported}");
            return Err(Failure {
                kind: FailureKind::WrongVersion,
                message,
            });
        }
        self.client = Some(client);
        Ok(())
    }

    /// Keys and what else the operations need, all known to the driver so that it can be checked.
    fn material(&mut self, set: ParameterSet, offer: &Offer) -> Result<(Fields, Keys), Failure> {
        let Some(client) = &mut self.client else {
            return Err(no_runner());
        };
        let owner = format!("{}/{}/round-{}", self.system.name, set.label(), self.round);
        let mut party = Party {
            performer: client,
            offer,
        };
        let made = material::make(&mut party, set, self.job.plan.seed, &owner);
        made.map_err(|fault| match fault {
            material::Fault::NoImport => Failure {
                kind: FailureKind::Unsupported,
                message: "the runner offers no import of private keys".to_owned(),
            },
            material::Fault::Runner(operation, error) => {
                let mut failure = self.note_death(&error);
                let name = operation.id();
                failure.message = format!("{name} while the corpus was made: {}", failure.message);
                failure
            }
        })
    }

    fn time(&mut self, row: &RowKey) -> Result<Timing, Failure> {
        let Some(ready) = &self.ready else {
            return Err(no_runner());
        };
        let plan = self.job.plan;
        let (randomness, keys) = (
            material::randomness(row.operation, &ready.offer),
            ready.keys,
        );
        let request = Request::Time(Time {
            algorithm: row.algorithm.clone(),
            parameter_set: row.parameter_set.clone(),
            operation: row.operation,
            lane: row.lane,
            randomness,
            first_item: 0,
            warmups: plan.warmups,
            iterations: plan.iterations,
        });
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let timed = match self.ask(&request)? {
            Reply::Timed(timed) => timed,
            other => return Err(self.garbage(&format!("to `time`: {other:?}"))),
        };
        let samples = timed.samples_ns.len();
        let counts = timed.results.iter().map(|result| result.count);
        let results = counts.fold(0usize, usize::saturating_add);
        if samples != plan.iterations || results != samples {
            let asked = plan.iterations;
            let message = format!(
                "to `time`: {asked} samples asked for, {samples} times and {results} results came"
            );
            return Err(self.garbage(&message));
        }
        let Some(summary) = Summary::of(&timed.samples_ns) else {
            return Err(self.garbage("to `time`: no samples"));
        };
        let measurement = Measurement {
            protocol: plan.protocol.clone(),
            randomness,
            keys,
            warmups: plan.warmups,
            iterations: plan.iterations,
            started_unix_ns: u64::try_from(since_1970.as_nanos()).unwrap_or(u64::MAX),
            method: METHOD.to_owned(),
            samples_ns: timed.samples_ns.clone(),
            summary,
        };
        Ok(Timing {
            measurement,
            timed,
            randomness,
        })
    }

    fn check(
        &mut self,
        row: &RowKey,
        timing: &Timing,
        referees: &mut Referees,
    ) -> Result<Check, Failure> {
        let (Some(client), Some(ready)) = (&mut self.client, &self.ready) else {
            return Err(no_runner());
        };
        let set = ready.set;
        let lengths = set
            .kem_sizes()
            .map(|s| (s.seed, s.m))
            .or(set.signature_sizes().map(|s| (s.seed, 0)));
        let (seed_length, m_length) = lengths.unwrap_or_default();
        let evidence = Evidence {
            set,
            operation: row.operation,
            randomness: timing.randomness,
            item: &ready.item,
            results: &timing.timed.results,
            seed: &derive(self.job.plan.seed, "check seed", seed_length),
            m: &derive(self.job.plan.seed, "check m", m_length),
        };
        let mut subject = Party {
            performer: client,
            offer: &ready.offer,
        };
        let outcome = check::check(
            &mut subject,
            &self.system.implementation,
            referees,
            &evidence,
        );
        outcome.map_err(|error| self.note_death(&error))
    }

    fn ask(&mut self, request: &Request) -> Result<Reply, Failure> {
        let Some(client) = &mut self.client else {
            return Err(no_runner());
        };
        client.ask(request).map_err(|error| self.note_death(&error))
    }

    /// A reply that makes no sense: the runner is not asked again.
    fn garbage(&mut self, what: &str) -> Failure {
        self.client = None;
        self.ready = None;
        let message: String = format!("unexpected reply {what}")
            .chars()
            .take(300)
            .collect();
        Failure {
            kind: FailureKind::Garbage,
            message,
        }
    }

    /// The failure that an error means. If the runner is gone, the next row starts another.
    fn note_death(&mut self, error: &ClientError) -> Failure {
        if !error.is_alive() {
            self.client = None;
            self.ready = None;
        }
        let kind = match error {
            ClientError::NotStarted(_) => FailureKind::NotStarted,
            ClientError::Crashed { .. } => FailureKind::Crashed,
            ClientError::Hung { .. } => {
                self.hangs += 1;
                FailureKind::Hung
            }
            ClientError::Garbage { .. } => FailureKind::Garbage,
            ClientError::Refused(refusal) if refusal.kind == ErrorKind::Unsupported => {
                FailureKind::Unsupported
            }
            ClientError::Refused(_) => FailureKind::Refused,
        };
        Failure {
            kind,
            message: format!("the runner {error}"),
        }
    }
}

fn no_runner() -> Failure {
    Failure {
        kind: FailureKind::NotStarted,
        message: "no runner is running".to_owned(),
    }
}

fn failed(mut record: Record, failure: Failure) -> Record {
    record.status = Status::Failed;
    record.failure = Some(failure);
    record
}
