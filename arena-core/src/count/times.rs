//! The times of a run, to stand beside counts.

use crate::evidence;
use crate::files::FileError;
use crate::normalize::NormalizedRow;
use crate::stats;
use arena_runner::message::{Lane, Operation};
use nexusq_contract::ParameterSet;
use std::path::Path;

/// The rows of a run.
#[derive(Clone, Debug)]
pub struct Times {
    run_id: String,
    rows: Vec<NormalizedRow>,
}

impl Times {
    /// The times of the run in that folder.
    ///
    /// # Errors
    /// It can't be read.
    pub fn read(folder: &Path) -> Result<Times, FileError> {
        let derived = evidence::derive(folder)?;
        Ok(Times {
            run_id: derived.plan.run_id,
            rows: derived.normalized.rows,
        })
    }

    /// The run.
    pub(super) fn run_id(&self) -> &str {
        &self.run_id
    }

    /// Median over the rounds of an implementation's medians.
    pub(super) fn median_ns(
        &self,
        implementation: &str,
        set: ParameterSet,
        operation: Operation,
        lane: Lane,
    ) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| {
            row.implementation == implementation
                && row.algorithm == set.algorithm().id()
                && row.parameter_set == set.name()
                && row.operation == operation
                && row.lane == Some(lane)
                && row.usable()
        });
        let medians: Vec<f64> = rows.filter_map(|row| row.median_ns).collect();
        stats::median(&medians)
    }
}
