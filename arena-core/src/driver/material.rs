//! What the operations of one system work on in one round: a key pair, and a ciphertext or a
//! message with its signature. The runner makes them, the driver knows them.

use crate::check::{Party, can, private_for};
use crate::client::ClientError;
use crate::corpus::derive;
use crate::record::Keys;
use arena_runner::message::{Offer, Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// Bytes of the one message that is signed.
const MESSAGE: usize = 32;

/// Why there is no material.
pub(super) enum Fault {
    /// A signature can't be made from bytes.
    NoImport,
    /// The runner failed in that operation.
    Runner(Operation, ClientError),
}

/// Makes the material of `owner`. Keys follow from the run's seed where the runner can generate from a seed.
pub(super) fn make(
    party: &mut Party<'_>,
    set: ParameterSet,
    seed: u64,
    owner: &str,
) -> Result<(Fields, Keys), Fault> {
    let length = set.kem_sizes().map(|sizes| sizes.seed);
    let length = length.or(set.signature_sizes().map(|sizes| sizes.seed));
    let key_seed = derive(seed, &format!("{owner}/key"), length.unwrap_or_default());
    let (item, keys) = if can(party.offer, Capability::GenerateFromSeed) {
        let inputs = Fields::new().with(Field::Seed, key_seed);
        let pair = perform(
            party,
            set,
            Operation::Keygen,
            Randomness::Given,
            inputs.clone(),
        )?;
        (merge(pair, &inputs), Keys::Seeded)
    } else {
        let pair = perform(
            party,
            set,
            Operation::Keygen,
            Randomness::Own,
            Fields::new(),
        )?;
        (pair, Keys::Own)
    };
    if set.algorithm().is_kem() {
        let inputs = item.pick(&[Field::EncapsulationKey]);
        let made = perform(party, set, Operation::Encaps, Randomness::Own, inputs)?;
        return Ok((merge(item, &made), keys));
    }
    // One fixed message for every system and round, as in the historical measurement.
    let item = item.with(Field::Message, derive(seed, "message", MESSAGE));
    let (form, private) = private_for(party.offer, set, &item).ok_or(Fault::NoImport)?;
    let inputs = item.pick(&[Field::Message]).with(form, private);
    let made = perform(party, set, Operation::Sign, signing(party.offer), inputs)?;
    Ok((merge(item, &made), keys))
}

/// What the operation draws its randomness from: the implementation's own generator, and none for
/// signing where the implementation can sign deterministically.
pub(super) fn randomness(operation: Operation, offer: &Offer) -> Randomness {
    match operation {
        Operation::Keygen | Operation::Encaps => Randomness::Own,
        Operation::Decaps | Operation::Verify => Randomness::None,
        Operation::Sign => signing(offer),
    }
}

fn signing(offer: &Offer) -> Randomness {
    if can(offer, Capability::SignDeterministic) {
        Randomness::Deterministic
    } else {
        Randomness::Own
    }
}

fn perform(
    party: &mut Party<'_>,
    set: ParameterSet,
    operation: Operation,
    randomness: Randomness,
    inputs: Fields,
) -> Result<Fields, Fault> {
    let outcome = party.perform(set, operation, randomness, inputs);
    outcome
        .map(|performed| performed.outputs)
        .map_err(|error| Fault::Runner(operation, error))
}

fn merge(item: Fields, more: &Fields) -> Fields {
    more.iter()
        .fold(item, |merged, (field, bytes)| merged.with(field, bytes))
}
