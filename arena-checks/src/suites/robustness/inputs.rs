//! The inputs of all operations, and right values for them.

use crate::case::Verdict;
use crate::random::Random;
use crate::subject::{Answer, Subject};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// An input of an operation.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) operation: Operation,
    /// What is damaged.
    pub(super) field: Field,
    /// The other inputs.
    with: &'static [Field],
    /// What the input asks for.
    pub(super) needs: Vec<Capability>,
}

impl Slot {
    /// All inputs of a parameter set's operations.
    pub(super) fn of(set: ParameterSet) -> Vec<Slot> {
        let mut slots = vec![slot(
            Operation::Keygen,
            Field::Seed,
            &[],
            &[Capability::GenerateFromSeed],
        )];
        slots.extend(if set.algorithm().is_kem() {
            kem_slots()
        } else {
            signature_slots()
        });
        slots
    }

    /// The randomness that the subject offers for the operation, and whether it fixes the answer.
    pub(super) fn randomness(
        &self,
        subject: &mut Subject,
        set: ParameterSet,
    ) -> (Randomness, bool) {
        match self.operation {
            Operation::Keygen => (Randomness::Given, true),
            Operation::Decaps | Operation::Verify => (Randomness::None, true),
            Operation::Encaps if subject.can(set, &[Capability::EncapsulateWithM]) => {
                (Randomness::Given, true)
            }
            Operation::Sign if self.field == Field::Rnd => (Randomness::Given, true),
            Operation::Sign if subject.can(set, &[Capability::SignDeterministic]) => {
                (Randomness::Deterministic, true)
            }
            Operation::Sign if subject.can(set, &[Capability::SignWithRnd]) => {
                (Randomness::Given, true)
            }
            Operation::Encaps | Operation::Sign => (Randomness::Own, false),
        }
    }
}

fn slot(operation: Operation, field: Field, with: &'static [Field], needs: &[Capability]) -> Slot {
    Slot {
        operation,
        field,
        with,
        needs: needs.to_vec(),
    }
}

// Where `PrivateKey` stands among the other inputs, it is whichever form of private key the subject takes.

fn kem_slots() -> Vec<Slot> {
    use Capability::{EncapsulateWithM, ImportExpanded, ImportSeed};
    use Field::{Ciphertext, DecapsulationKey, EncapsulationKey, M, PrivateKey, Seed};
    use Operation::{Decaps, Encaps};
    vec![
        slot(Encaps, EncapsulationKey, &[], &[]),
        slot(Encaps, M, &[EncapsulationKey], &[EncapsulateWithM]),
        slot(Decaps, DecapsulationKey, &[Ciphertext], &[ImportExpanded]),
        slot(Decaps, Seed, &[Ciphertext], &[ImportSeed]),
        slot(Decaps, Ciphertext, &[PrivateKey], &[]),
    ]
}

fn signature_slots() -> Vec<Slot> {
    use Capability::{ImportExpanded, ImportSeed, SignWithRnd};
    use Field::{Context, Message, PrivateKey, PublicKey, Rnd, Seed, Signature};
    use Operation::{Sign, Verify};
    let context = &[Capability::Context];
    vec![
        slot(Sign, PrivateKey, &[Message], &[ImportExpanded]),
        slot(Sign, Seed, &[Message], &[ImportSeed]),
        slot(Sign, Message, &[PrivateKey], &[]),
        slot(Sign, Context, &[PrivateKey, Message], context),
        slot(Sign, Rnd, &[PrivateKey, Message], &[SignWithRnd]),
        slot(Verify, PublicKey, &[Message, Signature], &[]),
        slot(Verify, Message, &[PublicKey, Signature], &[]),
        slot(Verify, Context, &[PublicKey, Message, Signature], context),
        slot(Verify, Signature, &[PublicKey, Message], &[]),
    ]
}

/// Right values for all inputs; which of them there are depends on the subject.
pub(super) struct Base {
    values: Fields,
    /// The private key in a form that the subject takes.
    private: Option<(Field, Vec<u8>)>,
    /// Why something is missing.
    why: String,
}

impl Base {
    /// Has the subject make right values: from a seed where it can.
    pub(super) fn of(subject: &mut Subject, set: ParameterSet, random: &Random) -> Base {
        let mut base = Base {
            values: Fields::new(),
            private: None,
            why: String::new(),
        };
        let lengths = set.kem_sizes().map(|sizes| sizes.seed);
        let length = lengths.or_else(|| set.signature_sizes().map(|sizes| sizes.seed));
        let seed = random.bytes("seed", length.unwrap_or_default());
        let inputs = Fields::new().with(Field::Seed, seed.as_slice());
        let pair = if subject.can(set, &[Capability::GenerateFromSeed]) {
            base.put(Field::Seed, &seed);
            subject.ask(set, Operation::Keygen, Randomness::Given, inputs)
        } else {
            subject.ask(set, Operation::Keygen, Randomness::Own, Fields::new())
        };
        base.take(&pair);
        let private = private_field(set);
        let public = if set.algorithm().is_kem() {
            Field::EncapsulationKey
        } else {
            Field::PublicKey
        };
        for (field, need) in [
            (private, Capability::ImportExpanded),
            (Field::Seed, Capability::ImportSeed),
        ] {
            let value = base.values.get(field).map(<[u8]>::to_vec);
            if let (None, Some(value)) = (&base.private, value)
                && subject.can(set, &[need])
            {
                base.private = Some((field, value));
            }
        }
        base.dependent(subject, set, public, random);
        base
    }

    /// Has another implementation make what the subject takes but does not make itself: the expanded
    /// key of the same seed.
    pub(super) fn borrow(&mut self, from: &mut Subject, set: ParameterSet) {
        use Capability::{ExportExpanded, GenerateFromSeed};
        let private = private_field(set);
        if self.values.get(private).is_some() || !from.can(set, &[GenerateFromSeed, ExportExpanded])
        {
            return;
        }
        let inputs = self.values.pick(&[Field::Seed]);
        if inputs.is_empty() {
            return;
        }
        let answer = from.ask(set, Operation::Keygen, Randomness::Given, inputs);
        if let Answer::Done(performed) = answer
            && let Some(key) = performed.outputs.get(private)
        {
            self.put(private, key);
        }
    }

    /// A ciphertext, or a message with its signature.
    fn dependent(
        &mut self,
        subject: &mut Subject,
        set: ParameterSet,
        public: Field,
        random: &Random,
    ) {
        if set.algorithm().is_kem() {
            let given = subject.can(set, &[Capability::EncapsulateWithM]);
            let mut inputs = self.values.pick(&[public]);
            let randomness = if given {
                inputs = inputs.with(Field::M, random.bytes("m", 32));
                Randomness::Given
            } else {
                Randomness::Own
            };
            let answer = subject.ask(set, Operation::Encaps, randomness, inputs);
            return self.take(&answer);
        }
        self.put(Field::Message, &random.bytes("message", 77));
        let Some((field, key)) = &self.private else {
            return;
        };
        let inputs = self.values.pick(&[Field::Message]);
        let inputs = inputs.with(*field, key.as_slice());
        let slot = Slot {
            operation: Operation::Sign,
            field: Field::Message,
            with: &[],
            needs: Vec::new(),
        };
        let (randomness, _) = slot.randomness(subject, set);
        let inputs = if randomness == Randomness::Given {
            inputs.with(Field::Rnd, random.bytes("rnd", 32))
        } else {
            inputs
        };
        let answer = subject.ask(set, Operation::Sign, randomness, inputs);
        self.take(&answer);
    }

    fn put(&mut self, field: Field, bytes: &[u8]) {
        self.values = std::mem::take(&mut self.values).with(field, bytes);
    }

    fn take(&mut self, answer: &Answer) {
        if let Answer::Done(performed) = answer {
            for (field, bytes) in performed.outputs.iter() {
                self.put(field, bytes);
            }
        } else if self.why.is_empty() {
            self.why = answer.describe();
        }
    }

    /// The right inputs of a slot.
    pub(super) fn pick(&self, slot: &Slot) -> Result<Fields, Verdict> {
        let mut inputs = Fields::new();
        for field in slot.with.iter().chain([&slot.field]) {
            let any_form = *field == Field::PrivateKey && slot.field != Field::PrivateKey;
            let found = match (any_form, &self.private, self.values.get(*field)) {
                (true, Some((form, bytes)), _) => Some((*form, bytes.as_slice())),
                (true, None, _) => None,
                (false, _, Some(bytes)) => Some((*field, bytes)),
                // What has no right value of its own: a context, randomness.
                (false, _, None) => match field {
                    Field::Context => Some((*field, [].as_slice())),
                    Field::M | Field::Rnd => Some((*field, [0; 32].as_slice())),
                    _ => None,
                },
            };
            let Some((field, bytes)) = found else {
                return Err(self.missing(*field));
            };
            inputs = inputs.with(field, bytes);
        }
        Ok(inputs)
    }

    fn missing(&self, field: Field) -> Verdict {
        if self.why.is_empty() {
            return Verdict::Unsupported(format!("no way to a right {}", field.name()));
        }
        Verdict::fail(format!("a right {}", field.name()), &self.why)
    }
}

/// The field of the expanded private key.
fn private_field(set: ParameterSet) -> Field {
    if set.algorithm().is_kem() {
        Field::DecapsulationKey
    } else {
        Field::PrivateKey
    }
}
