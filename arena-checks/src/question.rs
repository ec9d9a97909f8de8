//! A question: one published vector, with the ways in which an implementation can be asked it.
//!
//! Implementations differ in the doors they have. A vector with a seed as its private key can be put to
//! one that takes expanded keys only, if that one also makes expanded keys from seeds. The first way
//! that an implementation can go is the one it is asked by; a detour is counted under its name.

use crate::case::{Case, Verdict};
use crate::subject::{Answer, Subject};
use crate::vector::{Vector, judge};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// The name of the detour by which a seed becomes an expanded key.
pub const BY_GENERATING: &str = "seed -> generate-from-seed, export-expanded -> import-expanded";

/// One vector and the ways in which it can be asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its name.
    pub case: Case,
    /// The ways, the best first. None: the runner protocol has no door for it.
    pub ways: Vec<Way>,
    /// What is lacking where there is no way at all.
    pub no_door: &'static str,
}

/// One way of asking.
#[derive(Clone, Debug)]
pub struct Way {
    /// The name of the detour; empty where the vector is asked as it stands.
    pub route: &'static str,
    /// Asked first where the implementation can answer it; a wrong answer decides the case.
    pub before: Option<Vector>,
    /// Where the private key of `vector` is to be generated from a seed: the seed.
    pub generate: Option<Vec<u8>>,
    /// What decides the case.
    pub vector: Vector,
}

impl Way {
    /// The vector as it stands.
    pub fn plain(vector: Vector) -> Way {
        Way {
            route: "",
            before: None,
            generate: None,
            vector,
        }
    }

    /// The ways of a vector whose private key is a seed, which stands among its inputs: import of
    /// the seed, or generation of the expanded key.
    pub fn with_seed(vector: Vector, seed: &[u8]) -> Vec<Way> {
        let mut by_generating = vector.clone();
        by_generating.needs.extend([
            Capability::GenerateFromSeed,
            Capability::ExportExpanded,
            Capability::ImportExpanded,
        ]);
        let mut plain = vector;
        plain.needs.insert(0, Capability::ImportSeed);
        plain.inputs = plain.inputs.with(Field::Seed, seed);
        vec![
            Way::plain(plain),
            Way {
                route: BY_GENERATING,
                before: None,
                generate: Some(seed.to_vec()),
                vector: by_generating,
            },
        ]
    }
}

impl Question {
    /// A question that can be asked.
    pub fn new(case: Case, ways: Vec<Way>) -> Question {
        Question {
            case,
            ways,
            no_door: "",
        }
    }

    /// A question that the runner protocol has no words for.
    pub fn without_door(case: Case, no_door: &'static str) -> Question {
        Question {
            case,
            ways: Vec::new(),
            no_door,
        }
    }

    /// Asks a subject, and judges its answer; also the name of the detour, if one was made.
    pub fn put_to(&self, subject: &mut Subject) -> (Verdict, &'static str) {
        let mut lacking = None;
        for way in &self.ways {
            match subject.lacks(self.case.set, &way.vector.needs) {
                Err(why) => return (Verdict::NotRun(why), ""),
                Ok(Some(what)) => {
                    lacking.get_or_insert(what);
                }
                Ok(None) => return (way.go(subject), way.route),
            }
        }
        if let Err(why) = subject.hello() {
            return (Verdict::NotRun(why), "");
        }
        let what = lacking.unwrap_or_else(|| self.no_door.to_owned());
        (Verdict::Unsupported(what), "")
    }
}

impl Way {
    fn go(&self, subject: &mut Subject) -> Verdict {
        if let Some(before) = &self.before
            && let wrong @ (Verdict::Fail(_) | Verdict::NotRun(_)) = before.put_to(subject)
        {
            return wrong;
        }
        let Some(seed) = &self.generate else {
            return self.vector.put_to(subject);
        };
        let set = self.vector.case.set;
        let inputs = Fields::new().with(Field::Seed, seed.as_slice());
        let answer = subject.ask(set, Operation::Keygen, Randomness::Given, inputs);
        let private = private_field(&self.vector);
        let Answer::Done(pair) = &answer else {
            return judge(&self.vector.expect, &answer);
        };
        let Some(key) = pair.outputs.get(private) else {
            return Verdict::fail(private.name(), answer.describe());
        };
        let mut vector = self.vector.clone();
        vector.inputs = vector.inputs.with(private, key);
        vector.put_to(subject)
    }
}

/// The field of the expanded private key.
fn private_field(vector: &Vector) -> Field {
    if vector.case.set.algorithm().is_kem() {
        Field::DecapsulationKey
    } else {
        Field::PrivateKey
    }
}
