//! Makes a plan: a protocol, with the counts and the choice of rows that a person asked for.

use crate::names;
use crate::plan::{Design, DesignSystem, Filters, Plan, SCHEMA_VERSION};
use crate::protocol::{Protocol, ProtocolError, System};
use crate::record::RowKey;
use arena_runner::message::Operation;
use nexusq_contract::ParameterSet;
use std::collections::BTreeSet;
use thiserror::Error;

/// What a person asked for. `None` and empty mean: as the protocol says.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Rounds.
    pub rounds: Option<u32>,
    /// Samples of a row.
    pub iterations: Option<usize>,
    /// Calls before the first sample.
    pub warmups: Option<usize>,
    /// Names of systems or ids of implementations.
    pub implementations: Vec<String>,
    /// `ml-kem`, or `ml-kem-768`.
    pub algorithms: Vec<String>,
    /// `keygen`, `encaps`, ...
    pub operations: Vec<String>,
    /// Other systems, or another manner of measuring.
    pub design: Option<Design>,
    /// Seconds that a reply may take.
    pub timeout_seconds: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The processor to pin to.
    pub pinned_cpu: Option<u32>,
    /// Now, in nanoseconds since 1970.
    pub created_unix_ns: u64,
}

/// What can't be planned.
#[derive(Debug, Error)]
pub enum PlanningError {
    /// The protocol.
    #[error("{0}")]
    Protocol(#[from] ProtocolError),
    /// A name that matches nothing.
    #[error("{flag} {name}: there is none of that name; {}", names::known(.name, &.known.iter().map(String::as_str).collect::<Vec<_>>()))]
    Unknown {
        /// The flag.
        flag: &'static str,
        /// What was given.
        name: String,
        /// What would match.
        known: Vec<String>,
    },
    /// The choice leaves no row.
    #[error("protocol `{0}` has no row that matches all of --impl, --alg and --op")]
    NoRows(String),
    /// A count that makes no sense.
    #[error("{flag} {value}: {reason}")]
    Count {
        /// The flag.
        flag: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        reason: &'static str,
    },
}

/// The most samples in a row: what a runner keeps until the end of a block.
const MOST_ITERATIONS: usize = 1_000_000;

/// Makes a plan from a protocol's name and wishes. `implementations` are the ids that exist.
///
/// # Errors
/// A name that is not known, a count out of range, or a choice without rows.
pub fn plan(
    protocol: &str,
    wishes: &Wishes,
    implementations: &[String],
) -> Result<(Plan, Protocol), PlanningError> {
    let original = Protocol::named(protocol)?;
    let mut protocol = original.clone();
    if let Some(design) = &wishes.design {
        apply_design(&mut protocol, design);
    }
    apply_counts(&mut protocol, wishes)?;
    add_others(&mut protocol, wishes, implementations);
    let chosen = Choice::new(&protocol, wishes)?;
    let rows: Vec<RowKey> = protocol
        .expected_rows()
        .into_iter()
        .filter(|row| chosen.has(&protocol, row))
        .collect();
    if rows.is_empty() {
        return Err(PlanningError::NoRows(protocol.name));
    }
    let same_counts = protocol.rounds == original.rounds
        && protocol.iterations == original.iterations
        && protocol.warmups == original.warmups;
    let plan = Plan {
        schema_version: SCHEMA_VERSION,
        run_id: format!(
            "{}-{:016x}-{}",
            protocol.name, wishes.seed, wishes.created_unix_ns
        ),
        protocol: protocol.name.clone(),
        seed: wishes.seed,
        rounds: protocol.rounds,
        iterations: protocol.iterations,
        warmups: protocol.warmups,
        timeout_seconds: wishes.timeout_seconds,
        pinned_cpu: wishes.pinned_cpu,
        created_unix_ns: wishes.created_unix_ns,
        filters: Filters {
            implementations: wishes.implementations.clone(),
            algorithms: wishes.algorithms.clone(),
            operations: wishes.operations.clone(),
        },
        design: wishes.design.clone(),
        complete: same_counts && wishes.design.is_none() && rows == original.expected_rows(),
        rows,
    };
    Ok((plan, protocol))
}

/// The protocol that a stored plan names, with the plan's design but with its own counts.
///
/// # Errors
/// The protocol is not known any more.
pub fn named_protocol<R>(plan: &Plan<R>) -> Result<Protocol, ProtocolError> {
    let mut protocol = Protocol::named(&plan.protocol)?;
    if let Some(design) = &plan.design {
        apply_design(&mut protocol, design);
    }
    Ok(protocol)
}

/// The protocol that a stored plan was made from, with its counts and a system for each of its rows.
///
/// # Errors
/// The protocol is not known any more.
pub fn protocol_of(plan: &Plan) -> Result<Protocol, ProtocolError> {
    let mut protocol = named_protocol(plan)?;
    protocol.rounds = plan.rounds;
    protocol.iterations = plan.iterations;
    protocol.warmups = plan.warmups;
    let names: BTreeSet<&str> = plan.rows.iter().map(|row| row.system.as_str()).collect();
    for name in names {
        if !protocol.systems.iter().any(|system| system.name == name) {
            let system = other_system(&protocol, name);
            protocol.systems.push(system);
        }
    }
    Ok(protocol)
}

/// Puts a design in the place of the protocol's systems and manner of measuring.
fn apply_design(protocol: &mut Protocol, design: &Design) {
    let mut systems = protocol.systems.iter();
    let baseline = systems.find(|system| system.name == protocol.gate.baseline);
    let sets = baseline
        .map(|system| system.sets.clone())
        .unwrap_or_default();
    let system = |system: &DesignSystem| System {
        name: system.name.clone(),
        implementation: system.implementation.clone(),
        artifact: format!("pqc-arena-{}", system.name),
        every_round: true,
        control_of: system.control_of.clone(),
        sets: sets.clone(),
    };
    protocol.systems = design.systems.iter().map(system).collect();
    protocol.gate.baseline.clone_from(&design.baseline);
    protocol.gate.candidate.clone_from(&design.candidate);
    protocol.corpus = design.corpus;
    protocol.interleaved = design.interleaved;
}

fn apply_counts(protocol: &mut Protocol, wishes: &Wishes) -> Result<(), PlanningError> {
    protocol.rounds = wishes.rounds.unwrap_or(protocol.rounds);
    protocol.iterations = wishes.iterations.unwrap_or(protocol.iterations);
    protocol.warmups = wishes.warmups.unwrap_or(protocol.warmups);
    let count = |flag, value: String, reason| {
        Err(PlanningError::Count {
            flag,
            value,
            reason,
        })
    };
    if !(1..=1000).contains(&protocol.rounds) {
        return count("--rounds", protocol.rounds.to_string(), "give 1 to 1000");
    }
    if !(1..=MOST_ITERATIONS).contains(&protocol.iterations) {
        return count(
            "--iterations",
            protocol.iterations.to_string(),
            "give 1 to 1000000",
        );
    }
    if protocol.interleaved
        && !protocol
            .iterations
            .is_multiple_of(protocol.corpus.items.max(1))
    {
        return count(
            "--iterations",
            protocol.iterations.to_string(),
            "an interleaved protocol times each of its items equally often: give a multiple of 32",
        );
    }
    if protocol.warmups > MOST_ITERATIONS {
        return count(
            "--warmups",
            protocol.warmups.to_string(),
            "give 0 to 1000000",
        );
    }
    if !(1..=86_400).contains(&wishes.timeout_seconds) {
        return count(
            "--timeout",
            wishes.timeout_seconds.to_string(),
            "give 1 to 86400 seconds",
        );
    }
    Ok(())
}

/// Implementations that are asked for by name and that no system of the protocol stands for.
fn add_others(protocol: &mut Protocol, wishes: &Wishes, implementations: &[String]) {
    if protocol.other_sets.is_empty() {
        return;
    }
    for name in &wishes.implementations {
        let known = protocol
            .systems
            .iter()
            .any(|s| s.name == *name || s.implementation == *name);
        if !known && implementations.contains(name) {
            let system = other_system(protocol, name);
            protocol.systems.push(system);
        }
    }
}

fn other_system(protocol: &Protocol, name: &str) -> System {
    System {
        name: name.to_owned(),
        implementation: name.to_owned(),
        artifact: format!("pqc-arena-{name}-{{version}}"),
        every_round: protocol.interleaved,
        control_of: None,
        sets: protocol.other_sets.clone(),
    }
}

/// The rows that the filters leave.
struct Choice {
    systems: Vec<String>,
    sets: Vec<ParameterSet>,
    operations: Vec<Operation>,
}

impl Choice {
    fn new(protocol: &Protocol, wishes: &Wishes) -> Result<Choice, PlanningError> {
        let mut systems = Vec::new();
        for name in &wishes.implementations {
            let matches = protocol
                .systems
                .iter()
                .filter(|s| s.name == *name || s.implementation == *name);
            let matched: Vec<String> = matches.map(|system| system.name.clone()).collect();
            if matched.is_empty() {
                let known = protocol
                    .systems
                    .iter()
                    .map(|system| system.name.clone())
                    .collect();
                return Err(PlanningError::Unknown {
                    flag: "--impl",
                    name: name.clone(),
                    known,
                });
            }
            systems.extend(matched);
        }
        let mut sets = Vec::new();
        for name in &wishes.algorithms {
            sets.extend(sets_named(name)?);
        }
        let operations = wishes.operations.iter().map(|name| operation_named(name));
        Ok(Choice {
            systems,
            sets,
            operations: operations.collect::<Result<_, _>>()?,
        })
    }

    fn has(&self, protocol: &Protocol, row: &RowKey) -> bool {
        let known = protocol
            .systems
            .iter()
            .any(|system| system.name == row.system);
        let set = row.set();
        known
            && (self.systems.is_empty() || self.systems.contains(&row.system))
            && (self.sets.is_empty() || set.is_some_and(|set| self.sets.contains(&set)))
            && (self.operations.is_empty() || self.operations.contains(&row.operation))
    }
}

/// The sets that `ml-kem` or `ml-kem-768` stands for.
fn sets_named(name: &str) -> Result<Vec<ParameterSet>, PlanningError> {
    let lower = name.to_ascii_lowercase().replace('/', "-");
    let all = ParameterSet::ALL.iter().copied();
    let sets: Vec<ParameterSet> = all
        .filter(|set| {
            let family = set.algorithm().id();
            lower == family || lower == format!("{family}-{}", set.name())
        })
        .collect();
    if sets.is_empty() {
        let known = [
            "ml-kem",
            "ml-kem-768",
            "ml-dsa",
            "ml-dsa-65",
            "slh-dsa",
            "slh-dsa-shake-128f",
            "hqc",
        ];
        let known = known.into_iter().map(str::to_owned).collect();
        return Err(PlanningError::Unknown {
            flag: "--alg",
            name: name.to_owned(),
            known,
        });
    }
    Ok(sets)
}

fn operation_named(name: &str) -> Result<Operation, PlanningError> {
    let all = [
        Operation::Keygen,
        Operation::Encaps,
        Operation::Decaps,
        Operation::Sign,
        Operation::Verify,
    ];
    all.into_iter()
        .find(|operation| operation.id() == name)
        .ok_or_else(|| PlanningError::Unknown {
            flag: "--op",
            name: name.to_owned(),
            known: all
                .iter()
                .map(|operation| operation.id().to_owned())
                .collect(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes() -> Wishes {
        Wishes {
            timeout_seconds: 60,
            ..Wishes::default()
        }
    }

    #[test]
    fn without_wishes_the_plan_is_the_protocol() {
        let (plan, protocol) = super::plan("v2", &wishes(), &[]).unwrap();
        assert!(plan.complete);
        assert_eq!(plan.rows.len(), 138);
        assert_eq!((plan.rounds, plan.iterations, plan.warmups), (5, 50, 10));
        assert_eq!(protocol_of(&plan).unwrap(), protocol);
    }

    #[test]
    fn filters_leave_what_they_name() {
        let asked = Wishes {
            implementations: vec!["pqcp".to_owned(), "nexusq-v1".to_owned()],
            algorithms: vec!["ml-kem-768".to_owned()],
            operations: vec!["decaps".to_owned()],
            rounds: Some(2),
            ..wishes()
        };
        let (plan, _) = super::plan("v2", &asked, &[]).unwrap();
        let rows: Vec<String> = plan.rows.iter().map(ToString::to_string).collect();
        let expected = [
            "nexusq-v1 ml-kem-768 decaps (prepared, round 1)",
            "nexusq-v1 ml-kem-768 decaps (prepared, round 2)",
            "pq-code-package ml-kem-768 decaps (prepared, round 1)",
        ];
        assert_eq!(rows, expected);
        assert!(!plan.complete);
    }

    #[test]
    fn an_implementation_outside_the_matrix_can_be_asked_for_in_quick() {
        let asked = Wishes {
            implementations: vec!["pqcp-portable".to_owned()],
            ..wishes()
        };
        let known = ["pqcp-portable".to_owned()];
        let (plan, protocol) = super::plan("quick", &asked, &known).unwrap();
        assert_eq!(plan.rows.len(), 9);
        assert_eq!(protocol_of(&plan).unwrap(), protocol);
        let error = super::plan("v2", &asked, &known).unwrap_err().to_string();
        assert!(
            error.starts_with("--impl pqcp-portable: there is none of that name"),
            "{error}"
        );
    }

    #[test]
    fn senseless_wishes_are_refused_by_name() {
        let error = |asked: Wishes| super::plan("v2", &asked, &[]).unwrap_err().to_string();
        let rounds = Wishes {
            rounds: Some(0),
            ..wishes()
        };
        assert_eq!(error(rounds), "--rounds 0: give 1 to 1000");
        let alg = Wishes {
            algorithms: vec!["kyber".to_owned()],
            ..wishes()
        };
        assert!(error(alg).starts_with("--alg kyber: there is none of that name"));
        let rows = Wishes {
            algorithms: vec!["ml-kem".to_owned()],
            operations: vec!["sign".to_owned()],
            ..wishes()
        };
        assert_eq!(
            error(rows),
            "protocol `v2` has no row that matches all of --impl, --alg and --op"
        );
        let timeout = Wishes {
            timeout_seconds: 0,
            ..wishes()
        };
        assert_eq!(error(timeout), "--timeout 0: give 1 to 86400 seconds");
    }
}

#[cfg(test)]
mod design_tests;
