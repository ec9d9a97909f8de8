//! A run of `arena ct` as a document.

use super::places::{Place, add};
use super::statistics::{Test, Verdict};
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
    /// By statistics, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// Division instructions, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divisions: Option<Divisions>,
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

/// What was found by statistics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Samples of a comparison, both classes together.
    pub samples: usize,
    /// The processor that runners were pinned to.
    pub cpu: Option<u32>,
    /// Whether each planted leak was found.
    pub planted: Vec<Planted>,
    /// One for each implementation, parameter set and pair of classes.
    pub rows: Vec<Comparison>,
}

/// Two classes of inputs, compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The implementation.
    pub implementation: String,
    /// Whether it is a crate of this project.
    pub own: bool,
    /// The parameter set.
    pub parameter_set: String,
    /// The operation.
    pub operation: Operation,
    /// The two classes.
    pub classes: String,
    /// What came of it.
    #[serde(flatten)]
    pub measured: Measured,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Measured {
    /// It was made.
    Ran {
        /// The back end that the runner reported.
        back_end: String,
        /// What the largest t says.
        verdict: Verdict,
        /// The tests.
        tests: Vec<Test>,
    },
    /// It was not, and why.
    NotRun {
        /// The reason.
        reason: String,
    },
}

impl Comparison {
    /// The test with the largest t.
    pub fn worst(&self) -> Option<&Test> {
        let Measured::Ran { tests, .. } = &self.measured else {
            return None;
        };
        tests.iter().max_by(|a, b| a.t.abs().total_cmp(&b.t.abs()))
    }

    /// Whether it shows a leak.
    pub fn leaks(&self) -> bool {
        matches!(
            &self.measured,
            Measured::Ran {
                verdict: Verdict::Leak,
                ..
            }
        )
    }

    /// The row as a line for people.
    pub fn in_words(&self) -> String {
        let what = match (&self.measured, self.worst()) {
            (Measured::NotRun { reason }, _) => format!("not run: {reason}"),
            (Measured::Ran { verdict, .. }, Some(worst)) => {
                format!("t = {:.1}, {}", worst.t, verdict.words())
            }
            (Measured::Ran { .. }, None) => "too few samples".to_owned(),
        };
        let operation = self.operation.id();
        format!(
            "{} {} {operation} ({}): {what}",
            self.implementation, self.parameter_set, self.classes
        )
    }
}

/// Division instructions that were found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Divisions {
    /// Whether the planted division was found at each level.
    pub planted: Vec<Planted>,
    /// One for each implementation and optimisation level.
    pub rows: Vec<Level>,
    /// Entries of the list of public divisions that covered nothing.
    pub unused: Vec<String>,
}

/// The divisions of an implementation at an optimisation level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// The implementation.
    pub implementation: String,
    /// `0` to `3`, `s`, `z`.
    pub opt_level: String,
    /// Divisions in the whole program.
    pub all: usize,
    /// Places in the sources that are looked at whose operands are public.
    pub public: Vec<Divided>,
    /// The other places in them.
    pub findings: Vec<Divided>,
    /// Why there is nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_run: Option<String>,
}

/// A place where something is divided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Divided {
    /// The instruction, or the routine that is called.
    pub instruction: String,
    /// The function.
    pub function: String,
    /// Source file and line.
    pub location: String,
    /// The functions into which it was inlined.
    pub within: Vec<String>,
    /// The entry of the list that covers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// Instructions at this place.
    pub count: usize,
}

impl Divided {
    /// Adds a place to a list, or its count to that of the same place.
    pub fn add(all: &mut Vec<Divided>, one: Divided) {
        let same = |other: &&mut Divided| {
            (&other.function, &other.location, &other.within)
                == (&one.function, &one.location, &one.within)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.count += one.count,
            None => all.push(one),
        }
    }
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
        let valgrind = self.valgrind.iter().flat_map(|part| &part.planted);
        let statistics = self.statistics.iter().flat_map(|part| &part.planted);
        let divisions = self.divisions.iter().flat_map(|part| &part.planted);
        let mut all = valgrind.chain(statistics).chain(divisions);
        all.find(|one| one.missed.is_some())
    }

    /// Findings in crates of this project.
    pub fn own_findings(&self) -> usize {
        let valgrind = self.valgrind.iter().flat_map(|part| &part.rows);
        let places: usize = valgrind
            .filter(|row| row.own)
            .map(|row| row.findings().len())
            .sum();
        let statistics = self.statistics.iter().flat_map(|part| &part.rows);
        let leaks = statistics.filter(|row| row.own && row.leaks()).count();
        let divisions = self.divisions.iter().flat_map(|part| &part.rows);
        let divided: usize = divisions.map(|row| row.findings.len()).sum();
        places + leaks + divided
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
