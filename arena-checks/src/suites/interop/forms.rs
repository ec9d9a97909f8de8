//! The forms of exchange: what the owner of keys brings, what the other one is asked, and who judges.

use super::keys::{Keys, done, fields};
use super::table::{Outcome, Side};
use crate::case::{Case, Verdict};
use crate::random::Random;
use crate::stage::Stage;
use crate::subject::{Answer, Subject};
use crate::vector::{Expect, Vector, judge};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// The lengths of contexts; the last is the longest that FIPS 204 allows.
const CONTEXTS: [usize; 3] = [0, 1, 255];

/// A form of exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Both generate keys from one seed.
    Seed,
    /// The other encapsulates to the owner's key, the owner decapsulates.
    Ek,
    /// The owner encapsulates, the other decapsulates with the owner's expanded key.
    DkExpanded,
    /// The same with the seed.
    DkSeed,
    /// Both encapsulate with one m.
    M,
    /// The owner signs, the other verifies.
    Verify(usize),
    /// The other signs with the owner's expanded key, the owner verifies.
    SignExpanded(usize),
    /// The same with the seed.
    SignSeed(usize),
    /// Both sign deterministically.
    Deterministic(usize),
    /// Both sign with one rnd.
    Rnd(usize),
}

/// A form that the owner has made ready.
pub(super) struct Prepared {
    /// What the other one is asked; the first that it has a door for.
    ways: Vec<Vector>,
    then: Then,
}

/// Who judges the other one's answer.
enum Then {
    /// It must be the expected one.
    Compare,
    /// The owner must get the same shared secret.
    OwnerDecapsulates,
    /// The owner must accept the signature.
    OwnerVerifies(Fields),
}

impl Form {
    /// The forms of a parameter set.
    pub(super) fn of(set: ParameterSet) -> Vec<Form> {
        if set.algorithm().is_kem() {
            return vec![
                Form::Seed,
                Form::Ek,
                Form::DkExpanded,
                Form::DkSeed,
                Form::M,
            ];
        }
        let mut forms = vec![Form::Seed];
        for length in CONTEXTS {
            forms.extend([
                Form::Verify(length),
                Form::SignExpanded(length),
                Form::SignSeed(length),
                Form::Deterministic(length),
                Form::Rnd(length),
            ]);
        }
        forms
    }

    /// The name: the group of its cases.
    pub(super) fn name(self) -> String {
        match self {
            Form::Seed => "seed".to_owned(),
            Form::Ek => "ek".to_owned(),
            Form::DkExpanded => "dk-expanded".to_owned(),
            Form::DkSeed => "dk-seed".to_owned(),
            Form::M => "m".to_owned(),
            Form::Verify(length) => format!("verify-ctx{length}"),
            Form::SignExpanded(length) => format!("sign-expanded-ctx{length}"),
            Form::SignSeed(length) => format!("sign-seed-ctx{length}"),
            Form::Deterministic(length) => format!("deterministic-ctx{length}"),
            Form::Rnd(length) => format!("rnd-ctx{length}"),
        }
    }

    /// Has the owner do its part.
    pub(super) fn prepare(
        self,
        owner: &mut Subject,
        set: ParameterSet,
        keys: &Keys,
        random: &Random,
    ) -> Result<Prepared, Outcome> {
        let mut work = Work {
            owner,
            set,
            keys,
            random,
            form: self,
        };
        match self {
            Form::Seed => work.seed(),
            Form::Ek => Ok(work.ek()),
            Form::DkExpanded => work.decaps(Capability::ImportExpanded),
            Form::DkSeed => work.decaps(Capability::ImportSeed),
            Form::M => work.m(),
            Form::Verify(length) => work.verify(length),
            Form::SignExpanded(length) => work.sign(length, Capability::ImportExpanded),
            Form::SignSeed(length) => work.sign(length, Capability::ImportSeed),
            Form::Deterministic(length) => work.equal(length, Capability::SignDeterministic),
            Form::Rnd(length) => work.equal(length, Capability::SignWithRnd),
        }
    }
}

/// The owner at work on a form.
struct Work<'a> {
    owner: &'a mut Subject,
    set: ParameterSet,
    keys: &'a Keys,
    random: &'a Random,
    form: Form,
}

impl Work<'_> {
    fn vector(&self, operation: Operation, randomness: Randomness, inputs: Fields) -> Vector {
        Vector {
            case: Case::new(self.set, self.form.name(), ""),
            operation,
            randomness,
            inputs,
            needs: Vec::new(),
            expect: Expect::Outputs(Fields::new()),
        }
    }

    /// Has the owner perform an operation that it must offer.
    fn make(
        &mut self,
        operation: Operation,
        randomness: Randomness,
        inputs: Fields,
        needs: &[Capability],
    ) -> Result<Fields, Outcome> {
        match self.owner.lacks(self.set, needs) {
            Err(why) => return Err(Outcome::NotRun(Side::Owner, why)),
            Ok(Some(what)) => return Err(Outcome::Lacks(Side::Owner, what)),
            Ok(None) => {}
        }
        let answer = self.owner.ask(self.set, operation, randomness, inputs);
        done(&answer).cloned()
    }

    /// The private key in the form that another one with that capability imports.
    fn private(&self, import: Capability) -> Result<Fields, Outcome> {
        let (field, bytes, what) = if import == Capability::ImportSeed {
            (Field::Seed, &self.keys.seed, Capability::ExportSeed)
        } else {
            let (_, private) = fields(self.set);
            (private, &self.keys.expanded, Capability::ExportExpanded)
        };
        let lacks = || Outcome::Lacks(Side::Owner, format!("no {}", what.id()));
        let bytes = bytes.as_ref().ok_or_else(lacks)?;
        Ok(Fields::new().with(field, bytes.as_slice()))
    }

    fn public(&self) -> Fields {
        Fields::new().with(fields(self.set).0, self.keys.public.as_slice())
    }

    fn seed(&self) -> Result<Prepared, Outcome> {
        let generate = Capability::GenerateFromSeed;
        let lacks = || Outcome::Lacks(Side::Owner, format!("no {}", Capability::ExportSeed.id()));
        let seed = self.keys.seed.as_ref().ok_or_else(lacks)?;
        let inputs = Fields::new().with(Field::Seed, seed.as_slice());
        let way = |needs: Vec<Capability>, outputs: Fields| Vector {
            needs,
            expect: Expect::Outputs(outputs),
            ..self.vector(Operation::Keygen, Randomness::Given, inputs.clone())
        };
        let alone = way(vec![generate], self.public());
        let mut ways = Vec::new();
        if let Some(expanded) = &self.keys.expanded {
            let both = self.public().with(fields(self.set).1, expanded.as_slice());
            ways.push(way(vec![generate, Capability::ExportExpanded], both));
        }
        ways.push(alone);
        Ok(Prepared {
            ways,
            then: Then::Compare,
        })
    }

    fn ek(&self) -> Prepared {
        Prepared {
            ways: vec![self.vector(Operation::Encaps, Randomness::Own, self.public())],
            then: Then::OwnerDecapsulates,
        }
    }

    fn decaps(&mut self, import: Capability) -> Result<Prepared, Outcome> {
        let private = self.private(import)?;
        let made = self.make(Operation::Encaps, Randomness::Own, self.public(), &[])?;
        let ciphertext = made.get(Field::Ciphertext).unwrap_or_default();
        let inputs = private.with(Field::Ciphertext, ciphertext);
        Ok(Prepared {
            ways: vec![Vector {
                needs: vec![import],
                expect: Expect::Outputs(made.pick(&[Field::SharedSecret])),
                ..self.vector(Operation::Decaps, Randomness::None, inputs)
            }],
            then: Then::Compare,
        })
    }

    fn m(&mut self) -> Result<Prepared, Outcome> {
        let needs = vec![Capability::EncapsulateWithM];
        let inputs = self.public().with(Field::M, self.random.bytes("m", 32));
        let made = self.make(Operation::Encaps, Randomness::Given, inputs.clone(), &needs)?;
        Ok(Prepared {
            ways: vec![Vector {
                needs,
                expect: Expect::Outputs(made),
                ..self.vector(Operation::Encaps, Randomness::Given, inputs)
            }],
            then: Then::Compare,
        })
    }

    /// The message and a context of that length.
    fn message(&self, context: usize) -> Fields {
        Fields::new()
            .with(Field::Message, self.random.bytes("message", 59))
            .with(Field::Context, self.random.bytes("context", context))
    }

    fn verify(&mut self, context: usize) -> Result<Prepared, Outcome> {
        let message = self.message(context);
        let (randomness, mut needs) =
            hedged_if(self.owner.can(self.set, &[Capability::SignHedged]));
        needs.extend(context_needs(context));
        let inputs = join(self.keys.own_inputs()?, &message);
        let made = self.make(Operation::Sign, randomness, inputs, &needs)?;
        let signature = made.get(Field::Signature).unwrap_or_default();
        let inputs = join(self.public(), &message).with(Field::Signature, signature);
        Ok(Prepared {
            ways: vec![Vector {
                needs: context_needs(context),
                expect: Expect::Valid(true),
                ..self.vector(Operation::Verify, Randomness::None, inputs)
            }],
            then: Then::Compare,
        })
    }

    fn sign(&mut self, context: usize, import: Capability) -> Result<Prepared, Outcome> {
        let needs = context_needs(context);
        if let Ok(Some(what)) = self.owner.lacks(self.set, &needs) {
            return Err(Outcome::Lacks(Side::Owner, what));
        }
        let message = self.message(context);
        let inputs = join(self.private(import)?, &message);
        let ways = [true, false].map(|hedged| {
            let (randomness, mut needs) = hedged_if(hedged);
            needs.push(import);
            needs.extend(context_needs(context));
            Vector {
                needs,
                ..self.vector(Operation::Sign, randomness, inputs.clone())
            }
        });
        Ok(Prepared {
            ways: ways.to_vec(),
            then: Then::OwnerVerifies(join(self.public(), &message)),
        })
    }

    /// Signatures that the inputs fix.
    fn equal(&mut self, context: usize, how: Capability) -> Result<Prepared, Outcome> {
        let mut message = self.message(context);
        let randomness = if how == Capability::SignWithRnd {
            message = message.with(Field::Rnd, self.random.bytes("rnd", 32));
            Randomness::Given
        } else {
            Randomness::Deterministic
        };
        let mut needs = vec![how];
        needs.extend(context_needs(context));
        let inputs = join(self.keys.own_inputs()?, &message);
        let made = self.make(Operation::Sign, randomness, inputs, &needs)?;
        let mut ways = Vec::new();
        for import in [Capability::ImportExpanded, Capability::ImportSeed] {
            let Ok(private) = self.private(import) else {
                continue;
            };
            let mut needs = needs.clone();
            needs.push(import);
            ways.push(Vector {
                needs,
                expect: Expect::Outputs(made.clone()),
                ..self.vector(Operation::Sign, randomness, join(private, &message))
            });
        }
        Ok(Prepared {
            ways,
            then: Then::Compare,
        })
    }
}

/// Hedged signing, or the other kind.
fn hedged_if(hedged: bool) -> (Randomness, Vec<Capability>) {
    if hedged {
        (Randomness::Own, vec![Capability::SignHedged])
    } else {
        (
            Randomness::Deterministic,
            vec![Capability::SignDeterministic],
        )
    }
}

fn context_needs(length: usize) -> Vec<Capability> {
    if length == 0 {
        Vec::new()
    } else {
        vec![Capability::Context]
    }
}

fn join(fields: Fields, more: &Fields) -> Fields {
    more.iter()
        .fold(fields, |fields, (field, bytes)| fields.with(field, bytes))
}

impl Prepared {
    /// Has the other one do its part, and judges it.
    pub(super) fn meet(
        &self,
        stage: &mut Stage<'_>,
        keys: &Keys,
        owner: usize,
        other: usize,
    ) -> Outcome {
        let Some(party) = stage.party(other) else {
            return Outcome::NotRun(Side::Other, "it is not there".to_owned());
        };
        let vector = match choose(&self.ways, party) {
            Ok(vector) => vector,
            Err(outcome) => return outcome,
        };
        let set = vector.case.set;
        let inputs = vector.inputs.clone();
        let answer = party.ask(set, vector.operation, vector.randomness, inputs);
        let (request, expect) = match (&self.then, &answer) {
            (Then::OwnerDecapsulates, Answer::Done(made)) => {
                let ciphertext = made.outputs.get(Field::Ciphertext).unwrap_or_default();
                let own = match keys.own_inputs() {
                    Ok(own) => own,
                    Err(outcome) => return outcome,
                };
                let request = (Operation::Decaps, own.with(Field::Ciphertext, ciphertext));
                (
                    request,
                    Expect::Outputs(made.outputs.pick(&[Field::SharedSecret])),
                )
            }
            (Then::OwnerVerifies(inputs), Answer::Done(made)) => {
                let signature = made.outputs.get(Field::Signature).unwrap_or_default();
                let inputs = inputs.clone().with(Field::Signature, signature);
                ((Operation::Verify, inputs), Expect::Valid(true))
            }
            _ => return outcome(Side::Other, judge(&vector.expect, &answer), &answer),
        };
        let Some(party) = stage.party(owner) else {
            return Outcome::NotRun(Side::Owner, "it is not there".to_owned());
        };
        let answer = party.ask(set, request.0, Randomness::None, request.1);
        outcome(Side::Owner, judge(&expect, &answer), &answer)
    }
}

/// The first way that a party has a door for.
fn choose<'a>(ways: &'a [Vector], party: &mut Subject) -> Result<&'a Vector, Outcome> {
    let mut lacking = None;
    for way in ways {
        match party.lacks(way.case.set, &way.needs) {
            Err(why) => return Err(Outcome::NotRun(Side::Other, why)),
            Ok(Some(what)) => {
                lacking.get_or_insert(what);
            }
            Ok(None) => return Ok(way),
        }
    }
    let what = lacking.unwrap_or_else(|| "no form of private key for it".to_owned());
    Err(Outcome::Lacks(Side::Other, what))
}

fn outcome(side: Side, verdict: Verdict, answer: &Answer) -> Outcome {
    match (verdict, answer) {
        (_, Answer::Broken(how)) => Outcome::Broke(side, how.clone()),
        (Verdict::Pass, _) => Outcome::Right,
        (Verdict::Unsupported(what), _) => Outcome::Lacks(side, what),
        (Verdict::NotRun(why), _) => Outcome::NotRun(side, why),
        (Verdict::Fail(detail), _) => Outcome::Wrong(detail),
        (Verdict::Policy { detail, .. }, _) => Outcome::Wrong(detail),
    }
}
