//! One operation in a fresh runner, and the search of its memory afterwards.

mod kem;
mod signature;

use super::RUN;
use super::maps::Place;
use super::memory::{self, Extent};
use super::scan::Scanner;
use super::secrets::Secrets;
use arena_core::client::{Client, ClientError, Launch};
use arena_core::reference::ml_dsa::hash::{h, h_array};
use arena_runner::message::{Offer, Operation, Perform, Performed, Request};
use nexusq_contract::ParameterSet;

/// What is tried.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// How the runner is started.
    pub launch: &'a Launch,
    /// What it offers for the parameter set.
    pub offer: &'a Offer,
    /// The parameter set.
    pub set: ParameterSet,
    /// The operation; not verification, which has no secrets.
    pub operation: Operation,
    /// What the keys and messages follow from.
    pub seed: u64,
    /// Which pair of keys.
    pub number: u32,
}

/// Why nothing was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// It has no entry point for it.
    Unsupported(String),
    /// The search could not be made.
    NotRun(String),
    /// The runner crashed, hung, or answered with what can't be right.
    Broken(String),
    /// A control failed: the search itself is not to be trusted.
    Untrusted(String),
}

/// Runs of one kind of secret, by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The kind.
    pub secret: String,
    /// In the order of [`Place::ALL`].
    pub runs: [u64; 3],
}

/// What a trial found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// A row for each kind of secret of the operation that is known.
    pub counts: Vec<Count>,
    /// How much memory was searched.
    pub extent: Extent,
}

/// The secrets that follow from a reply, and from what was asked.
type SecretsOf = Box<dyn Fn(&Performed) -> Result<Secrets, NotCounted>>;

/// A request, the secrets that follow from it and its reply, and others like them that the runner never saw.
struct Job {
    request: Perform,
    secrets: SecretsOf,
    never_seen: Secrets,
}

impl From<ClientError> for NotCounted {
    fn from(error: ClientError) -> NotCounted {
        use arena_runner::message::ErrorKind;
        match error {
            ClientError::Refused(error) if error.kind == ErrorKind::Unsupported => {
                NotCounted::Unsupported(error.message)
            }
            other => NotCounted::Broken(format!("the runner {other}")),
        }
    }
}

impl Trial<'_> {
    /// Has the operation performed and counts what it left.
    ///
    /// # Errors
    /// [`NotCounted`]
    pub fn run(&self) -> Result<Counted, NotCounted> {
        let job = if self.set.algorithm().is_kem() {
            self.kem_job()?
        } else {
            self.signature_job()?
        };
        let line = serde_json::to_vec(&Request::Perform(job.request.clone()));
        let line = line.map_err(|error| NotCounted::NotRun(error.to_string()))?;
        let (mut client, _) = Client::start(self.launch)?;
        let reply = client.perform(job.request)?;
        let secrets = (job.secrets)(&reply)?;
        let counted = search(client.pid(), &secrets, &job.never_seen, &line);
        client.leave();
        counted
    }

    /// Bytes that follow from the seed, the number and a label.
    fn draw<const N: usize>(&self, label: &str, never_seen: bool) -> [u8; N] {
        let (seed, number) = (self.seed.to_be_bytes(), self.number.to_be_bytes());
        let name = self.set.label();
        let other = [u8::from(never_seen)];
        h_array(&[
            b"residue",
            &seed,
            &number,
            &other,
            name.as_bytes(),
            label.as_bytes(),
        ])
    }

    fn can(&self, capability: nexusq_contract::Capability) -> bool {
        crate::subject::has(self.offer, capability)
    }

    fn need(&self, capability: nexusq_contract::Capability) -> Result<(), NotCounted> {
        if self.can(capability) {
            return Ok(());
        }
        Err(NotCounted::Unsupported(format!("no {}", capability.id())))
    }

    fn request(
        &self,
        randomness: arena_runner::message::Randomness,
        inputs: arena_runner::Fields,
    ) -> Perform {
        Perform {
            algorithm: self.set.algorithm().id().to_owned(),
            parameter_set: self.set.name().to_owned(),
            operation: self.operation,
            randomness,
            inputs,
        }
    }
}

/// Searches a runner that has answered: for the secrets, and for the two controls.
fn search(
    pid: u32,
    secrets: &Secrets,
    never_seen: &Secrets,
    line: &[u8],
) -> Result<Counted, NotCounted> {
    let kinds = secrets.kinds.len();
    let all = secrets
        .clone()
        .and(never_seen)
        .and(&Secrets::of_text("the request as text", line));
    let scanner = Scanner::new(all.kinds.len(), &all.patterns);
    let unreadable = |error: memory::Unreadable| NotCounted::NotRun(error.to_string());
    memory::wait_until_idle(pid).map_err(unreadable)?;
    let mut runs = vec![[0; 3]; all.kinds.len()];
    let extent = memory::each_piece(pid, |region, bytes| {
        let place = Place::ALL.iter().position(|place| *place == region.place);
        for (sum, count) in runs.iter_mut().zip(scanner.count(bytes)) {
            if let Some(sum) = place.and_then(|place| sum.get_mut(place)) {
                *sum += count;
            }
        }
    })
    .map_err(unreadable)?;
    let (found, controls) = runs.split_at(kinds);
    let seen = |runs: &[u64; 3]| runs.iter().sum::<u64>() > 0;
    if !controls.last().is_some_and(seen) {
        let text = "the request, which the runner has read, was not found in its memory";
        return Err(NotCounted::Untrusted(text.to_owned()));
    }
    let others = controls.split_last().map(|(_, others)| others);
    if let Some(at) = others.unwrap_or_default().iter().position(seen) {
        let name = never_seen.kinds.get(at).cloned().unwrap_or_default();
        return Err(NotCounted::Untrusted(format!(
            "{name} of a key that the runner never saw was found in its memory"
        )));
    }
    let named = secrets.kinds.iter().cloned().zip(found);
    Ok(Counted {
        counts: named
            .map(|(secret, runs)| Count {
                secret,
                runs: *runs,
            })
            .collect(),
        extent,
    })
}

/// An output that must be there, of a length of at least one run.
fn output(performed: &Performed, field: arena_runner::Field) -> Result<Vec<u8>, NotCounted> {
    let bytes = performed
        .outputs
        .get(field)
        .filter(|bytes| bytes.len() >= RUN);
    let missing = || NotCounted::Broken(format!("the reply has no {}", field.name()));
    bytes.map(<[u8]>::to_vec).ok_or_else(missing)
}

/// Bytes of a known length.
fn exactly<const N: usize>(bytes: &[u8], what: &str) -> Result<[u8; N], NotCounted> {
    let wrong = |_| NotCounted::Broken(format!("{what}: {} bytes, not {N}", bytes.len()));
    bytes.try_into().map_err(wrong)
}

/// The message that is signed: 32 bytes that are the same in every run.
fn message() -> Vec<u8> {
    h(&[b"residue: the message"], 32)
}
