//! `arena explain`: why two runs of one method disagreed.

use super::{output, run};
use crate::chosen;
use anyhow::{Context, bail};
use arena_core::environment::Facts;
use arena_core::explain::{self, Settings, Watcher, plot, render};
use arena_core::files;
use arena_core::inventory::{Inventory, Layout};
use arena_core::names;
use arena_core::pinning::CpuChoice;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "Examples:
  arena explain                                   everything, with builds; about half an hour
  arena explain --no-builds --repeats 10          the spreads and what needs no build; some minutes
  arena explain --only historical --only turns    single experiments, by the beginning of their ids
  arena explain --resume runs/explain-20261130-101500    finish what was interrupted
The folder holds explanation.json, explanation.md, plots as SVG, and below runs/ the evidence of every run.

Exit codes: 0 explained; 1 something had to be left out, and why; 2 not done.";

/// Explain the variance of the historical measurement, by experiment
///
/// Measures one implementation against itself: as the historical measurement did, and then with common keys and messages, in turns, pinned
/// or not, with and without a load elsewhere. Compares single factors of build and machine by the evidence protocol. Prints which source
/// has which share of the variance.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The implementation that is measured against itself
    #[arg(long = "impl", value_name = "NAME", default_value = "nexusq-v2")]
    implementation: String,
    /// Repetitions of each spread
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// Rounds of each comparison of a factor
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Leave out what needs builds with other options
    #[arg(long)]
    no_builds: bool,
    /// Only experiments whose id begins so; may be given more than once
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Pin runners to this CPU: a number, auto, or none
    #[arg(long, default_value = "auto")]
    cpu: String,
    /// Seed of keys and messages, up to 16 hexadecimal digits [default: from the clock]
    #[arg(long, value_parser = run::parse_seed)]
    seed: Option<u64>,
    /// The folder to write [default: runs/explain-<time> below the root]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Finish the explanation in this folder, as it was begun
    #[arg(long, value_name = "DIR", conflicts_with_all = ["implementation", "repeats", "rounds", "no_builds", "only", "cpu", "seed", "out"])]
    resume: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

struct Steps {
    quiet: bool,
    start: Instant,
}

impl Watcher for Steps {
    fn step(&mut self, text: &str) {
        if !self.quiet {
            eprintln!("{:>5.0} s  {text}", self.start.elapsed().as_secs_f64());
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let inventory = Inventory::read(layout);
    let stored = args.resume.as_deref().map(stored).transpose()?;
    let implementation = match &stored {
        Some(settings) => &settings.implementation,
        None => &args.implementation,
    };
    let found = chosen::implementation(&inventory, "--impl", implementation)?;
    if let Err(why) = &found.runner {
        bail!("--impl {implementation}: {why}");
    }
    let settings = match stored {
        Some(settings) => settings,
        None => begin(args, layout)?,
    };
    let folder = settings.folder.clone();
    let facts = Facts::gather(Some(&layout.root));
    let mut steps = Steps {
        quiet: args.quiet,
        start: Instant::now(),
    };
    let explanation = explain::explain(&settings, layout, inventory, &facts, &mut steps);
    let explanation = explanation.with_context(|| {
        let shown = folder.display();
        format!("the explanation stopped; its runs are kept, go on with `arena explain --resume {shown}`")
    })?;
    let plots = plot::plots(&explanation);
    let names: Vec<&str> = plots.iter().map(|(name, _)| *name).collect();
    let page = render::markdown(&explanation, &names);
    let json = folder.join("explanation.json");
    files::write_atomic(&json, &files::to_json(&json, &explanation)?)?;
    files::write_atomic(&folder.join("explanation.md"), page.as_bytes())?;
    for (name, svg) in &plots {
        files::write_atomic(&folder.join(name), svg.as_bytes())?;
    }
    if args.json {
        output::json(&explanation)?;
    } else {
        output::text(&page)?;
    }
    if !args.quiet {
        eprintln!("Written to {}", folder.display());
    }
    Ok(ExitCode::from(u8::from(!explanation.left_out.is_empty())))
}

/// What the explanation in that folder was asked for.
fn stored(folder: &Path) -> anyhow::Result<Settings> {
    chosen::existing(folder).context("nothing to resume")?;
    Settings::read(folder).context("nothing to resume")
}

/// Makes the folder of a new explanation and stores what was asked for.
fn begin(args: &Args, layout: &Layout) -> anyhow::Result<Settings> {
    known(&args.only)?;
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let cpu = || format!("--cpu {}", args.cpu);
    let choice: CpuChoice = args.cpu.parse().with_context(cpu)?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let name = format!("explain-{}", run::timestamp());
        layout.root.join("runs").join(name)
    });
    if folder.join(explain::SETTINGS).exists() {
        bail!(
            "{0} holds an explanation; go on with `arena explain --resume {0}`, or choose another folder with --out",
            folder.display()
        );
    }
    let settings = Settings {
        implementation: args.implementation.clone(),
        repeats: args.repeats,
        rounds: args.rounds,
        seed: args
            .seed
            .unwrap_or_else(|| u64::try_from(now.as_nanos()).unwrap_or(u64::MAX)),
        cpu: choice.resolve().with_context(cpu)?,
        folder,
        builds: !args.no_builds,
        only: args.only.clone(),
    };
    fs::create_dir_all(&settings.folder).with_context(|| settings.folder.display().to_string())?;
    settings.write()?;
    Ok(settings)
}

/// Refuses beginnings that no experiment has.
fn known(only: &[String]) -> anyhow::Result<()> {
    let spreads = explain::spreads()
        .into_iter()
        .map(|experiment| experiment.id);
    let ids: Vec<&str> = spreads
        .chain(explain::factors().into_iter().map(|factor| factor.id))
        .collect();
    for start in only {
        if !ids.iter().any(|id| id.starts_with(start.as_str())) {
            bail!(
                "--only {start}: no experiment begins so; {}",
                names::known(start, &ids)
            );
        }
    }
    Ok(())
}
