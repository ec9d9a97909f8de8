//! What a count says: its rows, and an entry for each implementation in each. `docs/counts.md` has the fields.

use super::difference::{PerOperation, QUIET, spread};
use super::subject::Subject;
use super::tool::Counter;
use crate::inventory::Found;
use crate::record::Environment;
use crate::stats;
use arena_runner::message::{Lane, Operation, Randomness, SampleResult};
use nexusq_contract::ParameterSet;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the JSON form.
pub const SCHEMA_VERSION: u32 = 1;

/// The counts of a call of `arena count`.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// Always [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The tool.
    pub tool: ToolFacts,
    /// Where it ran.
    pub environment: Environment,
    /// Seed of the items, in hexadecimal.
    pub seed: String,
    /// Items of a corpus.
    pub items: usize,
    /// How often each count was made.
    pub repeat: u32,
    /// What was counted; ratios are to the first.
    pub implementations: Vec<Implementation>,
    /// One for each operation of each set and lane.
    pub rows: Vec<Row>,
    /// Geometric means of the ratios.
    pub geometric_means: Vec<Mean>,
    /// Between repeats, the largest relative difference of a count that is reproducible.
    pub largest_difference: Option<f64>,
    /// Between repeats, the largest relative difference of a ratio of two such counts.
    pub largest_ratio_difference: Option<f64>,
    /// The run whose times stand beside the counts.
    pub times_of: Option<String>,
}

/// The tool that counted.
#[derive(Clone, Debug, Serialize)]
pub struct ToolFacts {
    /// `callgrind` or `perf`.
    pub name: &'static str,
    /// Its version.
    pub version: String,
    /// What it does not count here.
    pub notes: Vec<String>,
}

/// An implementation.
#[derive(Clone, Debug, Serialize)]
pub struct Implementation {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of its runner.
    pub runner_sha256: Option<String>,
    /// The back end that it chooses without the tool: what is measured.
    pub back_end_measured: Option<String>,
    /// The back end that it chooses under the tool: what is counted.
    pub back_end_counted: Option<String>,
    /// What a reader must know if the two differ.
    pub back_end_note: Option<String>,
}

impl Implementation {
    pub(super) fn of(found: &Found) -> Implementation {
        Implementation {
            id: found.manifest.id.clone(),
            version: found.manifest.version.clone(),
            runner_sha256: found
                .runner
                .as_ref()
                .ok()
                .map(|runner| runner.sha256.clone()),
            back_end_measured: None,
            back_end_counted: None,
            back_end_note: None,
        }
    }

    /// Takes over what a subject found out.
    pub(super) fn learn(&mut self, subject: Option<&Subject<'_>>) {
        let Some(subject) = subject else { return };
        self.back_end_measured = Some(subject.native.back_end.clone());
        if let Some(counted) = &subject.counted {
            self.back_end_counted = Some(counted.back_end.clone());
        }
        self.back_end_note = back_end_note(
            self.back_end_measured.as_deref(),
            self.back_end_counted.as_deref(),
        );
    }
}

/// The statement that what is counted is not what is measured.
pub(super) fn back_end_note(measured: Option<&str>, counted: Option<&str>) -> Option<String> {
    let (measured, counted) = (measured?, counted?);
    (measured != counted).then(|| {
        format!(
            "under the tool it finds another processor: counted on `{counted}`; measured on `{measured}`"
        )
    })
}

/// One operation.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Family id.
    pub algorithm: &'static str,
    /// Name of the set.
    pub parameter_set: &'static str,
    /// The operation.
    pub operation: Operation,
    /// The lane.
    pub lane: Lane,
    /// An entry for each implementation, in their order.
    pub counts: Vec<Entry>,
    #[serde(skip)]
    pub(super) set: ParameterSet,
}

impl Row {
    pub(super) fn new(set: ParameterSet, operation: Operation, lane: Lane) -> Row {
        Row {
            algorithm: set.algorithm().id(),
            parameter_set: set.name(),
            operation,
            lane,
            counts: Vec::new(),
            set,
        }
    }

    /// Sets each entry's ratio to the first.
    pub(super) fn set_ratios(&mut self) {
        let first = self.counts.first().and_then(|entry| entry.instructions);
        for entry in &mut self.counts {
            entry.ratio = entry
                .instructions
                .zip(first)
                .map(|(own, first)| own / first);
        }
    }
}

/// What one implementation takes for one operation. Figures that could not be counted are absent, never 0.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its id.
    pub implementation: String,
    /// Instructions for one operation; the median of the repeats.
    pub instructions: Option<f64>,
    /// Why there are none.
    pub failure: Option<String>,
    /// `instructions` over that of the first implementation.
    pub ratio: Option<f64>,
    /// The time of a run over that of the first implementation.
    pub time_ratio: Option<f64>,
    /// Other counters, for one operation.
    pub others: BTreeMap<Counter, f64>,
    /// Where the operation's randomness came from.
    pub randomness: Option<Randomness>,
    /// Whether the same seed makes it do exactly the same again.
    pub reproducible: bool,
    /// Operations between the two runs whose difference was taken.
    pub calls: Option<usize>,
    /// How far equal runs were apart as a share of that difference, or the repeats as a share of the
    /// smallest: the largest of them.
    pub noise: Option<f64>,
    /// Instructions as each repeat found them.
    pub repeats: Vec<f64>,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// What each item gave, if equal inputs must give it.
    #[serde(skip)]
    results: Option<Vec<SampleResult>>,
}

impl Entry {
    /// An entry without figures.
    pub(super) fn failed(implementation: &str, reason: String) -> Entry {
        Entry {
            implementation: implementation.to_owned(),
            instructions: None,
            failure: Some(reason),
            ratio: None,
            time_ratio: None,
            others: BTreeMap::new(),
            randomness: None,
            reproducible: false,
            calls: None,
            noise: None,
            repeats: Vec::new(),
            notes: Vec::new(),
            results: None,
        }
    }

    /// An entry with the figures of its repeats.
    pub(super) fn counted(
        implementation: &str,
        told: &[PerOperation],
        inexact: &[&str],
        results: Option<Vec<SampleResult>>,
    ) -> Entry {
        let repeats: Vec<f64> = told.iter().map(|one| one.instructions).collect();
        let instructions = stats::median(&repeats);
        let others = told.first().map(|one| one.others.keys().copied());
        let others = others.into_iter().flatten().filter_map(|counter| {
            let all = told
                .iter()
                .filter_map(|one| one.others.get(&counter).copied());
            Some((counter, stats::median(&all.collect::<Vec<f64>>())?))
        });
        let noise = told.iter().map(|one| one.noise).fold(0.0, f64::max);
        let noise = noise.max(spread(&repeats).unwrap_or_default());
        let mut entry = Entry {
            others: others.collect(),
            reproducible: inexact.is_empty(),
            notes: inexact.iter().map(|&reason| reason.to_owned()).collect(),
            calls: told.iter().map(|one| one.calls).max(),
            noise: Some(noise),
            instructions,
            failure: None,
            repeats,
            results,
            ..Entry::failed(implementation, String::new())
        };
        if noise > QUIET {
            let percent = noise * 100.0;
            let note = format!("equal runs differ by {percent:.1} % of its count");
            entry.notes.push(note);
        }
        entry
    }

    /// Compares what came out with what came out of the first implementation that it must equal:
    /// equal inputs that give other results are another piece of work.
    pub(super) fn compare_results(&mut self, reference: &mut Option<(String, Vec<SampleResult>)>) {
        let Some(results) = self.results.take() else {
            return;
        };
        match reference {
            None => *reference = Some((self.implementation.clone(), results)),
            Some((other, expected)) if !agree(&results, expected) => {
                let note = format!("its results are not those of {other}: not the same work");
                self.notes.push(note);
            }
            Some(_) => {}
        }
    }

    /// For progress.
    pub(super) fn in_words(&self) -> String {
        match (self.instructions, &self.failure) {
            (Some(instructions), _) => format!("{instructions:.0} instructions"),
            (None, reason) => format!("not counted: {}", reason.as_deref().unwrap_or_default()),
        }
    }
}

/// Whether the results of every item are equal in the fields that both tell.
fn agree(one: &[SampleResult], other: &[SampleResult]) -> bool {
    one.iter().all(|result| {
        let mut same_item = other.iter().filter(|other| other.item == result.item);
        same_item.all(|other| {
            let mut fields = result.outputs.iter();
            other.valid == result.valid
                && fields.all(|(field, bytes)| other.outputs.get(field).is_none_or(|b| b == bytes))
        })
    })
}

/// The geometric mean of an implementation's ratios in a lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The implementation.
    pub implementation: String,
    /// The lane.
    pub lane: Lane,
    /// Operations with a ratio.
    pub operations: usize,
    /// The mean of the ratios of instructions.
    pub ratio: f64,
    /// The mean of the ratios of times, if each of these operations has one.
    pub time_ratio: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_runner::{Field, Fields};

    #[test]
    fn a_back_end_that_differs_is_stated() {
        let note = back_end_note(Some("AVX-512"), Some("AVX2")).unwrap();
        assert!(
            note.ends_with("counted on `AVX2`; measured on `AVX-512`"),
            "{note}"
        );
        assert_eq!(back_end_note(Some("AVX2"), Some("AVX2")), None);
        assert_eq!(back_end_note(Some("AVX2"), None), None);
    }

    fn entry(id: &str, field: Field, bytes: &[u8]) -> Entry {
        let told = PerOperation {
            instructions: 10.0,
            others: BTreeMap::new(),
            calls: 16,
            noise: 0.0,
        };
        let results = vec![SampleResult {
            item: 0,
            count: 1,
            outputs: Fields::new().with(field, bytes),
            valid: None,
        }];
        Entry::counted(id, &[told], &[], Some(results))
    }

    #[test]
    fn other_results_are_other_work() {
        let mut reference = None;
        let mut notes = |mut entry: Entry| {
            entry.compare_results(&mut reference);
            entry.notes
        };
        assert_eq!(
            notes(entry("a", Field::Signature, b"1")),
            Vec::<String>::new()
        );
        assert_eq!(
            notes(entry("b", Field::Signature, b"1")),
            Vec::<String>::new()
        );
        // Fields that only one of the two tells say nothing.
        assert_eq!(notes(entry("c", Field::Seed, b"2")), Vec::<String>::new());
        let told = notes(entry("d", Field::Signature, b"2"));
        assert_eq!(told, ["its results are not those of a: not the same work"]);
    }

    #[test]
    fn what_was_not_counted_is_null_and_has_a_reason() {
        let json = serde_json::to_value(Entry::failed("a", "no tool".to_owned())).unwrap();
        assert_eq!(json["instructions"], serde_json::Value::Null);
        assert_eq!(json["failure"], "no tool");
    }
}
