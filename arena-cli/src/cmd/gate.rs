//! `arena gate`: the criteria, evaluated from the raw rows of a folder or from the published table.

use super::output;
use crate::chosen;
use anyhow::Context;
use arena_core::evidence::{self, CHECKSUMS, Derived, VERDICT};
use arena_core::files;
use arena_core::gate::Outcome;
use arena_core::protocol::Protocol;
use arena_core::published::{PublishedRecord, PublishedReport};
use arena_core::report::table;
use arena_core::report::text::{clean, time_or_dash, wrap};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Evaluate the gate's criteria and print the verdict
///
/// Of a folder of evidence: computes the verdict from the raw rows, prints it, and stores it as verdict.json if the folder has no
/// sums yet. A folder that has them is never written to; if its verdict.json says something else, that is a finding.
///
/// Of a published record (a JSON file): recomputes the geometric mean from its table and says whether the published figure follows.
///
/// A criterion is met, not met, or unresolved: the figures of the rounds lie on both sides of the limit, or there are too few of them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  arena gate runs/2026-11-30
  arena gate runs/2026-11-30 --enforce && echo may be released
  arena gate docs/records/evidence/published-v2-record.json

Exit codes: 0 evaluated; 1 with --enforce: not every criterion is met; or the stored verdict is another one; 2 not done.")]
pub(crate) struct Args {
    /// A folder of evidence, or a published record
    #[arg(value_name = "DIR|FILE")]
    path: PathBuf,
    /// Fail (exit code 1) unless every criterion is met
    #[arg(long)]
    enforce: bool,
    /// Print the verdict as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    chosen::existing(&args.path)?;
    let (overall, finding) = if args.path.is_dir() {
        folder(args)?
    } else {
        (published(args)?, false)
    };
    let refused = args.enforce && overall != Outcome::Met;
    Ok(ExitCode::from(u8::from(refused || finding)))
}

/// The overall outcome, and whether the folder holds another verdict.
fn folder(args: &Args) -> anyhow::Result<(Outcome, bool)> {
    let dir = &args.path;
    let finished = dir.join(CHECKSUMS).exists();
    let derived = if finished {
        evidence::derive(dir)
    } else {
        evidence::finish(dir)
    }
    .with_context(|| format!("{} can't be judged", dir.display()))?;
    if args.json {
        output::json(derived.verdict())?;
    } else {
        output::text(&table::verdict(derived.verdict()))?;
    }
    let differs = finished && !is_stored(dir, &derived)?;
    if differs {
        eprintln!(
            "arena: {VERDICT} in {} is not this verdict; `arena verify` says where they differ",
            dir.display()
        );
    }
    Ok((derived.verdict().overall, differs))
}

fn is_stored(dir: &Path, derived: &Derived) -> anyhow::Result<bool> {
    let path = dir.join(VERDICT);
    let own = files::to_json(&path, derived.verdict())?;
    Ok(files::read(&path).is_ok_and(|stored| stored == own))
}

fn published(args: &Args) -> anyhow::Result<Outcome> {
    let record = PublishedRecord::read(&args.path)
        .context("no folder of evidence and no published record")?;
    let report = record.report(&Protocol::named("v2")?);
    if args.json {
        output::json(&report)?;
    } else {
        output::text(&show(&report))?;
    }
    Ok(report.overall)
}

fn show(report: &PublishedReport) -> String {
    let mean = report
        .recomputed_geometric_mean
        .map_or("none".to_owned(), |mean| format!("{mean:.4}"));
    let mut out = format!(
        "Published record of run {}\n\n  geometric mean, recomputed from the table: {mean}\n  geometric mean, as published:              {}\n\n",
        clean(&report.run),
        report.published_geometric_mean
    );
    for finding in &report.findings {
        out += &format!("{}\n", wrap(&format!("Finding: {}", clean(finding)), 80, 2));
    }
    out += "\n";
    for operation in &report.operations {
        let ratio = operation.ratio;
        out += &format!(
            "  {:<22}{:>12}{:>12}{:>9}\n",
            clean(&operation.name()),
            time_or_dash(operation.baseline_ns),
            time_or_dash(operation.candidate_ns),
            ratio.map_or("-".to_owned(), |ratio| format!("{:.4}", ratio.value)),
        );
    }
    out += &format!("  improved: {}\n\n", report.improved_by_5_percent);
    for criterion in &report.criteria {
        let text = format!("{}: {}", criterion.id, clean(&criterion.reason));
        let text = wrap(&text, 66, 0).replace('\n', "\n              ");
        out += &format!("  {:<10}  {text}\n", criterion.status.words());
    }
    out
}
