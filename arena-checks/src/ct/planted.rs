//! The runner with planted leaks: where it is, and whether a method found what is planted in it.

use super::places::Kind;
use super::report::{Outcome, Planted, Row};
use arena_core::inventory::{Found, Inventory, Layout};

/// The executable. It is built beside the runner of nexusq-v2 and stands in no `adapter.toml`.
const RUNNER: &str = "runner-nexusq-v2-leaky";
/// What is planted for memcheck: the kind and the function.
const LEAKS: [(Kind, &str); 2] = [
    (Kind::Branch, "leak::branch"),
    (Kind::Index, "leak::lookup"),
];

/// The runner with planted leaks.
///
/// # Errors
/// In words: it is not built, or does not answer.
pub fn find(layout: &Layout) -> Result<Found, String> {
    let beside = layout.target.join("release").join(RUNNER);
    let candidates = [beside, layout.runners.join(RUNNER)];
    let Some(path) = candidates.iter().find(|path| path.is_file()) else {
        return Err(format!(
            "there is no {RUNNER}, whose planted leaks must be found first; run `arena build nexusq-v2`"
        ));
    };
    let mut inventory = Inventory::default();
    let id = inventory
        .add_executable(path)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    inventory
        .found
        .pop()
        .ok_or_else(|| format!("{id} is not there"))
}

/// Whether the rows of that runner hold its leaks, each kind in each operation.
pub fn check(rows: &[Row]) -> Vec<Planted> {
    let each = rows.iter().flat_map(|row| {
        LEAKS.map(|(kind, function)| Planted {
            place: format!("{} {}", row.parameter_set, row.operation.id()),
            leak: format!("{} in {function}", kind.words()),
            missed: missed(row, kind, function),
        })
    });
    each.collect()
}

fn missed(row: &Row, kind: Kind, function: &str) -> Option<String> {
    match &row.outcome {
        Outcome::NotRun { reason } => Some(reason.clone()),
        Outcome::Ran { findings, .. } => {
            let is_it = |function_found: &str| function_found.ends_with(function);
            let found = findings
                .iter()
                .any(|place| place.kind == kind && is_it(&place.function));
            (!found).then(|| format!("{} other findings, not this one", findings.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::places::Place;
    use super::*;
    use arena_runner::message::Operation;

    fn place(kind: Kind, function: &str) -> Place {
        Place {
            kind,
            function: function.to_owned(),
            location: "leak.rs:1".to_owned(),
            callers: Vec::new(),
            count: 1,
        }
    }

    fn row(findings: Vec<Place>) -> Row {
        Row {
            implementation: "leaky".to_owned(),
            own: false,
            parameter_set: "ml-kem-768".to_owned(),
            operation: Operation::Decaps,
            outcome: Outcome::Ran {
                back_end: String::new(),
                calls: 1,
                covered: Vec::new(),
                findings,
                unrelated: Vec::new(),
            },
        }
    }

    #[test]
    fn each_kind_must_be_found_in_its_function() {
        let branch = place(Kind::Branch, "runner_nexusq_v2_leaky::leak::branch");
        let lookup = place(Kind::Index, "runner_nexusq_v2_leaky::leak::lookup");
        let missed = |rows: &[Row]| -> usize {
            let planted = check(rows);
            planted.iter().filter(|one| one.missed.is_some()).count()
        };
        assert_eq!(missed(&[row(vec![branch.clone(), lookup.clone()])]), 0);
        assert_eq!(missed(&[row(vec![branch.clone()])]), 1);
        let wrong = place(Kind::Branch, "runner_nexusq_v2_leaky::leak::lookup");
        assert_eq!(missed(&[row(vec![branch, wrong])]), 1);
        assert_eq!(missed(&[row(Vec::new())]), 2);
    }
}
