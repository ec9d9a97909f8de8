//! The explanation as Markdown.

use super::shares::{Spread, spread};
use super::{Explanation, RunResult, SpreadResult};
use crate::analysis::Call;
use crate::report::text::time;

/// The whole page. `plots` are the names of the plots beside it.
pub fn markdown(explanation: &Explanation, plots: &[&str]) -> String {
    let mut out = format!(
        "# Why two runs disagreed: {} against itself\n\nMachine: {}. Seed: {}. One reading of the clock: {:.0} ns.\n",
        explanation.implementation,
        explanation.machine,
        explanation.seed,
        explanation.clock.read_ns
    );
    out += &sources(explanation);
    out += &spreads(explanation);
    out += &prediction(explanation);
    for plot in plots {
        out += &format!("\n![{plot}]({plot})\n");
    }
    out += &factors(explanation);
    if !explanation.left_out.is_empty() {
        out += "\n## Left out\n\n";
    }
    for why in &explanation.left_out {
        out += &format!("- {why}\n");
    }
    out
}

fn sources(explanation: &Explanation) -> String {
    if explanation.sources.is_empty() {
        return String::new();
    }
    let mut out = "\n## Sources of variance of the historical geometric mean\n\n| source | share | 95 % interval | how it is found |\n|---|---:|---:|---|\n".to_owned();
    for source in &explanation.sources {
        let interval = source.interval.map_or("-".to_owned(), |interval| {
            format!(
                "{:.1} % to {:.1} %",
                interval.low * 100.0,
                interval.high * 100.0
            )
        });
        out += &format!(
            "| {} | {:.1} % | {interval} | {} |\n",
            source.source,
            source.share * 100.0,
            source.how
        );
    }
    out
}

fn spreads(explanation: &Explanation) -> String {
    let mut out = "\n## Identical code under two names\n\nEach run: five rounds, 50 samples per operation. sd is that of the logarithm, which is nearly the relative one.\n\n| experiment | runs | sign: sd | sign: smallest to largest | mean: sd | mean: smallest to largest | without sign: sd | differences called |\n|---|---:|---:|---:|---:|---:|---:|---:|\n".to_owned();
    for result in &explanation.spreads {
        let figure = |of: fn(&RunResult) -> f64| spread(&result.runs, of);
        let sd = |spread: Option<Spread>| {
            spread.map_or("-".to_owned(), |s| format!("{:.2} %", s.sd * 100.0))
        };
        let range = |spread: Option<Spread>| {
            spread.map_or("-".to_owned(), |s| format!("{:.4} to {:.4}", s.min, s.max))
        };
        let (signing, mean) = (figure(|run| run.signing), figure(|run| run.geometric_mean));
        out += &format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |\n",
            result.id,
            result.runs.len(),
            sd(signing),
            range(signing),
            sd(mean),
            range(mean),
            sd(figure(|run| run.without_signing)),
            called(result)
        );
    }
    out += "\n";
    for result in &explanation.spreads {
        out += &format!("- {}: {}.\n", result.id, result.what);
    }
    out
}

/// How many runs the method took for a difference, and how many for disturbed.
fn called(result: &SpreadResult) -> String {
    let calls: Vec<Call> = result.runs.iter().filter_map(|run| run.call).collect();
    if calls.is_empty() {
        return "has no intervals".to_owned();
    }
    let count = |wanted: &[Call]| calls.iter().filter(|call| wanted.contains(call)).count();
    format!(
        "{} of {}; {} disturbed",
        count(&[Call::Faster, Call::Slower]),
        calls.len(),
        count(&[Call::Disturbed])
    )
}

fn prediction(explanation: &Explanation) -> String {
    let Some(prediction) = explanation.prediction else {
        return String::new();
    };
    format!(
        "\n## What chance alone predicts\n\nSigning costs {} and {} for each attempt; attempts are geometric with mean {}. Five rounds of one draw on each side then give, for two identical programs, in 95 of 100 measurements a ratio of signing from {:.3} to {:.3} (sd {:.1} %) and a geometric mean of nine operations from {:.3} to {:.3}.\n",
        time(prediction.fixed_ns),
        time(prediction.per_attempt_ns),
        prediction.expected_attempts,
        prediction.signing.low,
        prediction.signing.high,
        prediction.signing_sd * 100.0,
        prediction.geometric_mean.low,
        prediction.geometric_mean.high
    )
}

fn factors(explanation: &Explanation) -> String {
    if explanation.factors.is_empty() {
        return String::new();
    }
    let mut out = "\n## Factors, by the evidence protocol\n\n| factor | geometric mean | 95 % interval | noise floor | comes to | without sign | what differs |\n|---|---:|---:|---:|---|---:|---|\n".to_owned();
    for factor in &explanation.factors {
        let comparison = &factor.comparison;
        let mean = comparison.geometric_mean;
        let interval = mean.and_then(|mean| mean.interval);
        out += &format!(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            factor.id,
            mean.map_or("-".to_owned(), |mean| format!("{:.4}", mean.ratio)),
            interval.map_or("-".to_owned(), |i| format!("{:.4} to {:.4}", i.low, i.high)),
            crate::report::sections::percent(comparison.noise_floor),
            comparison.call.words(),
            comparison
                .without_signing
                .map_or("-".to_owned(), |mean| format!("{:.4}", mean.ratio)),
            factor.what
        );
    }
    out
}
