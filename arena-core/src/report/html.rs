//! The report as one self-contained page: `report.html`. No script, nothing from elsewhere.

use super::markdown::cautions;
use super::text::{clean, ratio_or_dash, time, time_or_dash};
use super::{Group, Report, sections};
use crate::verdict::Verdict;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
table{border-collapse:collapse;margin:.5rem 0 1.5rem}th,td{border-bottom:1px solid #8886;padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.warn{font-weight:bold}:root{color-scheme:light dark}";

/// The whole page.
pub fn render(report: &Report) -> String {
    let verdict = &report.verdict;
    let title = format!("Run {}", escape(&verdict.run_id));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    if let Some(line) = report.no_evidence() {
        out += &format!("<p class=\"warn\">{}</p>\n", escape(&line));
    }
    out += &format!("<p>{}</p>\n", escape(&verdict.statement));
    out += &format!(
        "<p>Protocol {}: {}.</p>\n",
        escape(&verdict.protocol),
        escape(&report.purpose)
    );
    for machine in &report.machines {
        out += &format!("<p>Measured on: {}.</p>\n", escape(machine));
    }
    out += &criteria(verdict);
    out += &operations(verdict);
    out += &analysis(verdict);
    out += "<h2>All systems</h2>\n";
    for group in &report.groups {
        out += &group_table(group, &verdict.baseline);
    }
    out += &left_out(report);
    out += "<h2>What is not comparable</h2>\n<ul>\n";
    for caution in cautions(report) {
        out += &format!("<li>{}</li>\n", escape(&caution.replace('`', "")));
    }
    out += "</ul>\n";
    out += &systems(report);
    let coverage = &verdict.coverage;
    out += &format!(
        "<h2>Coverage</h2>\n<p>{} rows usable, {} there, {} asked for, {} in the protocol.</p>\n</body>\n</html>\n",
        coverage.ok, coverage.present, coverage.asked, coverage.expected
    );
    out
}

/// Text that is only text.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in clean(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A table; columns from `numbers` on are aligned as numbers.
fn table(head: &[&str], numbers: usize, rows: &[Vec<String>]) -> String {
    let class = |column: usize| {
        if column >= numbers {
            " class=\"n\""
        } else {
            ""
        }
    };
    let mut out = "<table>\n<tr>".to_owned();
    for (column, text) in head.iter().enumerate() {
        out += &format!("<th{}>{}</th>", class(column), escape(text));
    }
    out += "</tr>\n";
    for row in rows {
        out += "<tr>";
        for (column, text) in row.iter().enumerate() {
            out += &format!("<td{}>{}</td>", class(column), escape(text));
        }
        out += "</tr>\n";
    }
    out + "</table>\n"
}

fn criteria(verdict: &Verdict) -> String {
    let rows: Vec<Vec<String>> = verdict
        .criteria
        .iter()
        .map(|criterion| {
            vec![
                criterion.id.clone(),
                criterion.status.words().to_owned(),
                criterion.reason.clone(),
            ]
        })
        .collect();
    let head = ["criterion", "status", "why"];
    format!("<h2>Criteria</h2>\n{}", table(&head, head.len(), &rows))
}

fn operations(verdict: &Verdict) -> String {
    let mut rows = Vec::new();
    for operation in &verdict.operations {
        let (ratio, spread) = match operation.ratio {
            Some(ratio) if ratio.rounds > 1 => (
                format!("{:.4}", ratio.value),
                format!("{:.4} to {:.4}", ratio.low, ratio.high),
            ),
            Some(ratio) => (format!("{:.4}", ratio.value), "one round".to_owned()),
            None => (
                "-".to_owned(),
                operation.problem.clone().unwrap_or_default(),
            ),
        };
        rows.push(vec![
            operation.name(),
            time_or_dash(operation.baseline_ns),
            time_or_dash(operation.candidate_ns),
            ratio,
            spread,
        ]);
    }
    let head = [
        "operation",
        verdict.baseline.as_str(),
        verdict.candidate.as_str(),
        "ratio",
        if verdict.analysis.is_some() {
            "95 % interval"
        } else {
            "lowest to highest round"
        },
    ];
    format!(
        "<h2>{} over {}</h2>\n{}",
        escape(&verdict.candidate),
        escape(&verdict.baseline),
        table(&head, 1, &rows)
    )
}

fn analysis(verdict: &Verdict) -> String {
    let mut out = String::new();
    for section in verdict.analysis.iter().flat_map(sections::of) {
        out += &format!("<h2>{}</h2>\n", escape(&section.title));
        out += &table(&section.head, 1, &section.rows);
        for note in &section.notes {
            out += &format!("<p>{}</p>\n", escape(note));
        }
    }
    out
}

fn group_table(group: &Group, baseline: &str) -> String {
    let mut rows = Vec::new();
    for line in &group.lines {
        rows.push(vec![
            line.system.clone(),
            time(line.median_ns),
            time_or_dash(line.low_ns),
            time_or_dash(line.high_ns),
            line.rounds.to_string(),
            ratio_or_dash(line.to_baseline),
            ratio_or_dash(line.to_best),
        ]);
    }
    let to_baseline = format!("to {baseline}");
    let head = [
        "system",
        "median",
        "lowest",
        "highest",
        "rounds",
        &to_baseline,
        "to the best",
    ];
    let mut out = format!(
        "<h3>{}</h3>\n{}",
        escape(&group.title),
        table(&head, 1, &rows)
    );
    if let Some(note) = &group.note {
        out += &format!("<p>{}</p>\n", escape(note));
    }
    out
}

fn left_out(report: &Report) -> String {
    if report.left_out.is_empty() {
        return String::new();
    }
    let mut rows = Vec::new();
    for row in &report.left_out {
        rows.push(vec![
            row.row.clone(),
            row.why.to_owned(),
            row.reason.clone(),
        ]);
    }
    let head = ["row", "why", "what happened"];
    format!(
        "<h3>Out of the table</h3>\n{}",
        table(&head, head.len(), &rows)
    )
}

fn systems(report: &Report) -> String {
    let mut rows = Vec::new();
    for facts in &report.systems {
        rows.push(vec![
            facts.system.clone(),
            facts.implementation.clone(),
            facts.version.clone(),
            facts.back_end.clone(),
        ]);
    }
    let head = ["system", "implementation", "version", "back end"];
    format!("<h2>Systems</h2>\n{}", table(&head, head.len(), &rows))
}
