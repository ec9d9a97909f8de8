//! What was divided, as text.

use super::super::report::{Divided, Divisions};
use super::{line, planted};
use std::fmt::Write;

pub(super) fn render(text: &mut String, divisions: &Divisions) {
    line!(text);
    line!(
        text,
        "Division instructions in our crates and the packages under them"
    );
    planted(text, &divisions.planted);
    line!(text);
    line!(
        text,
        "{:16} {:9} {:>8} {:>8} {:>12}",
        "implementation",
        "opt-level",
        "findings",
        "public",
        "whole runner"
    );
    for row in &divisions.rows {
        let start = format!("{:16} {:9}", row.implementation, row.opt_level);
        match &row.not_run {
            Some(reason) => line!(text, "{start} not run: {reason}"),
            None => line!(
                text,
                "{start} {:>8} {:>8} {:>12}",
                row.findings.len(),
                row.public.len(),
                row.all
            ),
        }
    }
    for row in divisions.rows.iter().filter(|row| !row.findings.is_empty()) {
        line!(text);
        line!(
            text,
            "{} at opt-level {}: not on the list of public divisions",
            row.implementation,
            row.opt_level
        );
        for one in &row.findings {
            finding(text, one);
        }
    }
    if !divisions.unused.is_empty() {
        let unused = divisions.unused.join(", ");
        line!(text);
        line!(text, "Entries of the list that covered nothing: {unused}");
    }
}

fn finding(text: &mut String, one: &Divided) {
    line!(
        text,
        "  {} in {} at {}, {} times",
        one.instruction,
        one.function,
        one.location,
        one.count
    );
    if !one.within.is_empty() {
        line!(text, "      inlined into {}", one.within.join(" < "));
    }
}
