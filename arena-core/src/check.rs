//! The check of timed results: what an implementation returned must be right, and another one must
//! say so.
//!
//! The *subject* is the implementation that was timed. *Referees* are the other implementations
//! that are built, asked over the same protocol, those that share no package with the subject first.
//! One referee that agrees is enough; if one disagrees, others are asked, and the results are wrong
//! if more disagree than agree.

mod referee;
mod votes;

pub use referee::{Candidate, Referees};

use crate::client::{Client, ClientError};
use crate::record::{Check, CheckOutcome};
use arena_runner::message::{Offer, Operation, Perform, Performed, Randomness, SampleResult};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// How many referees are asked at most about one row.
const MOST_REFEREES: usize = 5;

/// Anything that can perform operations on bytes: a runner, or a stand-in for one in tests.
pub trait Performer {
    /// Performs one untimed operation.
    ///
    /// # Errors
    /// As [`Client::perform`].
    fn perform(&mut self, perform: Perform) -> Result<Performed, ClientError>;
}

impl Performer for Client {
    fn perform(&mut self, perform: Perform) -> Result<Performed, ClientError> {
        Client::perform(self, perform)
    }
}

/// An implementation at one parameter set, ready to be asked.
pub struct Party<'a> {
    /// Whom to ask.
    pub performer: &'a mut dyn Performer,
    /// What it offers for the parameter set.
    pub offer: &'a Offer,
}

impl Party<'_> {
    /// Whether it declares a capability.
    pub fn can(&self, capability: Capability) -> bool {
        can(self.offer, capability)
    }

    /// Asks it to perform an operation.
    ///
    /// # Errors
    /// As [`Performer::perform`].
    pub fn perform(
        &mut self,
        set: ParameterSet,
        operation: Operation,
        randomness: Randomness,
        inputs: Fields,
    ) -> Result<Performed, ClientError> {
        self.performer.perform(Perform {
            algorithm: set.algorithm().id().to_owned(),
            parameter_set: set.name().to_owned(),
            operation,
            randomness,
            inputs,
        })
    }
}

/// What was timed and what came out.
pub struct Evidence<'a> {
    /// The parameter set.
    pub set: ParameterSet,
    /// The operation.
    pub operation: Operation,
    /// Its randomness.
    pub randomness: Randomness,
    /// The item that was used: keys, message, ciphertext, shared secret, signature.
    pub item: &'a Fields,
    /// The distinct results.
    pub results: &'a [SampleResult],
    /// Bytes for comparisons of deterministic outputs: a seed, m, as long as the set asks for.
    pub seed: &'a [u8],
    /// See `seed`.
    pub m: &'a [u8],
}

/// Whether an offer declares a capability.
pub(crate) fn can(offer: &Offer, capability: Capability) -> bool {
    offer.capabilities.iter().any(|id| id == capability.id())
}

/// What one party thinks of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    /// They are right.
    Agree,
    /// They are wrong, and how.
    Disagree(String),
    /// It lacks what it takes to tell.
    Abstain,
}

/// Checks a row. The error is the subject's own: it crashed or hung while it was asked.
///
/// # Errors
/// Only a fatal error of the subject's runner.
pub fn check(
    subject: &mut Party<'_>,
    subject_id: &str,
    referees: &mut Referees,
    evidence: &Evidence<'_>,
) -> Result<Check, ClientError> {
    if let Vote::Disagree(detail) = votes::at_sight(subject, evidence)? {
        return Ok(mismatch(detail, Vec::new(), Vec::new()));
    }
    let mut agreed = Vec::new();
    let mut disagreed = Vec::new();
    let mut details = Vec::new();
    for index in referees.for_subject(subject_id, evidence.set) {
        if agreed.len() + disagreed.len() >= MOST_REFEREES
            || (!agreed.is_empty() && disagreed.is_empty())
        {
            break;
        }
        let Some((id, mut referee)) = referees.party(index, evidence.set) else {
            continue;
        };
        match votes::by_referee(subject, &mut referee, evidence) {
            Ok(Vote::Agree) => agreed.push(id),
            Ok(Vote::Disagree(detail)) => {
                details.push(format!("{id}: {detail}"));
                disagreed.push(id);
            }
            Ok(Vote::Abstain) => {}
            Err(votes::Fault::Subject(error)) => return Err(error),
            Err(votes::Fault::Referee(error)) => referees.dismiss(index, &error),
        }
    }
    if disagreed.len() > agreed.len() {
        return Ok(mismatch(details.join("; "), agreed, disagreed));
    }
    if agreed.is_empty()
        && let Vote::Disagree(detail) = votes::by_itself(subject, evidence)?
    {
        return Ok(mismatch(detail, agreed, disagreed));
    }
    let outcome = if agreed.is_empty() {
        CheckOutcome::SelfOnly
    } else {
        CheckOutcome::Agrees
    };
    let mut detail = what_was_compared(evidence, agreed.is_empty());
    if !details.is_empty() {
        detail = format!("{detail}; outvoted: {}", details.join("; "));
    }
    Ok(Check {
        outcome,
        agreed,
        disagreed,
        detail,
    })
}

fn mismatch(detail: String, agreed: Vec<String>, disagreed: Vec<String>) -> Check {
    Check {
        outcome: CheckOutcome::Mismatch,
        agreed,
        disagreed,
        detail,
    }
}

fn what_was_compared(evidence: &Evidence<'_>, alone: bool) -> String {
    let count = evidence.results.len();
    let what = match evidence.operation {
        Operation::Keygen => "key pairs used once",
        Operation::Encaps => "ciphertexts decapsulated to the same shared secret",
        Operation::Decaps => "shared secrets equal to those of encapsulation",
        Operation::Sign => "signatures verified",
        Operation::Verify => "answers right, and a changed signature refused",
    };
    let by = if alone {
        "by the implementation itself; no other one could tell"
    } else {
        "by another implementation"
    };
    format!("{count} distinct results: {what}, {by}")
}

/// The private key in a form that the offer's runner can take, out of what the item or result holds.
pub(crate) fn private_for(
    offer: &Offer,
    set: ParameterSet,
    fields: &Fields,
) -> Option<(Field, Vec<u8>)> {
    let expanded = if set.algorithm().is_kem() {
        Field::DecapsulationKey
    } else {
        Field::PrivateKey
    };
    let forms = [
        (expanded, Capability::ImportExpanded),
        (Field::Seed, Capability::ImportSeed),
    ];
    forms.into_iter().find_map(|(field, capability)| {
        let bytes = fields.get(field).filter(|_| can(offer, capability))?;
        Some((field, bytes.to_vec()))
    })
}
