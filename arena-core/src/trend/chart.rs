//! The lines of a key as one SVG chart: each line relative to its first run, called steps marked.

use super::{KeyTrend, LineTrend, TrendCall};
use crate::math::Portable;
use crate::report::sheet::escape;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 60.0;
/// Colours that can be told apart on light and on dark ground.
const COLOURS: [&str; 6] = [
    "#1f77b4", "#2a9d60", "#b8860b", "#8a5fbf", "#c2528b", "#5f7f8a",
];
const CALLED: &str = "#d62728";

/// The chart of a key with at least two runs.
pub(super) fn of(key: &KeyTrend) -> Option<String> {
    let lines: Vec<&LineTrend> = key
        .lines
        .iter()
        .filter(|line| line.points.len() > 1)
        .collect();
    let relative = |line: &LineTrend, place: usize| {
        (line.points[place].value / line.points[0].value).natural_log()
    };
    let all = lines
        .iter()
        .flat_map(|line| (0..line.points.len()).map(|place| relative(line, place)));
    let most = all
        .map(f64::abs)
        .filter(|log| log.is_finite())
        .fold(0.01, f64::max);
    if lines.is_empty() {
        return None;
    }
    let last = key.runs.len().saturating_sub(1).max(1) as f64;
    let x = |run: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * run as f64 / last;
    let y = |log: f64| HEIGHT / 2.0 - (HEIGHT / 2.0 - MARGIN) * log / most;
    let title = format!(
        "Key {}: {} rows over {} runs, relative to the first run",
        key.id,
        lines.len(),
        key.runs.len()
    );
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\"><title>{0}</title>\n",
        escape(&title)
    );
    for log in [most, 0.0, -most] {
        svg += &format!(
            "<line x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{2:.1}\" y2=\"{2:.1}\" stroke=\"#888\" stroke-dasharray=\"3\"/><text x=\"4\" y=\"{2:.1}\" font-size=\"12\" fill=\"currentColor\">{1:.3}</text>\n",
            WIDTH - MARGIN,
            log.exponential(),
            y(log)
        );
    }
    for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<String> = (0..line.points.len())
            .map(|place| {
                format!(
                    "{:.1},{:.1}",
                    x(line.points[place].run),
                    y(relative(line, place))
                )
            })
            .collect();
        let name = escape(&format!(
            "{} {} {} ({})",
            line.cell.system,
            line.cell.set,
            line.cell.operation.id(),
            line.cell.lane.id()
        ));
        svg += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"><title>{name}</title></polyline>\n",
            points.join(" ")
        );
        for (place, step) in line.steps.iter().enumerate() {
            if step.call == TrendCall::Regression && place + 1 < line.points.len() {
                svg += &format!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{CALLED}\"><title>{name}: regression, {:.4}</title></circle>\n",
                    x(line.points[place + 1].run),
                    y(relative(line, place + 1)),
                    step.ratio
                );
            }
        }
    }
    Some(svg + "</svg>")
}
