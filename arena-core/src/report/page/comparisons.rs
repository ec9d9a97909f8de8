//! Where systems took turns: every comparison with its intervals, and the control.

use super::View;
use super::chart::{self, Guide, Mark};
use super::markup::{About, Cell, Column, Line, Table, escape};
use super::scale::Scale;
use super::top::show_ratio;
use crate::analysis::{Comparison, OperationComparison};
use crate::report::sections::{self, percent};
use crate::stats::Estimate;

const WIDTH: f64 = 300.0;
const GUIDES: [Guide; 1] = [(1.0, "one")];
/// Columns of [`sections::HEAD`] before and after the chart.
const BEFORE_CHART: usize = 3;

pub(super) fn render(view: &View<'_>) -> String {
    let Some(analysis) = &view.report.verdict.analysis else {
        return String::new();
    };
    let mut out = "<p class=\"note\">All systems of a round take turns on one processor. A ratio below 1 means that the first takes less time. The control is one executable under two names: what differs there is the noise of the method.</p>\n".to_owned();
    let verdict = &view.report.verdict;
    for control in analysis.control.iter().take(super::MOST_LISTED) {
        out += &one(view, control, true, true);
    }
    for comparison in analysis.comparisons.iter().take(super::MOST_LISTED) {
        let open = comparison.candidate == verdict.candidate;
        out += &one(view, comparison, false, open);
    }
    out + &super::and_more(
        analysis.comparisons.len(),
        super::MOST_LISTED,
        "verdict.json holds them",
    )
}

fn one(view: &View<'_>, comparison: &Comparison, control: bool, open: bool) -> String {
    let section = sections::comparison(comparison);
    let scale = scale(comparison);
    let axis = chart::axis(&scale, "Axis of the ratio", &GUIDES, &[1.0], show_ratio);
    let names = section.head.iter();
    let mut columns: Vec<Column> = names.map(|name| Column::figures(name)).collect();
    columns[0] = Column::words(section.head[0]);
    columns.insert(BEFORE_CHART, Column::chart("below 1 is faster", &axis));
    let table = Table {
        caption: section.title.clone(),
        columns,
        lines: lines(comparison, &section.rows, &scale, control),
        sortable: true,
    };
    let (class, kind) = if control {
        ("", "Control: ")
    } else {
        (view.class_of(&comparison.candidate), "")
    };
    let about = About {
        lane: Some(comparison.lane.id()),
        ..About::default()
    };
    let notes = section.notes.iter();
    let notes: String = notes
        .map(|note| format!("<p class=\"note\">{}</p>\n", escape(note)))
        .collect();
    format!(
        "<details class=\"group {class}\"{}{}><summary>{kind}{}: <b>{}</b></summary>\n{}{notes}</details>\n",
        about.attributes(),
        if open { " open" } else { "" },
        escape(&section.title),
        comparison.call.words(),
        table.render(),
    )
}

/// The estimates in the order of the section's rows: the operations, the mean, the mean without signing.
fn estimates(comparison: &Comparison) -> impl Iterator<Item = Option<Estimate>> + '_ {
    let operations = comparison.operations.iter();
    let means = [comparison.geometric_mean, comparison.without_signing];
    operations.map(|operation| operation.estimate).chain(means)
}

fn scale(comparison: &Comparison) -> Scale {
    let ends = estimates(comparison).flatten().flat_map(|estimate| {
        let interval = estimate.interval;
        [
            estimate.ratio,
            interval.map_or(estimate.ratio, |of| of.low),
            interval.map_or(estimate.ratio, |of| of.high),
        ]
    });
    let ends = ends.map(|value| value.clamp(0.01, 100.0));
    Scale::logarithmic(ends.chain([0.98, 1.02]), WIDTH)
}

fn lines(comparison: &Comparison, rows: &[Vec<String>], scale: &Scale, control: bool) -> Vec<Line> {
    let floors = comparison.operations.iter().map(|of| of.noise_floor);
    let floors = floors.chain([comparison.noise_floor, None]);
    let figures = estimates(comparison).zip(floors);
    let mut lines = Vec::new();
    for (place, (row, (estimate, floor))) in rows.iter().zip(figures).enumerate() {
        let mut cells: Vec<Cell> = row.iter().map(|text| Cell::text(text)).collect();
        cells[1] = Cell::figure(&row[1], estimate.map(|estimate| estimate.ratio));
        cells[3] = Cell::figure(&percent(floor), floor);
        cells.insert(
            BEFORE_CHART,
            Cell::markup(mark(scale, estimate, floor, row)),
        );
        let operation = comparison.operations.get(place);
        lines.push(Line {
            about: about(comparison, operation, control),
            class: if operation.is_none() { "sum" } else { "" },
            cells,
        });
    }
    lines
}

fn about(
    comparison: &Comparison,
    operation: Option<&OperationComparison>,
    control: bool,
) -> String {
    let set = operation.map(|of| format!("{}-{}", of.algorithm, of.parameter_set));
    About {
        set: set.as_deref(),
        operation: operation.map(|of| of.operation.id()),
        lane: Some(comparison.lane.id()),
        system: Some(&comparison.candidate)
            .filter(|_| !control)
            .map(String::as_str),
    }
    .attributes()
}

fn mark(scale: &Scale, estimate: Option<Estimate>, floor: Option<f64>, row: &[String]) -> String {
    let mark = estimate.map(|estimate| Mark {
        value: estimate.ratio,
        low: estimate.interval.map(|interval| interval.low),
        high: estimate.interval.map(|interval| interval.high),
        floor,
        sum: matches!(row[0].as_str(), "geometric mean" | "without signing"),
    });
    let words = format!("{}: {}, 95 % interval {}", row[0], row[1], row[2]);
    chart::ratio(scale, &GUIDES, mark, &words)
}
