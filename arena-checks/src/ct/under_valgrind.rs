//! The first method: all that was asked for under valgrind, the planted leaks before anything else.

use super::Settings;
use super::cases::Cases;
use super::examine::Examiner;
use super::memcheck::Memcheck;
use super::planted;
use super::public::{Looked, PublicList};
use super::report::{Row, Valgrind};
use crate::subject::Subject;
use arena_core::inventory::{Found, Inventory, Layout};
use nexusq_contract::ParameterSet;

/// Looks at all that the settings ask for.
///
/// # Errors
/// In words: there is no valgrind, or no runner with planted leaks.
pub fn run(
    settings: &Settings,
    layout: &Layout,
    inventory: &Inventory,
    progress: &mut dyn FnMut(&str),
) -> Result<Valgrind, String> {
    let memcheck = Memcheck::find(settings.timeout, &layout.root)?;
    let list = PublicList::read()?;
    let leaky = planted::find(layout)?;
    let examiner = Examiner {
        memcheck: &memcheck,
        list: &list,
    };
    let mut tour = Tour {
        settings,
        examiner: &examiner,
        cases: cases(settings, inventory),
        progress,
    };
    let planted = planted::check(&tour.rows(&leaky));
    let mut rows = Vec::new();
    for id in &settings.implementations {
        if let Some(found) = inventory.get(id) {
            rows.extend(tour.rows(found));
        }
    }
    Ok(Valgrind {
        version: memcheck.version.clone(),
        planted,
        unused: unused(&list, &rows),
        rows,
    })
}

/// The inputs of each set. Who makes them does not matter; all that are built are tried.
fn cases(settings: &Settings, inventory: &Inventory) -> Vec<(ParameterSet, Result<Cases, String>)> {
    let found = inventory.found.iter();
    let mut makers: Vec<Subject> = found
        .map(|found| Subject::new(found, settings.timeout))
        .collect();
    let each = settings
        .sets
        .iter()
        .map(|set| (*set, Cases::make(*set, &mut makers, settings.seed)));
    each.collect()
}

struct Tour<'a> {
    settings: &'a Settings,
    examiner: &'a Examiner<'a>,
    cases: Vec<(ParameterSet, Result<Cases, String>)>,
    progress: &'a mut dyn FnMut(&str),
}

impl Tour<'_> {
    /// All sets of an implementation.
    fn rows(&mut self, found: &Found) -> Vec<Row> {
        let mut subject = Subject::new(found, self.settings.timeout);
        let mut all = Vec::new();
        for (set, cases) in &self.cases {
            let operations = &self.settings.operations;
            let rows = self
                .examiner
                .examine(found, &mut subject, cases, *set, operations);
            for row in &rows {
                (self.progress)(&row.in_words());
            }
            all.extend(rows);
        }
        all
    }
}

/// Entries that could have covered something in these rows and covered nothing.
fn unused(list: &PublicList, rows: &[Row]) -> Vec<String> {
    let entries = list.entries.iter().filter(|entry| {
        let mut concerned = rows.iter().filter(|row| {
            let looked = Looked {
                implementation: &row.implementation,
                algorithm: algorithm(&row.parameter_set),
                operation: row.operation,
            };
            row.ran() && entry.concerns(&looked)
        });
        let used = |row: &Row| {
            row.covered()
                .iter()
                .any(|covered| covered.entry == entry.id)
        };
        concerned.next().is_some() && !rows.iter().any(used)
    });
    entries.map(|entry| entry.id.clone()).collect()
}

/// The algorithm of a set's name such as `ml-kem-768`.
fn algorithm(set: &str) -> &str {
    set.rsplit_once('-').map_or(set, |(algorithm, _)| algorithm)
}
