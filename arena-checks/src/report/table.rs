//! The table for people: implementation × suite, and below it what was found.

use super::{Document, Entry};
use crate::class::{Class, Counts};
use std::collections::BTreeMap;
use std::fmt::Write;

/// So many findings of a cell are listed; the JSON has more.
const SHOWN: usize = 5;

/// The whole report as text.
pub fn table(document: &Document) -> String {
    let mut text = String::new();
    matrix(document, &mut text);
    for subject in document
        .subjects
        .iter()
        .filter(|subject| !subject.why_not.is_empty())
    {
        let _ = writeln!(text, "{}: not run: {}", subject.id, subject.why_not);
    }
    findings(document, Class::Fail, "Failures", &mut text);
    findings(
        document,
        Class::Policy,
        "Where the standard leaves freedom",
        &mut text,
    );
    reasons(document, &mut text);
    if !document.left.is_empty() {
        super::left::table(&document.left, &mut text);
    }
    if !document.mutants.is_empty() {
        score(document, &mut text);
    }
    text
}

fn matrix(document: &Document, text: &mut String) {
    let head: Vec<&str> = document
        .suites
        .iter()
        .map(|suite| suite.id.as_str())
        .collect();
    let mut rows = Vec::new();
    for subject in &document.subjects {
        let counts = head
            .iter()
            .map(|suite| cell(document.counts(&subject.id, suite)));
        rows.push((subject.id.clone(), counts.collect::<Vec<String>>()));
    }
    let first = rows
        .iter()
        .map(|(id, _)| id.len())
        .max()
        .unwrap_or(0)
        .max(14);
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(column, name)| {
            let cells = rows.iter().filter_map(|(_, cells)| cells.get(column));
            cells.map(String::len).max().unwrap_or(0).max(name.len())
        })
        .collect();
    let _ = writeln!(text, "pass/fail/policy/unsupported/not run");
    let _ = write!(text, "{:first$}", "implementation");
    for (name, width) in head.iter().zip(&widths) {
        let _ = write!(text, "  {name:>width$}");
    }
    text.push('\n');
    for (id, cells) in rows {
        let _ = write!(text, "{id:first$}");
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
}

fn cell(counts: Counts) -> String {
    let numbers: Vec<String> = Class::ALL
        .iter()
        .map(|class| counts.of(*class).to_string())
        .collect();
    numbers.join("/")
}

fn findings(document: &Document, class: Class, title: &str, text: &mut String) {
    let with = |entry: &&Entry| entry.cell.counts.of(class) > 0;
    if !document.cells.iter().any(|entry| with(&entry)) {
        return;
    }
    let _ = writeln!(text, "\n{title}:");
    for entry in document.cells.iter().filter(with) {
        let total = entry.cell.counts.of(class);
        let _ = writeln!(
            text,
            "  {} {} {}: {total}",
            entry.implementation, entry.suite, entry.parameter_set
        );
        let of_class = entry
            .cell
            .findings
            .iter()
            .filter(|finding| finding.class == class);
        for finding in of_class.take(SHOWN) {
            let _ = writeln!(text, "    {}: {}", finding.case, finding.detail);
        }
        if total > SHOWN as u64 {
            let _ = writeln!(
                text,
                "    … {} more; --json tells them",
                total - SHOWN as u64
            );
        }
    }
}

fn reasons(document: &Document, text: &mut String) {
    let mut sums: BTreeMap<(&str, &str, &str), u64> = BTreeMap::new();
    for entry in &document.cells {
        for (reason, count) in &entry.cell.reasons {
            *sums
                .entry((&entry.implementation, &entry.suite, reason))
                .or_default() += count;
        }
    }
    if sums.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nUnsupported or not run:");
    for ((implementation, suite, reason), count) in sums {
        let _ = writeln!(text, "  {implementation} {suite}: {count} {reason}");
    }
}

fn score(document: &Document, text: &mut String) {
    let total = document.mutants.len();
    let caught = total - document.mutants_alive();
    let _ = writeln!(
        text,
        "\nVerifiers that lack one rule, caught by that rule's own vectors: {caught} / {total}"
    );
    for mutant in document
        .mutants
        .iter()
        .filter(|mutant| mutant.caught_by.is_empty())
    {
        let _ = writeln!(
            text,
            "  not caught: {} without {}",
            mutant.parameter_set, mutant.rule
        );
    }
}
