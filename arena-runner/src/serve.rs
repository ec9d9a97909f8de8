//! The conversation: reads requests line by line, finds the harness, writes one reply each.

use crate::calibration::calibrate;
use crate::erase::far_down;
use crate::harness::Harness;
use crate::kem::KemHarness;
use crate::marks;
use crate::message::{
    Build, ErrorKind, Hello, PROTOCOL, Reply, Request, RunnerError, WireDescriptor,
};
use crate::signature::SignatureHarness;
use nexusq_contract::{Descriptor, Kem, Signature};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// The largest number of warm-ups or samples in one block: results are kept until its end.
const MAX_CALLS: usize = 1_000_000;

/// A program that answers for one implementation on standard input and output.
pub struct Runner {
    descriptor: Descriptor,
    harnesses: Vec<Box<dyn Harness>>,
}

impl Runner {
    /// A runner that offers nothing yet.
    pub fn new(descriptor: Descriptor) -> Runner {
        Runner {
            descriptor,
            harnesses: Vec::new(),
        }
    }

    /// Adds a key-encapsulation mechanism at one parameter set.
    #[must_use]
    pub fn kem<K: Kem + 'static>(mut self, kem: K) -> Runner {
        if let Some(harness) = KemHarness::new(kem) {
            self.harnesses.push(Box::new(harness));
        }
        self
    }

    /// Adds a signature scheme at one parameter set.
    #[must_use]
    pub fn signature<S: Signature + 'static>(mut self, scheme: S) -> Runner {
        if let Some(harness) = SignatureHarness::new(scheme) {
            self.harnesses.push(Box::new(harness));
        }
        self
    }

    /// Holds the conversation on standard input and output until `bye` or the end of input.
    pub fn serve(mut self) -> ExitCode {
        match self.converse(io::stdin().lock(), io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{}: standard input or output: {error}", self.descriptor.id);
                ExitCode::FAILURE
            }
        }
    }

    /// Holds the conversation on any pair of streams.
    ///
    /// # Errors
    /// What reading or writing reports.
    pub fn converse(&mut self, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        for line in input.split(b'\n') {
            let reply = self.answer(&line?);
            let mut text = serde_json::to_vec(&reply)?;
            text.push(b'\n');
            let last = reply == Reply::Bye;
            // Before it is known to the driver, which may look into this process at once.
            drop(reply);
            output.write_all(&text)?;
            output.flush()?;
            if last {
                break;
            }
        }
        Ok(())
    }

    /// The reply to one line. A panic of the implementation becomes an error reply.
    fn answer(&mut self, line: &[u8]) -> Reply {
        let request = match parse(line) {
            Ok(request) => request,
            Err(error) => return Reply::Error(error),
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| self.dispatch(&request)));
        match outcome {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => Reply::Error(error),
            Err(_) => Reply::Error(RunnerError {
                kind: ErrorKind::Failed,
                message: "the runner panicked; its standard error says where".to_owned(),
            }),
        }
    }

    fn dispatch(&mut self, request: &Request) -> Result<Reply, RunnerError> {
        match request {
            Request::Hello { protocol } => self.hello(*protocol),
            Request::Prepare(prepare) => {
                if prepare.items.is_empty() {
                    return Err(RunnerError::bad_request("`items` is empty"));
                }
                let harness = self.harness(&prepare.algorithm, &prepare.parameter_set)?;
                Ok(Reply::Prepared {
                    items: harness.prepare(prepare)?,
                })
            }
            Request::Time(time) => {
                if time.iterations == 0 || time.iterations.max(time.warmups) > MAX_CALLS {
                    let message =
                        format!("`iterations` is 1 to {MAX_CALLS}, `warmups` 0 to {MAX_CALLS}");
                    return Err(RunnerError::bad_request(message));
                }
                let harness = self.harness(&time.algorithm, &time.parameter_set)?;
                let before = calibrate();
                let mut timed = harness.time(time)?;
                timed.calibration_ns = Some([before, calibrate()]);
                Ok(Reply::Timed(timed))
            }
            Request::Perform(perform) => {
                let harness = self.harness(&perform.algorithm, &perform.parameter_set)?;
                Ok(Reply::Performed(far_down(|| {
                    marks::perform(harness, perform)
                })?))
            }
            Request::Bye => Ok(Reply::Bye),
        }
    }

    fn harness(&mut self, algorithm: &str, name: &str) -> Result<&mut dyn Harness, RunnerError> {
        for harness in &mut self.harnesses {
            let set = harness.parameter_set();
            if set.algorithm().id() == algorithm && set.name() == name {
                return Ok(harness.as_mut());
            }
        }
        let message = format!("this runner does not offer `{algorithm}` `{name}`; see its `hello`");
        Err(RunnerError::bad_request(message))
    }

    fn hello(&self, protocol: u32) -> Result<Reply, RunnerError> {
        if protocol != PROTOCOL {
            let message = format!("this runner speaks protocol {PROTOCOL}, not {protocol}");
            return Err(RunnerError::bad_request(message));
        }
        Ok(Reply::Hello(Box::new(Hello {
            protocol: PROTOCOL,
            marks_secrets: marks::wanted(),
            descriptor: wire_descriptor(&self.descriptor),
            parameter_sets: self
                .harnesses
                .iter()
                .map(|harness| harness.offer())
                .collect(),
        })))
    }
}

fn parse(line: &[u8]) -> Result<Request, RunnerError> {
    const WANTED: &str = "a request is one JSON object on one line";
    let bad = |message: String| Err(RunnerError::bad_request(message));
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => return bad(format!("empty line; {WANTED}")),
        // The types would also be read from an array.
        Some(b'{') => {}
        Some(_) => return bad(WANTED.to_owned()),
    }
    serde_json::from_slice(line).or_else(|error| bad(error.to_string()))
}

fn wire_descriptor(descriptor: &Descriptor) -> WireDescriptor {
    WireDescriptor {
        id: descriptor.id.to_owned(),
        name: descriptor.name.to_owned(),
        version: descriptor.version.to_owned(),
        language: descriptor.language.to_owned(),
        back_end: descriptor.back_end.to_owned(),
        rng: descriptor.rng.to_owned(),
        keygen_self_test: descriptor.keygen_self_test,
        build_options: descriptor.build_options.to_owned(),
        build: Build {
            compiler: env!("ARENA_BUILD_COMPILER").to_owned(),
            profile: env!("ARENA_BUILD_PROFILE").to_owned(),
            target: env!("ARENA_BUILD_TARGET").to_owned(),
            flags: env!("ARENA_BUILD_FLAGS").to_owned(),
        },
    }
}
