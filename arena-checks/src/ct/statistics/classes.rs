//! Two classes of inputs that differ in secrets alone, as items of a runner's corpus in random order.
//!
//! The fixed class consists of copies, as many as the other class has members, so that caches and memory treat both alike.

use super::signing;
use crate::subject::{Answer, Subject, has};
use arena_core::corpus::derive;
use arena_core::stats::SplitMix64;
use arena_runner::message::{Offer, Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// Members of a class of a KEM in one corpus.
const MEMBERS: usize = 100;
/// Members of a class of a signature scheme: each has a key of its own, which some implementations expand into
/// a hundred kilobytes.
const SIGNING_MEMBERS: usize = 40;

/// A class of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    First,
    Second,
}

/// What two classes differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contrast {
    /// Encapsulation of one m against many, to one key.
    Messages,
    /// Decapsulation of one ciphertext against many, with one key: what they hold differs.
    Ciphertexts,
    /// Decapsulation of ciphertexts that are right against those that are rejected, with one key.
    Rejection,
    /// Signing with one key against many of the same rho; every signature takes one attempt.
    Keys,
}

impl Contrast {
    /// Those of a parameter set.
    pub(crate) fn of(set: ParameterSet) -> Vec<Contrast> {
        if set.algorithm().is_kem() {
            vec![
                Contrast::Messages,
                Contrast::Ciphertexts,
                Contrast::Rejection,
            ]
        } else {
            vec![Contrast::Keys]
        }
    }

    pub(crate) const fn operation(self) -> Operation {
        match self {
            Contrast::Messages => Operation::Encaps,
            Contrast::Ciphertexts | Contrast::Rejection => Operation::Decaps,
            Contrast::Keys => Operation::Sign,
        }
    }

    /// The classes, for people.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Contrast::Messages => "one m / many m",
            Contrast::Ciphertexts => "one ciphertext / many",
            Contrast::Rejection => "right / rejected ciphertexts",
            Contrast::Keys => "one key / many, same rho",
        }
    }

    /// Whether what is planted in the leaky runner differs between the classes.
    pub(crate) const fn shows_planted_leak(self) -> bool {
        !matches!(self, Contrast::Rejection)
    }

    /// How the operation is asked for.
    ///
    /// # Errors
    /// In words: why the implementation can't be given the secret.
    pub(crate) fn randomness(self, offer: &Offer) -> Result<Randomness, String> {
        match self {
            Contrast::Messages if has(offer, Capability::EncapsulateWithM) => Ok(Randomness::Given),
            Contrast::Messages => Err("it encapsulates with its own randomness alone".to_owned()),
            Contrast::Ciphertexts | Contrast::Rejection => Ok(Randomness::None),
            Contrast::Keys if !has(offer, Capability::ImportExpanded) => Err(
                "it takes private keys as seeds alone, and keys of one rho have no seeds"
                    .to_owned(),
            ),
            Contrast::Keys if has(offer, Capability::SignDeterministic) => {
                Ok(Randomness::Deterministic)
            }
            Contrast::Keys if has(offer, Capability::SignWithRnd) => Ok(Randomness::Given),
            Contrast::Keys => Err(
                "it signs with its own randomness alone, which decides the number of attempts"
                    .to_owned(),
            ),
        }
    }
}

/// A corpus and the class of each of its items.
pub(crate) struct Corpus {
    pub(crate) items: Vec<Fields>,
    pub(crate) classes: Vec<Class>,
}

/// The corpora of a set. What is fixed is the same in all of them; the rest follows from seed and round.
pub(crate) struct Maker<'a> {
    pub(crate) set: ParameterSet,
    pub(crate) seed: u64,
    /// Who makes keys and ciphertexts.
    pub(crate) helper: &'a mut Subject,
}

impl Maker<'_> {
    /// A corpus in an order that follows from seed and round too.
    ///
    /// # Errors
    /// In words: the helper could not make it.
    pub(crate) fn corpus(&mut self, contrast: Contrast, round: usize) -> Result<Corpus, String> {
        let mut all = match contrast {
            Contrast::Messages => self.messages(round)?,
            Contrast::Ciphertexts => self.ciphertexts(round)?,
            Contrast::Rejection => self.rejection(round)?,
            Contrast::Keys => signing::keys(self.set, self.seed, round, SIGNING_MEMBERS)?,
        };
        let order = derive(self.seed, &format!("ct/order/{contrast:?}/{round}"), 8);
        let order = order.try_into().map(u64::from_be_bytes).unwrap_or_default();
        SplitMix64::new(order).shuffle(&mut all);
        let (classes, items) = all.into_iter().unzip();
        Ok(Corpus { items, classes })
    }

    fn messages(&mut self, round: usize) -> Result<Vec<(Class, Fields)>, String> {
        let key = self.key()?;
        let (_, fixed) = self.encapsulated(&key, "fixed")?;
        let fixed = fixed.with(Field::M, self.m("fixed"));
        let many = (0..MEMBERS).map(|number| {
            let m = self.m(&format!("{round}/{number}"));
            (Class::Second, fixed.clone().with(Field::M, m))
        });
        Ok(copies(&fixed).chain(many).collect())
    }

    fn ciphertexts(&mut self, round: usize) -> Result<Vec<(Class, Fields)>, String> {
        let key = self.key()?;
        let (_, fixed) = self.encapsulated(&key, "fixed")?;
        let mut all: Vec<(Class, Fields)> = copies(&fixed).collect();
        for number in 0..MEMBERS {
            let (_, item) = self.encapsulated(&key, &format!("{round}/{number}"))?;
            all.push((Class::Second, item));
        }
        Ok(all)
    }

    fn rejection(&mut self, round: usize) -> Result<Vec<(Class, Fields)>, String> {
        let key = self.key()?;
        let mut all = Vec::new();
        for number in 0..MEMBERS {
            let (length, item) = self.encapsulated(&key, &format!("{round}/{number}"))?;
            all.push((Class::First, item));
            let label = format!("ct/rejected/{round}/{number}");
            let foreign = derive(self.seed, &label, length);
            all.push((Class::Second, key.clone().with(Field::Ciphertext, foreign)));
        }
        Ok(all)
    }

    /// The pair that all items of a KEM have.
    fn key(&mut self) -> Result<Fields, String> {
        let length = self.set.kem_sizes().map_or(0, |sizes| sizes.seed);
        let seed = Fields::new().with(Field::Seed, derive(self.seed, "ct/statistics/key", length));
        let pair = self.ask(Operation::Keygen, seed.clone())?;
        let keys = pair.pick(&[Field::EncapsulationKey, Field::DecapsulationKey]);
        // Runners that generate from seeds use it; the others take the keys.
        Ok(merged(seed, &keys))
    }

    /// The key with a ciphertext of its own, and the ciphertext's length.
    fn encapsulated(&mut self, key: &Fields, label: &str) -> Result<(usize, Fields), String> {
        let inputs = key.pick(&[Field::EncapsulationKey]);
        let made = self.ask(Operation::Encaps, inputs.with(Field::M, self.m(label)))?;
        let ciphertext = made.get(Field::Ciphertext).unwrap_or_default().to_vec();
        Ok((
            ciphertext.len(),
            key.clone().with(Field::Ciphertext, ciphertext),
        ))
    }

    fn m(&self, label: &str) -> Vec<u8> {
        let length = self.set.kem_sizes().map_or(0, |sizes| sizes.m);
        derive(self.seed, &format!("ct/statistics/m/{label}"), length)
    }

    fn ask(&mut self, operation: Operation, inputs: Fields) -> Result<Fields, String> {
        match self
            .helper
            .ask(self.set, operation, Randomness::Given, inputs)
        {
            Answer::Done(performed) => Ok(performed.outputs),
            other => Err(format!(
                "{}: {}: {}",
                self.helper.id(),
                operation.id(),
                other.describe()
            )),
        }
    }
}

fn copies(item: &Fields) -> impl Iterator<Item = (Class, Fields)> {
    std::iter::repeat_n((Class::First, item.clone()), MEMBERS)
}

fn merged(item: Fields, more: &Fields) -> Fields {
    more.iter()
        .fold(item, |merged, (field, bytes)| merged.with(field, bytes))
}
