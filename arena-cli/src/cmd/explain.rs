//! `arena explain`: why two runs of one method disagreed.

use super::{output, run};
use anyhow::{Context, bail};
use arena_core::environment::Facts;
use arena_core::explain::{self, Settings, Watcher, plot, render};
use arena_core::files;
use arena_core::inventory::{Inventory, Layout};
use arena_core::pinning::CpuChoice;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "Examples:
  arena explain                                   everything, with builds; about half an hour
  arena explain --no-builds --repeats 10          the spreads and what needs no build; some minutes
  arena explain --only historical --only turns    single experiments, by the beginning of their ids
The folder holds explanation.json, explanation.md, plots as SVG, and below runs/ the evidence of every run.";

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
    match inventory.get(&args.implementation) {
        None => bail!(
            "--impl {}: no adapter has an implementation of that id",
            args.implementation
        ),
        Some(found) => {
            if let Err(why) = &found.runner {
                bail!("--impl {}: {why}", args.implementation);
            }
        }
    }
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
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let settings = Settings {
        implementation: args.implementation.clone(),
        repeats: args.repeats,
        rounds: args.rounds,
        seed: args
            .seed
            .unwrap_or_else(|| u64::try_from(now.as_nanos()).unwrap_or(u64::MAX)),
        cpu: choice.resolve().with_context(cpu)?,
        folder: folder.clone(),
        builds: !args.no_builds,
        only: args.only.clone(),
    };
    let facts = Facts::gather(Some(&layout.root));
    let mut steps = Steps {
        quiet: args.quiet,
        start: Instant::now(),
    };
    let explanation = explain::explain(&settings, layout, inventory, &facts, &mut steps)?;
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
                "--only {start}: no experiment begins so; there are {}",
                ids.join(", ")
            );
        }
    }
    Ok(())
}
