//! The tools that count, and which of them this machine has.

use super::{callgrind, perf};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use thiserror::Error;

/// Something that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    /// Instructions.
    Instructions,
    /// Cycles of the processor.
    Cycles,
    /// Misses of the last cache, as the processor counts them.
    CacheMisses,
    /// Misses of the first-level caches that callgrind simulates.
    SimulatedL1Misses,
    /// Misses of the last-level cache that callgrind simulates.
    SimulatedLlMisses,
}

/// What one run under a tool counted. A counter that is not there was not counted.
pub type Counters = BTreeMap<Counter, u64>;

/// The tool that a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// perf where it counts instructions, else callgrind.
    Auto,
    /// Valgrind's callgrind.
    Callgrind,
    /// The processor's counters.
    Perf,
}

impl FromStr for ToolChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<ToolChoice, String> {
        match text {
            "auto" => Ok(ToolChoice::Auto),
            "callgrind" => Ok(ToolChoice::Callgrind),
            "perf" => Ok(ToolChoice::Perf),
            _ => Err("give callgrind, perf or auto".to_owned()),
        }
    }
}

/// Why nothing can be counted.
#[derive(Debug, Error)]
pub enum ToolError {
    /// callgrind was asked for.
    #[error(
        "callgrind can't be used: {0}; install valgrind (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind), or try --tool perf"
    )]
    Callgrind(String),
    /// perf was asked for.
    #[error("perf can't be used: {0}; try --tool callgrind")]
    Perf(String),
    /// Neither works.
    #[error(
        "no tool counts instructions here. perf: {perf}. callgrind: {callgrind}. Install valgrind (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind), or use a machine whose counters perf may read"
    )]
    Neither {
        /// Why perf doesn't.
        perf: String,
        /// Why callgrind doesn't.
        callgrind: String,
    },
    /// Only callgrind simulates caches.
    #[error("--cache-sim goes with callgrind only: add --tool callgrind")]
    CacheSim,
}

/// A tool that works here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Valgrind's callgrind.
    Callgrind {
        /// What `valgrind --version` says.
        version: String,
        /// Whether it simulates caches.
        cache_sim: bool,
    },
    /// The processor's counters.
    Perf {
        /// What `perf --version` says.
        version: String,
        /// Events that this machine does not count, with perf's words.
        missing: Vec<String>,
    },
}

impl Tool {
    /// The tool that was asked for, if it works here.
    ///
    /// # Errors
    /// It doesn't.
    pub fn choose(choice: ToolChoice, cache_sim: bool) -> Result<Tool, ToolError> {
        let callgrind = || {
            let version = callgrind::version()?;
            Ok(Tool::Callgrind { version, cache_sim })
        };
        let perf = || {
            let (version, missing) = perf::probe()?;
            Ok(Tool::Perf { version, missing })
        };
        match choice {
            ToolChoice::Perf if cache_sim => Err(ToolError::CacheSim),
            ToolChoice::Perf => perf().map_err(ToolError::Perf),
            ToolChoice::Callgrind => callgrind().map_err(ToolError::Callgrind),
            ToolChoice::Auto if cache_sim => callgrind().map_err(ToolError::Callgrind),
            ToolChoice::Auto => perf().or_else(|perf| {
                callgrind().map_err(|callgrind| ToolError::Neither { perf, callgrind })
            }),
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Tool::Callgrind { .. } => "callgrind",
            Tool::Perf { .. } => "perf",
        }
    }

    /// Its version.
    pub fn version(&self) -> &str {
        match self {
            Tool::Callgrind { version, .. } | Tool::Perf { version, .. } => version,
        }
    }

    /// What a reader must know of it.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Tool::Callgrind { .. } => Vec::new(),
            Tool::Perf { missing, .. } => missing
                .iter()
                .map(|event| format!("perf does not count {event} here"))
                .collect(),
        }
    }

    /// A command that runs `program` under the tool and leaves the counts in `out`.
    pub(super) fn command(&self, program: &Path, args: &[String], out: &Path) -> Command {
        let mut command = match self {
            Tool::Callgrind { cache_sim, .. } => callgrind::command(*cache_sim, out),
            Tool::Perf { .. } => perf::command(out),
        };
        command.arg("--").arg(program).args(args);
        command
    }

    /// The counts in what it left.
    ///
    /// # Errors
    /// There are none, or they are guesses.
    pub fn read(&self, text: &str) -> Result<Counters, String> {
        match self {
            Tool::Callgrind { .. } => callgrind::parse(text),
            Tool::Perf { .. } => perf::parse(text).map(|parsed| parsed.counters),
        }
    }

    /// How often the items are gone through in the first try: as often as a count can be had at
    /// little cost.
    pub(super) fn first_rounds(&self) -> usize {
        match self {
            Tool::Callgrind { .. } => 2,
            Tool::Perf { .. } => 64,
        }
    }

    /// Instructions that one run may take to make a count more exact: some tens of seconds.
    pub(super) fn most_instructions(&self) -> f64 {
        match self {
            Tool::Callgrind { .. } => 2e9,
            Tool::Perf { .. } => 1e11,
        }
    }
}

/// Runs a command to its end: its standard output and error, or in words why not.
pub(super) fn output_of(command: &mut Command) -> Result<(String, String), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no command `{program}`"),
        _ => format!("`{program}` can't be started: {error}"),
    })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    if output.status.success() {
        Ok((stdout, stderr))
    } else {
        let line = stderr.lines().next().unwrap_or_default();
        Err(format!("`{program}` ended with {}: {line}", output.status))
    }
}
