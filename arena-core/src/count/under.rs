//! One run of a runner under a tool, from files to files and with a time limit.

use super::scratch::Scratch;
use super::tool::{Counters, Tool};
use crate::{group, interrupt, pinning};
use arena_runner::message::{Reply, Request};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How much of standard error stands in an error message.
const TOLD_STDERR: usize = 300;

/// What came out of a run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) replies: Vec<Reply>,
    pub(super) counters: Counters,
}

/// Why a run gave no counts.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("{0}")]
    File(#[from] io::Error),
    #[error("{tool} could not be started: {reason}")]
    NotStarted { tool: &'static str, reason: String },
    #[error("not done within {} s under {tool} and killed; give more with --timeout, or fewer --items", .limit.as_secs())]
    TimedOut { tool: &'static str, limit: Duration },
    #[error("{tool} can't run its instructions: it ended by an illegal instruction{stderr}")]
    Illegal { tool: &'static str, stderr: String },
    #[error("under {tool} it ended with {status}{stderr}")]
    Ended {
        tool: &'static str,
        status: ExitStatus,
        stderr: String,
    },
    #[error("it wrote no valid reply under {tool}: {reason}")]
    Garbage { tool: &'static str, reason: String },
    #[error("interrupted")]
    Interrupted,
    #[error("{0}")]
    NoCounts(String),
}

/// A program to run under a tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Under<'a> {
    pub(super) tool: &'a Tool,
    pub(super) program: &'a Path,
    pub(super) args: &'a [String],
    pub(super) scratch: &'a Scratch,
    pub(super) timeout: Duration,
    pub(super) cpu: Option<u32>,
}

impl Under<'_> {
    /// Runs it with these requests on its standard input. A run that does not end well has no counts,
    /// whatever the tool wrote.
    pub(super) fn run(&self, requests: &[Request]) -> Result<Run, Fault> {
        let tool = self.tool.name();
        let [input, output, errors, counts] =
            ["requests", "replies", "stderr", "counts"].map(|name| self.scratch.file(name));
        let mut lines = Vec::new();
        for request in requests {
            serde_json::to_writer(&mut lines, request).map_err(io::Error::from)?;
            lines.push(b'\n');
        }
        fs::write(&input, lines)?;
        // What an earlier run left must not be taken for this one's.
        let _ = fs::remove_file(&counts);
        let mut command = self.tool.command(self.program, self.args, &counts);
        command
            .stdin(File::open(&input)?)
            .stdout(File::create(&output)?)
            .stderr(Stdio::from(File::create(&errors)?));
        let status = self.wait(&mut command)?;
        let stderr = fs::read(&errors).unwrap_or_default();
        let stderr = String::from_utf8_lossy(&stderr);
        if !status.success() {
            let illegal = is_illegal(&status, &stderr);
            let stderr = told(&stderr);
            return Err(if illegal {
                Fault::Illegal { tool, stderr }
            } else {
                Fault::Ended {
                    tool,
                    status,
                    stderr,
                }
            });
        }
        let replies = fs::read(&output)?;
        let replies = serde_json::Deserializer::from_slice(&replies).into_iter::<Reply>();
        let replies: Vec<Reply> = replies.collect::<Result<_, _>>().map_err(|error| {
            let reason = error.to_string();
            Fault::Garbage { tool, reason }
        })?;
        let text = fs::read_to_string(&counts)
            .map_err(|error| Fault::NoCounts(format!("{tool} left no counts: {error}")))?;
        let counters = self.tool.read(&text).map_err(Fault::NoCounts)?;
        Ok(Run { replies, counters })
    }

    fn wait(&self, command: &mut Command) -> Result<ExitStatus, Fault> {
        let tool = self.tool.name();
        let not_started = |reason: String| Fault::NotStarted { tool, reason };
        if interrupt::requested() {
            return Err(Fault::Interrupted);
        }
        // The runner is a child of perf; in a group of their own both can be ended.
        group::own(command);
        // A child inherits the affinity of the thread that starts it.
        let pinned = self.cpu.map(pinning::pin_current_thread).transpose();
        let guard = pinned.map_err(|error| not_started(error.to_string()))?;
        let spawned = command.spawn();
        drop(guard);
        let mut child = spawned.map_err(|error| not_started(error.to_string()))?;
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if interrupt::requested() {
                group::kill(&mut child);
                return Err(Fault::Interrupted);
            }
            if start.elapsed() > self.timeout {
                group::kill(&mut child);
                let limit = self.timeout;
                return Err(Fault::TimedOut { tool, limit });
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Whether a process died of an instruction that its processor, or the tool's model of one, does not have.
fn is_illegal(status: &ExitStatus, stderr: &str) -> bool {
    #[cfg(unix)]
    if std::os::unix::process::ExitStatusExt::signal(status) == Some(4) {
        return true;
    }
    let words = [
        "SIGILL",
        "Illegal instruction",
        "unhandled instruction bytes",
    ];
    !status.success() && words.iter().any(|word| stderr.contains(word))
}

/// The end of standard error as a clause, or nothing.
fn told(stderr: &str) -> String {
    let text = stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return String::new();
    }
    let skipped = text.chars().count().saturating_sub(TOLD_STDERR);
    let end: String = text.chars().skip(skipped).collect();
    let dots = if skipped > 0 { "… " } else { "" };
    format!("; its standard error: {dots}{end}")
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::super::ToolChoice;
    use super::*;

    /// Runs a shell script under callgrind; `None`, with the reason printed, where there is no valgrind.
    fn script(text: &str, seconds: u64) -> Option<Result<Run, Fault>> {
        let tool = match Tool::choose(ToolChoice::Callgrind, false) {
            Ok(tool) => tool,
            Err(error) => {
                eprintln!("skipped: {error}");
                return None;
            }
        };
        let scratch = Scratch::new().unwrap();
        let args = ["-c".to_owned(), text.to_owned()];
        let under = Under {
            tool: &tool,
            program: Path::new("/bin/sh"),
            args: &args,
            scratch: &scratch,
            timeout: Duration::from_secs(seconds),
            cpu: None,
        };
        Some(under.run(&[Request::Bye]))
    }

    #[test]
    fn replies_and_counts_come_back() {
        let text = r#"read line; test "$line" = '{"command":"bye"}' && echo '{"reply":"bye"}'"#;
        let Some(run) = script(text, 60) else { return };
        let run = run.unwrap();
        assert_eq!(run.replies, [Reply::Bye]);
        assert!(run.counters.values().all(|&count| count > 1000), "{run:?}");
    }

    /// callgrind leaves a file with counts then too; they are those of half a run.
    #[test]
    fn an_illegal_instruction_is_said_and_not_counted() {
        let Some(run) = script("kill -ILL $$", 60) else {
            return;
        };
        let text = run.unwrap_err().to_string();
        assert!(
            text.starts_with("callgrind can't run its instructions"),
            "{text}"
        );
    }

    #[test]
    fn other_ends_and_nonsense_are_told() {
        let Some(run) = script("echo no library >&2; exit 3", 60) else {
            return;
        };
        let text = run.unwrap_err().to_string();
        assert!(
            text.contains("exit status: 3; its standard error: no library"),
            "{text}"
        );
        let Some(run) = script("echo hello", 60) else {
            return;
        };
        let text = run.unwrap_err().to_string();
        assert!(
            text.starts_with("it wrote no valid reply under callgrind"),
            "{text}"
        );
    }

    #[test]
    fn what_hangs_is_killed() {
        let Some(run) = script("while :; do :; done", 1) else {
            return;
        };
        let text = run.unwrap_err().to_string();
        assert!(
            text.starts_with("not done within 1 s under callgrind"),
            "{text}"
        );
    }

    #[test]
    fn words_of_an_illegal_instruction_count_only_after_a_bad_end() {
        use std::os::unix::process::ExitStatusExt;
        let words = "vex amd64->IR: unhandled instruction bytes: 0x62 0xF1 0x7D 0x48";
        assert!(is_illegal(&ExitStatus::from_raw(4), ""));
        assert!(is_illegal(&ExitStatus::from_raw(1 << 8), words));
        assert!(!is_illegal(&ExitStatus::from_raw(1 << 8), "out of memory"));
        assert!(!is_illegal(&ExitStatus::from_raw(0), words));
    }
}
