//! What runners are asked to perform: keys, messages and ciphertexts that follow from a seed, enough of
//! them that rare paths are met.

use crate::subject::{Answer, Subject, has};
use arena_core::corpus::derive;
use arena_runner::message::{Offer, Operation, Perform, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// Bytes of a message.
const MESSAGE: usize = 48;
/// Keys of a parameter set.
const KEYS: usize = 4;
/// Messages that are signed with them in turn. On average a signature takes four to five attempts, so some
/// of these are met with each reason to try again.
const MESSAGES: usize = 12;

/// The operations that have secrets.
pub fn operations(set: ParameterSet) -> Vec<Operation> {
    let all = Operation::of(set).into_iter();
    all.filter(|one| *one != Operation::Verify).collect()
}

/// Inputs of a parameter set, all public and secret values together.
#[derive(Clone, Debug)]
pub struct Cases {
    set: ParameterSet,
    /// One for each key: seed, both encodings, m, rnd and so on.
    items: Vec<Fields>,
    seed: u64,
}

impl Cases {
    /// Has the first of the makers that can make all of it from a seed make them.
    ///
    /// # Errors
    /// None can, and why the last of those that offer the set could not.
    pub fn make(set: ParameterSet, makers: &mut [Subject], seed: u64) -> Result<Cases, String> {
        let mut why = "no built implementation can make the inputs from a seed".to_owned();
        for maker in makers {
            let mut needs = vec![Capability::GenerateFromSeed, Capability::ExportExpanded];
            if set.algorithm().is_kem() {
                needs.push(Capability::EncapsulateWithM);
            }
            if !maker.can(set, &needs) {
                continue;
            }
            let items = (0..KEYS).map(|number| item(set, maker, seed, number));
            match items.collect() {
                Ok(items) => return Ok(Cases { set, items, seed }),
                Err(reason) => why = format!("{}: {reason}", maker.id()),
            }
        }
        Err(format!("no inputs for {}: {why}", set.label()))
    }

    /// The requests for an operation.
    ///
    /// # Errors
    /// In words: why the implementation can't be given the secret, so that nothing could be marked.
    pub fn requests(&self, offer: &Offer, operation: Operation) -> Result<Vec<Perform>, String> {
        let (randomness, inputs) = match operation {
            Operation::Keygen => (Randomness::Given, self.keygen(offer)?),
            Operation::Encaps => (Randomness::Given, self.encaps(offer)?),
            Operation::Decaps => (Randomness::None, self.decaps(offer)?),
            Operation::Sign => self.sign(offer)?,
            Operation::Verify => return Err("verification has no secret".to_owned()),
        };
        let request = |inputs| Perform {
            algorithm: self.set.algorithm().id().to_owned(),
            parameter_set: self.set.name().to_owned(),
            operation,
            randomness,
            inputs,
        };
        Ok(inputs.into_iter().map(request).collect())
    }

    fn keygen(&self, offer: &Offer) -> Result<Vec<Fields>, String> {
        if !has(offer, Capability::GenerateFromSeed) {
            return Err(
                "it generates keys from its own randomness alone, which can't be marked".to_owned(),
            );
        }
        Ok(self
            .items
            .iter()
            .map(|item| item.pick(&[Field::Seed]))
            .collect())
    }

    fn encaps(&self, offer: &Offer) -> Result<Vec<Fields>, String> {
        if !has(offer, Capability::EncapsulateWithM) {
            return Err(
                "it encapsulates with its own randomness alone, which can't be marked".to_owned(),
            );
        }
        let inputs = |item: &Fields| item.pick(&[Field::EncapsulationKey, Field::M]);
        Ok(self.items.iter().map(inputs).collect())
    }

    /// Each key with a ciphertext that is its own, and with one that is rejected.
    fn decaps(&self, offer: &Offer) -> Result<Vec<Fields>, String> {
        let field = private_form(offer, Field::DecapsulationKey)?;
        let mut all = Vec::new();
        for (number, item) in self.items.iter().enumerate() {
            let own = item.get(Field::Ciphertext).unwrap_or_default().to_vec();
            let foreign = derive(self.seed, &format!("ct/foreign/{number}"), own.len());
            for ciphertext in [own, foreign] {
                all.push(item.pick(&[field]).with(Field::Ciphertext, ciphertext));
            }
        }
        Ok(all)
    }

    /// With given rnd where that is offered, else deterministic, else hedged by the implementation's own.
    fn sign(&self, offer: &Offer) -> Result<(Randomness, Vec<Fields>), String> {
        let field = private_form(offer, Field::PrivateKey)?;
        let (randomness, fields) = if has(offer, Capability::SignWithRnd) {
            (Randomness::Given, vec![field, Field::Rnd])
        } else if has(offer, Capability::SignDeterministic) {
            (Randomness::Deterministic, vec![field])
        } else {
            (Randomness::Own, vec![field])
        };
        let keys = self.items.iter().cycle().take(MESSAGES);
        let inputs = keys.enumerate().map(|(number, item)| {
            let message = derive(self.seed, &format!("ct/message/{number}"), MESSAGE);
            item.pick(&fields).with(Field::Message, message)
        });
        Ok((randomness, inputs.collect()))
    }
}

/// The form in which it takes private keys, the expanded one if it can.
fn private_form(offer: &Offer, expanded: Field) -> Result<Field, String> {
    if has(offer, Capability::ImportExpanded) {
        Ok(expanded)
    } else if has(offer, Capability::ImportSeed) {
        Ok(Field::Seed)
    } else {
        Err("it imports no private keys, so none can be marked".to_owned())
    }
}

fn item(
    set: ParameterSet,
    maker: &mut Subject,
    seed: u64,
    number: usize,
) -> Result<Fields, String> {
    let bytes =
        |what: &str, length| derive(seed, &format!("ct/{}/{what}/{number}", set.label()), length);
    let kem = set.kem_sizes();
    let signature = set.signature_sizes();
    let length = kem.map(|s| s.seed).or(signature.map(|s| s.seed));
    let inputs = Fields::new().with(Field::Seed, bytes("seed", length.unwrap_or_default()));
    let pair = perform(
        maker,
        set,
        Operation::Keygen,
        Randomness::Given,
        inputs.clone(),
    )?;
    let item = merged(pair, &inputs);
    if let Some(sizes) = kem {
        let item = item.with(Field::M, bytes("m", sizes.m));
        let inputs = item.pick(&[Field::EncapsulationKey, Field::M]);
        let made = perform(maker, set, Operation::Encaps, Randomness::Given, inputs)?;
        return Ok(merged(item, &made));
    }
    Ok(item.with(
        Field::Rnd,
        bytes("rnd", signature.map_or(0, |sizes| sizes.rnd)),
    ))
}

fn perform(
    maker: &mut Subject,
    set: ParameterSet,
    operation: Operation,
    randomness: Randomness,
    inputs: Fields,
) -> Result<Fields, String> {
    match maker.ask(set, operation, randomness, inputs) {
        Answer::Done(performed) => Ok(performed.outputs),
        other => Err(format!("{}: {}", operation.id(), other.describe())),
    }
}

fn merged(item: Fields, more: &Fields) -> Fields {
    more.iter()
        .fold(item, |merged, (field, bytes)| merged.with(field, bytes))
}
