//! The table for people: implementation × suite, and below it what was found.

use super::{Document, Entry, Mutant, MutantKind, Reached};
use crate::class::{Class, Counts};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// So many findings of a cell are listed; the JSON has more.
const SHOWN: usize = 3;
/// Lines are not longer than this where they can be broken.
const WIDTH: usize = 100;

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
    pairs(document, &mut text);
    failures(document, &mut text);
    policies(document, &mut text);
    reasons(document, &mut text);
    if !document.left.is_empty() {
        super::left::table(&document.left, &mut text);
    }
    if !document.mutants.is_empty() {
        score(document, &mut text);
    }
    if !document.branches.is_empty() {
        branches(document, &mut text);
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
    let mut column = 0;
    while column < head.len() {
        let start = column;
        let mut width = first;
        while column < head.len() {
            width += 2 + widths.get(column).copied().unwrap_or(0);
            if column > start && width > WIDTH {
                break;
            }
            column += 1;
        }
        block(&head, &rows, &widths, start..column, text);
    }
}

/// The matrix for some of the suites.
fn block(
    head: &[&str],
    rows: &[(String, Vec<String>)],
    widths: &[usize],
    columns: Range<usize>,
    text: &mut String,
) {
    let longest = rows.iter().map(|(id, _)| id.len()).max();
    let first = longest.unwrap_or(0).max(14);
    let shown = |cells: &[String], text: &mut String| {
        for column in columns.clone() {
            let width = widths.get(column).copied().unwrap_or(0);
            let cell = cells.get(column).map_or("", String::as_str);
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    };
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let _ = write!(text, "{:first$}", "implementation");
    shown(&head, text);
    for (id, cells) in rows {
        let _ = write!(text, "{id:first$}");
        shown(cells, text);
    }
}

fn cell(counts: Counts) -> String {
    let numbers: Vec<String> = Class::ALL
        .iter()
        .map(|class| counts.of(*class).to_string())
        .collect();
    numbers.join("/")
}

fn failures(document: &Document, text: &mut String) {
    let failed = |entry: &&Entry| entry.cell.counts.of(Class::Fail) > 0;
    if document.cells.iter().any(|entry| failed(&entry)) {
        text.push_str("\nFailures:\n");
    }
    for entry in document.cells.iter().filter(failed) {
        let total = entry.cell.counts.of(Class::Fail);
        let _ = writeln!(
            text,
            "  {} {} {}: {total}",
            entry.implementation, entry.suite, entry.parameter_set
        );
        let findings = entry.cell.findings.iter();
        let of_class = findings.filter(|finding| finding.class == Class::Fail);
        for finding in of_class.take(SHOWN) {
            let _ = writeln!(text, "    {}: {}", finding.case, finding.detail);
        }
        if total > SHOWN as u64 {
            let more = total - SHOWN as u64;
            let _ = writeln!(text, "    … {more} more; --json tells them");
        }
    }
}

/// Policies by their rules.
fn policies(document: &Document, text: &mut String) {
    let mut sums: BTreeMap<(&str, &str), Sums> = BTreeMap::new();
    for entry in &document.cells {
        for finding in &entry.cell.findings {
            if finding.class != Class::Policy {
                continue;
            }
            // The detail ends with the rule and its place, in brackets.
            let rule = finding.detail.rsplit_once(" (").map(|(_, rule)| rule);
            let rule = rule.unwrap_or(&finding.detail).trim_end_matches(')');
            let sums = sums.entry((&entry.suite, rule)).or_default();
            *sums.entry(&entry.implementation).or_default() += 1;
        }
    }
    if sums.is_empty() {
        return;
    }
    text.push_str("\nWhere the standard leaves freedom; docs/checks.md explains the rules:\n");
    for ((suite, rule), sums) in sums {
        list(text, &format!("{suite}, {rule}"), &sums);
    }
}

fn reasons(document: &Document, text: &mut String) {
    let mut sums: BTreeMap<(&str, &str), Sums> = BTreeMap::new();
    for entry in &document.cells {
        for (reason, count) in &entry.cell.reasons {
            let reason = match reason.split_once(": partner: ") {
                Some((class, _)) if class == Class::Unsupported.id() => PARTNER,
                _ => reason,
            };
            let sums = sums.entry((&entry.suite, reason)).or_default();
            *sums.entry(&entry.implementation).or_default() += count;
        }
    }
    if sums.is_empty() {
        return;
    }
    text.push_str("\nUnsupported or not run:\n");
    for ((suite, reason), sums) in sums {
        list(text, &format!("{suite}, {reason}"), &sums);
    }
}

/// Numbers of cases by implementation.
type Sums<'a> = BTreeMap<&'a str, u64>;
/// What the table says in place of each lacking door of each partner; the JSON tells them apart.
const PARTNER: &str = "unsupported: the partner has no door for it";

/// A heading, and below it the numbers of each implementation, in lines that are not too long.
fn list(text: &mut String, heading: &str, sums: &Sums<'_>) {
    let _ = writeln!(text, "  {heading}");
    let mut line = String::from("   ");
    for (implementation, count) in sums {
        let item = format!(" {implementation} {count}");
        if line.len() + item.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from("   ");
        }
        line.push_str(&item);
    }
    let _ = writeln!(text, "{line}");
}

/// Who got on with whom: the forms that worked, and after a `!` those that did not.
fn pairs(document: &Document, text: &mut String) {
    let mut sums: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for pair in &document.pairs {
        let of = |class| pair.forms.get(&class).map_or(0, Vec::len);
        let sum = sums.entry((&pair.owner, &pair.other)).or_default();
        *sum = [sum[0] + of(Class::Pass), sum[1] + of(Class::Fail)];
    }
    if sums.is_empty() {
        return;
    }
    let mut names: Vec<&str> = sums.keys().flat_map(|(a, b)| [*a, *b]).collect();
    names.sort_unstable();
    names.dedup();
    let longest = names.iter().map(|name| name.len()).max();
    let first = longest.unwrap_or(0) + 5;
    text.push_str(
        "\nExchanges that worked (after !: that failed); keys of the row, used by the column:\n",
    );
    let _ = write!(text, "{:first$}", "");
    for number in 1..=names.len() {
        let _ = write!(text, " {:>6}", format!("[{number}]"));
    }
    text.push('\n');
    for (number, owner) in names.iter().enumerate() {
        let _ = write!(text, "{:first$}", format!("[{}] {owner}", number + 1));
        for other in &names {
            let cell = match sums.get(&(*owner, *other)) {
                None => String::new(),
                Some([0, 0]) => "-".to_owned(),
                Some([worked, 0]) => worked.to_string(),
                Some([worked, failed]) => format!("{worked}!{failed}"),
            };
            let _ = write!(text, " {cell:>6}");
        }
        text.push('\n');
    }
}

fn score(document: &Document, text: &mut String) {
    let count = |kind: MutantKind| {
        let of_kind = document.mutants.iter().filter(|mutant| mutant.kind == kind);
        let (alive, caught): (Vec<&Mutant>, Vec<&Mutant>) =
            of_kind.partition(|mutant| mutant.caught_by.is_empty());
        format!("{} / {}", caught.len(), caught.len() + alive.len())
    };
    let _ = writeln!(
        text,
        "\nVerifiers that lack one rule, caught by that rule's own vectors: {}",
        count(MutantKind::LacksRule)
    );
    let _ = writeln!(
        text,
        "Verifiers that refuse too much or compute wrong, caught by vectors to accept: {}",
        count(MutantKind::RefusesMore)
    );
    let alive = document
        .mutants
        .iter()
        .filter(|mutant| mutant.caught_by.is_empty());
    for mutant in alive {
        let _ = writeln!(
            text,
            "  not caught: {} {}: {}",
            mutant.parameter_set,
            match mutant.kind {
                MutantKind::LacksRule => "without the rule",
                MutantKind::RefusesMore => "with the fault",
            },
            mutant.rule
        );
    }
}

fn branches(document: &Document, text: &mut String) {
    let mut sets: BTreeMap<&str, Vec<&Reached>> = BTreeMap::new();
    for reached in &document.branches {
        let of_set = sets.entry(&reached.parameter_set).or_default();
        of_set.push(reached);
    }
    let _ = writeln!(text, "\nBranches of signing that the inputs reach:");
    for (set, branches) in sets {
        let possible = branches.iter().filter_map(|branch| branch.inputs);
        let hit = possible.clone().filter(|inputs| *inputs > 0).count();
        let _ = write!(text, "  {set}: {hit} / {}", possible.count());
        let name = |branch: &&Reached| branch.branch.clone();
        let never: Vec<String> = branches
            .iter()
            .filter(|branch| branch.inputs.is_none())
            .map(name)
            .collect();
        if !never.is_empty() {
            let _ = write!(text, " ({} can't occur)", never.join(", "));
        }
        let missed: Vec<String> = branches
            .iter()
            .filter(|branch| branch.inputs == Some(0))
            .map(name)
            .collect();
        if !missed.is_empty() {
            let _ = write!(text, "; not reached: {}", missed.join(", "));
        }
        text.push('\n');
    }
}
