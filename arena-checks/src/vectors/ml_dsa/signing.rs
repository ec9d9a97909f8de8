//! Inputs of deterministic signing that reach every branch, from `data/signing-branches.txt`.
//!
//! The file holds what was found by `examples/find_branches.rs`: for each input the parameter set, the
//! seed ξ of the key, a number that stands for the message, and the branches that it reaches. The last column is for
//! people and for a test, which compares it with what the model reports; signatures are not stored.
//!
//! With a key from key generation a rejection for c·t0 is too rare to find its exact limit. Lines that end with
//! `large-t0` are for a key of which t0 is set: its first row to values near 2^12, the others to 0, see
//! [`large_t0`]. Alg. 7 takes t0 as the key has it, so the signature is determined as ever (it doesn't verify). An implementation that
//! looks whether t0 fits may turn the key down, which is class `policy`.

use super::branches::Branch;
use crate::case::Case;
use crate::policy::keys::PRIVATE_KEY;
use crate::vector::{Expect, Vector};
use arena_core::corpus::derive;
use arena_core::reference::ml_dsa::Parameters;
use arena_core::reference::ml_dsa::encoding::{sk_decode, sk_encode};
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::pure::sign;
use arena_core::reference::ml_dsa::ring::N;
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
    /// Whether the key's t0 is set to [`large_t0`].
    pub large_t0: bool,
}

/// The message that a number stands for: its four bytes, the highest first.
pub fn message_of(counter: u32) -> [u8; 4] {
    counter.to_be_bytes()
}

/// The key of a seed with another t0: coefficients of 3554 to 4065 in the first row, with both signs, and 0 in the others.
///
/// One row is enough for c·t0, and more would make too many hints in every attempt. A coefficient of c·t0 is the
/// sum of 39 of these with signs, so about an odd multiple of their mean, 3809; and 25·3809 is γ2. Other sizes would
/// meet γ2 much more seldom.
pub fn large_t0(p: &Parameters, seed: &[u8; 32]) -> Option<Vec<u8>> {
    let (_, sk) = keygen_internal(p, seed);
    let mut key = sk_decode(p, &sk).ok()?;
    let label = format!("large t0 {}", hex::encode(seed));
    let bytes = derive(0, &label, 2 * N);
    for (i, row) in key.t0.iter_mut().enumerate() {
        let pairs = row.0.iter_mut().zip(bytes.chunks_exact(2));
        pairs.for_each(|(a, pair)| *a = if i == 0 { large(pair) } else { 0 });
    }
    Some(sk_encode(p, &key))
}

/// A size from nine bits and a sign from another.
fn large(pair: &[u8]) -> i32 {
    let size = 4064 - 2 * i32::from(pair[0]) + i32::from(pair[1] / 2 % 2);
    if pair[1].is_multiple_of(2) {
        size
    } else {
        -size
    }
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
            "{} {} {} {}{}",
            self.set.name(),
            hex::encode(self.seed),
            self.counter,
            branches.join(","),
            if self.large_t0 { " large-t0" } else { "" }
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
            large_t0: words.next() == Some("large-t0"),
        })
    }

    /// The model's signature, and how it came about.
    pub fn signed(&self) -> Option<(Vec<u8>, Signed)> {
        let p = Parameters::of(self.set)?;
        let sk = if self.large_t0 {
            large_t0(&p, &self.seed)?
        } else {
            keygen_internal(&p, &self.seed).1
        };
        let signed = sign(&p, &sk, &message_of(self.counter), &[], &[0; 32]).ok()?;
        Some((sk, signed))
    }

    /// The vectors of this input: the key as a seed, if it is that of a seed, and expanded.
    pub fn vectors(&self) -> Vec<Vector> {
        let Some((sk, signed)) = self.signed() else {
            return Vec::new();
        };
        let outputs = Fields::new().with(Field::Signature, signed.signature);
        let expanded = (Field::PrivateKey, sk, Capability::ImportExpanded);
        if self.large_t0 {
            let expect = Expect::OutputsOr(PRIVATE_KEY, outputs);
            return vec![self.vector("large-t0", expanded, expect)];
        }
        let seed = (Field::Seed, self.seed.to_vec(), Capability::ImportSeed);
        vec![
            self.vector("seed", seed, Expect::Outputs(outputs.clone())),
            self.vector("expanded", expanded, Expect::Outputs(outputs)),
        ]
    }

    fn vector(
        &self,
        form: &str,
        (field, key, import): (Field, Vec<u8>, Capability),
        expect: Expect,
    ) -> Vector {
        let branches: Vec<&str> = self.branches.iter().map(|branch| branch.id()).collect();
        let id = format!("{}-{}", self.counter, branches.join("+"));
        Vector {
            case: Case::new(self.set, form, id),
            operation: Operation::Sign,
            randomness: Randomness::Deterministic,
            inputs: Fields::new()
                .with(field, key)
                .with(Field::Message, message_of(self.counter)),
            needs: vec![Capability::SignDeterministic, import],
            expect,
        }
    }
}
