//! Counts per operation that do not depend on the clock: instructions and, where a tool tells them,
//! cycles and cache misses. `docs/counts.md` says what is inside a count and what is not.
//!
//! A runner is started under a tool with a conversation that is written beforehand, once with few
//! warm-up calls of an operation and once with more. What the two runs have in common cancels.

mod callgrind;
mod conversation;
mod corpus;
mod difference;
mod perf;
mod result;
mod scratch;
mod subject;
mod summary;
mod table;
mod times;
mod tool;
mod under;

pub use result::{Count, Entry, Implementation, Mean, Row, SCHEMA_VERSION, ToolFacts};
pub use table::render;
pub use times::Times;
pub use tool::{Counter, Counters, Tool, ToolChoice, ToolError};

use crate::inventory::{Found, Inventory};
use crate::record::Environment;
use arena_runner::message::{Lane, Operation};
use corpus::Corpus;
use nexusq_contract::ParameterSet;
use scratch::Scratch;
use std::io;
use std::time::Duration;
use subject::{Question, Subject};

/// What to count, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Ids of implementations; ratios are to the first.
    pub implementations: Vec<String>,
    /// Parameter sets.
    pub sets: Vec<ParameterSet>,
    /// Operations; all of a set if empty.
    pub operations: Vec<Operation>,
    /// Lanes.
    pub lanes: Vec<Lane>,
    /// Seed of keys, messages and randomness.
    pub seed: u64,
    /// Items of a corpus.
    pub items: usize,
    /// How often each count is made.
    pub repeat: u32,
    /// How long one run of a runner under the tool may take, and one reply without it.
    pub timeout: Duration,
    /// The processor that runners are pinned to, as when they are measured: a runtime with threads of its
    /// own does other work where it has several.
    pub cpu: Option<u32>,
}

/// Counts everything that the settings ask for. What can't be counted is an entry with its reason.
///
/// # Errors
/// There is no room for temporary files.
pub fn count(
    settings: &Settings,
    tool: &Tool,
    inventory: &Inventory,
    environment: &Environment,
    progress: &mut dyn FnMut(&str),
) -> io::Result<Count> {
    let scratch = Scratch::new()?;
    let found: Vec<&Found> = settings
        .implementations
        .iter()
        .filter_map(|id| inventory.get(id))
        .collect();
    let mut rows = Vec::new();
    let mut implementations: Vec<Implementation> = found
        .iter()
        .map(|found| Implementation::of(found))
        .collect();
    for &set in &settings.sets {
        let corpus = Corpus::make(set, settings, &found, inventory);
        let mut subjects: Vec<Result<Subject<'_>, String>> = found
            .iter()
            .map(|found| {
                let corpus = corpus.as_ref().map_err(Clone::clone)?;
                Subject::start(found, set, corpus, settings, tool, &scratch)
            })
            .collect();
        for &lane in &settings.lanes {
            for operation in Operation::of(set) {
                if !settings.operations.is_empty() && !settings.operations.contains(&operation) {
                    continue;
                }
                let question = Question { operation, lane };
                rows.push(count_row(set, question, &found, &mut subjects, progress));
            }
        }
        for (implementation, subject) in implementations.iter_mut().zip(&subjects) {
            implementation.learn(subject.as_ref().ok());
        }
    }
    Ok(Count::of(
        settings,
        tool,
        environment,
        implementations,
        rows,
    ))
}

/// One operation in one lane, for every implementation.
fn count_row(
    set: ParameterSet,
    question: Question,
    found: &[&Found],
    subjects: &mut [Result<Subject<'_>, String>],
    progress: &mut dyn FnMut(&str),
) -> Row {
    let Question { operation, lane } = question;
    let mut row = Row::new(set, operation, lane);
    let mut reference = None;
    for (found, subject) in found.iter().zip(subjects) {
        let id = &found.manifest.id;
        let mut entry = match subject {
            Ok(subject) => subject.count(question),
            Err(reason) => Entry::failed(id, reason.clone()),
        };
        entry.compare_results(&mut reference);
        progress(&format!(
            "{id} {} {} ({}): {}",
            set.label(),
            operation.id(),
            lane.id(),
            entry.in_words()
        ));
        row.counts.push(entry);
    }
    row.set_ratios();
    row
}
