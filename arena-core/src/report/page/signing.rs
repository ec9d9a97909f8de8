//! What a signature costs: a fixed part, a part for each attempt, and the times of the messages by their attempts.

use super::View;
use super::chart;
use super::gather::{CellFacts, CellKey, SetKey};
use super::markup::{About, Cell, Column, Line, Table, escape, thousands};
use super::scale::Scale;
use super::speed::short_time;
use crate::analysis::cost::SigningCost;
use crate::report::text::{time, time_or_dash};
use crate::stats::Figure;
use arena_runner::message::{Lane, Operation};

const BAR_WIDTH: f64 = 150.0;
const STEPS_WIDTH: f64 = 360.0;
/// Numbers of attempts that are drawn of one system.
const MOST_STEPS: usize = 24;

pub(super) fn render(view: &View<'_>, set: &SetKey, name: &str) -> String {
    if set.0 != "ml-dsa" {
        return String::new();
    }
    let Some(analysis) = &view.report.verdict.analysis else {
        let sign = |key: &&CellKey| key.set == *set && key.operation == Operation::Sign;
        if !view.material.gathered.cells.keys().any(|key| sign(&key)) {
            return String::new();
        }
        return "<div class=\"group\" data-o=\"sign\"><h4>Cost of signing</h4>\n<p class=\"note\">Not known: in this protocol a row signs one message, so the fixed cost and the cost of an attempt can't be told apart. Protocol <code>evidence</code> signs many and records the attempts of each.</p></div>\n".to_owned();
    };
    let mut out = String::new();
    for lane in [Lane::Prepared, Lane::FromBytes] {
        let costs = analysis
            .signing
            .iter()
            .filter(|cost| cost.lane == lane && cost.parameter_set == set.1);
        let mut costs: Vec<&SigningCost> = costs.take(super::MOST_LISTED).collect();
        costs.sort_by(|left, right| at_expected(left).total_cmp(&at_expected(right)));
        if !costs.is_empty() {
            out += &table(view, set, name, lane, &costs);
        }
    }
    out
}

fn at_expected(cost: &SigningCost) -> f64 {
    cost.at_expected
        .map_or(f64::INFINITY, |figure| figure.value)
}

fn table(view: &View<'_>, set: &SetKey, name: &str, lane: Lane, costs: &[&SigningCost]) -> String {
    let facts: Vec<Vec<(u32, f64, u64)>> = costs
        .iter()
        .map(|cost| {
            let key = CellKey {
                set: set.clone(),
                operation: Operation::Sign,
                lane: Some(lane),
                system: cost.system.clone(),
            };
            view.material
                .gathered
                .cells
                .get(&key)
                .map(steps)
                .unwrap_or_default()
        })
        .collect();
    let bars = Scale::from_zero(
        costs
            .iter()
            .filter_map(|cost| cost.at_expected)
            .flat_map(ends),
        BAR_WIDTH,
    );
    let times = facts.iter().flatten().map(|(_, time, _)| *time);
    let times = Scale::logarithmic(times, STEPS_WIDTH);
    let lines = costs.iter().zip(&facts).map(|(cost, steps)| {
        let about = About {
            set: Some(name),
            operation: Some("sign"),
            lane: Some(lane.id()),
            system: Some(&cost.system),
        };
        Line {
            about: about.attributes(),
            class: view.class_of(&cost.system),
            cells: cells(cost, steps, &bars, &times),
        }
    });
    let known = facts.iter().any(|steps| !steps.is_empty());
    let expected = costs.first().map_or(0.0, |cost| cost.expected_attempts);
    let table = Table {
        caption: format!("Cost of an {name} signature ({})", lane.id()),
        columns: columns(&bars, Some(&times).filter(|_| known)),
        lines: lines.collect(),
        sortable: true,
    };
    let about = About {
        operation: Some("sign"),
        lane: Some(lane.id()),
        ..About::default()
    };
    format!(
        "<div class=\"group\"{}><h4>cost of signing <small>{}</small></h4>\n{}<p class=\"note\">Signing repeats until a candidate passes (FIPS 204, Algorithm 7); {expected:.2} attempts are expected. Bars: <span class=\"key fixed\"></span> the fixed part, <span class=\"key attempts\"></span> the attempts. Dots: the median of the messages that took so many attempts, the larger the more messages. Intervals are of 95 %; attempts of hedged signatures are not known, and their time is the mean of the draws.</p></div>\n",
        about.attributes(),
        escape(lane.id()),
        table.render()
    )
}

/// The columns; without known attempts their chart has no axis.
fn columns(bars: &Scale, times: Option<&Scale>) -> Vec<Column> {
    let mut columns = vec![Column::words("system")];
    columns.push(Column::chart(
        "at the expected attempts",
        &chart::axis(bars, "Axis of time, from zero", &[], &[], short_time),
    ));
    let axis =
        times.map(|times| chart::axis(times, "Axis of time, logarithmic", &[], &[], short_time));
    columns.push(Column::chart(
        "time by number of attempts",
        &axis.unwrap_or_default(),
    ));
    columns.extend(
        [
            "at expected attempts",
            "fixed",
            "per attempt",
            "messages",
            "mean attempts",
        ]
        .map(Column::figures),
    );
    columns
}

/// (attempts, median time, messages), the fewest attempts first.
fn steps(cell: &CellFacts) -> Vec<(u32, f64, u64)> {
    let steps = cell.steps.iter();
    let steps = steps
        .filter_map(|(attempts, times)| Some((*attempts, times.quantile(0.5)?, times.total())));
    steps.take(MOST_STEPS).collect()
}

fn ends(figure: Figure) -> [f64; 2] {
    [
        figure.value,
        figure
            .interval
            .map_or(figure.value, |interval| interval.high),
    ]
}

fn cells(cost: &SigningCost, steps: &[(u32, f64, u64)], bars: &Scale, times: &Scale) -> Vec<Cell> {
    let parts = match (cost.fixed, cost.per_attempt, cost.at_expected) {
        (Some(fixed), Some(each), _) => vec![
            (fixed.value.max(0.0), "fixed"),
            ((each.value * cost.expected_attempts).max(0.0), "attempts"),
        ],
        (_, _, Some(whole)) => vec![(whole.value, "bar")],
        _ => Vec::new(),
    };
    let interval = cost.at_expected.and_then(|figure| figure.interval);
    let words = format!(
        "{}: {} at {:.2} attempts, of these fixed {}",
        cost.system,
        time_or_dash(cost.at_expected.map(|figure| figure.value)),
        cost.expected_attempts,
        time_or_dash(cost.fixed.map(|figure| figure.value))
    );
    let bar = chart::bar(
        bars,
        &parts,
        interval.map(|interval| (interval.low, interval.high)),
        &words,
    );
    let (messages, mean) = match cost.mean_attempts {
        Some(mean) => (thousands(cost.messages as u64), format!("{mean:.2}")),
        None => (
            format!("{} draws", thousands(cost.samples as u64)),
            "not known".to_owned(),
        ),
    };
    let words: Vec<String> = steps
        .iter()
        .take(8)
        .map(|(attempts, median, _)| format!("{attempts}: {}", time(*median)))
        .collect();
    let dots = if steps.is_empty() {
        Cell::text("attempts not known")
    } else {
        let words = format!(
            "{}: median time by attempts, {}",
            cost.system,
            words.join(", ")
        );
        Cell::markup(chart::steps(times, steps, &words))
    };
    vec![
        Cell::text(&cost.system),
        Cell::markup(bar),
        dots,
        figure(cost.at_expected),
        figure(cost.fixed),
        figure(cost.per_attempt),
        Cell::figure(&messages, None),
        Cell::figure(&mean, cost.mean_attempts),
    ]
}

/// A time with its interval.
fn figure(figure: Option<Figure>) -> Cell {
    let shown = time_or_dash(figure.map(|figure| figure.value));
    let interval = figure.and_then(|figure| figure.interval);
    let ends = interval.map(|ends| format!("{} to {}", time(ends.low), time(ends.high)));
    Cell::above(&shown, ends.as_deref(), figure.map(|figure| figure.value))
}
