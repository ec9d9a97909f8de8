//! The report for a terminal of 80 columns.

use super::text::{clean, fit, ratio_or_dash, time, time_or_dash, wrap};
use super::{Group, Report};
use crate::verdict::{Coverage, Entry, Verdict};

const WIDTH: usize = 80;
/// Entries of one kind that are listed one by one; the rest is counted.
const LISTED: usize = 12;

/// The whole report: table, what stays out of it, and the verdict.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    let baseline = format!("/ {}", fit(&report.verdict.baseline, 9));
    if let Some(line) = report.no_evidence() {
        out += &format!("{line}\n\n");
    }
    if !report.groups.is_empty() {
        out += &format!(
            "{:<22}{:>11}{:>11}{:>11}{:>13}{:>9}\n",
            "", "median", "lowest", "highest", baseline, "/ best"
        );
    }
    for group in &report.groups {
        out += &group_lines(group);
    }
    if !report.left_out.is_empty() {
        out += "\nOut of the table:\n";
    }
    for row in &report.left_out {
        let text = format!("{}: {}: {}", clean(&row.row), row.why, clean(&row.reason));
        out += &format!("  {}\n", wrap(&text, WIDTH - 2, 4));
    }
    out.push('\n');
    out += &verdict(&report.verdict);
    if let Some(line) = report.no_evidence() {
        out += &format!("{line}\n");
    }
    out
}

fn group_lines(group: &Group) -> String {
    let mut out = format!("{}\n", clean(&group.title));
    for line in &group.lines {
        out += &format!(
            "  {:<20}{:>11}{:>11}{:>11}{:>13}{:>9}\n",
            fit(&clean(&line.system), 19),
            time(line.median_ns),
            time_or_dash(line.low_ns),
            time_or_dash(line.high_ns),
            ratio_or_dash(line.to_baseline),
            ratio_or_dash(line.to_best),
        );
    }
    if let Some(note) = &group.note {
        out += &format!("  {}\n", wrap(&clean(note), WIDTH - 2, 2));
    }
    out
}

/// The verdict: its sentence, the criteria, the operations, and what is not covered.
pub fn verdict(verdict: &Verdict) -> String {
    let mut out = wrap(&clean(&verdict.statement), WIDTH, 0);
    out += "\n\n";
    for criterion in &verdict.criteria {
        let text = format!("{}: {}", criterion.id, clean(&criterion.reason));
        // The status keeps its column; the words after it are wrapped behind it.
        let text = wrap(&text, WIDTH - 14, 0).replace('\n', "\n              ");
        out += &format!("  {:<10}  {text}\n", criterion.status.words());
    }
    out.push('\n');
    out += &operations(verdict);
    out += &coverage(&verdict.coverage);
    out
}

fn operations(verdict: &Verdict) -> String {
    if verdict.operations.is_empty() {
        return String::new();
    }
    let spread = if verdict.analysis.is_some() {
        "95 % interval"
    } else {
        "lowest-highest"
    };
    let mut out = format!(
        "  {:<22}{:>12}{:>12}{:>9}  {spread}\n",
        "operation",
        fit(&verdict.baseline, 11),
        fit(&verdict.candidate, 11),
        "ratio"
    );
    for operation in &verdict.operations {
        let (ratio, spread) = match operation.ratio {
            Some(ratio) if ratio.rounds > 1 => (
                format!("{:.4}", ratio.value),
                format!("{:.4}-{:.4}", ratio.low, ratio.high),
            ),
            Some(ratio) => (format!("{:.4}", ratio.value), "one round".to_owned()),
            None => ("-".to_owned(), "unresolved".to_owned()),
        };
        out += &format!(
            "  {:<22}{:>12}{:>12}{:>9}  {spread}\n",
            fit(&operation.name(), 21),
            time_or_dash(operation.baseline_ns),
            time_or_dash(operation.candidate_ns),
            ratio,
        );
    }
    let limit = verdict.limits.improvement_ceiling;
    out + &format!(
        "  improved (ratio at most {limit}): {}\n",
        verdict.improved_by_5_percent
    )
}

fn coverage(coverage: &Coverage) -> String {
    let Coverage {
        expected,
        asked,
        present,
        ok,
        ..
    } = coverage;
    let mut out = format!(
        "  rows: {ok} usable, {present} there, {asked} asked for, {expected} in the protocol\n"
    );
    let kinds = [
        ("failed", &coverage.failed),
        ("mismatch", &coverage.mismatch),
        ("missing", &coverage.missing),
        ("doubled", &coverage.doubled),
        ("foreign", &coverage.foreign),
        ("malformed", &coverage.malformed),
    ];
    for (kind, entries) in kinds {
        for entry in entries.iter().take(LISTED) {
            let text = format!("{kind}: {}", describe(entry));
            out += &format!("  {}\n", wrap(&text, WIDTH - 2, 4));
        }
        if entries.len() > LISTED {
            out += &format!("  {kind}: and {} more\n", entries.len() - LISTED);
        }
    }
    out
}

/// An entry with its place and row, in one line.
pub fn describe(entry: &Entry) -> String {
    let mut text = String::new();
    if let Some(file) = &entry.file {
        text += file;
        if let Some(line) = entry.line {
            text += &format!(":{line}");
        }
        text += ": ";
    }
    if let Some(row) = entry
        .row
        .as_ref()
        .filter(|row| !entry.what.starts_with(*row))
    {
        text += &format!("{row}: ");
    }
    clean(&(text + &entry.what))
}
