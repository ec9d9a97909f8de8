//! What `arena check` found: implementations and suites in five classes, from `checks.json`.

use super::View;
use super::checks::{Checks, Counts, Entry, FILE, Subject};
use super::gather::Provenance;
use super::markup::{About, Cell, Column, Line, Table, escape, thousands};
use super::material::Attached;
use std::collections::BTreeSet;

/// Failures that are listed one by one.
const MOST_FAILURES: usize = 100;
/// Suites of a table.
const MOST_SUITES: usize = 40;

pub(super) fn render(view: &View<'_>) -> String {
    let checks = match &view.material.checks {
        Attached::There(checks) => checks,
        Attached::Absent => {
            return "<p>Not in this folder: the rows hold the checks of what was timed, no more. <code>arena check --out FILE</code> asks every implementation for published vectors, for exchange with every other and for bad input; <code>arena report DIR --checks FILE</code> then adds what it found.</p>\n".to_owned();
        }
        Attached::Unreadable(why) => {
            return format!("<p class=\"warn\">{FILE} {}</p>\n", escape(why));
        }
    };
    let depth = if checks.depth == "full" {
        "all cases"
    } else {
        "the core of the cases"
    };
    let only = checks.only.as_ref().map_or(String::new(), |text| {
        format!(", only cases named like <code>{}</code>", escape(text))
    });
    let mut out = format!(
        "<p class=\"note\">Arena {}, {depth}{only}. <span class=\"pass\">pass</span>; <span class=\"fail\">fail</span>; <span class=\"policy\">policy</span>: the standard leaves it free; <span class=\"muted\">unsupported</span>: no such entry point; <span class=\"muted\">not run</span>.</p>\n",
        escape(&checks.arena)
    );
    out += &matrix(view, checks, None);
    out += &suites(checks);
    out += &failures(checks);
    let sets: BTreeSet<&str> = checks
        .cells
        .iter()
        .map(|entry| entry.parameter_set.as_str())
        .collect();
    for set in sets.into_iter().take(MOST_SUITES) {
        let set_attribute = About {
            set: Some(set),
            ..About::default()
        }
        .attributes();
        out += &format!(
            "<details class=\"group\"{set_attribute}><summary>{}</summary>\n{}</details>\n",
            escape(set),
            matrix(view, checks, Some(set))
        );
    }
    out
}

/// Implementations and suites, of one parameter set or of all together.
fn matrix(view: &View<'_>, checks: &Checks, set: Option<&str>) -> String {
    let suites: Vec<&str> = checks
        .suites
        .iter()
        .map(|suite| suite.id.as_str())
        .take(MOST_SUITES)
        .collect();
    let mut columns = vec![Column::words("implementation"), Column::prose("runner")];
    columns.extend(suites.iter().map(|id| Column::figures(id)));
    let mut lines = Vec::new();
    for subject in checks.subjects.iter().take(super::MOST_LISTED) {
        let about = About {
            set,
            system: Some(&subject.id),
            ..About::default()
        };
        let mut cells = vec![
            Cell::above(&subject.id, Some(&subject.version), None),
            Cell::text(if subject.why_not.is_empty() {
                measured(view, subject)
            } else {
                &subject.why_not
            }),
        ];
        for suite in &suites {
            let of = |entry: &&Entry| {
                entry.implementation == subject.id
                    && entry.suite == *suite
                    && set.is_none_or(|set| entry.parameter_set == set)
            };
            let mut counts = Counts::default();
            checks
                .cells
                .iter()
                .filter(of)
                .for_each(|entry| counts.add(&entry.counts));
            cells.push(classes(&counts));
        }
        lines.push(Line {
            about: about.attributes(),
            class: view.class_of(&subject.id),
            cells,
        });
    }
    Table {
        caption: format!(
            "Checks by implementation and suite, {}",
            set.unwrap_or("all parameter sets")
        ),
        columns,
        lines,
        sortable: false,
    }
    .render()
}

/// Whether the executable that was checked is one that was measured.
fn measured(view: &View<'_>, subject: &Subject) -> &'static str {
    let all = view.material.gathered.provenance.values().flatten();
    let own = |provenance: &&Provenance| provenance.implementation == subject.id;
    let mut sums = all.filter(own).map(|provenance| &provenance.runner_sha256);
    match sums.next() {
        None => "not measured here",
        Some(first) => {
            let same = |sum: &Option<String>| sum.as_ref() == Some(&subject.runner_sha256);
            if same(first) || sums.any(same) {
                "as measured"
            } else {
                "another build than measured"
            }
        }
    }
}

fn classes(counts: &Counts) -> Cell {
    let there = counts.classes().into_iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> = there
        .map(|(name, count)| {
            let class = if matches!(name, "unsupported" | "not run") {
                "muted"
            } else {
                name
            };
            format!(
                "<span class=\"{class} class\">{} {name}</span>",
                thousands(count)
            )
        })
        .collect();
    if parts.is_empty() {
        return Cell::markup("<span class=\"muted\">-</span>".to_owned());
    }
    Cell::markup(parts.join(" "))
}

fn suites(checks: &Checks) -> String {
    let mut out = "<dl class=\"facts\">\n".to_owned();
    for suite in checks.suites.iter().take(MOST_SUITES) {
        out += &format!(
            "<div><dt>{}</dt><dd>{}</dd></div>\n",
            escape(&suite.id),
            escape(&suite.purpose)
        );
    }
    out + "</dl>\n"
}

fn failures(checks: &Checks) -> String {
    let failed = |entry: &Entry| {
        entry
            .findings
            .iter()
            .filter(|finding| finding.class == "fail")
            .count()
    };
    let count: usize = checks.cells.iter().map(failed).sum();
    if count == 0 {
        return String::new();
    }
    let mut lines = Vec::new();
    for entry in &checks.cells {
        for finding in entry
            .findings
            .iter()
            .filter(|finding| finding.class == "fail")
        {
            if lines.len() == MOST_FAILURES {
                break;
            }
            let about = About {
                set: Some(&entry.parameter_set),
                system: Some(&entry.implementation),
                ..About::default()
            };
            let cells = [
                &entry.implementation,
                &entry.suite,
                &entry.parameter_set,
                &finding.case,
                &finding.detail,
            ];
            lines.push(Line {
                about: about.attributes(),
                class: "",
                cells: cells.map(|text| Cell::text(text)).to_vec(),
            });
        }
    }
    let shown = lines.len();
    let table = Table {
        caption: "Cases that failed".to_owned(),
        columns: vec![
            Column::words("implementation"),
            Column::words("suite"),
            Column::words("parameter set"),
            Column::words("case"),
            Column::prose("what came"),
        ],
        lines,
        sortable: true,
    };
    format!(
        "<details class=\"group\"><summary>{} cases failed</summary>\n{}{}</details>\n",
        thousands(count as u64),
        table.render(),
        super::and_more(count, shown, "checks.json holds them")
    )
}
