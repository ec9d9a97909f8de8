//! One system in one round: a fresh runner, its keys, and its rows.

use super::material::{Items, Owner};
use super::{Job, Observer, material, timeout};
use crate::check::{Party, can};
use crate::client::{Client, ClientError, Launch};
use crate::inventory::Found;
use crate::protocol::System;
use crate::record::{Failure, FailureKind, Keys, RowKey};
use crate::runners::RunnerUse;
use arena_runner::Fields;
use arena_runner::message::{
    ErrorKind, Hello, Offer, Operation, Prepare, Randomness, Reply, Request, Time, Timed,
};
use nexusq_contract::{Capability, ParameterSet};

/// After so many hangs a runner is not tried again in its round.
const MOST_HANGS: u32 = 2;

/// A system's part of one round.
pub(super) struct Session<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) system: &'a System,
    round: u32,
    pub(super) found: Option<&'a Found>,
    /// Name of the raw file, without its ending.
    pub(super) artifact: String,
    pub(super) hello: Option<Hello>,
    pub(super) client: Option<Client>,
    pub(super) ready: Option<Ready>,
    hangs: u32,
}

/// A parameter set whose corpus the running runner holds.
pub(super) struct Ready {
    pub(super) set: ParameterSet,
    pub(super) offer: Offer,
    pub(super) items: Vec<Fields>,
    pub(super) keys: Keys,
}

/// A block of calls to be timed.
#[derive(Clone, Copy)]
pub(super) struct Calls {
    pub(super) warmups: usize,
    pub(super) iterations: usize,
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

    pub(super) fn offer(&self, set: ParameterSet) -> Option<Offer> {
        let hello = self.hello.as_ref()?;
        let (algorithm, name) = (set.algorithm().id(), set.name());
        hello
            .parameter_sets
            .iter()
            .find(|o| o.algorithm == algorithm && o.parameter_set == name)
            .cloned()
    }

    /// Sees to it that a runner is running and holds the corpus of the set: the common one if it is
    /// given, else one of its own.
    pub(super) fn make_ready(
        &mut self,
        set: ParameterSet,
        common: Option<&Items>,
    ) -> Result<(), Failure> {
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
        let corpus = self.job.protocol.corpus;
        let Items { items, keys } = match common {
            Some(items) => items.clone(),
            None => {
                let owner = Owner::System {
                    name: &self.system.name,
                    round: self.round,
                    fresh_messages: corpus.fresh_messages,
                };
                self.make_items(set, &offer, &owner)?
            }
        };
        let request = Request::Prepare(Prepare {
            algorithm: set.algorithm().id().to_owned(),
            parameter_set: set.name().to_owned(),
            items: items.clone(),
        });
        match self.ask(&request)? {
            Reply::Prepared { items: count } if count == items.len() => {}
            other => {
                let count = items.len();
                return Err(self.garbage(&format!("to `prepare` of {count} items: {other:?}")));
            }
        }
        self.ready = Some(Ready {
            set,
            offer,
            items,
            keys,
        });
        Ok(())
    }

    /// Items that all systems of the round can work on, if this one can make them from seeds.
    pub(super) fn common_items(&mut self, set: ParameterSet) -> Option<Items> {
        self.start().ok()?;
        let offer = self.offer(set)?;
        if !can(&offer, Capability::GenerateFromSeed) {
            return None;
        }
        let owner = Owner::Common { round: self.round };
        self.make_items(set, &offer, &owner).ok()
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
            env: found.env.clone(),
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
    fn make_items(
        &mut self,
        set: ParameterSet,
        offer: &Offer,
        owner: &Owner<'_>,
    ) -> Result<Items, Failure> {
        let Some(client) = &mut self.client else {
            return Err(no_runner());
        };
        let mut party = Party {
            performer: client,
            offer,
        };
        let (seed, count) = (self.job.plan.seed, self.job.protocol.corpus.items);
        let made = material::items(&mut party, set, seed, owner, count);
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

    /// What the operation draws its randomness from here.
    pub(super) fn randomness(&self, operation: Operation) -> Result<Randomness, Failure> {
        let ready = self.ready.as_ref().ok_or_else(no_runner)?;
        Ok(material::randomness(operation, &ready.offer))
    }

    /// Has a block of calls timed, beginning with the first item.
    pub(super) fn time(
        &mut self,
        row: &RowKey,
        calls: Calls,
        observer: &mut dyn Observer,
    ) -> Result<Timed, Failure> {
        let randomness = self.randomness(row.operation)?;
        let request = Request::Time(Time {
            algorithm: row.algorithm.clone(),
            parameter_set: row.parameter_set.clone(),
            operation: row.operation,
            lane: row.lane,
            randomness,
            first_item: 0,
            warmups: calls.warmups,
            iterations: calls.iterations,
        });
        observer.turn(&self.system.name, true);
        let reply = self.ask(&request);
        observer.turn(&self.system.name, false);
        let timed = match reply? {
            Reply::Timed(timed) => timed,
            other => return Err(self.garbage(&format!("to `time`: {other:?}"))),
        };
        let (samples, asked) = (timed.samples_ns.len(), calls.iterations);
        let counts = timed.results.iter().map(|result| result.count);
        let results = counts.fold(0usize, usize::saturating_add);
        if samples != asked || results != samples {
            let message = format!(
                "to `time`: {asked} samples asked for, {samples} times and {results} results came"
            );
            return Err(self.garbage(&message));
        }
        Ok(timed)
    }

    /// What the runner took of the machine until now, if it is running. It waits meanwhile, and nothing is timed.
    pub(super) fn uses(&self) -> Option<RunnerUse> {
        let (client, found) = (self.client.as_ref()?, self.found?);
        let runner = found.runner.as_ref().ok()?;
        Some(RunnerUse::of(
            &self.system.name,
            self.round,
            &runner.sha256,
            &runner.path,
            client.pid(),
        ))
    }

    fn ask(&mut self, request: &Request) -> Result<Reply, Failure> {
        let Some(client) = &mut self.client else {
            return Err(no_runner());
        };
        client.ask(request).map_err(|error| self.note_death(&error))
    }

    /// A reply that makes no sense: the runner is not asked again.
    pub(super) fn garbage(&mut self, what: &str) -> Failure {
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
    pub(super) fn note_death(&mut self, error: &ClientError) -> Failure {
        if !error.is_alive() {
            self.client = None;
            self.ready = None;
        }
        let kind = match error {
            ClientError::NotStarted(_) => FailureKind::NotStarted,
            // Of these only the first is written down: an interrupted run ends before its row.
            ClientError::Crashed { .. } | ClientError::Interrupted => FailureKind::Crashed,
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

pub(super) fn no_runner() -> Failure {
    Failure {
        kind: FailureKind::NotStarted,
        message: "no runner is running".to_owned(),
    }
}
