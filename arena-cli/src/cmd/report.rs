//! `arena report`: shows the result of a run again, in any form.

use super::output;
use crate::chosen;
use anyhow::{Context, bail};
use arena_core::evidence::stored::{NotStored, Stored};
use arena_core::evidence::{self, PLAN};
use arena_core::export::{self, Csv, ExportError, Notice, Parquet, Sink};
use arena_core::files;
use arena_core::loose::Loose;
use arena_core::merged::{self, Set};
use arena_core::report::sheet::Sheet;
use arena_core::report::splice::splice;
use arena_core::report::{Report, markdown, table};
use arena_core::trend::Trends;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  arena report runs/2026-11-30
  arena report runs/2026-11-30 --format md > comment.md    for a pull request
  arena report runs/2026-11-30 --splice README.md          the part between two marks
  arena report runs/2026-11-30 --out rows.parquet          for Polars, DuckDB: docs/analysis.md
  arena report runs/mon runs/tue --out rows.csv            the rows of both, with their run
  arena report all-runs                                    a set of `arena merge`: trends
  arena report docs/records/evidence/run-37918298351       raw rows without a plan
  arena report runs/2026-11-30 --checks checks.json        adds what `arena check` found

Exit codes: 0 shown; 2 not done. The columns of CSV and Parquet are in docs/formats.md.";

/// Show the result of a run again, in any form
///
/// Of one folder of evidence: its report. Of a finished one the derived files are read if SHA256SUMS vouches for them (`arena verify`
/// says whether they follow from the raw rows); of any other, also of a run that is not finished, everything is computed from the raw rows.
/// Of several folders or of a set: trends. Of raw rows without a plan: what they say, and what is missing.
/// CSV and Parquet hold one line for each row of all folders, whatever their number.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folders of evidence, sets, or folders of raw rows
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// The form [default: that of the file's ending with --out, else table]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// With --out: replace a file that is there
    #[arg(long, requires = "out")]
    force: bool,
    /// Rewrite the marked part of this Markdown file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "format"])]
    splice: Option<PathBuf>,
    /// With --splice: the part between `<!-- NAME -->` and `<!-- /NAME -->`
    #[arg(
        long,
        value_name = "NAME",
        default_value = "result",
        requires = "splice"
    )]
    marker: String,
    /// First add what `arena check --out FILE` found to the folder, as checks.json, and write its reports and sums anew
    #[arg(long, value_name = "FILE", conflicts_with = "splice")]
    checks: Option<PathBuf>,
    /// No notes on standard error
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a terminal of 80 columns
    Table,
    /// Markdown, as report.md
    Md,
    /// A page, as report.html
    Html,
    /// The report for machines
    Json,
    /// Rows, comma-separated
    Csv,
    /// Rows, for analysis
    Parquet,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    for dir in &args.dirs {
        chosen::existing(dir)?;
    }
    if let Some(file) = &args.checks {
        let [dir] = args.dirs.as_slice() else {
            bail!("--checks is for one folder at a time");
        };
        evidence::add_checks(dir, file)
            .with_context(|| format!("{}: no checks added", dir.display()))?;
    }
    if let Some(page) = &args.splice {
        spliced(args, page)?;
        return Ok(ExitCode::SUCCESS);
    }
    let format = format(args)?;
    if let Some(out) = args.out.as_ref().filter(|out| !args.force && out.exists()) {
        bail!(
            "{}: is there already; --force replaces it, or choose another name",
            out.display()
        );
    }
    if matches!(format, Format::Csv | Format::Parquet) {
        rows(args, format)?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown = Shown::of(args)?.text(format)?;
    match &args.out {
        Some(out) => files::write_atomic(out, shown.as_bytes())?,
        None => output::text(&shown)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The form that is asked for.
fn format(args: &Args) -> anyhow::Result<Format> {
    let Some(out) = args.out.as_ref().filter(|_| args.format.is_none()) else {
        return Ok(args.format.unwrap_or(Format::Table));
    };
    let ending = out.extension().unwrap_or_default().to_string_lossy();
    match &*ending {
        "txt" => Ok(Format::Table),
        ending => Format::from_str(ending, true).ok().with_context(|| {
            format!(
                "{}: its ending names no form; --format table, md, html, json, csv or parquet says which",
                out.display()
            )
        }),
    }
}

/// What a report is of.
enum Shown {
    Run(PathBuf, Box<Report>),
    Loose(Loose),
    Trends(Trends),
}

impl Shown {
    fn of(args: &Args) -> anyhow::Result<Shown> {
        let [dir] = args.dirs.as_slice() else {
            let set = Set::of(&args.dirs)?;
            return Ok(Shown::Trends(Trends::of(&set)?));
        };
        if dir.join(merged::FILE).exists() {
            let set = Set::read(dir)?;
            return Ok(Shown::Trends(Trends::of(&set)?));
        }
        if !dir.join(PLAN).exists() {
            return Ok(Shown::Loose(Loose::read(dir)?));
        }
        let (report, notice) = report(dir)?;
        note(args, dir, &notice);
        Ok(Shown::Run(dir.clone(), Box::new(report)))
    }

    fn text(&self, format: Format) -> anyhow::Result<String> {
        Ok(match self {
            Shown::Run(dir, report) => match format {
                Format::Table => table::render(report),
                Format::Md => markdown::render(report),
                Format::Html => evidence::page(dir, report)?,
                _ => indented(report)?,
            },
            Shown::Loose(loose) => sheet(&loose.sheet(), format, loose)?,
            Shown::Trends(trends) => sheet(&trends.sheet(), format, trends)?,
        })
    }

    /// Markdown without a title.
    fn body(&self) -> String {
        match self {
            Shown::Run(_, report) => markdown::body(report),
            Shown::Loose(loose) => loose.sheet().markdown_body(),
            Shown::Trends(trends) => trends.sheet().markdown_body(),
        }
    }
}

fn sheet<T: Serialize>(sheet: &Sheet, format: Format, value: &T) -> anyhow::Result<String> {
    Ok(match format {
        Format::Table => sheet.terminal(),
        Format::Md => sheet.markdown(),
        Format::Html => sheet.html(),
        _ => indented(value)?,
    })
}

fn indented<T: Serialize>(value: &T) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// The report of a folder of evidence, and how it was read.
fn report(dir: &Path) -> anyhow::Result<(Report, Notice)> {
    let shown = || format!("{} can't be shown", dir.display());
    match Stored::open(dir).with_context(shown)? {
        Ok(stored) => Ok((stored.report().with_context(shown)?, Notice::Stored)),
        Err(why) => {
            let derived = evidence::derive(dir).with_context(shown)?;
            Ok((derived.report, Notice::Computed(why)))
        }
    }
}

/// Says on standard error what a reader should know of how a folder was read.
fn note(args: &Args, dir: &Path, notice: &Notice) {
    let why = match notice {
        _ if args.quiet => return,
        Notice::Stored | Notice::WithoutPlan => return,
        Notice::Computed(NotStored::OtherArena(_)) => return,
        Notice::Computed(NotStored::Unfinished) => format!(
            "the run is not finished (`arena run --resume {}` goes on); this is what there is of it",
            dir.display()
        ),
        Notice::Computed(NotStored::Changed(name)) => format!(
            "{name} is not the file that SHA256SUMS lists, so everything is computed from the raw rows; `arena verify {}` says more",
            dir.display()
        ),
    };
    eprintln!("arena: {}: {why}", dir.display());
}

/// Rewrites the marked part of a page.
fn spliced(args: &Args, page: &Path) -> anyhow::Result<()> {
    let bytes = files::read(page)?;
    let text = std::str::from_utf8(&bytes)
        .with_context(|| format!("{}: is no UTF-8 text", page.display()))?;
    let content = Shown::of(args)?.body();
    let rewritten =
        splice(text, &args.marker, &content).with_context(|| page.display().to_string())?;
    Ok(files::write_atomic(page, rewritten.as_bytes())?)
}

/// The rows of all folders as one table.
fn rows(args: &Args, format: Format) -> anyhow::Result<()> {
    let folders = members(&args.dirs)?;
    let written = match &args.out {
        Some(out) => files::write_atomic_with(out, |file| {
            let sink = sink(format, BufWriter::with_capacity(1 << 18, file))?;
            table_of(args, &folders, sink)
        }),
        None if format == Format::Parquet && std::io::stdout().is_terminal() => {
            bail!("Parquet is nothing for a terminal; --out FILE or a pipe takes it")
        }
        None => {
            let out = BufWriter::with_capacity(1 << 18, std::io::stdout());
            sink(format, out).and_then(|sink| table_of(args, &folders, sink))
        }
    };
    match written {
        // A reader that leaves early, such as `head`, is no error.
        Err(ExportError::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// The folders, with those of sets in the place of the sets.
fn members(dirs: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for dir in dirs {
        if dir.join(merged::FILE).exists() {
            let set = Set::read(dir)?;
            folders.extend(set.members.into_iter().map(|member| member.path));
        } else {
            folders.push(dir.clone());
        }
    }
    Ok(folders)
}

fn sink<'a, W: Write + Send + 'a>(
    format: Format,
    out: W,
) -> Result<Box<dyn Sink + 'a>, ExportError> {
    Ok(match format {
        Format::Parquet => Box::new(Parquet::new(out)?),
        _ => Box::new(Csv::new(out)?),
    })
}

fn table_of(
    args: &Args,
    folders: &[PathBuf],
    mut sink: Box<dyn Sink + '_>,
) -> Result<(), ExportError> {
    for dir in folders {
        let notice = export::each(dir, &mut |entry| sink.add(&entry))?;
        note(args, dir, &notice);
    }
    sink.finish()
}
