//! The implementations that can be asked about another one's results.

use super::Party;
use crate::client::{Client, ClientError, Launch};
use arena_runner::message::Offer;
use nexusq_contract::ParameterSet;
use std::collections::BTreeSet;

/// An implementation that may become a referee.
pub struct Candidate {
    /// Its id.
    pub id: String,
    /// The version that its manifest expects; a runner that reports another is not asked.
    pub version: String,
    /// How its runner is started.
    pub launch: Launch,
    /// Names of the packages whose code it runs: who shares one is no independent referee.
    pub packages: BTreeSet<String>,
}

enum State {
    Waiting,
    Serving { client: Client, offers: Vec<Offer> },
    Dismissed,
}

/// All candidates, started when they are first needed.
pub struct Referees {
    candidates: Vec<(Candidate, State)>,
    /// Sentences about candidates that could not serve.
    pub dismissals: Vec<String>,
}

impl Referees {
    /// Nobody is started yet.
    pub fn new(candidates: Vec<Candidate>) -> Referees {
        let candidates = candidates
            .into_iter()
            .map(|c| (c, State::Waiting))
            .collect();
        Referees {
            candidates,
            dismissals: Vec::new(),
        }
    }

    /// Who can be asked about the subject: those that offer the set, independent ones first.
    pub(super) fn for_subject(&mut self, subject: &str, set: ParameterSet) -> Vec<usize> {
        for index in 0..self.candidates.len() {
            if self.candidates[index].0.id != subject {
                self.start(index);
            }
        }
        let packages = self
            .candidates
            .iter()
            .find(|(candidate, _)| candidate.id == subject)
            .map(|(candidate, _)| candidate.packages.clone())
            .unwrap_or_default();
        let mut able: Vec<usize> = (0..self.candidates.len())
            .filter(|&index| {
                self.candidates[index].0.id != subject && self.offer(index, set).is_some()
            })
            .collect();
        able.sort_by_key(|&index| !self.candidates[index].0.packages.is_disjoint(&packages));
        able
    }

    fn offer(&self, index: usize, set: ParameterSet) -> Option<&Offer> {
        let State::Serving { offers, .. } = &self.candidates[index].1 else {
            return None;
        };
        offers.iter().find(|offer| {
            offer.algorithm == set.algorithm().id() && offer.parameter_set == set.name()
        })
    }

    fn start(&mut self, index: usize) {
        let (candidate, state) = &mut self.candidates[index];
        if !matches!(state, State::Waiting) {
            return;
        }
        match Client::start(&candidate.launch) {
            Ok((client, hello)) if hello.descriptor.version == candidate.version => {
                *state = State::Serving {
                    client,
                    offers: hello.parameter_sets,
                };
            }
            Ok((_, hello)) => {
                *state = State::Dismissed;
                let (id, expected) = (&candidate.id, &candidate.version);
                let reported = hello.descriptor.version;
                self.dismissals
                    .push(format!("{id}: reports version {reported}, not {expected}"));
            }
            Err(error) => {
                *state = State::Dismissed;
                self.dismissals.push(format!("{}: {error}", candidate.id));
            }
        }
    }

    /// The referee at `index` as a party, with its id.
    pub(super) fn party(&mut self, index: usize, set: ParameterSet) -> Option<(String, Party<'_>)> {
        let (candidate, state) = self.candidates.get_mut(index)?;
        let State::Serving { client, offers } = state else {
            return None;
        };
        let offer = offers.iter().find(|offer| {
            offer.algorithm == set.algorithm().id() && offer.parameter_set == set.name()
        })?;
        Some((
            candidate.id.clone(),
            Party {
                performer: client,
                offer,
            },
        ))
    }

    /// Does without a referee whose runner failed.
    pub(super) fn dismiss(&mut self, index: usize, error: &ClientError) {
        if let Some((candidate, state)) = self.candidates.get_mut(index) {
            *state = State::Dismissed;
            self.dismissals.push(format!("{}: {error}", candidate.id));
        }
    }
}
