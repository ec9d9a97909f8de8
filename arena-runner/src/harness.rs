//! What the conversation needs from an implementation, whatever its types, and what the harness of
//! a KEM and that of a signature scheme have in common.

use crate::message::{Offer, Perform, Performed, Prepare, RunnerError, SampleResult, Time, Timed};
use crate::timing::{Block, Sample};
use crate::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet, PreparedKey};
use std::collections::HashMap;

/// An implementation at one parameter set, behind the conversation.
pub(crate) trait Harness {
    fn parameter_set(&self) -> ParameterSet;
    fn offer(&self) -> Offer;
    fn prepare(&mut self, request: &Prepare) -> Result<usize, RunnerError>;
    fn time(&self, request: &Time) -> Result<Timed, RunnerError>;
    fn perform(&self, request: &Perform) -> Result<Performed, RunnerError>;
}

/// The `hello` entry of a parameter set.
pub(crate) fn offer(set: ParameterSet, capabilities: &[Capability], key: PreparedKey) -> Offer {
    Offer {
        algorithm: set.algorithm().id().to_owned(),
        parameter_set: set.name().to_owned(),
        capabilities: capabilities.iter().map(|c| c.id().to_owned()).collect(),
        prepared_key: key.id().to_owned(),
    }
}

/// The field, or an error that names it.
pub(crate) fn need(fields: &Fields, field: Field) -> Result<&[u8], RunnerError> {
    fields
        .get(field)
        .ok_or_else(|| RunnerError::bad_request(format!("`{}` is missing", field.name())))
}

/// The error for an operation or a randomness that doesn't fit.
pub(crate) fn unfit(what: &str, operation: crate::message::Operation) -> RunnerError {
    RunnerError::bad_request(format!(
        "{what} does not go with operation `{}` here",
        operation.id()
    ))
}

/// The part of a `time` request that the timed loop needs.
pub(crate) fn block(request: &Time) -> Block {
    Block {
        first_item: request.first_item,
        warmups: request.warmups,
        iterations: request.iterations,
    }
}

/// Turns samples into a reply: their times, and what came out, equal results of an item as one.
pub(crate) fn report<S, O>(
    samples: Vec<Sample<S, O>>,
    describe: impl Fn(&S, &O) -> Result<Performed, RunnerError>,
) -> Result<Timed, RunnerError> {
    let samples_ns = samples.iter().map(|sample| sample.nanoseconds).collect();
    let mut results: Vec<SampleResult> = Vec::new();
    let mut seen: HashMap<(usize, Fields, Option<bool>), usize> = HashMap::new();
    for sample in samples {
        let Performed { outputs, valid } = describe(&sample.slot, &sample.output)?;
        let place = *seen
            .entry((sample.item, outputs.clone(), valid))
            .or_insert_with(|| {
                results.push(SampleResult {
                    item: sample.item,
                    count: 0,
                    outputs,
                    valid,
                });
                results.len() - 1
            });
        results[place].count += 1;
    }
    Ok(Timed {
        samples_ns,
        results,
    })
}
