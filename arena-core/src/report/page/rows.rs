//! Every row: its figures, its check, and the line of the raw file where it stands.

use super::View;
use super::gather::MOST_ROWS;
use super::markup::{About, Cell, Column, Line, Table, thousands};
use crate::normalize::{NormalizedRow, Standing};
use crate::record::{CheckOutcome, Status};
use crate::report::text::time_or_dash;

pub(super) fn render(view: &View<'_>) -> String {
    let gathered = &view.material.gathered;
    if gathered.rows.is_empty() {
        return String::new();
    }
    let mut columns = ["system", "parameter set", "operation", "lane"]
        .map(Column::words)
        .to_vec();
    columns.push(Column::figures("round"));
    columns.push(Column::words("status"));
    columns.extend(
        ["median", "mean", "percentile 5", "percentile 95", "samples"].map(Column::figures),
    );
    columns.extend(["check", "random from", "place"].map(Column::words));
    let table = Table {
        caption: "Every row".to_owned(),
        columns,
        lines: gathered.rows.iter().map(|row| line(view, row)).collect(),
        sortable: true,
    };
    format!(
        "<details><summary>{} rows</summary>\n{}{}</details>\n",
        thousands(gathered.row_count as u64),
        table.render(),
        super::and_more(gathered.row_count, MOST_ROWS, "normalized.jsonl holds them")
    )
}

fn line(view: &View<'_>, row: &NormalizedRow) -> Line {
    let set = format!("{}-{}", row.algorithm, row.parameter_set);
    let lane = row.lane.map(|lane| lane.id());
    let about = About {
        set: Some(&set),
        operation: Some(row.operation.id()),
        lane,
        system: Some(&row.system),
    };
    let time = |value: Option<f64>| Cell::figure(&time_or_dash(value), value);
    let place = format!("{}:{}", row.source.file, row.source.line);
    Line {
        about: about.attributes(),
        class: view.class_of(&row.system),
        cells: vec![
            Cell::text(&row.system),
            Cell::text(&set),
            Cell::text(row.operation.id()),
            Cell::text(lane.unwrap_or("-")),
            Cell::figure(
                &row.round.map_or("-".to_owned(), |round| round.to_string()),
                row.round.map(f64::from),
            ),
            status(row),
            time(row.median_ns),
            time(row.mean_ns),
            time(row.p5_ns),
            time(row.p95_ns),
            Cell::figure(
                &thousands(row.raw_samples as u64),
                Some(row.raw_samples as f64),
            ),
            Cell::text(check(row)),
            Cell::text(row.randomness.map_or("-", |source| source.id())),
            Cell::text(&place),
        ],
    }
}

fn status(row: &NormalizedRow) -> Cell {
    let (class, word) = match (row.standing, row.status) {
        (Standing::Doubled, _) => ("fail", "doubled"),
        (Standing::Foreign, _) => ("fail", "foreign"),
        (_, Status::Ok) => ("pass", "ok"),
        (_, Status::Failed) => ("fail", "failed"),
        (_, Status::Mismatch) => ("fail", "mismatch"),
    };
    Cell::markup(format!("<span class=\"{class}\">{word}</span>"))
}

fn check(row: &NormalizedRow) -> &'static str {
    match row.check {
        Some(CheckOutcome::Agrees) => "agrees",
        Some(CheckOutcome::SelfOnly) => "only with itself",
        Some(CheckOutcome::Mismatch) => "mismatch",
        Some(CheckOutcome::NotChecked) => "not checked",
        None => "not recorded",
    }
}
