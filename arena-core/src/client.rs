//! The driver's end of the runner protocol: one runner process, asked with a time limit.
//!
//! A runner may crash, hang or write nonsense; each is an error with its reason, never a hang or a
//! panic of the driver.

use crate::interrupt::{self, Woken};
use crate::{group, pinning};
use arena_runner::message::{
    Hello, Offer, PROTOCOL, Perform, Performed, Reply, Request, RunnerError,
};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use thiserror::Error;

/// The longest reply that is read: enough for 100,000 signatures, too little to fill the memory.
const LONGEST_REPLY: u64 = 1 << 30;
/// How much of a runner's standard error is kept for error messages.
const KEPT_STDERR: usize = 2000;

/// How a runner is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables that are added to its environment.
    pub env: Vec<(String, String)>,
    /// The processor it is pinned to.
    pub cpu: Option<u32>,
    /// How long a reply may take.
    pub timeout: Duration,
}

/// Why a runner gave no usable reply.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It could not be started.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// It ended.
    #[error("{how}{stderr}")]
    Crashed {
        /// Exit code or signal.
        how: String,
        /// The last lines of its standard error, as a clause, or empty.
        stderr: String,
    },
    /// It did not answer in time and was killed.
    #[error("no reply to `{request}` within {} s; it was killed", .timeout.as_secs_f64())]
    Hung {
        /// The command that was sent.
        request: &'static str,
        /// The limit.
        timeout: Duration,
    },
    /// It wrote something that is no reply.
    #[error("no valid reply to `{request}`: {reason}")]
    Garbage {
        /// The command that was sent.
        request: &'static str,
        /// What was wrong, with the beginning of what came.
        reason: String,
    },
    /// The work is to end; the runner was ended.
    #[error("was ended: the work was interrupted")]
    Interrupted,
    /// It answered with an error. The conversation can go on.
    #[error("{0}")]
    Refused(RunnerError),
}

impl ClientError {
    /// Whether the runner can be asked again.
    pub fn is_alive(&self) -> bool {
        matches!(self, ClientError::Refused(_))
    }
}

enum Incoming {
    Line(Vec<u8>),
    TooLong,
    End,
    /// Nothing came: the work is to end.
    Stop,
}

/// A running runner.
pub struct Client {
    child: Child,
    requests: Sender<Vec<u8>>,
    replies: Receiver<Incoming>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    stderr_reader: JoinHandle<()>,
    timeout: Duration,
    /// Wakes whoever waits for a reply when the work is to end.
    _woken: Woken,
}

impl Client {
    /// Starts a runner and greets it.
    ///
    /// # Errors
    /// It can't be started, or does not answer `hello` as it should.
    pub fn start(launch: &Launch) -> Result<(Client, Hello), ClientError> {
        let mut client = Client::spawn(launch)?;
        match client.ask(&Request::Hello { protocol: PROTOCOL })? {
            Reply::Hello(hello) if hello.protocol == PROTOCOL => {
                let faults = hello.parameter_sets.iter().find_map(Offer::fault);
                match faults {
                    None => Ok((client, *hello)),
                    Some(reason) => Err(ClientError::Garbage {
                        request: "hello",
                        reason,
                    }),
                }
            }
            other => Err(unexpected("hello", &other)),
        }
    }

    fn spawn(launch: &Launch) -> Result<Client, ClientError> {
        let failed = |error: String| ClientError::NotStarted(error);
        if interrupt::requested() {
            return Err(ClientError::Interrupted);
        }
        // A child inherits the affinity of the thread that starts it.
        let pinned = launch.cpu.map(pinning::pin_current_thread).transpose();
        let guard = pinned.map_err(|error| failed(error.to_string()))?;
        let spawned = group::own(&mut Command::new(&launch.program))
            .args(&launch.args)
            .envs(launch.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        drop(guard);
        let mut child =
            spawned.map_err(|error| failed(format!("{}: {error}", launch.program.display())))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("its standard streams are not pipes".to_owned()));
        };
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let kept_by_thread = Arc::clone(&kept);
        let stderr_reader = thread::spawn(move || keep_tail(stderr, &kept_by_thread));
        let (requests, to_write) = channel::<Vec<u8>>();
        thread::spawn(move || write_lines(stdin, &to_write));
        let (incoming, replies) = channel();
        let waker = incoming.clone();
        let woken = interrupt::wake_by(move || {
            let _ = waker.send(Incoming::Stop);
        });
        thread::spawn(move || read_lines(stdout, &incoming));
        Ok(Client {
            child,
            requests,
            replies,
            stderr: kept,
            stderr_reader,
            timeout: launch.timeout,
            _woken: woken,
        })
    }

    /// The number of the runner's process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request and waits for its reply. After any error but [`ClientError::Refused`] the runner is gone.
    ///
    /// # Errors
    /// All of [`ClientError`] but `NotStarted`.
    pub fn ask(&mut self, request: &Request) -> Result<Reply, ClientError> {
        let name = command_name(request);
        let mut line = serde_json::to_vec(request).map_err(|error| ClientError::Garbage {
            request: name,
            reason: format!("the request could not be written: {error}"),
        })?;
        line.push(b'\n');
        // A failed send means that the runner closed its input; reading tells how it ended.
        let _ = self.requests.send(line);
        let line = match self.replies.recv_timeout(self.timeout) {
            Ok(Incoming::Line(line)) => line,
            Ok(Incoming::TooLong) => {
                self.kill();
                let reason = format!("the line is longer than {LONGEST_REPLY} bytes");
                return Err(ClientError::Garbage {
                    request: name,
                    reason,
                });
            }
            Ok(Incoming::Stop) => {
                self.kill();
                return Err(ClientError::Interrupted);
            }
            Ok(Incoming::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
            Err(RecvTimeoutError::Timeout) => {
                self.kill();
                return Err(ClientError::Hung {
                    request: name,
                    timeout: self.timeout,
                });
            }
        };
        match serde_json::from_slice(&line) {
            Ok(Reply::Error(error)) => Err(ClientError::Refused(error)),
            Ok(reply) => Ok(reply),
            Err(error) => {
                self.kill();
                let start = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
                let reason = format!("{error}; it starts with {start:?}");
                Err(ClientError::Garbage {
                    request: name,
                    reason,
                })
            }
        }
    }

    /// Performs one untimed operation.
    ///
    /// # Errors
    /// As [`ask`](Client::ask).
    pub fn perform(&mut self, perform: Perform) -> Result<Performed, ClientError> {
        match self.ask(&Request::Perform(perform))? {
            Reply::Performed(performed) => Ok(performed),
            other => {
                self.kill();
                Err(unexpected("perform", &other))
            }
        }
    }

    /// Says goodbye and waits a moment for the runner to end; kills it if it doesn't.
    pub fn leave(mut self) {
        let _ = self.ask(&Request::Bye);
    }

    fn kill(&mut self) {
        group::kill(&mut self.child);
    }

    fn crashed(&mut self) -> ClientError {
        // Standard output is closed; a runner that lives on regardless is ended.
        let status = wait_a_moment(&mut self.child);
        self.kill();
        for _ in 0..100 {
            if self.stderr_reader.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let how = status.map_or_else(
            || "closed its output".to_owned(),
            |status| describe(&status),
        );
        let kept = self
            .stderr
            .lock()
            .map(|kept| kept.iter().copied().collect::<Vec<u8>>());
        let text = String::from_utf8_lossy(&kept.unwrap_or_default())
            .trim()
            .to_owned();
        let stderr = if text.is_empty() {
            String::new()
        } else {
            format!("; its standard error ends: {text}")
        };
        ClientError::Crashed { how, stderr }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            // A runner that got `bye`, or sees the end of its input, ends by itself.
            let (closed, _) = channel();
            self.requests = closed;
            if wait_a_moment(&mut self.child).is_none() {
                self.kill();
            }
        }
    }
}

fn unexpected(request: &'static str, reply: &Reply) -> ClientError {
    let mut text = format!("{reply:?}");
    text.truncate(
        text.char_indices()
            .nth(60)
            .map_or(text.len(), |(index, _)| index),
    );
    ClientError::Garbage {
        request,
        reason: format!("the reply is of another kind: {text}"),
    }
}

fn command_name(request: &Request) -> &'static str {
    match request {
        Request::Hello { .. } => "hello",
        Request::Prepare(_) => "prepare",
        Request::Time(_) => "time",
        Request::Perform(_) => "perform",
        Request::Bye => "bye",
    }
}

/// Waits up to a second for a process that is about to end.
fn wait_a_moment(child: &mut Child) -> Option<ExitStatus> {
    for _ in 0..200 {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(_) => return None,
        }
    }
    None
}

#[cfg(unix)]
fn describe(status: &ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with exit code {code}"),
        (None, Some(signal)) => format!("ended by signal {signal}{}", signal_name(signal)),
        (None, None) => format!("ended: {status}"),
    }
}

#[cfg(not(unix))]
fn describe(status: &ExitStatus) -> String {
    format!("ended: {status}")
}

#[cfg(unix)]
fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic error)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        _ => "",
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(stdout: impl Read, incoming: &Sender<Incoming>) {
    let mut reader = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let mut line = Vec::new();
        let read = (&mut reader)
            .take(LONGEST_REPLY)
            .read_until(b'\n', &mut line);
        let message = match read {
            Ok(0) | Err(_) => Incoming::End,
            Ok(_) if line.last() == Some(&b'\n') => Incoming::Line(line),
            Ok(_) if line.len() as u64 == LONGEST_REPLY => Incoming::TooLong,
            // Output that ends in the middle of a line: the runner died while writing.
            Ok(_) => Incoming::End,
        };
        let last = !matches!(message, Incoming::Line(_));
        if incoming.send(message).is_err() || last {
            break;
        }
    }
}

fn keep_tail(mut stderr: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0u8; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let Ok(mut kept) = kept.lock() else { break };
        kept.extend(&buffer[..count]);
        let excess = kept.len().saturating_sub(KEPT_STDERR);
        kept.drain(..excess);
    }
}
