//! What the analysis of an interleaved run shows: comparisons, the control, the cost of signing. As
//! tables without a form; the outputs give them theirs.

use super::text::time;
use crate::analysis::cost::SigningCost;
use crate::analysis::{Analysis, Call, Comparison, How};
use crate::stats::{Estimate, Figure};

/// A titled table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it shows.
    pub title: String,
    /// Names of its columns. The first one holds names, the others figures and words.
    pub head: Vec<&'static str>,
    /// Its lines.
    pub rows: Vec<Vec<String>>,
    /// What a reader must know.
    pub notes: Vec<String>,
}

/// The sections of an analysis.
pub fn of(analysis: &Analysis) -> Vec<Section> {
    let mut sections = Vec::new();
    for compared in &analysis.comparisons {
        sections.push(comparison(compared));
    }
    for control in &analysis.control {
        sections.push(self::control(control));
    }
    if !analysis.signing.is_empty() {
        sections.push(signing(&analysis.signing));
    }
    sections
}

/// One comparison.
pub fn comparison(compared: &Comparison) -> Section {
    let mut rows = Vec::new();
    for operation in &compared.operations {
        rows.push(vec![
            operation.name(),
            ratio(operation.estimate),
            interval(operation.estimate),
            percent(operation.noise_floor),
            match &operation.problem {
                Some(problem) => problem.clone(),
                None => operation.call.words().to_owned(),
            },
            operation.how.map_or("-", how).to_owned(),
            ratio(operation.machine),
            ratio(operation.order),
        ]);
    }
    for (name, mean) in [
        ("geometric mean", compared.geometric_mean),
        ("without signing", compared.without_signing),
    ] {
        let whole = name == "geometric mean";
        rows.push(vec![
            name.to_owned(),
            ratio(mean),
            interval(mean),
            percent(compared.noise_floor.filter(|_| whole)),
            if whole { compared.call.words() } else { "-" }.to_owned(),
            "-".to_owned(),
            ratio(compared.machine.filter(|_| whole)),
            "-".to_owned(),
        ]);
    }
    let mut notes = vec!["Machine: the same calibration in the turns of the one over those of the other. Order: what it changes to come second in a block.".to_owned()];
    if compared
        .operations
        .iter()
        .any(|o| o.call == Call::Disturbed)
    {
        notes.push("Disturbed: the same calibration took longer in the turns of one side than in those of the other, so the machine was not the same for both and a difference says nothing.".to_owned());
    }
    Section {
        title: title(compared),
        head: HEAD.to_vec(),
        rows,
        notes,
    }
}

const HEAD: [&str; 8] = [
    "operation",
    "ratio",
    "95 % interval",
    "noise floor",
    "comes to",
    "compared by",
    "machine",
    "order",
];

fn title(compared: &Comparison) -> String {
    let Comparison {
        baseline,
        candidate,
        lane,
        ..
    } = compared;
    format!("{candidate} over {baseline} ({})", lane.id())
}

fn control(control: &Comparison) -> Section {
    let mut section = comparison(control);
    section.title = format!("Control: {}", title(control));
    section.notes.push("The same executable under two names. What differs is the noise of the method: the noise floor of a comparison is the end of this interval that is farther from 1, and no difference inside it is called one.".to_owned());
    section
}

fn how(how: How) -> &'static str {
    match how {
        How::SameInputs => "same inputs, item by item",
        How::Medians => "medians of blocks",
        How::ExpectedAttempts => "time at the expected attempts",
    }
}

fn signing(costs: &[SigningCost]) -> Section {
    let figure = |figure: Option<Figure>| {
        figure.map_or("-".to_owned(), |figure| {
            let ends = figure
                .interval
                .map(|interval| format!(" ({} to {})", time(interval.low), time(interval.high)));
            format!("{}{}", time(figure.value), ends.unwrap_or_default())
        })
    };
    let mut rows = Vec::new();
    for cost in costs {
        rows.push(vec![
            format!(
                "{} ml-dsa-{} ({})",
                cost.system,
                cost.parameter_set,
                cost.lane.id()
            ),
            figure(cost.fixed),
            figure(cost.per_attempt),
            figure(cost.at_expected),
            match cost.mean_attempts {
                Some(mean) => format!("{mean:.2} of {} messages", cost.messages),
                None => format!("not known, {} draws", cost.samples),
            },
        ]);
    }
    Section {
        title: "What signing costs".to_owned(),
        head: vec!["system", "fixed", "per attempt", "at expected attempts", "attempts"],
        rows,
        notes: vec!["Signing repeats until a candidate passes (FIPS 204 Alg. 7). Expected attempts: 4.36, 5.14 and 3.91 for ML-DSA-44, 65 and 87. Attempts of deterministic signatures are recovered from the signatures; of hedged ones they are not known, and the third column is the mean of the draws. Intervals are of 95 %.".to_owned()],
    }
}

fn ratio(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |estimate| format!("{:.4}", estimate.ratio))
}

fn interval(estimate: Option<Estimate>) -> String {
    let interval = estimate.and_then(|estimate| estimate.interval);
    interval.map_or("-".to_owned(), |interval| {
        format!("{:.4} to {:.4}", interval.low, interval.high)
    })
}

/// A ratio above 1 as a percentage.
pub fn percent(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| {
        format!("{:.2} %", (ratio - 1.0) * 100.0)
    })
}
