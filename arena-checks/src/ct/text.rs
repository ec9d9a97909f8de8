//! The report as text for people.

mod divisions;
mod statistics;

use super::places::Place;
use super::report::{Document, Outcome, Planted, Row, Valgrind};
use std::fmt::Write;

// Writing to a String can't fail.
macro_rules! line {
    ($text:expr) => {{
        let _ = writeln!($text);
    }};
    ($text:expr, $($rest:tt)*) => {{
        let _ = writeln!($text, $($rest)*);
    }};
}
use line;

/// The whole report.
pub fn render(document: &Document) -> String {
    let mut text = String::new();
    if let Some(valgrind) = &document.valgrind {
        under_valgrind(&mut text, valgrind);
    }
    if let Some(found) = &document.divisions {
        divisions::render(&mut text, found);
    }
    if let Some(found) = &document.statistics {
        statistics::render(&mut text, found);
    }
    verdict(&mut text, document);
    text
}

fn under_valgrind(text: &mut String, valgrind: &Valgrind) {
    line!(
        text,
        "Under {}, secret inputs marked as undefined",
        valgrind.version
    );
    planted(text, &valgrind.planted);
    line!(text);
    line!(
        text,
        "{:16} {:12} {:7} {:>8} {:>8}  remark",
        "implementation",
        "set",
        "op",
        "findings",
        "public"
    );
    for row in &valgrind.rows {
        row_line(text, row);
    }
    for row in valgrind
        .rows
        .iter()
        .filter(|row| !row.findings().is_empty())
    {
        line!(text);
        line!(
            text,
            "{} {} {}: not on the list of what is public",
            row.implementation,
            row.parameter_set,
            row.operation.id()
        );
        for place in row.findings() {
            finding(text, place);
        }
    }
    if !valgrind.unused.is_empty() {
        line!(text);
        line!(
            text,
            "Entries of the list that covered nothing: {}",
            valgrind.unused.join(", ")
        );
    }
}

fn planted(text: &mut String, planted: &[Planted]) {
    let missed = planted.iter().filter(|one| one.missed.is_some());
    let missed: Vec<&Planted> = missed.collect();
    line!(
        text,
        "Planted leaks found: {} of {}",
        planted.len() - missed.len(),
        planted.len()
    );
    for one in missed {
        let why = one.missed.as_deref().unwrap_or_default();
        line!(text, "  missed: {} at {}: {why}", one.leak, one.place);
    }
}

fn row_line(text: &mut String, row: &Row) {
    let start = format!(
        "{:16} {:12} {:7}",
        row.implementation,
        row.parameter_set,
        row.operation.id()
    );
    match &row.outcome {
        Outcome::NotRun { reason } => {
            line!(text, "{start} {:>8} {:>8}  not run: {reason}", "-", "-");
        }
        Outcome::Ran {
            covered,
            findings,
            unrelated,
            ..
        } => {
            let public: usize = covered.iter().map(|covered| covered.places.len()).sum();
            let entries: Vec<&str> = covered
                .iter()
                .map(|covered| covered.entry.as_str())
                .collect();
            let mut remark = entries.join(", ");
            if !unrelated.is_empty() {
                let _ = write!(remark, " ({} reported without marks too)", unrelated.len());
            }
            line!(text, "{start} {:>8} {public:>8}  {remark}", findings.len());
        }
    }
}

fn finding(text: &mut String, place: &Place) {
    line!(
        text,
        "  {} in {} at {}, met {} times",
        place.kind.words(),
        place.function,
        place.location,
        place.count
    );
    if !place.callers.is_empty() {
        line!(text, "      called by {}", place.callers.join(" < "));
    }
}

fn verdict(text: &mut String, document: &Document) {
    line!(text);
    if let Some(missed) = document.missed() {
        line!(
            text,
            "FAILED: a planted leak was not found ({} at {}); what is above means nothing",
            missed.leak,
            missed.place
        );
        return;
    }
    match document.own_findings() {
        0 => line!(text, "No findings in this project's crates"),
        count => line!(text, "{count} findings in this project's crates"),
    }
}
