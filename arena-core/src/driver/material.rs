//! What the operations work on: items, each a key pair with a ciphertext or with a message and its
//! signature. A runner makes them, the driver knows them.

use crate::check::{Party, can, private_for};
use crate::client::ClientError;
use crate::corpus::derive;
use crate::record::Keys;
use arena_runner::message::{Offer, Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};
use std::collections::HashMap;

/// Bytes of a message that is signed.
const MESSAGE: usize = 32;

/// The items of a parameter set in a round.
#[derive(Clone)]
pub(super) struct Items {
    pub(super) items: Vec<Fields>,
    pub(super) keys: Keys,
}

/// The common items of rounds and parameter sets, made when they are first needed.
#[derive(Default)]
pub(super) struct Shared {
    made: HashMap<(u32, ParameterSet), Option<Items>>,
}

impl Shared {
    /// The items of a round and set. `make` is asked once.
    pub(super) fn get(
        &mut self,
        round: u32,
        set: ParameterSet,
        make: impl FnOnce() -> Option<Items>,
    ) -> Option<&Items> {
        self.made.entry((round, set)).or_insert_with(make).as_ref()
    }

    /// Drops the items of other rounds.
    pub(super) fn only_round(&mut self, round: u32) {
        self.made.retain(|(of, _), _| *of == round);
    }
}

/// Whose items they are: what their seeds and messages are derived from.
pub(super) enum Owner<'a> {
    /// All systems of a round.
    Common {
        /// The round.
        round: u32,
    },
    /// One system.
    System {
        /// Its name.
        name: &'a str,
        /// The round.
        round: u32,
        /// Whether each item has a message of its own.
        fresh_messages: bool,
    },
}

impl Owner<'_> {
    fn label(&self, set: ParameterSet, item: usize) -> String {
        let place = match item {
            0 => String::new(),
            item => format!("/item-{item}"),
        };
        let set = set.label();
        match self {
            Owner::Common { round } => format!("common/{set}/round-{round}{place}"),
            Owner::System { name, round, .. } => format!("{name}/{set}/round-{round}{place}"),
        }
    }

    /// What the message of an item is derived from: one fixed message in the historical measurement.
    fn message(&self, set: ParameterSet, item: usize) -> String {
        match self {
            Owner::System {
                fresh_messages: false,
                ..
            } => "message".to_owned(),
            _ => format!("{}/message", self.label(set, item)),
        }
    }
}

/// Makes `count` items.
pub(super) fn items(
    party: &mut Party<'_>,
    set: ParameterSet,
    seed: u64,
    owner: &Owner<'_>,
    count: usize,
) -> Result<Items, Fault> {
    let mut items = Vec::with_capacity(count);
    let mut keys = Keys::Own;
    for item in 0..count {
        let labels = Labels {
            owner: owner.label(set, item),
            message: owner.message(set, item),
            common: matches!(owner, Owner::Common { .. }),
        };
        let (made, source) = make(party, set, seed, &labels)?;
        keys = source;
        items.push(made);
    }
    Ok(Items { items, keys })
}

/// What the bytes of one item are derived from.
struct Labels {
    owner: String,
    message: String,
    common: bool,
}

/// Why there is no material.
pub(super) enum Fault {
    /// A signature can't be made from bytes.
    NoImport,
    /// The runner failed in that operation.
    Runner(Operation, ClientError),
}

/// Makes one item. Keys follow from the run's seed where the runner can generate from a seed.
fn make(
    party: &mut Party<'_>,
    set: ParameterSet,
    seed: u64,
    labels: &Labels,
) -> Result<(Fields, Keys), Fault> {
    let length = set.kem_sizes().map(|sizes| sizes.seed);
    let length = length.or(set.signature_sizes().map(|sizes| sizes.seed));
    let key_seed = derive(
        seed,
        &format!("{}/key", labels.owner),
        length.unwrap_or_default(),
    );
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
        let mut inputs = item.pick(&[Field::EncapsulationKey]);
        let mut randomness = Randomness::Own;
        if labels.common && can(party.offer, Capability::EncapsulateWithM) {
            let length = set.kem_sizes().map(|sizes| sizes.m).unwrap_or_default();
            inputs = inputs.with(
                Field::M,
                derive(seed, &format!("{}/m", labels.owner), length),
            );
            randomness = Randomness::Given;
        }
        let made = perform(party, set, Operation::Encaps, randomness, inputs)?;
        return Ok((merge(item, &made), keys));
    }
    let item = item.with(Field::Message, derive(seed, &labels.message, MESSAGE));
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
