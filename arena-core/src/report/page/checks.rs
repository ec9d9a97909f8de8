//! `checks.json` in a folder of evidence: what `arena check --json` writes, as far as the page shows it.

use serde::Deserialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The file's name in a folder of evidence.
pub const FILE: &str = "checks.json";
/// The name of the format.
const SCHEMA: &str = "nexusq-checks-1";
/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// A run of checks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Checks {
    schema: String,
    /// Version of the arena that ran them.
    pub(super) arena: String,
    /// `core` or `full`.
    pub(super) depth: String,
    /// The part of a case's name that was asked for, if one was.
    #[serde(default)]
    pub(super) only: Option<String>,
    pub(super) subjects: Vec<Subject>,
    pub(super) suites: Vec<Suite>,
    pub(super) cells: Vec<Entry>,
}

/// An implementation that was checked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Subject {
    pub(super) id: String,
    pub(super) version: String,
    pub(super) runner_sha256: String,
    pub(super) why_not: String,
}

/// A suite.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Suite {
    pub(super) id: String,
    pub(super) purpose: String,
}

/// The cases of one implementation, suite and parameter set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Entry {
    pub(super) implementation: String,
    pub(super) suite: String,
    pub(super) parameter_set: String,
    pub(super) counts: Counts,
    #[serde(default)]
    pub(super) findings: Vec<Finding>,
}

/// Cases by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Counts {
    pub(super) pass: u64,
    pub(super) fail: u64,
    pub(super) policy: u64,
    pub(super) unsupported: u64,
    pub(super) not_run: u64,
}

/// A case that is worth naming.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Finding {
    pub(super) class: String,
    pub(super) case: String,
    pub(super) detail: String,
}

impl Counts {
    /// Classes with their names, in the order in which they are shown.
    pub(super) fn classes(&self) -> [(&'static str, u64); 5] {
        [
            ("pass", self.pass),
            ("fail", self.fail),
            ("policy", self.policy),
            ("unsupported", self.unsupported),
            ("not run", self.not_run),
        ]
    }

    pub(super) fn add(&mut self, other: &Counts) {
        let pairs = [
            (&mut self.pass, other.pass),
            (&mut self.fail, other.fail),
            (&mut self.policy, other.policy),
            (&mut self.unsupported, other.unsupported),
            (&mut self.not_run, other.not_run),
        ];
        for (sum, more) in pairs {
            *sum = sum.saturating_add(more);
        }
    }
}

/// Reads a file that `arena check --out` wrote.
///
/// # Errors
/// It can't be read, is too large, or is none of that kind; in words, without the path.
pub fn read(path: &Path) -> Result<Checks, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("is larger than {MOST_BYTES} bytes"));
    }
    let checks: Checks = serde_json::from_slice(&bytes)
        .map_err(|error| format!("is not what `arena check --json` writes: {error}"))?;
    if checks.schema != SCHEMA {
        return Err(format!(
            "is of format `{}`, known is {SCHEMA}",
            checks.schema
        ));
    }
    Ok(checks)
}
