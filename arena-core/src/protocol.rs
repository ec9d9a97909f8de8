//! Measurement protocols as data: which systems, which parameter sets, how many rounds and samples.
//!
//! A protocol fixes the expected rows. They are compared with what a run produced, so that a
//! missing, doubled or foreign row is named and not just counted.

use crate::record::RowKey;
use arena_runner::message::{Lane, Operation};
use nexusq_contract::ParameterSet;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The protocols that the arena knows, by name.
const SOURCES: [(&str, &str); 3] = [
    ("evidence", include_str!("../data/protocols/evidence.toml")),
    ("v2", include_str!("../data/protocols/v2.toml")),
    ("quick", include_str!("../data/protocols/quick.toml")),
];

/// A measurement protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// Its name, as given to `--protocol`.
    pub name: String,
    /// What it is for, in one sentence.
    pub purpose: String,
    /// Whether its results may be called evidence.
    pub evidence: bool,
    /// Rounds of the systems that take part in every round.
    pub rounds: u32,
    /// Samples of a row.
    pub iterations: usize,
    /// Calls before the first sample of a row.
    pub warmups: usize,
    /// Lanes that are measured.
    pub lanes: Vec<Lane>,
    /// What the operations work on.
    pub corpus: Corpus,
    /// Whether the systems of a round take turns, block by block in a shuffled order, or one follows the other.
    pub interleaved: bool,
    /// Systems in the order in which they are measured.
    pub systems: Vec<System>,
    /// What is measured of an implementation that no system names.
    pub other_sets: Vec<ParameterSet>,
    /// What the gate compares, and its limits.
    pub gate: Gate,
}

/// The keys, ciphertexts and messages that the operations work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corpus {
    /// How many items, each with a key pair and a ciphertext or a message of its own, a round has.
    pub items: usize,
    /// Whether all systems of a round work on the same items. If not, each makes its own keys, and all sign one fixed
    /// message.
    pub common: bool,
    /// Whether each item has a message of its own; always so in a common corpus.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh_messages: bool,
}

impl Default for Corpus {
    /// That of the historical measurement: one key pair for each system and round, one message.
    fn default() -> Corpus {
        Corpus {
            items: 1,
            common: false,
            fresh_messages: false,
        }
    }
}

/// The two sides of the gate and its limits, all as ratios of latencies.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// The system that is the measure.
    pub baseline: String,
    /// The system that is judged.
    pub candidate: String,
    /// The lane that is judged.
    pub lane: Lane,
    /// The most that the geometric mean over all operations may be.
    pub geometric_mean_ceiling: f64,
    /// The most that any one operation may be.
    pub individual_regression_ceiling: f64,
    /// An operation at most this counts as improved.
    pub improvement_ceiling: f64,
}

/// One line of the matrix: an implementation under the name that its rows carry.
#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// The name in rows, for example `pq-code-package`.
    pub name: String,
    /// The id of the implementation, for example `pqcp`.
    pub implementation: String,
    /// The name of the raw file, without `.jsonl`; `{version}` stands for the version reported.
    pub artifact: String,
    /// Whether it takes part in every round, or once after them.
    pub every_round: bool,
    /// The system that this one is a second name of: what differs between the two is the noise of the method.
    pub control_of: Option<String>,
    /// The parameter sets of its rows.
    pub sets: Vec<ParameterSet>,
}

/// What is wrong with a protocol name or file.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// No protocol of that name.
    #[error("there is no protocol `{0}`; {known}", known = crate::names::known(.0, &names()))]
    Unknown(String),
    /// The data does not parse.
    #[error("protocol `{name}`: {reason}")]
    Malformed {
        /// Which protocol.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireProtocol {
    name: String,
    purpose: String,
    evidence: bool,
    rounds: u32,
    iterations: usize,
    warmups: usize,
    lanes: Vec<Lane>,
    #[serde(default)]
    corpus: Corpus,
    #[serde(default)]
    interleaved: bool,
    #[serde(default)]
    other_sets: Vec<SetName>,
    gate: Gate,
    system: Vec<WireSystem>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireSystem {
    name: String,
    implementation: String,
    artifact: String,
    #[serde(default)]
    every_round: bool,
    #[serde(default)]
    control_of: Option<String>,
    sets: Vec<SetName>,
}

/// A parameter set written as `algorithm/name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SetName(pub ParameterSet);

impl TryFrom<String> for SetName {
    type Error = String;

    fn try_from(text: String) -> Result<SetName, String> {
        text.split_once('/')
            .and_then(|(algorithm, name)| ParameterSet::from_names(algorithm, name))
            .map(SetName)
            .ok_or_else(|| format!("`{text}` is no parameter set"))
    }
}

impl From<SetName> for String {
    fn from(SetName(set): SetName) -> String {
        format!("{}/{}", set.algorithm().id(), set.name())
    }
}

/// The names of all protocols.
pub fn names() -> Vec<&'static str> {
    SOURCES.iter().map(|(name, _)| *name).collect()
}

impl Protocol {
    /// The protocol of that name.
    ///
    /// # Errors
    /// [`ProtocolError::Unknown`], naming those that exist.
    pub fn named(name: &str) -> Result<Protocol, ProtocolError> {
        let (_, source) = SOURCES
            .iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| ProtocolError::Unknown(name.to_owned()))?;
        Protocol::parse(name, source)
    }

    fn parse(name: &str, source: &str) -> Result<Protocol, ProtocolError> {
        let wire: WireProtocol =
            toml::from_str(source).map_err(|error| ProtocolError::Malformed {
                name: name.to_owned(),
                reason: error.to_string(),
            })?;
        let sets = |names: Vec<SetName>| names.into_iter().map(|SetName(set)| set).collect();
        let systems = wire.system.into_iter().map(|system| System {
            name: system.name,
            implementation: system.implementation,
            artifact: system.artifact,
            every_round: system.every_round,
            control_of: system.control_of,
            sets: sets(system.sets),
        });
        Ok(Protocol {
            systems: systems.collect(),
            name: wire.name,
            purpose: wire.purpose,
            evidence: wire.evidence,
            rounds: wire.rounds,
            iterations: wire.iterations,
            warmups: wire.warmups,
            lanes: wire.lanes,
            corpus: wire.corpus,
            interleaved: wire.interleaved,
            other_sets: sets(wire.other_sets),
            gate: wire.gate,
        })
    }

    /// Blocks of a row: each times every item once. One block unless the protocol is interleaved.
    pub fn blocks(&self) -> usize {
        if self.interleaved {
            (self.iterations / self.corpus.items.max(1)).max(1)
        } else {
            1
        }
    }

    /// The control of a system: itself under a second name.
    pub fn control_of(&self, name: &str) -> Option<&System> {
        let mut systems = self.systems.iter();
        systems.find(|system| system.control_of.as_deref() == Some(name))
    }

    /// The rounds that a system takes part in.
    pub fn rounds_of(&self, system: &System) -> u32 {
        if system.every_round { self.rounds } else { 1 }
    }

    /// Every row that a complete run has, in the order in which it is measured.
    pub fn expected_rows(&self) -> Vec<RowKey> {
        let mut rows = Vec::new();
        for round in 1..=self.rounds {
            let first = rows.len();
            for system in self.systems.iter().filter(|system| system.every_round) {
                self.rows_of(system, round, &mut rows);
            }
            if self.interleaved {
                // What takes turns stands together. The sort is stable: systems keep their order.
                rows[first..].sort_by_key(cell);
            }
        }
        for system in self.systems.iter().filter(|system| !system.every_round) {
            self.rows_of(system, 1, &mut rows);
        }
        rows
    }

    fn rows_of(&self, system: &System, round: u32, rows: &mut Vec<RowKey>) {
        for &set in &system.sets {
            for operation in Operation::of(set) {
                for &lane in &self.lanes {
                    rows.push(RowKey::new(&system.name, set, operation, lane, round));
                }
            }
        }
    }
}

/// What the systems of an interleaved round take turns at.
pub fn cell(row: &RowKey) -> (u32, Option<ParameterSet>, Operation, Lane) {
    (row.round, row.set(), row.operation, row.lane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The table of the design: 45 + 45 + 9 + 9 + 6 × 5 = 138.
    #[test]
    fn v2_has_the_138_rows_of_the_matrix() {
        let protocol = Protocol::named("v2").unwrap();
        let rows = protocol.expected_rows();
        assert_eq!(rows.len(), 138);
        let mut per_system = BTreeMap::new();
        for row in &rows {
            *per_system.entry(row.system.as_str()).or_insert(0) += 1;
        }
        let expected = [
            ("aws-lc", 6),
            ("botan", 6),
            ("circl", 6),
            ("liboqs", 9),
            ("nexusq-v1", 45),
            ("nexusq-v2", 45),
            ("openssl", 9),
            ("pq-code-package", 6),
            ("rustcrypto-kems", 6),
        ];
        assert_eq!(per_system, BTreeMap::from(expected));
        let distinct: std::collections::BTreeSet<_> = rows.iter().collect();
        assert_eq!(distinct.len(), 138);
    }

    #[test]
    fn every_protocol_parses_under_its_own_name() {
        for name in names() {
            assert_eq!(Protocol::named(name).unwrap().name, name);
        }
        let error = Protocol::named("v4").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no protocol `v4`; did you mean `v2`? known are evidence, v2, quick"
        );
    }
}
