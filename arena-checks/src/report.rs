//! A run of checks as a document, and the forms in which it is shown: table, JSON, JUnit XML, SARIF.

mod junit;
mod left;
mod sarif;
mod table;

use crate::board::{Board, Cell, Left, Pair};
use crate::class::{Class, Counts};
use crate::stage::Depth;
use serde::{Deserialize, Serialize};

pub use junit::junit;
pub use sarif::sarif;
pub use table::table;

/// The name of the format of [`Document`].
pub const SCHEMA: &str = "nexusq-checks-1";

/// All that a run of checks found. Its JSON is the stable form for machines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the arena.
    pub arena: String,
    /// `core` or `full`.
    pub depth: String,
    /// What random inputs follow from, in hexadecimal.
    pub seed: String,
    /// The part of a case's name that was asked for, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The implementations, in the order asked for.
    pub subjects: Vec<SubjectInfo>,
    /// The suites, in the order in which they ran.
    pub suites: Vec<SuiteInfo>,
    /// The counts and findings.
    pub cells: Vec<Entry>,
    /// Who exchanged keys, ciphertexts and signatures with whom, and in which forms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<Pair>,
    /// What operations left of their secrets in memory: every kind of secret that was looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
    /// The mutation score of our own vectors, where it was computed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mutants: Vec<Mutant>,
    /// The branches of signing, where the suite `signing` ran.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Reached>,
}

/// An implementation that was checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubjectInfo {
    /// Its id.
    pub id: String,
    /// Whether it is a crate of this project.
    pub own: bool,
    /// The version that it reports; empty if it did not start.
    pub version: String,
    /// The back end in use.
    pub back_end: String,
    /// SHA-256 of the runner; empty if there is none.
    pub runner_sha256: String,
    /// Why it could not be asked, or empty.
    pub why_not: String,
}

/// A suite that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteInfo {
    /// Its name.
    pub id: String,
    /// What it is about.
    pub purpose: String,
}

/// The cases of one implementation, suite and parameter set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The implementation.
    pub implementation: String,
    /// The suite.
    pub suite: String,
    /// The parameter set, for example `ml-kem-768`.
    pub parameter_set: String,
    /// Counts, findings, reasons.
    #[serde(flatten)]
    pub cell: Cell,
}

/// A verifier with one fault, and the vectors that caught it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutant {
    /// The parameter set.
    pub parameter_set: String,
    /// How it differs from the standard.
    pub kind: MutantKind,
    /// The rule that was taken away, or what it does wrong.
    pub rule: String,
    /// The vectors made for that fault which tell it from the standard; empty if it was not caught. Of one that
    /// lacks a rule: those that this verifier alone accepts.
    pub caught_by: Vec<String>,
}

/// In which way a faulty verifier differs from the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantKind {
    /// It accepts what breaks one rule.
    LacksRule,
    /// It refuses something that the standard accepts, or computes it wrong.
    RefusesMore,
}

/// How often a branch of signing was reached by the inputs of the suite `signing`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The parameter set.
    pub parameter_set: String,
    /// The branch.
    pub branch: String,
    /// The number of inputs; `None` if the branch can't occur with this parameter set.
    pub inputs: Option<usize>,
}

impl Document {
    /// The document of a board.
    pub fn new(
        board: &Board,
        subjects: Vec<SubjectInfo>,
        suites: Vec<SuiteInfo>,
        depth: Depth,
        seed: u64,
        only: Option<String>,
    ) -> Document {
        let cells = board
            .cells()
            .map(|((implementation, suite, set), cell)| Entry {
                implementation: implementation.clone(),
                suite: suite.clone(),
                parameter_set: set.clone(),
                cell: cell.clone(),
            });
        Document {
            schema: SCHEMA.to_owned(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            depth: match depth {
                Depth::Core => "core".to_owned(),
                Depth::Full => "full".to_owned(),
            },
            seed: format!("{seed:016x}"),
            only,
            subjects,
            suites,
            cells: cells.collect(),
            pairs: board.pairs().to_vec(),
            left: board.left().to_vec(),
            mutants: Vec::new(),
            branches: Vec::new(),
        }
    }

    /// The sum over parameter sets.
    pub fn counts(&self, implementation: &str, suite: &str) -> Counts {
        let mut sum = Counts::default();
        let of = |entry: &&Entry| entry.implementation == implementation && entry.suite == suite;
        for entry in self.cells.iter().filter(of) {
            sum += entry.cell.counts;
        }
        sum
    }

    /// Cases of this project's own crates that failed.
    pub fn own_failures(&self) -> u64 {
        let own = |entry: &&Entry| {
            let mut subjects = self.subjects.iter();
            subjects.any(|subject| subject.own && subject.id == entry.implementation)
        };
        let cells = self.cells.iter().filter(own);
        cells.map(|entry| entry.cell.counts.of(Class::Fail)).sum()
    }

    /// Mutants that no vector caught.
    pub fn mutants_alive(&self) -> usize {
        self.mutants
            .iter()
            .filter(|mutant| mutant.caught_by.is_empty())
            .count()
    }

    /// The command that repeats a finding.
    pub fn command(&self, entry: &Entry, case: &str) -> String {
        let mut command = format!(
            "arena check --impl {} --suite {} --alg {} --case {case}",
            entry.implementation, entry.suite, entry.parameter_set
        );
        if self.depth != "core" {
            command.push_str(" --full");
        }
        if !self.seed.trim_start_matches('0').is_empty() {
            command.push_str(" --seed ");
            command.push_str(&self.seed);
        }
        command
    }
}
