//! The keys that a party brings to the exchange.

use super::table::{Outcome, Side};
use crate::random::Random;
use crate::subject::{Answer, Subject};
use arena_runner::message::{Operation, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::{Capability, ParameterSet};

/// A key pair, in all forms that its owner gives.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// ek or pk.
    pub(super) public: Vec<u8>,
    /// dk or sk.
    pub(super) expanded: Option<Vec<u8>>,
    pub(super) seed: Option<Vec<u8>>,
    /// The form in which the owner takes it back.
    pub(super) own: Result<(Field, Vec<u8>), String>,
}

/// The fields of the public and of the expanded private key.
pub(super) fn fields(set: ParameterSet) -> (Field, Field) {
    if set.algorithm().is_kem() {
        (Field::EncapsulationKey, Field::DecapsulationKey)
    } else {
        (Field::PublicKey, Field::PrivateKey)
    }
}

impl Keys {
    /// Has a party make keys: from a seed, so that they can be made again, or with its own generator
    /// if it is to be asked for that or has no door for seeds.
    pub(super) fn of(
        party: &mut Subject,
        set: ParameterSet,
        from_seed: bool,
        random: &Random,
    ) -> Result<Keys, Outcome> {
        let no_set = |what: String| Outcome::Lacks(Side::Owner, what);
        match party.lacks(set, &[]) {
            Err(why) => return Err(Outcome::NotRun(Side::Owner, why)),
            Ok(Some(what)) => return Err(no_set(what)),
            Ok(None) => {}
        }
        let seed = seed_length(set).map(|length| random.bytes(party.id(), length));
        let seed = seed.filter(|_| from_seed && party.can(set, &[Capability::GenerateFromSeed]));
        let (randomness, inputs) = match &seed {
            Some(seed) => (
                Randomness::Given,
                Fields::new().with(Field::Seed, seed.as_slice()),
            ),
            None => (Randomness::Own, Fields::new()),
        };
        let answer = party.ask(set, Operation::Keygen, randomness, inputs);
        let outputs = done(&answer)?;
        let (public, private) = fields(set);
        let public = outputs.get(public).map(<[u8]>::to_vec);
        let public = public.ok_or(Outcome::Wrong(
            "key generation told no public key".to_owned(),
        ))?;
        let expanded = outputs.get(private).map(<[u8]>::to_vec);
        let seed = seed.or_else(|| outputs.get(Field::Seed).map(<[u8]>::to_vec));
        let expanded_back = expanded
            .clone()
            .filter(|_| party.can(set, &[Capability::ImportExpanded]));
        let seed_back = seed
            .clone()
            .filter(|_| party.can(set, &[Capability::ImportSeed]));
        let own = match (expanded_back, seed_back) {
            (Some(key), _) => Ok((private, key)),
            (None, Some(seed)) => Ok((Field::Seed, seed)),
            (None, None) => Err("no form of private key that it gives and takes".to_owned()),
        };
        Ok(Keys {
            public,
            expanded,
            seed,
            own,
        })
    }

    /// The owner's private key as an input to its owner.
    pub(super) fn own_inputs(&self) -> Result<Fields, Outcome> {
        let (field, bytes) = self
            .own
            .as_ref()
            .map_err(|why| Outcome::Lacks(Side::Owner, why.clone()))?;
        Ok(Fields::new().with(*field, bytes.as_slice()))
    }
}

fn seed_length(set: ParameterSet) -> Option<usize> {
    let kem = set.kem_sizes().map(|sizes| sizes.seed);
    kem.or_else(|| set.signature_sizes().map(|sizes| sizes.seed))
}

/// What an owner's operation put out, which it must be able to do.
pub(super) fn done(answer: &Answer) -> Result<&Fields, Outcome> {
    match answer {
        Answer::Done(performed) => Ok(&performed.outputs),
        Answer::Broken(how) => Err(Outcome::Broke(Side::Owner, how.clone())),
        Answer::Absent(why) => Err(Outcome::NotRun(Side::Owner, why.clone())),
        Answer::Refused(_) => {
            let how = format!("expected a result; got {}", answer.describe());
            Err(Outcome::Broke(Side::Owner, how))
        }
    }
}
