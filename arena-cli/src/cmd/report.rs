//! `arena report`: shows the result of a run again.

use super::output;
use crate::chosen;
use anyhow::Context;
use arena_core::evidence;
use arena_core::report::{markdown, table};
use clap::ValueEnum;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show the result of a run again
///
/// Computes the report from the raw rows of a folder of evidence, as it stands: also of a run that is not finished. Writes nothing,
/// but with --checks.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  arena report runs/2026-11-30
  arena report runs/2026-11-30 --format md > result.md
  arena report runs/2026-11-30 --format html > result.html
  arena report runs/2026-11-30 --format json
  arena check --out checks.json; arena report runs/2026-11-30 --checks checks.json

Exit codes: 0 shown; 2 not done.")]
pub(crate) struct Args {
    /// The folder
    dir: PathBuf,
    /// The form
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// First add what `arena check --out FILE` found to the folder, as checks.json, and write its reports and sums anew
    #[arg(long, value_name = "FILE")]
    checks: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For a terminal of 80 columns
    Table,
    /// Markdown, as report.md
    Md,
    /// A page, as report.html
    Html,
    /// For machines
    Json,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    chosen::existing(&args.dir)?;
    let derived = match &args.checks {
        Some(file) => evidence::add_checks(&args.dir, file)
            .with_context(|| format!("{}: no checks added", args.dir.display()))?,
        None => evidence::derive(&args.dir)
            .with_context(|| format!("{} can't be shown", args.dir.display()))?,
    };
    match args.format {
        Format::Table => output::text(&table::render(&derived.report))?,
        Format::Html => output::text(&derived.page(&args.dir)?)?,
        Format::Md => output::text(&markdown::render(&derived.report))?,
        Format::Json => output::json(&derived.report)?,
    }
    Ok(ExitCode::SUCCESS)
}
