//! Jobs of ML-DSA. The model makes the keys.

use super::{Job, NotCounted, Trial, exactly, message, output};
use crate::residue::secrets::{Private, Secrets, ml_dsa_keygen, ml_dsa_sign};
use arena_core::reference::ml_dsa::encoding::{PrivateKey, sig_decode, sk_decode};
use arena_core::reference::ml_dsa::hash::h_array;
use arena_core::reference::ml_dsa::keygen::keygen_internal;
use arena_core::reference::ml_dsa::pure::message_prime;
use arena_core::reference::ml_dsa::sign::sign_mu;
use arena_core::reference::ml_dsa::{Parameters, Rules};
use arena_runner::message::{Operation, Performed, Randomness};
use arena_runner::{Field, Fields};
use nexusq_contract::Capability;

/// A private key in all its forms.
#[derive(Clone)]
struct Key {
    p: Parameters,
    /// Only where generating from it is part of the operation.
    xi: Option<[u8; 32]>,
    sk: Vec<u8>,
    decoded: PrivateKey,
}

impl Trial<'_> {
    pub(super) fn signature_job(&self) -> Result<Job, NotCounted> {
        let p = Parameters::of(self.set)
            .ok_or_else(|| NotCounted::NotRun("its secrets are not modelled here".to_owned()))?;
        match self.operation {
            Operation::Keygen => self.dsa_keygen_job(p),
            Operation::Sign => self.sign_job(p),
            _ => Err(NotCounted::NotRun("it has no secrets".to_owned())),
        }
    }

    fn dsa_keygen_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        let other = Key::generate(p, &self.draw("xi", true), true)?;
        if !self.can(Capability::GenerateFromSeed) {
            return Ok(Job {
                request: self.request(Randomness::Own, Fields::new()),
                secrets: Box::new(move |reply| Ok(Key::of_reply(p, reply)?.generated())),
                never_seen: other.generated(),
            });
        }
        let xi = self.draw("xi", false);
        let key = Key::generate(p, &xi, true)?;
        let inputs = Fields::new().with(Field::Seed, xi);
        Ok(Job {
            request: self.request(Randomness::Given, inputs),
            secrets: Box::new(move |_| Ok(key.generated())),
            never_seen: other.generated(),
        })
    }

    fn sign_job(&self, p: Parameters) -> Result<Job, NotCounted> {
        let by_seed = !self.can(Capability::ImportExpanded);
        if by_seed {
            self.need(Capability::ImportSeed)?;
        }
        let xi = self.draw("xi", false);
        let key = Key::generate(p, &xi, by_seed)?;
        let inputs = match by_seed {
            true => Fields::new().with(Field::Seed, xi),
            false => Fields::new().with(Field::PrivateKey, key.sk.as_slice()),
        };
        let inputs = inputs.with(Field::Message, message());
        let (randomness, rnd) = if self.can(Capability::SignWithRnd) {
            (Randomness::Given, Some(self.draw("rnd", false)))
        } else if self.can(Capability::SignDeterministic) {
            (Randomness::Deterministic, Some([0; 32]))
        } else {
            self.need(Capability::SignHedged)?;
            (Randomness::Own, None)
        };
        let inputs = match (randomness, rnd) {
            (Randomness::Given, Some(rnd)) => inputs.with(Field::Rnd, rnd),
            _ => inputs,
        };
        let secrets = move |reply: &Performed| {
            let signature = output(reply, Field::Signature)?;
            key.signed(rnd.as_ref(), &signature)
        };
        Ok(Job {
            request: self.request(randomness, inputs),
            secrets: Box::new(secrets),
            never_seen: self.never_signed(p, by_seed)?,
        })
    }

    fn never_signed(&self, p: Parameters, by_seed: bool) -> Result<Secrets, NotCounted> {
        let other = Key::generate(p, &self.draw("xi", true), by_seed)?;
        let rnd = self.draw("rnd", true);
        let signed = sign_mu(&p, &other.decoded, &other.mu()?, &rnd);
        let signed = signed.map_err(|error| NotCounted::NotRun(error.to_string()))?;
        other.signed(Some(&rnd), &signed.signature)
    }
}

impl Key {
    fn generate(p: Parameters, xi: &[u8; 32], known: bool) -> Result<Key, NotCounted> {
        let (_, sk) = keygen_internal(&p, xi);
        Key::of(p, known.then_some(*xi), sk)
    }

    fn of(p: Parameters, xi: Option<[u8; 32]>, sk: Vec<u8>) -> Result<Key, NotCounted> {
        let decoded = sk_decode(&p, &sk).map_err(|error| NotCounted::Broken(error.to_string()))?;
        Ok(Key { p, xi, sk, decoded })
    }

    /// The key that a runner made with randomness of its own.
    fn of_reply(p: Parameters, reply: &Performed) -> Result<Key, NotCounted> {
        match reply.outputs.get(Field::Seed) {
            Some(xi) => Key::generate(p, &exactly(xi, "seed")?, true),
            None => Key::of(p, None, output(reply, Field::PrivateKey)?),
        }
    }

    fn private(&self) -> Private<'_> {
        Private {
            xi: self.xi.as_ref(),
            key: &self.decoded,
            sk: &self.sk,
        }
    }

    fn generated(&self) -> Secrets {
        ml_dsa_keygen(&self.p, &self.private())
    }

    fn mu(&self) -> Result<[u8; 64], NotCounted> {
        let prime = message_prime(Rules::all(), &message(), &[]);
        let prime = prime.map_err(|rule| NotCounted::NotRun(format!("{rule:?}")))?;
        Ok(h_array(&[&self.decoded.tr, &prime]))
    }

    fn signed(&self, rnd: Option<&[u8; 32]>, signature: &[u8]) -> Result<Secrets, NotCounted> {
        let decoded = sig_decode(&self.p, Rules::all(), signature);
        let wrong = |rule| NotCounted::Broken(format!("the signature is none: {rule:?}"));
        let decoded = decoded.map_err(wrong)?;
        let mu = self.mu()?;
        Ok(ml_dsa_sign(&self.p, &self.private(), (rnd, &mu), &decoded))
    }
}
