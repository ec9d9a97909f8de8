//! What the samples of an interleaved run say: ratios with intervals, the noise of the method, and
//! what may be called a difference.
//!
//! `docs/methodology.md` explains every step and why it is taken.

pub mod cost;
mod logs;
mod pair;

pub use pair::{Call, Comparison, How, OperationComparison};

use crate::protocol::Protocol;
use crate::series::All;
use arena_runner::message::{Lane, Operation};
use cost::SigningCost;
use nexusq_contract::ParameterSet;
use serde::{Deserialize, Serialize};

/// What resampling draws from. It is fixed, so that the samples alone give every figure.
const SEED: u64 = 0x4e45_5855_532d_5131;

/// What the samples of a run say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The candidate against its control, itself under a second name, for each lane.
    pub control: Vec<Comparison>,
    /// Every system against the baseline, for each lane.
    pub comparisons: Vec<Comparison>,
    /// What signing costs, by system and lane.
    pub signing: Vec<SigningCost>,
}

/// A cell of the matrix: what two systems are compared in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The parameter set.
    pub set: ParameterSet,
    /// The operation.
    pub operation: Operation,
    /// The lane.
    pub lane: Lane,
}

impl Analysis {
    /// The analysis of the samples of a run.
    pub fn of(all: &All, protocol: &Protocol) -> Analysis {
        let mut analysis = Analysis {
            control: Vec::new(),
            comparisons: Vec::new(),
            signing: cost::of_all(all),
        };
        let (baseline, candidate) = (&protocol.gate.baseline, &protocol.gate.candidate);
        let measured = |name: &str| all.keys().any(|key| key.system == name);
        for &lane in &protocol.lanes {
            let control = protocol.control_of(candidate).filter(|c| measured(&c.name));
            let control = control
                .map(|control| Comparison::of(all, protocol, candidate, &control.name, lane, None));
            for system in &protocol.systems {
                let other = system.name != *baseline && system.control_of.is_none();
                if other && measured(&system.name) && measured(baseline) {
                    let control = control.as_ref();
                    let comparison =
                        Comparison::of(all, protocol, baseline, &system.name, lane, control);
                    analysis.comparisons.push(comparison);
                }
            }
            analysis.control.extend(control);
        }
        analysis
    }

    /// The comparison that the gate judges.
    pub fn gate(&self, protocol: &Protocol) -> Option<&Comparison> {
        let gate = &protocol.gate;
        self.comparisons.iter().find(|comparison| {
            comparison.candidate == gate.candidate && comparison.lane == gate.lane
        })
    }

    /// The control in a lane.
    pub fn control(&self, lane: Lane) -> Option<&Comparison> {
        self.control.iter().find(|control| control.lane == lane)
    }
}

#[cfg(test)]
mod tests;
