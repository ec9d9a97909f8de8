//! What is not comparable and why, what stays out of the tables, and how a stranger checks the page.

use super::View;
use super::markup::{About, Cell, Column, Line, Table, escape, thousands};
use crate::report::markdown;
use crate::report::table::describe;

/// Kinds of faults in the coverage, besides rows that are listed with what is left out.
const PLACES: &str = "verdict.json lists them";

pub(super) fn cautions(view: &View<'_>) -> String {
    let mut out = "<ul>\n".to_owned();
    for caution in markdown::cautions(view.report) {
        out += &format!("<li>{}</li>\n", escape(&caution.replace('`', "")));
    }
    out + "</ul>\n"
}

pub(super) fn left_out(view: &View<'_>) -> String {
    let coverage = &view.report.verdict.coverage;
    let kinds = [
        ("missing", &coverage.missing),
        ("doubled", &coverage.doubled),
        ("foreign", &coverage.foreign),
        ("malformed", &coverage.malformed),
    ];
    let left_out = &view.report.left_out;
    let mut lines = Vec::new();
    let mut count = left_out.len();
    for row in left_out.iter().take(super::MOST_LISTED) {
        lines.push(line([&row.row, row.why, &row.reason]));
    }
    for (kind, entries) in kinds {
        // Doubled and foreign rows stand among what is left out already.
        let entries = entries
            .iter()
            .filter(|_| !matches!(kind, "doubled" | "foreign"));
        for entry in entries {
            count += 1;
            if lines.len() < super::MOST_LISTED {
                let row = entry.row.as_deref().unwrap_or("-");
                lines.push(line([row, kind, &describe(entry)]));
            }
        }
    }
    if lines.is_empty() {
        return "<p>Nothing: every row that was asked for is there and usable.</p>\n".to_owned();
    }
    let shown = lines.len();
    let table = Table {
        caption: "Rows that stay out of the tables".to_owned(),
        columns: vec![
            Column::words("row"),
            Column::words("why"),
            Column::prose("what happened"),
        ],
        lines,
        sortable: true,
    };
    format!(
        "{}{}",
        table.render(),
        super::and_more(count, shown, PLACES)
    )
}

fn line(texts: [&str; 3]) -> Line {
    Line {
        about: About::default().attributes(),
        class: "",
        cells: texts.map(Cell::text).to_vec(),
    }
}

pub(super) fn again(view: &View<'_>) -> String {
    let plan = &view.material.plan;
    let coverage = &view.report.verdict.coverage;
    let mut facts = vec![
        ("seed", format!("{:016x}", plan.seed)),
        (
            "counts",
            format!(
                "{} rounds, {} samples a row, {} warm-ups",
                plan.rounds,
                thousands(plan.iterations as u64),
                thousands(plan.warmups as u64)
            ),
        ),
        (
            "rows",
            format!(
                "{} usable, {} there, {} asked for, {} in the protocol",
                coverage.ok, coverage.present, coverage.asked, coverage.expected
            ),
        ),
    ];
    if let Some(of) = &view.material.facts {
        let commit = of
            .source
            .commit
            .clone()
            .unwrap_or_else(|| "not known".to_owned());
        let dirty = if of.source.dirty == Some(true) {
            ", with changes"
        } else {
            ""
        };
        facts.push(("arena", format!("{}, commit {commit}{dirty}", of.arena)));
    }
    let mut out = "<p>This page follows from the other files of its folder. <code>arena verify DIR</code> recomputes every figure and compares the page byte for byte; it needs nothing but the folder.</p>\n<dl class=\"facts\">\n".to_owned();
    for (name, value) in facts {
        out += &format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(&value));
    }
    out + "</dl>\n"
}
