//! The head of the page: the verdict in a sentence, the ratios that it rests on, the criteria.

use super::chart::{self, Guide, Mark};
use super::markup::{About, Cell, Column, Line, Table, escape, thousands};
use super::scale::Scale;
use super::{View, machine};
use crate::gate::{Limits, OperationResult, Spread};
use crate::report::text::time_or_dash;
use crate::verdict::Verdict;

/// The width of the chart of ratios.
const WIDTH: f64 = 380.0;
/// Ratios farther from 1 than this are drawn as arrows, so that the limits stay apart.
const FARTHEST: f64 = 2.0;

pub(super) fn header(view: &View<'_>) -> String {
    let verdict = &view.report.verdict;
    let mut out = format!(
        "<header class=\"head\">\n<p class=\"kicker\">Protocol {}: {}.</p>\n<h1>Run {}</h1>\n",
        escape(&verdict.protocol),
        escape(&view.report.purpose),
        escape(&verdict.run_id)
    );
    if let Some(line) = view.report.no_evidence() {
        out += &format!("<p class=\"warn\">{}</p>\n", escape(&line));
    }
    out + "</header>\n"
}

pub(super) fn verdict(view: &View<'_>) -> String {
    let verdict = &view.report.verdict;
    let mut out = format!(
        "<section id=\"verdict\"><h2 class=\"vh\">Verdict</h2>\n<p class=\"statement\"><span class=\"pill {0}\">{1}</span> {2}</p>\n",
        verdict.overall.id(),
        verdict.overall.words(),
        escape(&verdict.statement)
    );
    out += &key_figures(verdict);
    out += &operations(verdict);
    out += &criteria(verdict);
    out += &machine::render(view);
    out + "</section>\n"
}

fn key_figures(verdict: &Verdict) -> String {
    let mut figures = Vec::new();
    let what = format!(
        "geometric mean, {} over {}",
        verdict.candidate, verdict.baseline
    );
    figures.push(match verdict.geometric_mean {
        Some(mean) => {
            let detail = spread(Some(mean), verdict.analysis.is_some());
            (what, format!("{:.4}", mean.value), detail)
        }
        None => (
            what,
            "none".to_owned(),
            "an operation has no ratio".to_owned(),
        ),
    });
    let analysis = verdict.analysis.as_ref();
    let controlled = analysis.is_some_and(|analysis| !analysis.control.is_empty());
    let (floor, detail) = match noise_floor(verdict) {
        Some(floor) => (
            format!("{:.2} %", (floor - 1.0) * 100.0),
            "of the mean, by the control: one executable under two names",
        ),
        None if controlled => (
            "unknown".to_owned(),
            "of the mean; that of each operation stands below",
        ),
        None => ("unknown".to_owned(), "this run has no control"),
    };
    figures.push(("noise floor".to_owned(), floor, detail.to_owned()));
    let ceiling = format!("ratio at most {}", verdict.limits.improvement_ceiling);
    let improved = verdict.improved_by_5_percent.replace('/', " of ");
    figures.push(("operations improved".to_owned(), improved, ceiling));
    let coverage = &verdict.coverage;
    figures.push((
        "rows usable".to_owned(),
        format!(
            "{} of {}",
            thousands(coverage.ok as u64),
            thousands(coverage.expected as u64)
        ),
        format!(
            "{} there, {} asked for",
            thousands(coverage.present as u64),
            thousands(coverage.asked as u64)
        ),
    ));
    let mut out = "<dl class=\"figures\">\n".to_owned();
    for (what, figure, detail) in figures {
        out += &format!(
            "<div><dt>{}</dt><dd><b>{}</b><small>{}</small></dd></div>\n",
            escape(&what),
            escape(&figure),
            escape(&detail)
        );
    }
    out + "</dl>\n"
}

/// The noise floor of the mean: that of the gate, or of the comparison that it would judge.
fn noise_floor(verdict: &Verdict) -> Option<f64> {
    let of_mean = verdict.geometric_mean.and_then(|mean| mean.noise_floor);
    let analysis = verdict.analysis.iter().flat_map(|of| &of.comparisons);
    let mut compared = analysis.filter(|comparison| comparison.candidate == verdict.candidate);
    of_mean.or_else(|| compared.next()?.noise_floor)
}

/// The interval of a ratio in words.
fn spread(ratio: Option<Spread>, analysed: bool) -> String {
    match ratio {
        Some(ratio) if ratio.rounds > 1 => {
            let ends = format!("{:.4} to {:.4}", ratio.low, ratio.high);
            if analysed {
                format!("95 % interval {ends}")
            } else {
                format!("{ends} over {} rounds", ratio.rounds)
            }
        }
        Some(_) => "one round".to_owned(),
        None => String::new(),
    }
}

fn operations(verdict: &Verdict) -> String {
    if verdict.operations.is_empty() {
        return String::new();
    }
    let Limits {
        geometric_mean_ceiling,
        individual_regression_ceiling,
        ..
    } = verdict.limits;
    let guides = [
        (1.0, "one"),
        (geometric_mean_ceiling, "ceiling"),
        (individual_regression_ceiling, "regression"),
    ];
    let scale = scale(verdict, &guides);
    let named = guides.map(|(value, _)| value);
    let title = format!(
        "Axis of the ratio {} over {}",
        verdict.candidate, verdict.baseline
    );
    let axis = chart::axis(&scale, &title, &guides, &named, show_ratio);
    let mut lines: Vec<Line> = verdict
        .operations
        .iter()
        .map(|operation| operation_line(verdict, operation, &scale, &guides))
        .collect();
    lines.push(mean_line(verdict, &scale, &guides));
    let interval = if verdict.analysis.is_some() {
        "95 % interval"
    } else {
        "lowest to highest round"
    };
    let table = Table {
        caption: format!(
            "{} over {}, operation by operation",
            verdict.candidate, verdict.baseline
        ),
        columns: vec![
            Column::words("operation"),
            Column::figures("ratio"),
            Column::chart("below 1 is faster", &axis),
            Column::figures(interval),
            Column::figures("noise floor"),
            Column::figures(&verdict.baseline),
            Column::figures(&verdict.candidate),
        ],
        lines,
        sortable: true,
    };
    format!(
        "<div class=\"group gate\" id=\"gate\">\n<h3>{} over {}</h3>\n{}<p class=\"note\">Lines: <span class=\"key one\"></span> 1, the baseline; <span class=\"key ceiling\"></span> {geometric_mean_ceiling}, the ceiling for the geometric mean; <span class=\"key regression\"></span> {individual_regression_ceiling}, the limit for a single operation. A grey band is the noise floor. An arrow points beyond the axis.</p>\n{}</div>\n",
        escape(&verdict.candidate),
        escape(&verdict.baseline),
        table.render(),
        problems(verdict)
    )
}

/// An axis with room for all ratios that are not too far off, and for the limits.
fn scale(verdict: &Verdict, guides: &[Guide]) -> Scale {
    let ratios = verdict.operations.iter().map(|operation| operation.ratio);
    let values = ratios
        .chain([verdict.geometric_mean])
        .flatten()
        .flat_map(|ratio| [ratio.low, ratio.high])
        .map(|value| value.clamp(1.0 / FARTHEST, FARTHEST));
    let around = guides
        .iter()
        .flat_map(|(value, _)| [value * 0.98, value * 1.02]);
    Scale::logarithmic(values.chain(around), WIDTH)
}

/// Why operations have no ratio.
fn problems(verdict: &Verdict) -> String {
    let operations = verdict.operations.iter();
    let there: Vec<String> = operations
        .filter_map(|of| Some(format!("{}: {}", of.name(), of.problem.as_deref()?)))
        .collect();
    if there.is_empty() {
        return String::new();
    }
    let text = format!("No ratio of {}.", there.join("; "));
    format!("<p class=\"note\">{}</p>\n", escape(&text))
}

/// A ratio on an axis.
pub(super) fn show_ratio(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

fn operation_line(
    verdict: &Verdict,
    operation: &OperationResult,
    scale: &Scale,
    guides: &[Guide],
) -> Line {
    let set = format!("{}-{}", operation.algorithm, operation.parameter_set);
    let about = About {
        set: Some(&set),
        operation: Some(operation.operation.id()),
        ..About::default()
    };
    let problem = operation.problem.clone().unwrap_or_default();
    let mut cells = vec![Cell::text(&operation.name())];
    cells.extend(ratio_cells(
        verdict,
        operation.ratio,
        &problem,
        scale,
        guides,
        &operation.name(),
    ));
    for time in [operation.baseline_ns, operation.candidate_ns] {
        cells.push(Cell::figure(&time_or_dash(time), time));
    }
    Line {
        about: about.attributes(),
        class: "",
        cells,
    }
}

fn mean_line(verdict: &Verdict, scale: &Scale, guides: &[Guide]) -> Line {
    let name = "geometric mean";
    let mut cells = vec![Cell::text(name)];
    cells.extend(ratio_cells(
        verdict,
        verdict.geometric_mean,
        "an operation has no ratio",
        scale,
        guides,
        name,
    ));
    cells.extend([Cell::text(""), Cell::text("")]);
    Line {
        about: String::new(),
        class: "sum",
        cells,
    }
}

/// Ratio, chart, interval, noise floor.
fn ratio_cells(
    verdict: &Verdict,
    ratio: Option<Spread>,
    problem: &str,
    scale: &Scale,
    guides: &[Guide],
    name: &str,
) -> [Cell; 4] {
    let analysed = verdict.analysis.is_some();
    let Some(ratio) = ratio else {
        let words = format!("{name}: no ratio: {problem}");
        return [
            Cell::text("-"),
            Cell::markup(chart::ratio(scale, guides, None, &words)),
            Cell::text("-"),
            Cell::text("-"),
        ];
    };
    let several = ratio.rounds > 1;
    let mark = Mark {
        value: ratio.value,
        low: several.then_some(ratio.low),
        high: several.then_some(ratio.high),
        floor: ratio.noise_floor,
        sum: name == "geometric mean",
    };
    let ends = if several {
        format!("{:.4} to {:.4}", ratio.low, ratio.high)
    } else {
        "one round".to_owned()
    };
    let words = format!(
        "{name}: {:.4}, {}",
        ratio.value,
        spread(Some(ratio), analysed)
    );
    let floor = ratio.noise_floor;
    let shown = floor.map_or("-".to_owned(), |floor| {
        format!("{:.2} %", (floor - 1.0) * 100.0)
    });
    [
        Cell::figure(&format!("{:.4}", ratio.value), Some(ratio.value)),
        Cell::markup(chart::ratio(scale, guides, Some(mark), &words)),
        Cell::figure(&ends, several.then_some(ratio.low)),
        Cell::figure(&shown, floor),
    ]
}

fn criteria(verdict: &Verdict) -> String {
    let mut out = "<div class=\"criteria\"><h3>Criteria</h3>\n<dl>\n".to_owned();
    for criterion in &verdict.criteria {
        out += &format!(
            "<div><dt><span class=\"pill {}\">{}</span> {}</dt><dd>{}</dd></div>\n",
            criterion.status.id(),
            criterion.status.words(),
            escape(&criterion.id),
            escape(&criterion.reason)
        );
    }
    let rule = if verdict.analysis.is_some() {
        "A limit is decided only if the whole 95 % interval lies on one side of it, farther than the noise of the method."
    } else {
        "A limit is decided only if the figures of all rounds lie on one side of it."
    };
    out + &format!("</dl>\n<p class=\"note\">{rule}</p></div>\n")
}
