//! The report as Markdown: `report.md`, fit for a README and for a comment on a pull request. What decides stands at the
//! top; everything else is folded away, and all of it is there.

use super::sections::Section;
use super::text::{clean, ratio_or_dash, time, time_or_dash};
use super::{Report, SIGN_NOTE, overview, sections};
use crate::verdict::{Coverage, Verdict};

/// The whole report.
pub fn render(report: &Report) -> String {
    format!("# Run {}\n\n{}", cell(&report.verdict.run_id), body(report))
}

/// The report without its title, for a page that has one.
pub fn body(report: &Report) -> String {
    let verdict = &report.verdict;
    let mut out = String::new();
    if let Some(line) = report.no_evidence() {
        out += &format!("**{line}**\n\n");
    }
    out += &format!(
        "**Verdict: {}.** {}\n\n",
        verdict.overall.words(),
        cell(&verdict.statement)
    );
    out += &format!(
        "Protocol `{}`: {}.",
        verdict.protocol,
        cell(&report.purpose)
    );
    for machine in &report.machines {
        out += &format!(" Measured on: {}.", cell(machine));
    }
    out += "\n";
    out += &operations(verdict);
    out += &overview::markdown(report);
    let parts = [
        ("Criteria", criteria(verdict)),
        (
            "Every comparison, the control, and what signing costs",
            analysis(report),
        ),
        ("Every system, operation by operation", comparators(report)),
        ("What is not comparable", not_comparable(report)),
        ("What was measured", systems(report)),
        ("Coverage", coverage(&verdict.coverage)),
    ];
    for (title, content) in parts {
        out += &folded(title, &content);
    }
    out
}

/// A part that opens when it is clicked; nothing if it is empty.
fn folded(title: &str, content: &str) -> String {
    if content.is_empty() {
        return String::new();
    }
    format!("\n<details><summary>{title}</summary>\n{content}\n</details>\n")
}

/// Text that can't break out of a table cell or start markup.
pub(super) fn cell(text: &str) -> String {
    let mut escaped = String::new();
    for character in clean(text).chars() {
        if matches!(
            character,
            '\\' | '|' | '<' | '>' | '*' | '_' | '`' | '[' | ']' | '&'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

fn criteria(verdict: &Verdict) -> String {
    let mut out = "\n| criterion | status | why |\n|---|---|---|\n".to_owned();
    for criterion in &verdict.criteria {
        out += &format!(
            "| {} | {} | {} |\n",
            criterion.id,
            criterion.status.words(),
            cell(&criterion.reason)
        );
    }
    out += if verdict.analysis.is_some() {
        "\nA limit is decided only if the whole 95 % interval lies on one side of it, farther than the noise of the method.\n"
    } else {
        "\nA limit is decided only if the figures of all rounds lie on one side of it.\n"
    };
    out
}

fn operations(verdict: &Verdict) -> String {
    let (column, sentence) = if verdict.analysis.is_some() {
        (
            "95 % interval",
            "How a ratio is made stands below, with each comparison.",
        )
    } else {
        (
            "lowest to highest round",
            "A ratio is the geometric mean over the rounds of the ratio of the medians.",
        )
    };
    let mut out = format!(
        "\n### {} over {}\n\n| operation | {} | {} | ratio | {column} |\n|---|---:|---:|---:|---:|\n",
        cell(&verdict.candidate),
        cell(&verdict.baseline),
        cell(&verdict.baseline),
        cell(&verdict.candidate),
    );
    for operation in &verdict.operations {
        let (ratio, spread) = match operation.ratio {
            Some(ratio) if ratio.rounds > 1 => (
                format!("{:.4}", ratio.value),
                format!("{:.4} to {:.4}", ratio.low, ratio.high),
            ),
            Some(ratio) => (format!("{:.4}", ratio.value), "one round".to_owned()),
            None => (
                "-".to_owned(),
                cell(operation.problem.as_deref().unwrap_or("unresolved")),
            ),
        };
        out += &format!(
            "| {} | {} | {} | {ratio} | {spread} |\n",
            cell(&operation.name()),
            time_or_dash(operation.baseline_ns),
            time_or_dash(operation.candidate_ns),
        );
    }
    if let Some(mean) = verdict.geometric_mean {
        out += &format!("\nGeometric mean: {}.\n", mean.words());
    }
    out += &format!(
        "\nImproved, that is a ratio of at most {}: {}. {sentence}\n",
        verdict.limits.improvement_ceiling, verdict.improved_by_5_percent
    );
    out
}

fn analysis(report: &Report) -> String {
    let mut out = String::new();
    for section in report.verdict.analysis.iter().flat_map(sections::of) {
        out += &self::section(&section);
    }
    out
}

/// A titled table.
pub fn section(section: &Section) -> String {
    let mut out = format!("\n### {}\n\n|", cell(&section.title));
    for name in &section.head {
        out += &format!(" {name} |");
    }
    let figures = section.head.len().saturating_sub(1);
    out += &format!("\n|---|{}\n", "---:|".repeat(figures));
    for row in &section.rows {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        out += &format!("| {} |\n", cells.join(" | "));
    }
    for note in &section.notes {
        out += &format!("\n{}\n", cell(note));
    }
    out
}

fn comparators(report: &Report) -> String {
    let baseline = cell(&report.verdict.baseline);
    let mut out = String::new();
    for group in &report.groups {
        out += &format!(
            "\n### {}\n\n| system | median | lowest | highest | rounds | to {baseline} | to the best |\n|---|---:|---:|---:|---:|---:|---:|\n",
            cell(&group.title)
        );
        for line in &group.lines {
            out += &format!(
                "| {} | {} | {} | {} | {} | {} | {} |\n",
                cell(&line.system),
                time(line.median_ns),
                time_or_dash(line.low_ns),
                time_or_dash(line.high_ns),
                line.rounds,
                ratio_or_dash(line.to_baseline),
                ratio_or_dash(line.to_best),
            );
        }
        if let Some(note) = &group.note {
            out += &format!("\n{}\n", cell(note));
        }
    }
    if !report.left_out.is_empty() {
        out += "\n### Out of the table\n\n| row | why | what happened |\n|---|---|---|\n";
    }
    for row in &report.left_out {
        out += &format!(
            "| {} | {} | {} |\n",
            cell(&row.row),
            row.why,
            cell(&row.reason)
        );
    }
    out
}

/// What a reader might compare and should not.
pub(super) fn cautions(report: &Report) -> Vec<String> {
    let mut cautions = vec![
        "Lanes: `prepared` leaves importing keys outside the clock, `from-bytes` has it inside. Their rows are never ranked together.".to_owned(),
        "Prepared keys: what a key object holds differs between libraries, and with it how much of the work stays outside the clock. Each raw row says it (`prepared_key`).".to_owned(),
    ];
    if report
        .groups
        .iter()
        .any(|group| group.note.as_deref() == Some(SIGN_NOTE))
    {
        cautions.push("ML-DSA signing: a row times one message per round, signed deterministically. The number of attempts that signing needs depends on key and message, so such a row shows the attempts of one draw. It says nothing about a mean signing time and must not be ranked.".to_owned());
    }
    if report
        .groups
        .iter()
        .flat_map(|group| &group.lines)
        .any(|line| line.rounds == 1)
    {
        cautions.push("One round: systems that were measured once have no spread. Small differences between them mean nothing.".to_owned());
    }
    cautions
}

fn not_comparable(report: &Report) -> String {
    let mut out = "\n".to_owned();
    for caution in cautions(report) {
        out += &format!("- {caution}\n");
    }
    out
}

fn systems(report: &Report) -> String {
    let mut out =
        "\n| system | implementation | version | back end |\n|---|---|---|---|\n".to_owned();
    for facts in &report.systems {
        out += &format!(
            "| {} | {} | {} | {} |\n",
            cell(&facts.system),
            cell(&facts.implementation),
            cell(&facts.version),
            cell(&facts.back_end)
        );
    }
    out
}

fn coverage(coverage: &Coverage) -> String {
    let mut out = format!(
        "\n{} rows usable, {} there, {} asked for, {} in the protocol.\n",
        coverage.ok, coverage.present, coverage.asked, coverage.expected
    );
    let kinds = [
        ("Missing", &coverage.missing),
        ("Doubled", &coverage.doubled),
        ("Foreign", &coverage.foreign),
        ("Malformed", &coverage.malformed),
    ];
    for (kind, entries) in kinds {
        if !entries.is_empty() {
            out += &format!("\n{kind}:\n\n");
        }
        for entry in entries {
            out += &format!("- {}\n", cell(&super::table::describe(entry)));
        }
    }
    out
}
