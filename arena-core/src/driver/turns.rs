//! Systems that take turns: block by block, in a shuffled order, on one processor.
//!
//! All systems of a round stay running. For one operation in one lane, block number k of every system
//! is timed before block k + 1 of any. The order of the first block is shuffled from the run's seed and
//! the second block has it reversed, and so on for each pair of blocks: over two blocks every system
//! has the same mean place, so that a drift of the machine hits all alike.

use super::material::{Items, Shared};
use super::rows::{Timing, now};
use super::session::{Calls, Session};
use super::{Job, Observer};
use crate::attempts;
use crate::check::Referees;
use crate::corpus::derive;
use crate::protocol::cell;
use crate::record::{Block, Failure, Record, RowKey, Turns};
use crate::runners::RunnerUse;
use arena_runner::Field;
use arena_runner::message::{Operation, Randomness, SampleResult, Timed};
use nexusq_contract::ParameterSet;
use std::collections::HashMap;

/// The systems of one round.
pub(super) struct Round<'a> {
    job: &'a Job<'a>,
    sessions: Vec<Session<'a>>,
    /// The items that systems share, if they do.
    shared: Shared,
    attempts: HashMap<Vec<u8>, Option<u32>>,
}

/// One system's part in a cell.
struct Turn {
    /// Which session.
    session: usize,
    row: RowKey,
    timing: Timing,
    failure: Option<Failure>,
}

impl<'a> Round<'a> {
    pub(super) fn new(job: &'a Job<'a>, sessions: Vec<Session<'a>>) -> Round<'a> {
        Round {
            job,
            sessions,
            shared: Shared::default(),
            attempts: HashMap::new(),
        }
    }

    /// Measures the rows of one cell, each of another system. Returns each record with the name of its raw file.
    pub(super) fn measure(
        &mut self,
        rows: &[&RowKey],
        referees: &mut Referees,
        observer: &mut dyn Observer,
    ) -> Vec<(String, Record)> {
        let group = now();
        let Some(set) = rows.first().and_then(|row| row.set()) else {
            let unknown = rows.iter().filter_map(|row| {
                let session = &self.sessions[self.session_of(row)?];
                Some((session.artifact.clone(), session.unknown_set(row)))
            });
            return unknown.collect();
        };
        let mut turns = Vec::new();
        for row in rows {
            if let Some(session) = self.session_of(row) {
                turns.push(self.begin(session, row, set, group));
            }
        }
        for block in 0..self.job.protocol.blocks() {
            for (place, turn) in self.order(rows, turns.len(), block).into_iter().enumerate() {
                self.take(&mut turns[turn], place, observer);
            }
        }
        turns
            .into_iter()
            .map(|turn| self.conclude(turn, referees))
            .collect()
    }

    /// What the runners took that are running.
    pub(super) fn uses(&self) -> Vec<RunnerUse> {
        self.sessions.iter().filter_map(Session::uses).collect()
    }

    fn session_of(&self, row: &RowKey) -> Option<usize> {
        let mut sessions = self.sessions.iter();
        sessions.position(|session| session.system.name == row.system)
    }

    /// The common items of the set, from the first system that can make them.
    fn common_items(&mut self, round: u32, set: ParameterSet) -> Option<Items> {
        if !self.job.protocol.corpus.common {
            return None;
        }
        let mut sessions = self.sessions.iter_mut();
        let make = || sessions.find_map(|session| session.common_items(set));
        self.shared.get(round, set, make).cloned()
    }

    fn begin(&mut self, session: usize, row: &RowKey, set: ParameterSet, group: u64) -> Turn {
        let common = self.common_items(row.round, set);
        let ready = self.sessions[session].make_ready(set, common.as_ref());
        Turn {
            session,
            row: row.clone(),
            timing: Timing {
                started_unix_ns: now(),
                samples_ns: Vec::new(),
                results: Vec::new(),
                turns: Some(Turns {
                    group_unix_ns: group,
                    items: self.job.protocol.corpus.items,
                    blocks: Vec::new(),
                }),
                attempts: None,
            },
            failure: ready.err(),
        }
    }

    /// The order of the systems in a block.
    fn order(&self, rows: &[&RowKey], count: usize, block: usize) -> Vec<usize> {
        let cell = rows.first().map(|row| cell(row));
        let label = format!("turns/{cell:?}/{}", block / 2);
        let random = derive(self.job.plan.seed, &label, 8 * count);
        let mut keyed: Vec<(&[u8], usize)> = random.chunks(8).zip(0..count).collect();
        keyed.sort_unstable();
        let mut order: Vec<usize> = keyed.into_iter().map(|(_, turn)| turn).collect();
        if block % 2 == 1 {
            order.reverse();
        }
        order
    }

    /// Times the next block of a system. One that has failed is left out of the further turns.
    fn take(&mut self, turn: &mut Turn, place: usize, observer: &mut dyn Observer) {
        if turn.failure.is_some() {
            return;
        }
        let session = &mut self.sessions[turn.session];
        let started_unix_ns = now();
        let calls = Calls {
            warmups: self.job.plan.warmups,
            iterations: self.job.protocol.corpus.items,
        };
        match session.time(&turn.row, calls, observer) {
            Ok(timed) => {
                let block = Block {
                    place: u32::try_from(place).unwrap_or(u32::MAX),
                    started_unix_ns,
                    calibration_ns: timed.calibration_ns,
                };
                add(&mut turn.timing, timed, block);
            }
            Err(failure) => turn.failure = Some(failure),
        }
    }

    fn conclude(&mut self, mut turn: Turn, referees: &mut Referees) -> (String, Record) {
        if turn.failure.is_none() {
            turn.timing.attempts = self.attempts_of(&turn);
        }
        let session = &mut self.sessions[turn.session];
        let timing = match turn.failure {
            Some(failure) => Err(failure),
            None => Ok(turn.timing),
        };
        let record = session.conclude(&turn.row, timing, referees);
        (session.artifact.clone(), record)
    }

    /// The attempts of each item, recovered from its deterministic signature.
    fn attempts_of(&mut self, turn: &Turn) -> Option<Vec<u32>> {
        let session = &self.sessions[turn.session];
        let deterministic = session.randomness(Operation::Sign).ok()? == Randomness::Deterministic;
        if turn.row.operation != Operation::Sign || !deterministic {
            return None;
        }
        let ready = session.ready.as_ref()?;
        let mut all = Vec::with_capacity(ready.items.len());
        for (index, item) in ready.items.iter().enumerate() {
            let mut results = turn.timing.results.iter();
            let result = results.find(|result| result.item == index)?;
            let signature = result.outputs.get(Field::Signature)?;
            let known = self.attempts.entry(signature.to_vec()).or_insert_with(|| {
                let key = item.get(Field::PrivateKey)?;
                let message = item.get(Field::Message)?;
                let context = item.get(Field::Context).unwrap_or_default();
                attempts::attempts(ready.set, key, message, context, signature).ok()
            });
            all.push((*known)?);
        }
        Some(all)
    }
}

/// Adds a block. Of the results those that were not there yet are kept: what is the same again needs no second look.
fn add(timing: &mut Timing, timed: Timed, block: Block) {
    timing.samples_ns.extend(timed.samples_ns);
    if let Some(turns) = &mut timing.turns {
        turns.blocks.push(block);
    }
    for result in timed.results {
        let same = |kept: &&mut SampleResult| {
            kept.item == result.item && kept.valid == result.valid && kept.outputs == result.outputs
        };
        match timing.results.iter_mut().find(same) {
            Some(kept) => kept.count += result.count,
            None => timing.results.push(result),
        }
    }
}
