//! What a report needs of rows that come one after the other: figures and names, not the rows themselves. So a
//! report of a million rows needs little memory.

use super::{Group, LeftOut, Report, SystemFacts, comparable, facts, group, left_out, machine};
use crate::normalize::{NormalizedRow, Standing};
use crate::protocol::Protocol;
use crate::verdict::Verdict;
use arena_runner::message::{Lane, Operation, Randomness};
use nexusq_contract::ParameterSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What may be compared: parameter set, its names, operation and lane.
pub(super) type GroupKey = (
    Option<ParameterSet>,
    String,
    String,
    Operation,
    Option<Lane>,
);

/// What a group needs of a row.
pub(super) struct Member {
    pub(super) system: Rc<str>,
    pub(super) figure: f64,
    pub(super) lane: Option<Lane>,
    pub(super) randomness: Option<Randomness>,
    pub(super) prepared_key: Option<Rc<str>>,
}

/// A report in the making.
pub struct Gathered {
    purpose: String,
    /// Second names of systems: they have no place of their own in the table.
    controls: BTreeSet<String>,
    machines: BTreeSet<String>,
    systems: BTreeSet<SystemFacts>,
    members: BTreeMap<GroupKey, Vec<Member>>,
    left_out: Vec<LeftOut>,
    texts: BTreeSet<Rc<str>>,
}

impl Gathered {
    /// Nothing yet.
    pub fn new(protocol: &Protocol) -> Gathered {
        let systems = protocol.systems.iter();
        let controls = systems.filter(|system| system.control_of.is_some());
        Gathered {
            purpose: protocol.purpose.clone(),
            controls: controls.map(|system| system.name.clone()).collect(),
            machines: BTreeSet::new(),
            systems: BTreeSet::new(),
            members: BTreeMap::new(),
            left_out: Vec::new(),
            texts: BTreeSet::new(),
        }
    }

    /// Adds a row; rows come in the order of the plan.
    pub fn add(&mut self, row: &NormalizedRow) {
        if row.standing == Standing::Expected {
            self.machines.extend(machine(row));
            self.systems.extend(facts(row));
        }
        self.left_out.extend(left_out(row));
        let control = self.controls.contains(&row.system);
        let Some(figure) = comparable(row).filter(|_| !control) else {
            return;
        };
        let key = (
            ParameterSet::from_names(&row.algorithm, &row.parameter_set),
            row.algorithm.clone(),
            row.parameter_set.clone(),
            row.operation,
            row.lane,
        );
        let member = Member {
            system: self.text(&row.system),
            figure,
            lane: row.lane,
            randomness: row.randomness,
            prepared_key: row.prepared_key.as_deref().map(|text| self.text(text)),
        };
        self.members.entry(key).or_default().push(member);
    }

    /// One copy of a text that many rows hold.
    fn text(&mut self, text: &str) -> Rc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let new: Rc<str> = text.into();
        self.texts.insert(new.clone());
        new
    }

    /// The report of the rows that were added.
    pub fn report(self, verdict: Verdict) -> Report {
        let groups = self.members.iter();
        let groups: Vec<Group> = groups
            .map(|(key, rows)| group(key, rows, &verdict))
            .collect();
        Report {
            machines: self.machines.into_iter().collect(),
            systems: self.systems.into_iter().collect(),
            groups,
            left_out: self.left_out,
            purpose: self.purpose,
            verdict,
        }
    }
}
