//! One table: the systems of one parameter set, operation and lane, the fastest first, with their distributions.

use super::View;
use super::chart;
use super::gather::{CellFacts, CellKey};
use super::markup::{About, Cell, Column, Line as Row, Table, escape, thousands};
use super::scale::Scale;
use crate::math::Portable;
use crate::report::text::{time, time_or_dash};
use crate::report::{Group, Line};
use crate::stats;
use arena_runner::message::Operation;

const BAR_WIDTH: f64 = 190.0;
const TIMES_WIDTH: f64 = 320.0;
/// What resampling of rounds draws from; the rounds alone give every figure.
const SEED: u64 = 0x7061_6765;

/// What the interval of a ratio to the best is an interval of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// The ratios of the rounds that both took part in.
    Pairs,
    /// The system's own figure.
    Figure,
    /// Nothing: the lowest and the highest round.
    Rounds,
    /// The median of the samples of one round.
    Samples,
}

impl From {
    const fn name(self) -> &'static str {
        match self {
            From::Pairs => "pairs",
            From::Figure => "figure",
            From::Rounds => "rounds",
            From::Samples => "samples",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            From::Pairs => "95 % interval of the ratio, round by round",
            From::Figure => "95 % interval of the system's own figure, over that of the fastest",
            From::Rounds => {
                "lowest and highest round, over the figure of the fastest; no confidence interval"
            }
            From::Samples => {
                "95 % interval of the median of one round, over the figure of the fastest; says nothing of other rounds"
            }
        }
    }
}

/// An interval of a ratio to the best.
type Interval = (f64, f64, From);

pub(super) fn render(view: &View<'_>, group: &Group, set: &str) -> String {
    let lines: Vec<&Line> = group.lines.iter().take(super::MOST_LISTED).collect();
    let cells: Vec<Option<&CellFacts>> = lines
        .iter()
        .map(|line| view.material.gathered.cells.get(&key(group, &line.system)))
        .collect();
    let intervals: Vec<Option<Interval>> = lines
        .iter()
        .zip(&cells)
        .map(|(line, cell)| interval(view, group, line, *cell, cells.first().copied().flatten()))
        .collect();
    let charts = Charts::of(group, &lines, &cells, &intervals);
    let mut rows = Vec::new();
    for ((line, cell), interval) in lines.iter().zip(&cells).zip(&intervals) {
        let about = About {
            set: Some(set),
            operation: Some(group.operation.id()),
            lane: group.lane.map(|lane| lane.id()),
            system: Some(&line.system),
        };
        rows.push(Row {
            about: about.attributes(),
            class: view.class_of(&line.system),
            cells: charts.cells(line, *cell, *interval),
        });
    }
    let lane = group.lane.map_or("no lane", |lane| lane.id());
    let about = About {
        operation: Some(group.operation.id()),
        lane: Some(lane),
        ..About::default()
    };
    let table = Table {
        caption: group.title.clone(),
        columns: charts.columns(&view.report.verdict.baseline),
        lines: rows,
        sortable: true,
    };
    let mut out = format!(
        "<div class=\"group\"{}><h4>{} <small>{lane}</small></h4>\n{}",
        about.attributes(),
        group.operation.id(),
        table.render()
    );
    out += &super::and_more(
        group.lines.len(),
        lines.len(),
        "normalized.jsonl holds them",
    );
    if let Some(note) = &group.note {
        out += &format!("<p class=\"note\">{}</p>\n", escape(note));
    }
    out + "</div>\n"
}

fn key(group: &Group, system: &str) -> CellKey {
    CellKey {
        set: (group.algorithm.clone(), group.parameter_set.clone()),
        operation: group.operation,
        lane: group.lane,
        system: system.to_owned(),
    }
}

/// What every table of this kind shows, said once.
pub(super) fn legend() -> String {
    let kinds = [From::Pairs, From::Figure, From::Rounds, From::Samples];
    let mut out = "<p class=\"note\">Bars: the time over that of the fastest, from zero, with an interval. Where the interval is from: ".to_owned();
    let words: Vec<String> = kinds
        .iter()
        .map(|kind| format!("<b>{}</b>: {}", kind.name(), kind.words()))
        .collect();
    out += &words.join("; ");
    out + ". Distributions: a histogram of all samples of all rounds, a line from percentile 5 to 95, a stroke at the median; what lies beyond percentiles 1 and 99 is drawn at the ends.</p>\n"
}

/// The interval of a line relative to the best.
fn interval(
    view: &View<'_>,
    group: &Group,
    line: &Line,
    cell: Option<&CellFacts>,
    best: Option<&CellFacts>,
) -> Option<Interval> {
    let ratio = line.to_best?;
    let best_ns = line.median_ns / ratio;
    let over = |low: f64, high: f64, from| {
        let ends = (low / best_ns, high / best_ns, from);
        (ends.0.is_finite() && ends.1.is_finite()).then_some(ends)
    };
    let costs = view.report.verdict.analysis.is_some() && group.operation == Operation::Sign;
    if costs && group.algorithm == "ml-dsa" {
        return over(line.low_ns?, line.high_ns?, From::Figure);
    }
    let (cell, best) = (cell?, best?);
    let shared = cell
        .rounds
        .iter()
        .filter_map(|(round, own)| Some((own / best.rounds.get(round)?).natural_log()));
    let logs: Vec<Vec<f64>> = shared.map(|log| vec![log]).collect();
    let paired = stats::paired(&logs, SEED).and_then(|estimate| estimate.interval);
    if std::ptr::eq(cell, best) && paired.is_some() {
        // The measure itself.
        return None;
    }
    if let Some(interval) = paired.filter(|_| logs.len() == cell.rounds.len()) {
        return Some((interval.low, interval.high, From::Pairs));
    }
    match (line.low_ns, line.high_ns, cell.interval) {
        (Some(low), Some(high), _) => over(low, high, From::Rounds),
        (_, _, Some((low, high))) => over(low, high, From::Samples),
        _ => None,
    }
}

/// The axes of a table, and its columns.
struct Charts {
    ranked: bool,
    bars: Scale,
    times: Scale,
}

impl Charts {
    fn of(
        group: &Group,
        lines: &[&Line],
        cells: &[Option<&CellFacts>],
        intervals: &[Option<Interval>],
    ) -> Charts {
        let bars = lines.iter().filter_map(|line| line.to_best);
        let highs = intervals.iter().flatten().map(|(_, high, _)| *high);
        let most = lines
            .iter()
            .filter_map(|line| line.to_best)
            .fold(1.0, f64::max);
        // A wild interval must not make every bar a stroke.
        let highs = highs.map(|high| high.min(1.5 * most));
        let ends = cells
            .iter()
            .flatten()
            .flat_map(|cell| [cell.samples.quantile(0.01), cell.samples.quantile(0.99)]);
        let ends: Vec<f64> = ends.flatten().map(|value| value.max(1.0)).collect();
        Charts {
            ranked: group.ranked,
            bars: Scale::from_zero(bars.chain(highs), BAR_WIDTH),
            times: Scale::logarithmic(ends.into_iter(), TIMES_WIDTH),
        }
    }

    fn columns(&self, baseline: &str) -> Vec<Column> {
        let times = chart::axis(
            &self.times,
            "Axis of time, logarithmic",
            &[],
            &[],
            short_time,
        );
        let mut columns = vec![Column::words("system")];
        if self.ranked {
            let bars = chart::axis(
                &self.bars,
                "Axis of the ratio to the best, from zero",
                &[],
                &[1.0],
                |value| format!("{value}×"),
            );
            columns.push(Column::figures("to best"));
            columns.push(Column::chart("time over that of the best", &bars));
            columns.push(Column::figures("interval"));
            columns.push(Column::words("from"));
        }
        columns.extend(["median", "lowest", "highest", "rounds"].map(Column::figures));
        columns.push(Column::figures(&format!("to {baseline}")));
        columns.push(Column::chart("distribution of the samples", &times));
        columns
    }

    fn cells(
        &self,
        line: &Line,
        cell: Option<&CellFacts>,
        interval: Option<Interval>,
    ) -> Vec<Cell> {
        let mut cells = vec![Cell::text(&line.system)];
        if self.ranked {
            let ratio = line.to_best;
            let shown = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
            let ends = interval.map_or("-".to_owned(), |(low, high, _)| {
                format!("{low:.3} to {high:.3}")
            });
            let words = format!("{}: {shown} times the best, interval {ends}", line.system);
            let bar = chart::bar(
                &self.bars,
                &[(ratio.unwrap_or(0.0), "bar")],
                interval.map(|(low, high, _)| (low, high)),
                &words,
            );
            cells.push(Cell::figure(&shown, ratio));
            cells.push(Cell::markup(bar));
            cells.push(Cell::figure(&ends, interval.map(|(low, ..)| low)));
            cells.push(Cell::text(interval.map_or("-", |(.., from)| from.name())));
        }
        cells.push(Cell::figure(&time(line.median_ns), Some(line.median_ns)));
        cells.push(Cell::figure(&time_or_dash(line.low_ns), line.low_ns));
        cells.push(Cell::figure(&time_or_dash(line.high_ns), line.high_ns));
        cells.push(Cell::figure(
            &line.rounds.to_string(),
            Some(line.rounds as f64),
        ));
        let shown = line
            .to_baseline
            .map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        cells.push(Cell::figure(&shown, line.to_baseline));
        cells.push(self.distribution(line, cell));
        cells
    }

    fn distribution(&self, line: &Line, cell: Option<&CellFacts>) -> Cell {
        let Some(samples) = cell
            .map(|cell| &cell.samples)
            .filter(|samples| samples.total() > 0)
        else {
            return Cell::text("no samples");
        };
        let part = |part| time_or_dash(samples.quantile(part));
        let words = format!(
            "{}: {} samples, percentile 5 {}, median {}, percentile 95 {}",
            line.system,
            thousands(samples.total()),
            part(0.05),
            part(0.5),
            part(0.95)
        );
        Cell::markup(chart::times(&self.times, samples, &words))
    }
}

/// A time on an axis: a round number without a long tail of zeros.
pub(super) fn short_time(ns: f64) -> String {
    let text = time(ns);
    let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
    let number = if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    };
    format!("{number} {unit}")
}
