//! The items that every implementation works on: keys, ciphertexts, messages and signatures that
//! follow from the seed as far as an implementation can make them so.

use super::Settings;
use crate::check::{Party, can, private_for};
use crate::client::{Client, Launch};
use crate::corpus::derive;
use crate::inventory::{Found, Inventory};
use arena_runner::message::{Hello, Offer, Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// Bytes of a message that is signed.
const MESSAGE: usize = 32;

/// The items of a parameter set.
#[derive(Clone, Debug)]
pub(super) struct Corpus {
    /// One for each call in turn.
    pub(super) items: Vec<Fields>,
    /// Whether all of it follows from the seed.
    pub(super) from_seed: bool,
}

impl Corpus {
    /// Has an implementation make the items: the first that can make all of them from the seed, the
    /// chosen ones before others; else the first chosen one that offers the set.
    ///
    /// # Errors
    /// Nobody can, with each one's reason.
    pub(super) fn make(
        set: ParameterSet,
        settings: &Settings,
        chosen: &[&Found],
        inventory: &Inventory,
    ) -> Result<Corpus, String> {
        let others = inventory
            .found
            .iter()
            .filter(|found| !chosen.iter().any(|c| c.manifest.id == found.manifest.id));
        let mut reasons = Vec::new();
        let mut second_best = None;
        for (index, found) in chosen.iter().copied().chain(others).enumerate() {
            let id = &found.manifest.id;
            match Maker::start(found, set, settings) {
                Ok(mut maker) if maker.makes_all() => match maker.make() {
                    Ok(corpus) => return Ok(corpus),
                    Err(reason) => reasons.push(format!("{id}: {reason}")),
                },
                Ok(maker) if index < chosen.len() => {
                    second_best.get_or_insert(maker);
                }
                Ok(_) => {}
                Err(reason) if index < chosen.len() => reasons.push(format!("{id}: {reason}")),
                Err(_) => {}
            }
        }
        let made = second_best.map(|mut maker| maker.make());
        made.unwrap_or_else(|| Err("none of the implementations offers it".to_owned()))
            .map_err(|reason| {
                reasons.push(reason);
                let reasons = reasons.join("; ");
                format!("no items for {}: {reasons}", set.label())
            })
    }
}

/// How an implementation is started without a tool.
pub(super) fn launch(found: &Found, settings: &Settings) -> Result<Launch, String> {
    let runner = found.runner.as_ref().map_err(Clone::clone)?;
    Ok(Launch {
        program: runner.path.clone(),
        args: found.manifest.args.clone(),
        env: found.env.clone(),
        cpu: None,
        timeout: settings.timeout,
    })
}

/// Starts a runner without a tool; it must be what its manifest says.
pub(super) fn start(found: &Found, settings: &Settings) -> Result<(Client, Hello), String> {
    let (client, hello) =
        Client::start(&launch(found, settings)?).map_err(|error| format!("the runner {error}"))?;
    let (expected, reported) = (&found.manifest.version, &hello.descriptor.version);
    if expected != reported {
        return Err(format!(
            "adapter.toml says version {expected}, the runner reports {reported}"
        ));
    }
    Ok((client, hello))
}

/// What a runner says of a parameter set.
pub(super) fn offer(hello: &Hello, set: ParameterSet) -> Result<Offer, String> {
    let (algorithm, name) = (set.algorithm().id(), set.name());
    let mut offers = hello.parameter_sets.iter();
    offers
        .find(|offer| offer.algorithm == algorithm && offer.parameter_set == name)
        .cloned()
        .ok_or_else(|| format!("the runner does not offer {}", set.label()))
}

/// The implementation that makes the items.
struct Maker<'a> {
    client: Client,
    offer: Offer,
    set: ParameterSet,
    settings: &'a Settings,
}

impl<'a> Maker<'a> {
    fn start(found: &Found, set: ParameterSet, settings: &'a Settings) -> Result<Self, String> {
        let (client, hello) = start(found, settings)?;
        Ok(Maker {
            offer: offer(&hello, set)?,
            client,
            set,
            settings,
        })
    }

    fn makes_all(&self) -> bool {
        let last = if self.set.algorithm().is_kem() {
            Capability::EncapsulateWithM
        } else {
            Capability::SignDeterministic
        };
        // The expanded private key is for implementations that can't generate from a seed.
        [
            Capability::GenerateFromSeed,
            Capability::ExportExpanded,
            last,
        ]
        .iter()
        .all(|&capability| can(&self.offer, capability))
    }

    fn make(&mut self) -> Result<Corpus, String> {
        let items = (0..self.settings.items).map(|number| self.item(number));
        Ok(Corpus {
            items: items.collect::<Result<_, _>>()?,
            from_seed: self.makes_all(),
        })
    }

    fn derive(&self, number: usize, what: &str, length: usize) -> Vec<u8> {
        let label = format!("count/{}/{number}/{what}", self.set.label());
        derive(self.settings.seed, &label, length)
    }

    fn item(&mut self, number: usize) -> Result<Fields, String> {
        let kem = self.set.kem_sizes();
        let signature = self.set.signature_sizes();
        let seed_length = kem.map(|s| s.seed).or(signature.map(|s| s.seed));
        let seed = self.derive(number, "key", seed_length.unwrap_or_default());
        let item = if can(&self.offer, Capability::GenerateFromSeed) {
            let inputs = Fields::new().with(Field::Seed, seed);
            let pair = self.perform(Operation::Keygen, Randomness::Given, inputs.clone())?;
            merge(pair, &inputs)
        } else {
            let pair = self.perform(Operation::Keygen, Randomness::Own, Fields::new())?;
            // Others would generate another pair from a seed that stands beside the keys.
            pair.pick(&[
                Field::EncapsulationKey,
                Field::DecapsulationKey,
                Field::PublicKey,
                Field::PrivateKey,
            ])
        };
        if let Some(sizes) = kem {
            let item = item.with(Field::M, self.derive(number, "m", sizes.m));
            let given = can(&self.offer, Capability::EncapsulateWithM);
            let (randomness, inputs) = if given {
                (
                    Randomness::Given,
                    item.pick(&[Field::EncapsulationKey, Field::M]),
                )
            } else {
                (Randomness::Own, item.pick(&[Field::EncapsulationKey]))
            };
            let made = self.perform(Operation::Encaps, randomness, inputs)?;
            return Ok(merge(item, &made.pick(&[Field::Ciphertext])));
        }
        let rnd = vec![0; signature.map_or(0, |sizes| sizes.rnd)];
        let item = item
            .with(Field::Message, self.derive(number, "message", MESSAGE))
            .with(Field::Rnd, rnd);
        let (form, private) = private_for(&self.offer, self.set, &item)
            .ok_or("the runner offers no import of private keys")?;
        let randomness = signing(&self.offer);
        let inputs = item.pick(&[Field::Message, Field::Rnd]).with(form, private);
        let made = self.perform(Operation::Sign, randomness, inputs)?;
        Ok(merge(item, &made))
    }

    fn perform(
        &mut self,
        operation: Operation,
        randomness: Randomness,
        inputs: Fields,
    ) -> Result<Fields, String> {
        let mut party = Party {
            performer: &mut self.client,
            offer: &self.offer,
        };
        let performed = party.perform(self.set, operation, randomness, inputs);
        performed
            .map(|performed| performed.outputs)
            .map_err(|error| format!("{} for an item: the runner {error}", operation.id()))
    }
}

/// Where an operation's randomness comes from: what makes it repeat exactly, where that is offered.
pub(super) fn randomness(operation: Operation, offer: &Offer, corpus: &Corpus) -> Randomness {
    let seeded = corpus
        .items
        .iter()
        .all(|item| item.get(Field::Seed).is_some());
    let given = |possible: bool| {
        if possible {
            Randomness::Given
        } else {
            Randomness::Own
        }
    };
    match operation {
        Operation::Keygen => given(seeded && can(offer, Capability::GenerateFromSeed)),
        Operation::Encaps => given(can(offer, Capability::EncapsulateWithM)),
        Operation::Decaps | Operation::Verify => Randomness::None,
        Operation::Sign => signing(offer),
    }
}

/// Signing with rnd = 0, under either name.
fn signing(offer: &Offer) -> Randomness {
    if can(offer, Capability::SignDeterministic) {
        Randomness::Deterministic
    } else if can(offer, Capability::SignWithRnd) {
        Randomness::Given
    } else {
        Randomness::Own
    }
}

fn merge(item: Fields, more: &Fields) -> Fields {
    more.iter()
        .fold(item, |merged, (field, bytes)| merged.with(field, bytes))
}
