//! One implementation at one parameter set, looked at operation by operation.

use super::cases::{Cases, operations};
use super::memcheck::{Memcheck, Program, Seen};
use super::places::{Place, Stack, add};
use super::public::{Looked, PublicList};
use super::report::{Covered, Outcome, Row};
use crate::case::set_name;
use crate::subject::Subject;
use arena_core::inventory::Found;
use arena_runner::message::{Offer, Operation, Perform, Randomness};
use nexusq_contract::ParameterSet;

/// What a look needs.
pub struct Examiner<'a> {
    /// The tool.
    pub memcheck: &'a Memcheck,
    /// What is public.
    pub list: &'a PublicList,
}

/// The requests of an operation, or why there are none.
type Asked = Result<Vec<Perform>, String>;

impl Examiner<'_> {
    /// A row for each of the operations.
    pub fn examine(
        &self,
        found: &Found,
        subject: &mut Subject,
        cases: &Result<Cases, String>,
        set: ParameterSet,
        wanted: &[Operation],
    ) -> Vec<Row> {
        let chosen: Vec<Operation> = operations(set)
            .into_iter()
            .filter(|one| wanted.is_empty() || wanted.contains(one))
            .collect();
        let row = |operation: &Operation, outcome| Row {
            implementation: found.manifest.id.clone(),
            own: found.manifest.own,
            parameter_set: set_name(set),
            operation: *operation,
            outcome,
        };
        let refuse = |reason: &str| {
            let outcome = || Outcome::NotRun {
                reason: reason.to_owned(),
            };
            chosen.iter().map(|one| row(one, outcome())).collect()
        };
        let (offer, program) = match (subject.offer(set), Program::of(found)) {
            (Ok(Some(offer)), Ok(program)) => (offer, program),
            (Ok(None), _) => return refuse("it does not offer this parameter set"),
            (Err(reason), _) | (_, Err(reason)) => return refuse(&reason),
        };
        let asked: Vec<(Operation, Asked)> = chosen
            .iter()
            .map(|one| (*one, requests(cases, &offer, *one)))
            .collect();
        let unmarked = match self.unmarked(&program, &asked) {
            Ok(unmarked) => unmarked,
            Err(reason) => return refuse(&reason),
        };
        let outcomes = asked.iter().map(|(operation, asked)| {
            let looked = Looked {
                implementation: &found.manifest.id,
                algorithm: set.algorithm().id(),
                operation: *operation,
            };
            let asked = asked.as_ref().map_err(Clone::clone);
            let outcome = asked.and_then(|asked| self.look(&looked, &program, asked, &unmarked));
            row(
                operation,
                outcome.unwrap_or_else(|reason| Outcome::NotRun { reason }),
            )
        });
        outcomes.collect()
    }

    /// All operations without marks: what is reported then has nothing to do with secrets.
    fn unmarked(&self, program: &Program, asked: &[(Operation, Asked)]) -> Result<Seen, String> {
        let all: Vec<Perform> = asked
            .iter()
            .filter_map(|(_, asked)| asked.as_ref().ok())
            .flatten()
            .cloned()
            .collect();
        if all.is_empty() {
            let first = asked.first().and_then(|(_, asked)| asked.as_ref().err());
            return Err(first.cloned().unwrap_or_default());
        }
        self.memcheck.look(program, &all, false)
    }

    fn look(
        &self,
        looked: &Looked<'_>,
        program: &Program,
        requests: &[Perform],
        unmarked: &Seen,
    ) -> Result<Outcome, String> {
        let seen = self.memcheck.look(program, requests, true)?;
        same_results(requests, &seen, unmarked)?;
        let known = unmarked.stacks.iter().map(Stack::place);
        let known: Vec<Place> = known.collect();
        let mut covered: Vec<Covered> = Vec::new();
        let (mut findings, mut unrelated) = (Vec::new(), Vec::new());
        for stack in &seen.stacks {
            let place = stack.place();
            if known.iter().any(|other| other.is_same(&place)) {
                add(&mut unrelated, place);
                continue;
            }
            match self.list.covering(looked, stack) {
                Some(entry) => Covered::add(&mut covered, &entry.id, place),
                None => add(&mut findings, place),
            }
        }
        Ok(Outcome::Ran {
            back_end: seen.hello.descriptor.back_end,
            calls: requests.len(),
            covered,
            findings,
            unrelated,
        })
    }
}

fn requests(cases: &Result<Cases, String>, offer: &Offer, operation: Operation) -> Asked {
    cases
        .as_ref()
        .map_err(Clone::clone)?
        .requests(offer, operation)
}

/// Marks must not change what is computed.
fn same_results(requests: &[Perform], seen: &Seen, unmarked: &Seen) -> Result<(), String> {
    let fixed = requests
        .iter()
        .all(|request| request.randomness != Randomness::Own);
    let there = |one| unmarked.performed.contains(one);
    if fixed && !seen.performed.iter().all(there) {
        return Err("with marked secrets it returned something else than without".to_owned());
    }
    Ok(())
}
