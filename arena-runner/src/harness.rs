//! What the conversation needs from an implementation, whatever its types, and what the harness of
//! a KEM and that of a signature scheme have in common.

use crate::erase::Erased;
use crate::message::{Offer, Perform, Performed, Prepare, RunnerError, SampleResult, Time, Timed};
use crate::timing::{Block, Sample};
use crate::{Field, Fields};
use nexusq_contract::{Capability, ContractError, KeyForm, ParameterSet, PreparedKey};
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

/// What an untimed operation returned, where it stands: to move it would leave a copy of what may be
/// a secret in the harness's part of the stack.
pub(crate) fn in_place<T>(result: &Result<T, ContractError>) -> Result<&T, RunnerError> {
    result.as_ref().map_err(|error| (*error).into())
}

/// The field, or an error that names it.
pub(crate) fn need(fields: &Fields, field: Field) -> Result<&[u8], RunnerError> {
    fields
        .get(field)
        .ok_or_else(|| RunnerError::bad_request(format!("`{}` is missing", field.name())))
}

/// Refuses what is not among the capabilities that `hello` declares.
pub(crate) fn require(
    declared: &[Capability],
    capability: Capability,
) -> Result<(), ContractError> {
    if declared.contains(&capability) {
        return Ok(());
    }
    Err(ContractError::Unsupported(capability.id()))
}

/// Refuses `randomness: given` unless it is declared and each item has the field.
pub(crate) fn require_given<'a>(
    declared: &[Capability],
    capability: Capability,
    field: Field,
    mut values: impl Iterator<Item = &'a Option<Erased>>,
) -> Result<(), RunnerError> {
    require(declared, capability)?;
    if values.any(Option::is_none) {
        let message = format!("an item has no `{}`", field.name());
        return Err(RunnerError::bad_request(message));
    }
    Ok(())
}

/// The capability to import a private key in that form.
pub(crate) fn import_of(form: KeyForm) -> Capability {
    match form {
        KeyForm::Expanded => Capability::ImportExpanded,
        KeyForm::Seed => Capability::ImportSeed,
    }
}

/// Answers the `from-bytes` lane where [`importable`] gave nothing.
pub(crate) const NOT_IMPORTABLE: ContractError =
    ContractError::Unsupported("to import a private key in a form in which it can be had");

/// A private key as bytes.
pub(crate) type PrivateBytes = (KeyForm, Erased);

/// A private key in a form that can be imported, the expanded one if possible: as it was given, else
/// as it is exported.
pub(crate) fn importable(
    declared: &[Capability],
    given_expanded: Option<&[u8]>,
    given_seed: Option<&[u8]>,
    export: impl Fn(KeyForm) -> Result<Vec<u8>, ContractError>,
) -> Result<Option<PrivateBytes>, ContractError> {
    let forms = [
        (
            KeyForm::Expanded,
            given_expanded,
            Capability::ExportExpanded,
        ),
        (KeyForm::Seed, given_seed, Capability::ExportSeed),
    ];
    for (form, given, export_capability) in forms {
        if !declared.contains(&import_of(form)) {
            continue;
        }
        if let Some(bytes) = given {
            return Ok(Some((form, bytes.into())));
        }
        if declared.contains(&export_capability) {
            return Ok(Some((form, export(form)?.into())));
        }
    }
    Ok(None)
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
        calibration_ns: None,
    })
}
