//! Inputs of deterministic signing that reach every branch, from `data/signing-branches.txt`.
//!
//! The file holds what was found by `examples/find_branches.rs`: for each input the parameter set, the
//! seed ξ of the key, a number that stands for the message, and the branches that it reaches. The last column is for
//! people and for a test, which compares it with what the model reports; signatures are not stored.

use super::branches::Branch;
use crate::case::Case;
use crate::vector::{Expect, Vector};
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::pure::sign;
use arena_core::reference::ml_dsa::sign::Signed;
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

const DATA: &str = include_str!("../../../data/signing-branches.txt");

/// An input that was found, and what it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The parameter set.
    pub set: ParameterSet,
    /// ξ.
    pub seed: [u8; 32],
    /// What the message is made from.
    pub counter: u32,
    /// The branches that it reaches.
    pub branches: Vec<Branch>,
}

/// The message that a number stands for: its four bytes, the highest first.
pub fn message_of(counter: u32) -> [u8; 4] {
    counter.to_be_bytes()
}

/// The inputs of the file.
pub fn inputs() -> Vec<Input> {
    let lines = DATA.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Input::of_line).collect()
}

impl Input {
    /// An input as a line of the file.
    pub fn line(&self) -> String {
        let branches: Vec<&str> = self.branches.iter().map(|branch| branch.id()).collect();
        format!(
            "{} {} {} {}",
            self.set.name(),
            hex::encode(self.seed),
            self.counter,
            branches.join(",")
        )
    }

    /// The input that a line of the file holds.
    pub fn of_line(line: &str) -> Option<Input> {
        let mut words = line.split_whitespace();
        let set = ParameterSet::from_names("ml-dsa", words.next()?)?;
        let mut seed = [0; 32];
        hex::decode_to_slice(words.next()?, &mut seed).ok()?;
        let counter = words.next()?.parse().ok()?;
        let branches = words.next()?.split(',').map(Branch::of_id);
        Some(Input {
            set,
            seed,
            counter,
            branches: branches.collect::<Option<Vec<Branch>>>()?,
        })
    }

    /// The model's signature, and how it came about.
    pub fn signed(&self) -> Option<(Vec<u8>, Signed)> {
        let p = Parameters::of(self.set)?;
        let (_, sk) = keygen_internal(&p, &self.seed);
        let signed = sign(&p, &sk, &message_of(self.counter), &[], &[0; 32]).ok()?;
        Some((sk, signed))
    }

    /// The vectors of this input: the key as a seed and expanded.
    pub fn vectors(&self) -> Vec<Vector> {
        let Some((sk, signed)) = self.signed() else {
            return Vec::new();
        };
        let forms = [
            (
                "seed",
                Field::Seed,
                self.seed.to_vec(),
                Capability::ImportSeed,
            ),
            (
                "expanded",
                Field::PrivateKey,
                sk,
                Capability::ImportExpanded,
            ),
        ];
        let branches: Vec<&str> = self.branches.iter().map(|branch| branch.id()).collect();
        let id = format!("{}-{}", self.counter, branches.join("+"));
        let vector = |(form, field, key, import)| Vector {
            case: Case::new(self.set, form, &id),
            operation: Operation::Sign,
            randomness: Randomness::Deterministic,
            inputs: Fields::new()
                .with(field, key)
                .with(Field::Message, message_of(self.counter)),
            needs: vec![Capability::SignDeterministic, import],
            expect: Expect::Outputs(Fields::new().with(Field::Signature, signed.signature.clone())),
        };
        forms.into_iter().map(vector).collect()
    }
}
