//! Rows without a plan as a page: their figures, and for each fact how many rows say it and what.

use super::Loose;
use crate::export::{COLUMNS, Column, Entry, Run, Value};
use crate::report::sections::Section;
use crate::report::sheet::Sheet;
use crate::report::text::time_or_dash;
use serde::Serialize;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a row of a run with a plan says of how, of what and where it was measured.
const FACTS: [&str; 18] = [
    "run_id",
    "protocol",
    "lane",
    "round",
    "version",
    "back_end",
    "prepared_key",
    "build",
    "runner_sha256",
    "randomness",
    "median_ns",
    "median_low_ns",
    "check",
    "machine",
    "cpu",
    "os",
    "arch",
    "pinned_cpu",
];
/// Values of a fact that are listed.
const LISTED: usize = 3;

/// How many rows say a fact, and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The column of the exported table.
    pub name: &'static str,
    /// Rows that say it.
    pub said_by: usize,
    /// What they say, each value once.
    pub values: Vec<String>,
}

impl Loose {
    /// Each fact, in the order of the table's columns.
    pub fn facts(&self) -> Vec<Fact> {
        let columns = COLUMNS.iter().filter(|column| FACTS.contains(&column.name));
        let none = Rc::new(Run {
            run_id: None,
            protocol: None,
            created_unix_ns: None,
        });
        let entries: Vec<Entry> = self
            .rows
            .iter()
            .map(|row| Entry {
                run: none.clone(),
                row: row.clone(),
            })
            .collect();
        columns.map(|column| fact(column, &entries)).collect()
    }

    /// The page.
    pub fn sheet(&self) -> Sheet {
        let Loose {
            folder,
            files,
            rows,
            malformed,
        } = self;
        let versions: BTreeSet<u32> = rows.iter().map(|row| row.source.schema_version).collect();
        let versions: Vec<String> = versions.iter().map(u32::to_string).collect();
        let mut sentences = vec![format!(
            "{} rows of schema version {} from {files} files. There is no plan: nothing says which rows there should be, by which protocol and on which machine they were measured. So there is no verdict, nothing is ranked, and what the rows don't say is missing here and not guessed.",
            rows.len(),
            versions.join(", "),
        )];
        if rows
            .iter()
            .any(|row| row.median_ns.is_none() && row.mean_ns.is_some())
        {
            sentences.push("Rows with a mean and no samples have no intervals, and a mean is not compared with a median.".to_owned());
        }
        for finding in malformed {
            sentences.push(format!("Left out: {finding}"));
        }
        Sheet {
            title: format!("Rows without a plan: {folder}"),
            sentences,
            charts: Vec::new(),
            sections: vec![self.figures(), self.said()],
        }
    }

    fn figures(&self) -> Section {
        let whole = |value: Option<usize>| value.map_or("-".to_owned(), |value| value.to_string());
        let rows = self.rows.iter().map(|row| {
            vec![
                row.name(),
                time_or_dash(row.mean_ns),
                time_or_dash(row.median_ns),
                whole(row.iterations),
                whole(row.warmups),
                format!("{}:{}", row.source.file, row.source.line),
            ]
        });
        Section {
            title: "Figures".to_owned(),
            head: vec!["row", "mean", "median", "calls", "warm-ups", "place"],
            rows: rows.collect(),
            notes: Vec::new(),
        }
    }

    fn said(&self) -> Section {
        let rows = self.facts().into_iter().map(|fact| {
            let mut values = fact.values.iter().take(LISTED).cloned().collect::<Vec<_>>();
            if fact.values.len() > LISTED {
                values.push(format!("and {} more", fact.values.len() - LISTED));
            }
            let said = if values.is_empty() {
                "missing".to_owned()
            } else {
                values.join("; ")
            };
            let count = format!("{} of {}", fact.said_by, self.rows.len());
            vec![fact.name.to_owned(), count, said]
        });
        Section {
            title: "What the rows say, and what they don't".to_owned(),
            head: vec!["fact", "rows", "what they say"],
            rows: rows.collect(),
            notes: vec![
                "Values stand as the rows have them: cpu may name a service and not a processor."
                    .to_owned(),
            ],
        }
    }
}

fn fact(column: &Column, entries: &[Entry]) -> Fact {
    let mut values = BTreeSet::new();
    let mut said_by = 0;
    for entry in entries {
        let value = match (column.value)(entry) {
            Value::Text(text) => text.map(str::to_owned),
            Value::Integer(value) => value.map(|value| value.to_string()),
            // Of figures it is enough that there are any.
            Value::Number(value) => value.map(|_| "a figure".to_owned()),
        };
        said_by += usize::from(value.is_some());
        values.extend(value);
    }
    Fact {
        name: column.name,
        said_by,
        values: values.into_iter().collect(),
    }
}
