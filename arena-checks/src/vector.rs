//! A vector: one operation on given bytes, and the one answer that is right.

use crate::case::{Case, Verdict};
use crate::policy::Rule;
use crate::subject::{Answer, Subject, abridged};
use arena_runner::Fields;
use arena_runner::message::{ErrorKind, Operation, Performed, Randomness};
use nexusq_contract::Capability;

/// One operation on given bytes, and what must come of it.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its name.
    pub case: Case,
    /// The operation.
    pub operation: Operation,
    /// Its randomness.
    pub randomness: Randomness,
    /// The bytes.
    pub inputs: Fields,
    /// What an implementation must offer to be asked.
    pub needs: Vec<Capability>,
    /// The right answer.
    pub expect: Expect,
}

/// The right answer to a vector.
#[derive(Clone, Debug)]
pub enum Expect {
    /// Success, with exactly these bytes; other outputs are not looked at.
    Outputs(Fields),
    /// `verify` answers so. An error in place of `invalid` is right too: the standard calls it a rejection.
    Valid(bool),
    /// The input is turned down.
    Refused,
    /// The input is turned down, or these bytes come out: the standard leaves it free. The first is the usual answer, the second is `policy`.
    RefusedOr(Rule, Fields),
    /// These bytes come out, or the input is turned down: the standard leaves it free. The first is the usual answer, the second is `policy`.
    OutputsOr(Rule, Fields),
}

impl Vector {
    /// Asks a subject, and judges its answer.
    pub fn put_to(&self, subject: &mut Subject) -> Verdict {
        match subject.lacks(self.case.set, &self.needs) {
            Err(why) => return Verdict::NotRun(why),
            Ok(Some(what)) => return Verdict::Unsupported(what),
            Ok(None) => {}
        }
        let inputs = self.inputs.clone();
        let answer = subject.ask(self.case.set, self.operation, self.randomness, inputs);
        judge(&self.expect, &answer)
    }
}

/// Whether an answer is the right one.
pub fn judge(expect: &Expect, answer: &Answer) -> Verdict {
    match answer {
        Answer::Absent(why) => return Verdict::NotRun(why.clone()),
        Answer::Refused(error) if error.kind == ErrorKind::Unsupported => {
            return Verdict::Unsupported(error.message.clone());
        }
        Answer::Broken(_) => return Verdict::fail(expect.describe(), answer.describe()),
        _ => {}
    }
    let refused = answer.is_refusal();
    let wrong = || Verdict::fail(expect.describe(), answer.describe());
    match (expect, answer) {
        (Expect::Outputs(wanted) | Expect::OutputsOr(_, wanted), Answer::Done(performed)) => {
            compare(wanted, performed)
        }
        (Expect::OutputsOr(rule, _), _) if refused => Verdict::Policy {
            rule: *rule,
            detail: answer.describe(),
        },
        (Expect::RefusedOr(rule, wanted), Answer::Done(performed)) => {
            match compare(wanted, performed) {
                Verdict::Pass => Verdict::Policy {
                    rule: *rule,
                    detail: "accepted".to_owned(),
                },
                other => other,
            }
        }
        (Expect::Refused | Expect::RefusedOr(..) | Expect::Valid(false), _) if refused => {
            Verdict::Pass
        }
        (Expect::Valid(wanted), Answer::Done(performed)) if performed.valid == Some(*wanted) => {
            Verdict::Pass
        }
        _ => wrong(),
    }
}

fn compare(wanted: &Fields, performed: &Performed) -> Verdict {
    for (field, bytes) in wanted.iter() {
        let name = field.name();
        match performed.outputs.get(field) {
            Some(got) if got == bytes => {}
            Some(got) => {
                return Verdict::fail(
                    format!("{name} {}", abridged(bytes)),
                    where_it_differs(bytes, got),
                );
            }
            None => {
                return Verdict::fail(format!("{name} {}", abridged(bytes)), format!("no {name}"));
            }
        }
    }
    Verdict::Pass
}

fn where_it_differs(wanted: &[u8], got: &[u8]) -> String {
    let same = wanted.iter().zip(got).take_while(|(a, b)| a == b).count();
    format!("{}, which differs from byte {same} on", abridged(got))
}

impl Expect {
    fn describe(&self) -> String {
        match self {
            Expect::Outputs(_) => "a result".to_owned(),
            Expect::Valid(true) => "the answer valid".to_owned(),
            Expect::Valid(false) => "the answer invalid".to_owned(),
            Expect::Refused => "an error, invalid-input".to_owned(),
            Expect::RefusedOr(..) | Expect::OutputsOr(..) => {
                "the right result or an error".to_owned()
            }
        }
    }
}
