//! A run of `arena ct` as a document.

use super::places::{Place, add};
use arena_runner::message::Operation;
use serde::{Deserialize, Serialize};

/// The name of the format of [`Document`].
pub const SCHEMA: &str = "nexusq-constant-time-1";

/// All that a run found. Its JSON is the stable form for machines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the arena.
    pub arena: String,
    /// What keys and messages follow from, in hexadecimal.
    pub seed: String,
    /// Under valgrind, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valgrind: Option<Valgrind>,
}

/// What was found under valgrind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Valgrind {
    /// What `valgrind --version` says; empty if there is none.
    pub version: String,
    /// Whether each planted leak was found. Where one was not, the rows mean nothing.
    pub planted: Vec<Planted>,
    /// One for each implementation, parameter set and operation.
    pub rows: Vec<Row>,
    /// Entries of the list of what is public that could have covered something and did not.
    pub unused: Vec<String>,
}

/// A leak that was planted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planted {
    /// Where: parameter set and operation.
    pub place: String,
    /// Which.
    pub leak: String,
    /// Why it was not found; nothing if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<String>,
}

/// One operation of an implementation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The implementation.
    pub implementation: String,
    /// Whether it is a crate of this project.
    pub own: bool,
    /// The parameter set, for example `ml-kem-768`.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What came of looking at an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// It was performed with marked secrets.
    Ran {
        /// The back end that the runner reported under valgrind.
        back_end: String,
        /// How often it was performed.
        calls: usize,
        /// Places that the list of what is public covers.
        covered: Vec<Covered>,
        /// Places that it does not.
        findings: Vec<Place>,
        /// Places that are reported without marks too, so that secrets are not the cause.
        unrelated: Vec<Place>,
    },
    /// It was not, and why.
    NotRun {
        /// The reason.
        reason: String,
    },
}

/// Places that one entry of the list covers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Covered {
    /// The entry.
    pub entry: String,
    /// The places.
    pub places: Vec<Place>,
}

impl Document {
    /// The first planted leak that was not found: what the methods say means nothing then.
    pub fn missed(&self) -> Option<&Planted> {
        let planted = self.valgrind.iter().flat_map(|valgrind| &valgrind.planted);
        planted.into_iter().find(|one| one.missed.is_some())
    }

    /// Findings in crates of this project.
    pub fn own_findings(&self) -> usize {
        let rows = self.valgrind.iter().flat_map(|valgrind| &valgrind.rows);
        rows.filter(|row| row.own)
            .map(|row| row.findings().len())
            .sum()
    }
}

impl Covered {
    /// Adds a place under an entry.
    pub fn add(all: &mut Vec<Covered>, entry: &str, place: Place) {
        match all.iter_mut().find(|covered| covered.entry == entry) {
            Some(covered) => add(&mut covered.places, place),
            None => all.push(Covered {
                entry: entry.to_owned(),
                places: vec![place],
            }),
        }
    }
}

impl Row {
    /// Whether it was looked at.
    pub fn ran(&self) -> bool {
        matches!(self.outcome, Outcome::Ran { .. })
    }

    /// The row as a line for people.
    pub fn in_words(&self) -> String {
        let what = match &self.outcome {
            Outcome::NotRun { reason } => format!("not run: {reason}"),
            Outcome::Ran {
                findings, covered, ..
            } => {
                let public: usize = covered.iter().map(|covered| covered.places.len()).sum();
                format!("{} findings, {public} public places", findings.len())
            }
        };
        format!(
            "{} {} {}: {what}",
            self.implementation,
            self.parameter_set,
            self.operation.id()
        )
    }

    /// What was found in it.
    pub fn findings(&self) -> &[Place] {
        match &self.outcome {
            Outcome::Ran { findings, .. } => findings,
            Outcome::NotRun { .. } => &[],
        }
    }

    /// The entries of the list that covered something.
    pub fn covered(&self) -> &[Covered] {
        match &self.outcome {
            Outcome::Ran { covered, .. } => covered,
            Outcome::NotRun { .. } => &[],
        }
    }
}
