//! Plots of the spreads as SVG: one dot a run, one line an experiment, on a logarithmic axis.

use super::{Explanation, RunResult};
use crate::math::Portable;
use std::fmt::Write as _;

const WIDTH: f64 = 860.0;
const LEFT: f64 = 250.0;
const RIGHT: f64 = 30.0;
const LINE: f64 = 26.0;
const TOP: f64 = 44.0;

/// The ratios of signing, and the geometric means: file name and content.
pub fn plots(explanation: &Explanation) -> Vec<(&'static str, String)> {
    vec![
        (
            "signing.svg",
            dots(
                explanation,
                "ML-DSA-65 sign, second name over first, identical code",
                |run| run.signing,
            ),
        ),
        (
            "geometric-mean.svg",
            dots(
                explanation,
                "Geometric mean of nine operations, identical code",
                |run| run.geometric_mean,
            ),
        ),
        (
            "without-signing.svg",
            dots(
                explanation,
                "Geometric mean without signing, identical code",
                |run| run.without_signing,
            ),
        ),
    ]
}

fn dots(explanation: &Explanation, title: &str, of: impl Fn(&RunResult) -> f64) -> String {
    let all = explanation.spreads.iter().flat_map(|spread| &spread.runs);
    let reach = all
        .map(|run| of(run).natural_log().abs())
        .fold(0.001, f64::max)
        * 1.1;
    let x = |ratio: f64| {
        let middle = LEFT + (WIDTH - LEFT - RIGHT) / 2.0;
        middle + ratio.natural_log() / reach * (WIDTH - LEFT - RIGHT) / 2.0
    };
    let height = TOP + LINE * explanation.spreads.len() as f64 + 40.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"12\" y=\"22\" font-size=\"15\">{title}</text>\n"
    );
    let bottom = height - 34.0;
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let ratio = (part * reach / 1.1).exponential();
        let place = x(ratio);
        // Writing to a string can't fail.
        let _ = writeln!(
            svg,
            "<line x1=\"{place:.1}\" y1=\"{TOP}\" x2=\"{place:.1}\" y2=\"{bottom:.1}\" stroke=\"#bbb\"/><text x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ratio:.3}</text>",
            bottom + 18.0
        );
    }
    for (line, spread) in explanation.spreads.iter().enumerate() {
        let y = TOP + LINE * (line as f64 + 0.5);
        let _ = writeln!(
            svg,
            "<text x=\"12\" y=\"{:.1}\">{} ({})</text>",
            y + 4.0,
            spread.id,
            spread.runs.len()
        );
        for run in &spread.runs {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"#1f5fa8\" fill-opacity=\"0.55\"/>",
                x(of(run))
            );
        }
    }
    svg + "</svg>\n"
}
