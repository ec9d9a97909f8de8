//! The mutation score: how many faulty verifiers the vectors find.
//!
//! A verifier without one rule is found by a vector of that rule if it accepts the vector and every other
//! verifier refuses it: the one with all rules, and those without another one. A verifier that refuses too
//! much is found by a vector made for that fault if it refuses the vector and the one with all rules accepts.

use super::accepted::{Accepted, accepted};
use super::faulty::Fault;
use super::forge::Forger;
use super::rules::{Breaking, breaking, id};
use crate::case::set_name;
use crate::report::{Mutant, MutantKind};
use arena_core::reference::ml_dsa::{Parameters, Rule, Rules};
use nexusq_contract::ParameterSet;

/// The faulty verifiers of the sets that are of ML-DSA, and what found them.
pub fn score(sets: &[ParameterSet]) -> Vec<Mutant> {
    sets.iter()
        .filter_map(|set| Forger::new(*set))
        .flat_map(|forger| score_with(&forger, &breaking(&forger), &accepted(&forger)))
        .collect()
}

/// The faulty verifiers of one set, and which of the given vectors find them.
pub fn score_with(forger: &Forger, breaking: &[Breaking], accepted: &[Accepted]) -> Vec<Mutant> {
    let p = &forger.p;
    let mutant = |kind, rule: &str, caught_by| Mutant {
        parameter_set: set_name(forger.set),
        kind,
        rule: rule.to_owned(),
        caught_by,
    };
    let lacking = Rule::ALL.map(|rule| {
        let found = breaking
            .iter()
            .filter(|vector| vector.rule == rule && isolates(p, vector));
        let names = found.map(|vector| format!("{}/{}", id(rule), vector.name));
        mutant(MutantKind::LacksRule, rule.text(), names.collect())
    });
    let refusing = Fault::ALL.map(|fault| {
        let found = accepted.iter().filter(|vector| finds(p, vector, fault));
        let names = found.map(|vector| format!("accepted/{}", vector.name));
        mutant(MutantKind::RefusesMore, fault.text(), names.collect())
    });
    lacking.into_iter().chain(refusing).collect()
}

/// Whether the verifier without the vector's rule accepts it, and no other.
pub fn isolates(p: &Parameters, vector: &Breaking) -> bool {
    let accepts = |rules: Rules| vector.question.put_to_model(p, rules).is_ok();
    let alone = |rule: &Rule| accepts(Rules::without(*rule)) == (*rule == vector.rule);
    !accepts(Rules::all()) && Rule::ALL.iter().all(alone)
}

fn finds(p: &Parameters, vector: &Accepted, fault: Fault) -> bool {
    vector.finds == Some(fault)
        && vector.question.put_to_model(p, Rules::all()).is_ok()
        && !fault.accepts(p, &vector.question)
}
