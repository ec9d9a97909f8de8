//! What a run set out to do: `plan.json`, written before the first row is measured.
//!
//! With it the folder alone says which rows there should be, and `--resume` knows what is left.

use crate::files::{self, FileError};
use crate::protocol::Corpus;
use crate::record::RowKey;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The schema version of [`Plan`].
pub const SCHEMA_VERSION: u32 = 1;

/// The name of the file in a folder of evidence.
pub const FILE: &str = "plan.json";

/// The plan of a run. `R` holds its rows; [`Head`] is a plan whose rows were skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan<R = Vec<RowKey>> {
    /// Always [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The run; every row carries it.
    pub run_id: String,
    /// Name of the protocol.
    pub protocol: String,
    /// From which seeds, messages and orders follow.
    #[serde(with = "seed")]
    pub seed: u64,
    /// Rounds of the systems that take part in every round.
    pub rounds: u32,
    /// Samples of a row.
    pub iterations: usize,
    /// Calls before the first sample of a row.
    pub warmups: usize,
    /// How long a runner may take for a reply.
    pub timeout_seconds: u64,
    /// The processor that runners are pinned to.
    pub pinned_cpu: Option<u32>,
    /// When the plan was made, in nanoseconds since 1970.
    pub created_unix_ns: u64,
    /// What narrows the protocol's rows.
    pub filters: Filters,
    /// Where the run departs from the protocol in whom it measures and how; absent if it doesn't.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<Design>,
    /// Whether the rows and counts are exactly the protocol's.
    pub complete: bool,
    /// The rows, in the order in which they are measured.
    pub rows: R,
}

/// A plan without its rows: enough to know what kind of run it was, in little memory however many rows it has.
pub type Head = Plan<IgnoredAny>;

/// Systems and a manner of measuring that take the place of the protocol's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// The system that is the measure.
    pub baseline: String,
    /// The system that is judged.
    pub candidate: String,
    /// All systems, in order.
    pub systems: Vec<DesignSystem>,
    /// What the operations work on.
    pub corpus: Corpus,
    /// Whether systems take turns.
    pub interleaved: bool,
}

/// A system of a [`Design`]. It takes part in every round, with the sets of the protocol's baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignSystem {
    /// The name in rows.
    pub name: String,
    /// The id of the implementation.
    pub implementation: String,
    /// The system that this one is a second name of.
    pub control_of: Option<String>,
}

/// What narrows the rows of a protocol; an empty list narrows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filters {
    /// Implementations or systems.
    pub implementations: Vec<String>,
    /// Algorithms or parameter sets.
    pub algorithms: Vec<String>,
    /// Operations.
    pub operations: Vec<String>,
}

fn read<R: DeserializeOwned>(dir: &Path) -> Result<Plan<R>, FileError> {
    let path = dir.join(FILE);
    let plan: Plan<R> = files::read_json(&path)?;
    if plan.schema_version != SCHEMA_VERSION {
        let reason = format!(
            "schema_version is {}; this arena reads {SCHEMA_VERSION}",
            plan.schema_version
        );
        return Err(FileError::new(&path, reason));
    }
    Ok(plan)
}

impl<R> Plan<R> {
    /// The plan without its rows.
    pub fn head(&self) -> Head {
        Plan {
            schema_version: self.schema_version,
            run_id: self.run_id.clone(),
            protocol: self.protocol.clone(),
            seed: self.seed,
            rounds: self.rounds,
            iterations: self.iterations,
            warmups: self.warmups,
            timeout_seconds: self.timeout_seconds,
            pinned_cpu: self.pinned_cpu,
            created_unix_ns: self.created_unix_ns,
            filters: self.filters.clone(),
            design: self.design.clone(),
            complete: self.complete,
            rows: IgnoredAny,
        }
    }
}

impl Head {
    /// Reads `plan.json` of a folder and skips its rows.
    ///
    /// # Errors
    /// As [`Plan::read`].
    pub fn read_head(dir: &Path) -> Result<Head, FileError> {
        read(dir)
    }
}

impl Plan {
    /// Reads `plan.json` of a folder.
    ///
    /// # Errors
    /// The file can't be read, is malformed, or has another schema version.
    pub fn read(dir: &Path) -> Result<Plan, FileError> {
        read(dir)
    }

    /// Writes `plan.json` into a folder.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&self, dir: &Path) -> Result<(), FileError> {
        let path = dir.join(FILE);
        files::write_atomic(&path, &files::to_json(&path, self)?)
    }
}

/// A seed as 16 lower-case hexadecimal digits: JSON readers elsewhere lose digits of large numbers.
mod seed {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(seed: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{seed:016x}"))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.len() == 16
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let seed = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        seed.ok_or_else(|| D::Error::custom(format!("seed `{text}` is not 16 hexadecimal digits")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            schema_version: SCHEMA_VERSION,
            run_id: "r1".into(),
            protocol: "v2".into(),
            seed: 0x00ff_0000_0000_0001,
            rounds: 5,
            iterations: 50,
            warmups: 10,
            timeout_seconds: 60,
            pinned_cpu: None,
            created_unix_ns: u64::MAX,
            filters: Filters::default(),
            design: None,
            complete: false,
            rows: Vec::new(),
        }
    }

    #[test]
    fn a_plan_is_read_back_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        plan().write(dir.path()).unwrap();
        assert_eq!(Plan::read(dir.path()).unwrap(), plan());
        let text = std::fs::read_to_string(dir.path().join(FILE)).unwrap();
        assert!(text.contains(r#""seed": "00ff000000000001""#), "{text}");
    }

    #[test]
    fn seeds_of_another_form_and_other_versions_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(FILE);
        let text = serde_json::to_string(&plan()).unwrap();
        for bad in ["+0ff000000000001", "00FF000000000001", "ff"] {
            std::fs::write(&path, text.replace("00ff000000000001", bad)).unwrap();
            let error = Plan::read(dir.path()).unwrap_err().to_string();
            assert!(error.contains("16 hexadecimal digits"), "{error}");
        }
        std::fs::write(
            &path,
            text.replace(r#""schema_version":1"#, r#""schema_version":7"#),
        )
        .unwrap();
        let error = Plan::read(dir.path()).unwrap_err().to_string();
        assert!(error.contains("schema_version is 7"), "{error}");
    }
}
