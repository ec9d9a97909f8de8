//! Who was asked about whose timed results, and what they said.

use super::View;
use super::gather::{Checked, SetKey};
use super::markup::{About, Cell, Column, Line, Table, escape, thousands};
use std::collections::BTreeSet;

/// Columns of a matrix.
const MOST_ASKED: usize = 40;

pub(super) fn render(view: &View<'_>, set: &SetKey, name: &str) -> String {
    let Some(systems) = view.material.gathered.checked.get(set) else {
        return String::new();
    };
    let asked: BTreeSet<&str> = systems
        .values()
        .flat_map(|checked| checked.asked.keys())
        .map(String::as_str)
        .collect();
    let asked: Vec<&str> = asked.into_iter().take(MOST_ASKED).collect();
    let mut columns = vec![Column::words("results of"), Column::words("outcome")];
    columns.extend(asked.iter().map(|id| Column::figures(id)));
    let mut lines = Vec::new();
    for (system, checked) in systems.iter().take(super::MOST_LISTED) {
        let about = About {
            set: Some(name),
            system: Some(system),
            ..About::default()
        };
        let mut cells = vec![Cell::text(system), Cell::markup(outcomes(checked))];
        cells.extend(asked.iter().map(|id| vote(checked, id)));
        lines.push(Line {
            about: about.attributes(),
            class: view.class_of(system),
            cells,
        });
    }
    let table = Table {
        caption: format!("Agreement on results of {name}"),
        columns,
        lines,
        sortable: false,
    };
    format!(
        "<div class=\"group\"><h4>agreement</h4>\n{}{}<p class=\"note\">Numbers of rows, all operations and lanes: how often the implementation at the top was asked about results of the system at the left and agreed (<span class=\"pass\">✓</span>) or disagreed (<span class=\"fail\">✗</span>). Code that shares no package with the subject is asked first, and one that agrees is enough, so an empty cell is no objection.</p></div>\n",
        table.render(),
        super::and_more(systems.len(), super::MOST_LISTED, "the raw rows hold them")
    )
}

fn outcomes(checked: &Checked) -> String {
    let named = [
        ("agrees", "pass"),
        ("only with itself", "policy"),
        ("mismatch", "fail"),
        ("not checked", "muted"),
    ];
    let there = named
        .iter()
        .zip(checked.outcomes)
        .filter(|(_, count)| *count > 0);
    let parts: Vec<String> = there
        .map(|((name, class), count)| {
            format!("<span class=\"{class}\">{} {name}</span>", thousands(count))
        })
        .collect();
    parts.join(", ")
}

fn vote(checked: &Checked, id: &str) -> Cell {
    let votes = checked.asked.get(id).copied().unwrap_or_default();
    let mut parts = Vec::new();
    if votes.agreed > 0 {
        parts.push(format!(
            "<span class=\"pass\">{} ✓</span>",
            thousands(votes.agreed)
        ));
    }
    if votes.disagreed > 0 {
        parts.push(format!(
            "<span class=\"fail\">{} ✗</span>",
            thousands(votes.disagreed)
        ));
    }
    if parts.is_empty() {
        return Cell::markup(format!(
            "<span class=\"muted\" title=\"{} was not asked\">·</span>",
            escape(id)
        ));
    }
    Cell::markup(parts.join(" "))
}
