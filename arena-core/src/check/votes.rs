//! What a party thinks of timed results: the comparisons, operation by operation.

use super::{Evidence, Party, Vote, private_for};
use crate::client::ClientError;
use arena_runner::message::{
    ErrorKind, Operation, Performed, Randomness, RunnerError, SampleResult,
};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// Whose runner failed during a vote.
pub(super) enum Fault {
    Subject(ClientError),
    Referee(ClientError),
}

/// The outcome of asking a party: its answer, or why there is none.
type Answer = Result<Performed, Refusal>;

/// An error reply, which is an opinion, or none if the party has no entry point for the question.
struct Refusal(RunnerError);

impl Refusal {
    fn vote(self, what: &str) -> Vote {
        if self.0.kind == ErrorKind::Unsupported {
            return Vote::Abstain;
        }
        disagree(format!("refused {what}: {}", self.0))
    }
}

/// Separates an error reply from a runner that is gone.
fn answer(outcome: Result<Performed, ClientError>) -> Result<Answer, ClientError> {
    match outcome {
        Ok(performed) => Ok(Ok(performed)),
        Err(ClientError::Refused(error)) => Ok(Err(Refusal(error))),
        Err(error) => Err(error),
    }
}

fn of_subject(outcome: Result<Performed, ClientError>) -> Result<Answer, Fault> {
    answer(outcome).map_err(Fault::Subject)
}

fn of_referee(outcome: Result<Performed, ClientError>) -> Result<Answer, Fault> {
    answer(outcome).map_err(Fault::Referee)
}

/// What the results show without another opinion: deterministic signatures are all the same, good
/// signatures were accepted, and a changed one is not.
pub(super) fn at_sight(
    subject: &mut Party<'_>,
    evidence: &Evidence<'_>,
) -> Result<Vote, ClientError> {
    let results = evidence.results;
    match evidence.operation {
        Operation::Sign
            if evidence.randomness == Randomness::Deterministic && results.len() > 1 =>
        {
            Ok(disagree("deterministic signatures of one message differ"))
        }
        Operation::Verify if results.iter().any(|result| result.valid != Some(true)) => {
            Ok(disagree("a good signature was refused"))
        }
        Operation::Verify => refuses_changed(subject, evidence),
        _ => Ok(Vote::Agree),
    }
}

/// What the subject says of its own results, where nobody else can tell.
pub(super) fn by_itself(
    subject: &mut Party<'_>,
    evidence: &Evidence<'_>,
) -> Result<Vote, ClientError> {
    match evidence.operation {
        Operation::Keygen => each(evidence, |result| {
            pair_works(subject, evidence, &result.outputs)
        }),
        Operation::Encaps => each(evidence, |result| opens(subject, evidence, &result.outputs)),
        Operation::Decaps => Ok(all_equal(evidence, Field::SharedSecret)),
        Operation::Sign => each(evidence, |result| {
            verifies(subject, evidence, &result.outputs)
        }),
        Operation::Verify => Ok(Vote::Agree),
    }
}

/// What a referee says of the results.
pub(super) fn by_referee(
    subject: &mut Party<'_>,
    referee: &mut Party<'_>,
    evidence: &Evidence<'_>,
) -> Result<Vote, Fault> {
    let by_results = match evidence.operation {
        Operation::Keygen => each(evidence, |result| {
            pair_works(referee, evidence, &result.outputs)
        }),
        Operation::Encaps => each(evidence, |result| opens(referee, evidence, &result.outputs)),
        Operation::Decaps => decapsulates_alike(referee, evidence),
        Operation::Sign => each(evidence, |result| {
            verifies(referee, evidence, &result.outputs)
        }),
        Operation::Verify => verifies(referee, evidence, evidence.item),
    };
    let vote = by_results.map_err(Fault::Referee)?;
    if vote != Vote::Agree {
        return Ok(vote);
    }
    let fixed = match evidence.operation {
        Operation::Keygen => same_seeded_keys(subject, referee, evidence)?,
        Operation::Encaps => same_ciphertext(subject, referee, evidence)?,
        Operation::Decaps => same_rejection(subject, referee, evidence)?,
        Operation::Sign => same_signature(referee, evidence)?,
        Operation::Verify => Vote::Abstain,
    };
    Ok(if fixed == Vote::Abstain {
        Vote::Agree
    } else {
        fixed
    })
}

fn disagree(text: impl Into<String>) -> Vote {
    Vote::Disagree(text.into())
}

/// The first vote that is not agreement, or agreement.
fn each(
    evidence: &Evidence<'_>,
    mut vote: impl FnMut(&SampleResult) -> Result<Vote, ClientError>,
) -> Result<Vote, ClientError> {
    for result in evidence.results {
        let vote = vote(result)?;
        if vote != Vote::Agree {
            return Ok(vote);
        }
    }
    Ok(Vote::Agree)
}

/// Every result holds the bytes that the item holds.
fn all_equal(evidence: &Evidence<'_>, field: Field) -> Vote {
    let expected = evidence.item.get(field);
    if evidence
        .results
        .iter()
        .all(|result| result.outputs.get(field) == expected)
    {
        return Vote::Agree;
    }
    disagree(format!("`{}` differs from what was expected", field.name()))
}

/// A key pair works: what one half makes, the other half opens.
fn pair_works(
    party: &mut Party<'_>,
    evidence: &Evidence<'_>,
    pair: &Fields,
) -> Result<Vote, ClientError> {
    let set = evidence.set;
    let Some((form, private)) = private_for(party.offer, set, pair) else {
        return Ok(Vote::Abstain);
    };
    let private = Fields::new().with(form, private);
    if set.algorithm().is_kem() {
        let inputs = pair.pick(&[Field::EncapsulationKey]);
        let made = answer(party.perform(set, Operation::Encaps, Randomness::Own, inputs))?;
        let made = match made {
            Ok(made) => made.outputs,
            Err(refusal) => {
                return Ok(refusal.vote("the encapsulation key"));
            }
        };
        let inputs = match made.get(Field::Ciphertext) {
            Some(ciphertext) => private.with(Field::Ciphertext, ciphertext),
            None => return Ok(disagree("gave no ciphertext")),
        };
        let opened = answer(party.perform(set, Operation::Decaps, Randomness::None, inputs))?;
        return Ok(match opened {
            Ok(opened)
                if opened.outputs.get(Field::SharedSecret) == made.get(Field::SharedSecret) =>
            {
                Vote::Agree
            }
            Ok(_) => disagree("the two keys do not belong together"),
            Err(refusal) => refusal.vote("the decapsulation key"),
        });
    }
    let how = if party.can(Capability::SignDeterministic) {
        Randomness::Deterministic
    } else {
        Randomness::Own
    };
    let inputs = private.with(Field::Message, evidence.seed);
    let signed = match answer(party.perform(set, Operation::Sign, how, inputs))? {
        Ok(signed) => signed.outputs,
        Err(refusal) => return Ok(refusal.vote("the private key")),
    };
    let inputs = pair
        .pick(&[Field::PublicKey])
        .with(Field::Message, evidence.seed);
    let inputs = match signed.get(Field::Signature) {
        Some(signature) => inputs.with(Field::Signature, signature),
        None => return Ok(disagree("gave no signature")),
    };
    Ok(
        match answer(party.perform(set, Operation::Verify, Randomness::None, inputs))? {
            Ok(Performed {
                valid: Some(true), ..
            }) => Vote::Agree,
            Ok(_) => disagree("the two keys do not belong together"),
            Err(refusal) => refusal.vote("the public key"),
        },
    )
}

/// A ciphertext opens to the shared secret that came with it.
fn opens(
    party: &mut Party<'_>,
    evidence: &Evidence<'_>,
    result: &Fields,
) -> Result<Vote, ClientError> {
    let Some((form, private)) = private_for(party.offer, evidence.set, evidence.item) else {
        return Ok(Vote::Abstain);
    };
    let Some(ciphertext) = result.get(Field::Ciphertext) else {
        return Ok(disagree("there is no ciphertext"));
    };
    let inputs = Fields::new()
        .with(form, private)
        .with(Field::Ciphertext, ciphertext);
    let opened = answer(party.perform(evidence.set, Operation::Decaps, Randomness::None, inputs))?;
    Ok(match opened {
        Ok(opened)
            if opened.outputs.get(Field::SharedSecret) == result.get(Field::SharedSecret) =>
        {
            Vote::Agree
        }
        Ok(_) => disagree("the ciphertext opens to another shared secret"),
        Err(refusal) => refusal.vote("it"),
    })
}

fn decapsulates_alike(party: &mut Party<'_>, evidence: &Evidence<'_>) -> Result<Vote, ClientError> {
    let item = evidence
        .item
        .pick(&[Field::Ciphertext, Field::SharedSecret]);
    each(evidence, |result| {
        let mut claimed = item.clone();
        if let Some(secret) = result.outputs.get(Field::SharedSecret) {
            claimed = claimed.with(Field::SharedSecret, secret);
        }
        opens(party, evidence, &claimed)
    })
}

/// A signature of the item's message verifies under the item's public key.
fn verifies(
    party: &mut Party<'_>,
    evidence: &Evidence<'_>,
    result: &Fields,
) -> Result<Vote, ClientError> {
    let Some(signature) = result.get(Field::Signature) else {
        return Ok(disagree("there is no signature"));
    };
    let inputs = evidence
        .item
        .pick(&[Field::PublicKey, Field::Message, Field::Context])
        .with(Field::Signature, signature);
    let verified =
        answer(party.perform(evidence.set, Operation::Verify, Randomness::None, inputs))?;
    Ok(match verified {
        Ok(Performed {
            valid: Some(true), ..
        }) => Vote::Agree,
        Ok(_) => disagree("the signature does not verify"),
        Err(refusal) => refusal.vote("it"),
    })
}

/// A signature with one bit changed is refused.
fn refuses_changed(subject: &mut Party<'_>, evidence: &Evidence<'_>) -> Result<Vote, ClientError> {
    let mut changed = evidence
        .item
        .get(Field::Signature)
        .unwrap_or_default()
        .to_vec();
    match changed.first_mut() {
        Some(byte) => *byte ^= 1,
        None => return Ok(disagree("there is no signature")),
    }
    let changed = Fields::new().with(Field::Signature, changed);
    Ok(match verifies(subject, evidence, &changed)? {
        Vote::Agree => disagree("a changed signature was accepted"),
        _ => Vote::Agree,
    })
}

/// Asks both for something whose outputs the inputs fix, and compares the fields both returned.
fn compare(
    subject: Result<Performed, ClientError>,
    referee: Result<Performed, ClientError>,
    what: &str,
) -> Result<Vote, Fault> {
    let subject = of_subject(subject)?;
    let referee = of_referee(referee)?;
    let (subject, referee) = match (subject, referee) {
        (Ok(subject), Ok(referee)) => (subject, referee),
        (Ok(_), Err(refusal)) => return Ok(refusal.vote(what)),
        (Err(refusal), _) => {
            return Ok(disagree(format!(
                "{what}: refused by the one timed: {}",
                refusal.0
            )));
        }
    };
    let differs = subject.outputs.iter().find(|(field, bytes)| {
        referee
            .outputs
            .get(*field)
            .is_some_and(|other| other != *bytes)
    });
    Ok(match differs {
        Some((field, _)) => disagree(format!("{what}: `{}` differs", field.name())),
        None => Vote::Agree,
    })
}

fn both_can(subject: &Party<'_>, referee: &Party<'_>, capability: Capability) -> bool {
    subject.can(capability) && referee.can(capability)
}

fn same_seeded_keys(
    subject: &mut Party<'_>,
    referee: &mut Party<'_>,
    evidence: &Evidence<'_>,
) -> Result<Vote, Fault> {
    if !both_can(subject, referee, Capability::GenerateFromSeed) {
        return Ok(Vote::Abstain);
    }
    let inputs = Fields::new().with(Field::Seed, evidence.seed);
    let ours = subject.perform(
        evidence.set,
        Operation::Keygen,
        Randomness::Given,
        inputs.clone(),
    );
    let theirs = referee.perform(evidence.set, Operation::Keygen, Randomness::Given, inputs);
    compare(ours, theirs, "key generation from one seed")
}

fn same_ciphertext(
    subject: &mut Party<'_>,
    referee: &mut Party<'_>,
    evidence: &Evidence<'_>,
) -> Result<Vote, Fault> {
    if !both_can(subject, referee, Capability::EncapsulateWithM) {
        return Ok(Vote::Abstain);
    }
    let inputs = evidence
        .item
        .pick(&[Field::EncapsulationKey])
        .with(Field::M, evidence.m);
    let ours = subject.perform(
        evidence.set,
        Operation::Encaps,
        Randomness::Given,
        inputs.clone(),
    );
    let theirs = referee.perform(evidence.set, Operation::Encaps, Randomness::Given, inputs);
    compare(ours, theirs, "encapsulation with one m")
}

/// Implicit rejection gives the same secret for a changed ciphertext.
fn same_rejection(
    subject: &mut Party<'_>,
    referee: &mut Party<'_>,
    evidence: &Evidence<'_>,
) -> Result<Vote, Fault> {
    let ours = private_for(subject.offer, evidence.set, evidence.item);
    let theirs = private_for(referee.offer, evidence.set, evidence.item);
    let (Some((our_form, ours)), Some((their_form, theirs))) = (ours, theirs) else {
        return Ok(Vote::Abstain);
    };
    let mut ciphertext = evidence
        .item
        .get(Field::Ciphertext)
        .unwrap_or_default()
        .to_vec();
    if let Some(byte) = ciphertext.first_mut() {
        *byte ^= 1;
    }
    let ours = Fields::new()
        .with(our_form, ours)
        .with(Field::Ciphertext, ciphertext.clone());
    let theirs = Fields::new()
        .with(their_form, theirs)
        .with(Field::Ciphertext, ciphertext);
    let ours = subject.perform(evidence.set, Operation::Decaps, Randomness::None, ours);
    let theirs = referee.perform(evidence.set, Operation::Decaps, Randomness::None, theirs);
    compare(ours, theirs, "implicit rejection of a changed ciphertext")
}

/// The timed deterministic signature is the one that the referee makes.
fn same_signature(referee: &mut Party<'_>, evidence: &Evidence<'_>) -> Result<Vote, Fault> {
    let deterministic = evidence.randomness == Randomness::Deterministic;
    let private = private_for(referee.offer, evidence.set, evidence.item);
    let (true, Some((form, private))) = (
        deterministic && referee.can(Capability::SignDeterministic),
        private,
    ) else {
        return Ok(Vote::Abstain);
    };
    let inputs = evidence
        .item
        .pick(&[Field::Message, Field::Context])
        .with(form, private);
    let theirs = referee.perform(
        evidence.set,
        Operation::Sign,
        Randomness::Deterministic,
        inputs,
    );
    let ours = evidence
        .results
        .first()
        .map(|result| result.outputs.clone())
        .unwrap_or_default();
    compare(
        Ok(Performed {
            outputs: ours,
            valid: None,
        }),
        theirs,
        "deterministic signing",
    )
}
