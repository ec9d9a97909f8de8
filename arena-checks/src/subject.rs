//! An implementation that is checked: its runner, started anew after a crash or a hang.

use arena_core::client::{Client, ClientError, Launch};
use arena_core::inventory::Found;
use arena_runner::Fields;
use arena_runner::message::{
    ErrorKind, Hello, Offer, Operation, Perform, Performed, Randomness, RunnerError,
};
use nexusq_contract::{Capability, ParameterSet};
use std::collections::BTreeSet;
use std::time::Duration;

/// After so many crashes and hangs a subject is not asked again: what is wrong with it is known.
const MOST_BREAKS: u32 = 25;

/// What a subject answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The operation was performed.
    Done(Performed),
    /// The runner answered with an error and goes on.
    Refused(RunnerError),
    /// The runner crashed, hung or wrote nonsense; how.
    Broken(String),
    /// There is no runner, or it broke too often; why.
    Absent(String),
}

/// An implementation and its runner.
pub struct Subject {
    id: String,
    own: bool,
    packages: BTreeSet<String>,
    /// The version that the manifest names.
    version: String,
    launch: Result<Launch, String>,
    running: Option<Client>,
    hello: Option<Hello>,
    breaks: u32,
}

impl Subject {
    /// The implementation that was found, with a time limit for each answer. Nothing is started yet.
    pub fn new(found: &Found, timeout: Duration) -> Subject {
        let launch = found
            .runner
            .as_ref()
            .map_err(Clone::clone)
            .map(|built| Launch {
                program: built.path.clone(),
                args: found.manifest.args.clone(),
                env: found.env.clone(),
                cpu: None,
                timeout,
            });
        Subject {
            id: found.manifest.id.clone(),
            own: found.manifest.own,
            packages: found.code_names(),
            version: found.manifest.version.clone(),
            launch,
            running: None,
            hello: None,
            breaks: 0,
        }
    }

    /// The same implementation in a process of its own, which is not started yet.
    pub fn twin(&self) -> Subject {
        Subject {
            id: self.id.clone(),
            own: self.own,
            packages: self.packages.clone(),
            version: self.version.clone(),
            launch: self.launch.clone(),
            running: None,
            hello: None,
            breaks: 0,
        }
    }

    /// Whether it runs code of a package that the other one runs too.
    pub fn shares_code_with(&self, other: &Subject) -> bool {
        !self.packages.is_disjoint(&other.packages)
    }

    /// The id of the implementation.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How its runner is started.
    ///
    /// # Errors
    /// Why it can't be.
    pub fn launch(&self) -> Result<&Launch, String> {
        self.launch.as_ref().map_err(Clone::clone)
    }

    /// Whether it is a crate of this project: its failures are fatal.
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// What the runner said of itself; starts it if need be.
    ///
    /// # Errors
    /// Why there is no runner.
    pub fn hello(&mut self) -> Result<&Hello, String> {
        if self.hello.is_none() {
            self.start()?;
        }
        self.hello
            .as_ref()
            .ok_or_else(|| "it gave no greeting".to_owned())
    }

    /// What it offers for a parameter set. `Ok(None)`: it runs but does not have the set.
    ///
    /// # Errors
    /// Why there is no runner.
    pub fn offer(&mut self, set: ParameterSet) -> Result<Option<Offer>, String> {
        let offers = &self.hello()?.parameter_sets;
        let mut offers = offers.iter();
        let offer = offers.find(|offer| {
            offer.algorithm == set.algorithm().id() && offer.parameter_set == set.name()
        });
        Ok(offer.cloned())
    }

    /// The first of the capabilities that it lacks for the set, or the set itself; `Ok(None)` if it has them all.
    ///
    /// # Errors
    /// Why there is no runner.
    pub fn lacks(
        &mut self,
        set: ParameterSet,
        needs: &[Capability],
    ) -> Result<Option<String>, String> {
        let Some(offer) = self.offer(set)? else {
            return Ok(Some(format!("no {}", set.label())));
        };
        let lacking = needs.iter().find(|need| !has(&offer, **need));
        Ok(lacking.map(|need| format!("no {}", need.id())))
    }

    /// Whether it runs, has the set and all of the capabilities.
    pub fn can(&mut self, set: ParameterSet, needs: &[Capability]) -> bool {
        matches!(self.lacks(set, needs), Ok(None))
    }

    /// Has one operation performed.
    pub fn ask(
        &mut self,
        set: ParameterSet,
        operation: Operation,
        randomness: Randomness,
        inputs: Fields,
    ) -> Answer {
        if self.breaks >= MOST_BREAKS {
            return Answer::Absent(format!(
                "it broke {MOST_BREAKS} times and was not asked again"
            ));
        }
        if self.running.is_none()
            && let Err(why) = self.start()
        {
            return Answer::Absent(why);
        }
        let Some(client) = &mut self.running else {
            return Answer::Absent("it is not running".to_owned());
        };
        let request = Perform {
            algorithm: set.algorithm().id().to_owned(),
            parameter_set: set.name().to_owned(),
            operation,
            randomness,
            inputs,
        };
        match client.perform(request) {
            Ok(performed) => Answer::Done(performed),
            Err(ClientError::Refused(error)) => Answer::Refused(error),
            Err(error) => {
                self.running = None;
                self.breaks += 1;
                Answer::Broken(format!("the runner {error}"))
            }
        }
    }

    fn start(&mut self) -> Result<(), String> {
        let launch = self.launch.as_ref().map_err(Clone::clone)?;
        match Client::start(launch) {
            Ok((_, hello)) if hello.descriptor.version != self.version => {
                let why = format!(
                    "adapter.toml says version {}, the runner reports {}; run `arena build`",
                    self.version, hello.descriptor.version
                );
                self.launch = Err(why.clone());
                Err(why)
            }
            Ok((client, hello)) => {
                self.running = Some(client);
                self.hello = Some(hello);
                Ok(())
            }
            Err(error) => {
                let why = format!("the runner {error}");
                // Trying again for every case would take the time limit each time.
                self.launch = Err(why.clone());
                Err(why)
            }
        }
    }
}

/// Whether an offer declares a capability.
pub fn has(offer: &Offer, capability: Capability) -> bool {
    offer.capabilities.iter().any(|id| id == capability.id())
}

impl Answer {
    /// What came, in words that tell no secret in full.
    pub fn describe(&self) -> String {
        match self {
            Answer::Done(Performed {
                valid: Some(valid), ..
            }) => {
                format!("the answer {}", if *valid { "valid" } else { "invalid" })
            }
            Answer::Done(performed) => {
                let outputs = performed.outputs.iter();
                let named: Vec<String> = outputs
                    .map(|(field, bytes)| format!("{} {}", field.name(), abridged(bytes)))
                    .collect();
                named.join(", ")
            }
            Answer::Refused(error) => format!("an error ({}: {})", error.kind.id(), error.message),
            Answer::Broken(how) | Answer::Absent(how) => how.clone(),
        }
    }

    /// Whether the runner says that the implementation panicked and that it caught this.
    pub fn is_panic(&self) -> bool {
        matches!(self, Answer::Refused(error) if error.kind == ErrorKind::Failed
            && (error.message.starts_with("panic") || error.message.contains("panicked")))
    }

    /// Whether the implementation turned the input down: an error other than that the request was wrong or can't be served.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Answer::Refused(error) if matches!(error.kind, ErrorKind::InvalidInput | ErrorKind::Failed))
    }
}

/// The beginning of a byte string in hexadecimal, and its length.
pub fn abridged(bytes: &[u8]) -> String {
    let start = hex::encode(bytes.get(..8).unwrap_or(bytes));
    if bytes.len() > 8 {
        format!("{start}… ({} bytes)", bytes.len())
    } else {
        format!("{start} ({} bytes)", bytes.len())
    }
}
