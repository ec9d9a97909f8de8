//! `arena explain`: why two runs of one method disagreed.
//!
//! One implementation is measured against itself, first as the historical measurement did it and then with
//! one source of variance after the other taken away. What a step takes away is that source's share. Single
//! factors of the build and of the machine are compared by the evidence protocol. Every run that is made leaves
//! a folder of evidence of its own.

mod builds;
mod experiments;
mod load;
pub mod plot;
mod predict;
pub mod render;
mod runs;
pub mod shares;

pub use builds::Variant;
pub use experiments::{Disturbance, Factor, SpreadExperiment, factors, spreads};
pub use predict::{Prediction, predict};

use crate::analysis::Comparison;
use crate::analysis::cost::SigningCost;
use crate::driver::DriveError;
use crate::environment::Facts;
use crate::files::{self, FileError};
use crate::fitness::ClockCost;
use crate::interrupt;
use crate::inventory::{Inventory, Layout};
use crate::planning::PlanningError;
use crate::record::Environment;
use crate::storage::StorageError;
use serde::{Deserialize, Serialize};
use shares::Source;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What to explain, and how thoroughly. Stored beside the runs, so that an interrupted explanation can go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The implementation that is measured against itself.
    pub implementation: String,
    /// Repetitions of each spread.
    pub repeats: u32,
    /// Rounds of each comparison of a factor.
    pub rounds: u32,
    /// From which keys, messages and orders follow.
    pub seed: u64,
    /// The processor that runners are pinned to.
    pub cpu: Option<u32>,
    /// The folder that gets all runs and the result.
    #[serde(skip)]
    pub folder: PathBuf,
    /// Whether builds with other options are made and compared.
    pub builds: bool,
    /// Only experiments whose id begins with one of these; empty means all.
    pub only: Vec<String>,
}

/// The name of the file with the settings.
pub const SETTINGS: &str = "settings.json";

impl Settings {
    /// Stores the settings in their folder.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&self) -> Result<(), FileError> {
        let path = self.folder.join(SETTINGS);
        files::write_atomic(&path, &files::to_json(&path, self)?)
    }

    /// The settings of an explanation that was begun in that folder.
    ///
    /// # Errors
    /// The file can't be read or is malformed.
    pub fn read(folder: &Path) -> Result<Settings, FileError> {
        let settings: Settings = files::read_json(&folder.join(SETTINGS))?;
        Ok(Settings {
            folder: folder.to_owned(),
            ..settings
        })
    }

    pub(crate) fn wants(&self, id: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|start| id.starts_with(start))
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The implementation that was measured against itself.
    pub implementation: String,
    /// Where.
    pub machine: String,
    /// From which seed.
    pub seed: String,
    /// The clock.
    pub clock: ClockCost,
    /// Each spread.
    pub spreads: Vec<SpreadResult>,
    /// What chance alone predicts for the historical measurement; absent if signing was not measured.
    pub prediction: Option<Prediction>,
    /// The table: which source has which share of the variance of the geometric mean.
    pub sources: Vec<Source>,
    /// Each factor.
    pub factors: Vec<FactorResult>,
    /// What signing costs, from the evidence protocol.
    pub signing: Vec<SigningCost>,
    /// What could not be done, and why.
    pub left_out: Vec<String>,
}

/// The runs of one experiment on identical code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpreadResult {
    /// Its id.
    pub id: String,
    /// What is done.
    pub what: String,
    /// Each run.
    pub runs: Vec<RunResult>,
}

/// One run of identical code against itself: ratios, second name over first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunResult {
    /// Its folder, below that of the result.
    pub folder: String,
    /// Operation and ratio.
    pub ratios: Vec<(String, f64)>,
    /// Over all operations.
    pub geometric_mean: f64,
    /// Over all but signing.
    pub without_signing: f64,
    /// Of signing.
    pub signing: f64,
    /// What the method made of it, where it has intervals: `faster` and `slower` are false alarms here.
    pub call: Option<crate::analysis::Call>,
}

/// One factor, by the evidence protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactorResult {
    /// Its id.
    pub id: String,
    /// What differs between the two sides.
    pub what: String,
    /// The folder of its run.
    pub folder: String,
    /// The side with the factor over the side without.
    pub comparison: Comparison,
}

/// Who wants to know how far it is.
pub trait Watcher {
    /// The next step begins.
    fn step(&mut self, text: &str);
}

/// Why nothing could be explained. The runs that were made stay.
#[derive(Debug, Error)]
pub enum ExplainError {
    /// A plan.
    #[error("{0}")]
    Planning(#[from] PlanningError),
    /// The folder.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// A run.
    #[error("{0}")]
    Drive(#[from] DriveError),
    /// A file.
    #[error("{0}")]
    File(#[from] FileError),
    /// The work is to end.
    #[error("interrupted")]
    Interrupted,
    /// A run that was begun by others.
    #[error("{folder}: {why}; explain anew with another --out")]
    Foreign {
        /// The folder.
        folder: String,
        /// What differs.
        why: &'static str,
    },
    /// A run without usable figures.
    #[error("{folder}: not every operation has a ratio ({why}); nothing can be said of its spread")]
    NoFigures {
        /// The folder.
        folder: String,
        /// What is missing.
        why: String,
    },
}

/// What experiments are run with.
pub(crate) struct Bench<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) layout: &'a Layout,
    pub(crate) inventory: Inventory,
    pub(crate) facts: &'a Facts,
    pub(crate) environment: Environment,
}

/// Runs all experiments.
///
/// # Errors
/// See [`ExplainError`]. What single experiments could not do is in the result.
pub fn explain(
    settings: &Settings,
    layout: &Layout,
    inventory: Inventory,
    facts: &Facts,
    watcher: &mut dyn Watcher,
) -> Result<Explanation, ExplainError> {
    let environment = facts.environment(settings.cpu);
    let mut explanation = Explanation {
        implementation: settings.implementation.clone(),
        machine: format!("{}; {}", environment.cpu, environment.os),
        seed: format!("{:016x}", settings.seed),
        clock: ClockCost::measure(),
        spreads: Vec::new(),
        prediction: None,
        sources: Vec::new(),
        factors: Vec::new(),
        signing: Vec::new(),
        left_out: Vec::new(),
    };
    let mut bench = Bench {
        settings,
        layout,
        inventory,
        facts,
        environment,
    };
    for experiment in spreads().into_iter().filter(|e| settings.wants(e.id)) {
        watcher.step(&format!("{}: {}", experiment.id, experiment.what));
        match runs::spread(&bench, &experiment) {
            Ok(result) => explanation.spreads.push(result),
            Err(why) => explanation
                .left_out
                .push(format!("{}: {why}", experiment.id)),
        }
        go_on()?;
    }
    for factor in factors().into_iter().filter(|f| settings.wants(f.id)) {
        watcher.step(&format!("{}: {}", factor.id, factor.what));
        match runs::factor(&mut bench, &factor) {
            Ok((result, signing)) => {
                if explanation.signing.is_empty() {
                    explanation.signing = signing;
                }
                explanation.factors.push(result);
            }
            Err(why) => explanation.left_out.push(format!("{}: {why}", factor.id)),
        }
        go_on()?;
    }
    explanation.conclude();
    Ok(explanation)
}

fn go_on() -> Result<(), ExplainError> {
    if interrupt::requested() {
        return Err(ExplainError::Interrupted);
    }
    Ok(())
}

impl Explanation {
    /// Computes what follows from the runs: the prediction and the shares.
    fn conclude(&mut self) {
        self.prediction = predict(&self.signing);
        self.sources = shares::of(&self.spreads);
    }

    /// The result of an experiment.
    pub fn spread(&self, id: &str) -> Option<&SpreadResult> {
        self.spreads.iter().find(|spread| spread.id == id)
    }
}

#[cfg(test)]
mod tests;
