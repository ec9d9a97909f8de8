//! What the cases came to: counts for each implementation, suite and parameter set, and the findings.

use crate::case::{Case, Verdict, set_name};
use crate::class::{Class, Counts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most findings that are kept with their details in one cell; all are counted.
const MOST_FINDINGS: usize = 500;

/// The cases of one implementation, suite and parameter set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// How many fell into each class.
    pub counts: Counts,
    /// Failures and policies, the first [`MOST_FINDINGS`] of them.
    pub findings: Vec<Finding>,
    /// Why cases are unsupported or were not run, with the number of cases.
    pub reasons: BTreeMap<String, u64>,
    /// Detours by which cases were asked, with the number of cases.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub routes: BTreeMap<String, u64>,
}

/// A case that failed or fell under a policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `fail` or `policy`.
    pub class: Class,
    /// The case's name, for `--case`.
    pub case: String,
    /// What was expected, what came; for a policy what came, and the rule.
    pub detail: String,
    /// The id of the rule of a policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Two implementations that exchanged keys, ciphertexts or signatures of one parameter set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The parameter set.
    pub parameter_set: String,
    /// Who made the keys.
    pub owner: String,
    /// Who used them.
    pub other: String,
    /// The forms of exchange by what became of them. A failure counts here whoever is at fault.
    pub forms: BTreeMap<Class, Vec<String>>,
}

/// What an operation of an implementation left of one kind of secret in memory: `docs/residue.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The implementation.
    pub implementation: String,
    /// The parameter set.
    pub parameter_set: String,
    /// The operation.
    pub operation: String,
    /// The kind of secret.
    pub secret: String,
    /// The most runs in allocators' memory, over all trials.
    pub heap: u64,
    /// On the stack.
    pub stack: u64,
    /// In variables of the program and its libraries.
    pub data: u64,
    /// The most runs in all places together.
    pub most: u64,
    /// The median of the runs in all places together.
    pub median: u64,
    /// How many trials, each with keys of its own in a fresh process.
    pub trials: u64,
    /// The most runs that this project states for its own crate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<u64>,
}

/// The key of a cell: implementation, suite, parameter set.
pub type Key = (String, String, String);

/// All cells of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    cells: BTreeMap<Key, Cell>,
    pairs: Vec<Pair>,
    left: Vec<Left>,
}

impl Board {
    /// Notes the verdict on a case.
    pub fn note(&mut self, implementation: &str, suite: &str, case: &Case, verdict: &Verdict) {
        let key = (
            implementation.to_owned(),
            suite.to_owned(),
            set_name(case.set),
        );
        let cell = self.cells.entry(key).or_default();
        let class = verdict.class();
        cell.counts.add(class);
        match class {
            Class::Pass => {}
            Class::Fail | Class::Policy => {
                if cell.findings.len() < MOST_FINDINGS {
                    cell.findings.push(Finding {
                        class,
                        case: case.name(),
                        detail: verdict.detail(),
                        rule: match verdict {
                            Verdict::Policy { rule, .. } => Some(rule.id.to_owned()),
                            _ => None,
                        },
                    });
                }
            }
            Class::Unsupported | Class::NotRun => {
                let reason = format!("{}: {}", class.id(), verdict.detail());
                *cell.reasons.entry(reason).or_default() += 1;
            }
        }
    }

    /// Notes that a case was asked by a detour.
    pub fn note_route(&mut self, implementation: &str, suite: &str, case: &Case, route: &str) {
        let key = (
            implementation.to_owned(),
            suite.to_owned(),
            set_name(case.set),
        );
        let routes = &mut self.cells.entry(key).or_default().routes;
        *routes.entry(route.to_owned()).or_default() += 1;
    }

    /// Notes what became of a pair of implementations.
    pub fn note_pair(&mut self, pair: Pair) {
        self.pairs.push(pair);
    }

    /// The pairs in the order in which they were noted.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Notes what an operation left in memory.
    pub fn note_left(&mut self, left: Left) {
        self.left.push(left);
    }

    /// What operations left in memory, in the order in which it was noted.
    pub fn left(&self) -> &[Left] {
        &self.left
    }

    /// The cells in the order of their keys.
    pub fn cells(&self) -> impl Iterator<Item = (&Key, &Cell)> {
        self.cells.iter()
    }

    /// The sum over parameter sets.
    pub fn counts(&self, implementation: &str, suite: &str) -> Counts {
        let mut sum = Counts::default();
        for ((of, in_suite, _), cell) in &self.cells {
            if of == implementation && in_suite == suite {
                sum += cell.counts;
            }
        }
        sum
    }
}
