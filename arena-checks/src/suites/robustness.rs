//! Damaged and random bytes at every input of every operation: an error or a result, never a crash or
//! a hang, never two answers to one question, and never a signature accepted that was not made.
//!
//! Each question is asked twice, in two processes. The suite takes right inputs, which the
//! implementation itself makes from given seeds where it can, and damages one of them.

mod damage;
mod inputs;

use crate::case::{Case, Verdict, set_name};
use crate::random::Random;
use crate::stage::{Depth, Stage, Suite};
use crate::subject::{Answer, Subject};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use damage::Damage;
use inputs::{Base, Slot};
use nexusq_contract::ParameterSet;
use std::thread;

/// The suite `robustness`.
pub struct Robustness;

/// Where inputs of a mebibyte are tried in every test run: they take as long as all others together,
/// and the doors of the other parameter sets are the same code.
const LARGE: [ParameterSet; 2] = [ParameterSet::MlKem1024, ParameterSet::MlDsa87];

impl Suite for Robustness {
    fn id(&self) -> &'static str {
        "robustness"
    }

    fn purpose(&self) -> &'static str {
        "damaged and random bytes at every input: no crash, no hang, one answer to one question"
    }

    fn run(&self, stage: &mut Stage<'_>) {
        let damages = match stage.wishes.depth {
            Depth::Core => damage::all(2),
            Depth::Full => damage::all(40),
        };
        for index in 0..stage.subjects.len() {
            let Some(mut twin) = stage.subjects.get(index).map(Subject::twin) else {
                break;
            };
            stage.say(&format!(
                "{}: {} damages of each input",
                twin.id(),
                damages.len()
            ));
            for set in stage.wishes.sets.clone() {
                one_set(stage, index, &mut twin, set, &damages);
            }
        }
    }
}

/// All inputs of a parameter set at one subject.
fn one_set(
    stage: &mut Stage<'_>,
    index: usize,
    twin: &mut Subject,
    set: ParameterSet,
    damages: &[Damage],
) {
    let random = Random::new(stage.wishes.seed, &format!("robustness/{}", set_name(set)));
    let large = stage.wishes.depth == Depth::Full || LARGE.contains(&set);
    let damages = damages.iter().filter(|damage| large || !damage.is_large());
    let mut base = None;
    for slot in Slot::of(set) {
        let case = |damage: &Damage| {
            let id = format!("{}/{}", slot.field.name(), damage.name());
            Case::new(set, slot.operation.id(), id)
        };
        let wanted: Vec<(&Damage, Case)> = damages
            .clone()
            .map(|damage| (damage, case(damage)))
            .filter(|(_, case)| stage.wants(case))
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let Some(subject) = stage.subjects.get_mut(index) else {
            return;
        };
        if base.is_none() {
            let mut made = Base::of(subject, set, &random);
            for party in 0..stage.parties() {
                if let Some(party) = stage.party(party) {
                    made.borrow(party, set);
                }
            }
            base = Some(made);
        }
        let (Some(base), Some(subject)) = (&base, stage.subjects.get_mut(index)) else {
            return;
        };
        let question = slot.question(subject, set, base, &random);
        for (damage, case) in wanted {
            let verdict = match &question {
                Err(verdict) => verdict.clone(),
                Ok(question) => match stage.subjects.get_mut(index) {
                    Some(subject) => {
                        let name = format!("{}/{}", slot.operation.id(), case.id);
                        let damaged = question.damaged(&slot, damage, &random, &name);
                        put(&damaged, [subject, twin], set)
                    }
                    None => return,
                },
            };
            stage.note(index, &case, &verdict);
        }
    }
}

/// A request that is put to two processes.
#[derive(Clone, Debug)]
struct Question {
    operation: Operation,
    randomness: Randomness,
    inputs: Fields,
    /// Whether the inputs fix the answer.
    fixed: bool,
    /// Whether the damage left the input as it was.
    unharmed: bool,
}

impl Question {
    /// The same question with one input damaged.
    fn damaged(&self, slot: &Slot, damage: &Damage, random: &Random, name: &str) -> Question {
        let whole = self.inputs.get(slot.field).unwrap_or_default();
        let bytes = damage.apply(whole, &mut random.stream(name));
        Question {
            unharmed: bytes == whole,
            inputs: self.inputs.clone().with(slot.field, bytes),
            ..self.clone()
        }
    }

    fn ask(&self, subject: &mut Subject, set: ParameterSet) -> Answer {
        let inputs = self.inputs.clone();
        subject.ask(set, self.operation, self.randomness, inputs)
    }
}

/// Asks two processes at once, and judges what both say.
fn put(question: &Question, [one, two]: [&mut Subject; 2], set: ParameterSet) -> Verdict {
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| question.ask(two, set));
        let first = question.ask(one, set);
        let second = second.join();
        (
            first,
            second.unwrap_or_else(|_| Answer::Absent("it could not be asked".to_owned())),
        )
    });
    judge(question, &first, &second)
}

fn judge(question: &Question, first: &Answer, second: &Answer) -> Verdict {
    for answer in [first, second] {
        match answer {
            Answer::Broken(how) => return Verdict::fail("an error or a result", how),
            Answer::Absent(why) => return Verdict::NotRun(why.clone()),
            Answer::Refused(_) if answer.is_panic() => {
                return Verdict::fail("an error or a result", answer.describe());
            }
            Answer::Refused(_) | Answer::Done(_) => {}
        }
    }
    let same = match (first, second) {
        (Answer::Done(a), Answer::Done(b)) => !question.fixed || a == b,
        (Answer::Refused(a), Answer::Refused(b)) => a.kind == b.kind,
        _ => false,
    };
    if !same {
        let got = format!("{} and {}", first.describe(), second.describe());
        return Verdict::fail("the same answer from two processes", got);
    }
    let accepted = matches!(first, Answer::Done(performed) if performed.valid == Some(true));
    if question.operation == Operation::Verify && accepted != question.unharmed {
        return Verdict::fail(
            if question.unharmed {
                "the answer valid"
            } else {
                "the answer invalid or an error"
            },
            first.describe(),
        );
    }
    Verdict::Pass
}

/// The inputs of a case of this suite, by the fields that are damaged.
impl Slot {
    /// The question with right inputs, or why it can't be asked.
    fn question(
        &self,
        subject: &mut Subject,
        set: ParameterSet,
        base: &Base,
        random: &Random,
    ) -> Result<Question, Verdict> {
        match subject.lacks(set, &self.needs) {
            Err(why) => return Err(Verdict::NotRun(why)),
            Ok(Some(what)) => return Err(Verdict::Unsupported(what)),
            Ok(None) => {}
        }
        let (randomness, fixed) = self.randomness(subject, set);
        let mut inputs = base.pick(self)?;
        if randomness == Randomness::Given && self.operation != Operation::Keygen {
            let (field, name) = if self.operation == Operation::Encaps {
                (Field::M, "m")
            } else {
                (Field::Rnd, "rnd")
            };
            inputs = inputs.with(field, random.bytes(name, 32));
        }
        Ok(Question {
            operation: self.operation,
            randomness,
            inputs,
            fixed,
            unharmed: true,
        })
    }
}

#[cfg(test)]
mod tests;
