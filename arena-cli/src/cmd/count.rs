//! `arena count`: instructions per operation, a companion of times that does not depend on the clock.

use super::output;
use crate::chosen;
use anyhow::{Context, bail};
use arena_core::count::{self, Count, Settings, Times, Tool, ToolChoice};
use arena_core::environment::Facts;
use arena_core::files;
use arena_core::interrupt;
use arena_core::inventory::{Inventory, Layout};
use arena_core::names;
use arena_core::pinning::CpuChoice;
use arena_runner::message::{Lane, Operation};
use nexusq_contract::ParameterSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  arena count                                    V1 and V2, the nine operations
  arena count --impl nexusq-v1,pqcp --alg ml-kem-768 --op decaps
  arena count --repeat 2                         how well it repeats
  arena count --beside runs/v2-20261130-101500   time ratios of a run beside the counts
  arena count --lane prepared,from-bytes --json --out counts.json
docs/counts.md says what is inside a count.

Exit codes: 0 all counted; 1 something could not be counted; 2 not done.";

/// Count instructions per operation, by callgrind or the processor's counters.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Implementations by id; ratios are to the first.
    #[arg(
        long = "impl",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "nexusq-v1,nexusq-v2"
    )]
    implementations: Vec<String>,
    /// Algorithms (ml-kem) or parameter sets (ml-kem-768).
    #[arg(
        long = "alg",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "ml-kem-768,ml-kem-1024,ml-dsa-65"
    )]
    algorithms: Vec<String>,
    /// Only these operations: keygen, encaps, decaps, sign, verify.
    #[arg(long = "op", value_name = "NAME", value_delimiter = ',', value_parser = parse_operation)]
    operations: Vec<Operation>,
    /// Lanes: prepared, from-bytes.
    #[arg(long = "lane", value_name = "NAME", value_delimiter = ',', default_value = "prepared", value_parser = parse_lane)]
    lanes: Vec<Lane>,
    /// callgrind, perf (the processor's counters), or auto: perf where it counts instructions, else callgrind.
    #[arg(long, default_value = "auto")]
    tool: ToolChoice,
    /// Have callgrind simulate caches too; slow.
    #[arg(long)]
    cache_sim: bool,
    /// Seed of keys and messages, up to 16 hexadecimal digits.
    #[arg(long, default_value = "0", value_parser = super::run::parse_seed)]
    seed: u64,
    /// Key pairs, messages and so on that the calls go through in turn.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    items: u16,
    /// Make each count so often, and tell by how much they differ.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// Folder of a run whose time ratios are to stand beside the counts.
    #[arg(long, value_name = "DIR")]
    beside: Option<PathBuf>,
    /// Seconds that one run under the tool may take.
    #[arg(long, default_value_t = 600, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Write the JSON to this file too.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let inventory = Inventory::read(layout);
    for problem in &inventory.problems {
        eprintln!("left out: {problem}");
    }
    let settings = settings(args, &inventory)?;
    let times = args.beside.as_ref().map(|folder| {
        Times::read(folder).with_context(|| format!("--beside {}", folder.display()))
    });
    let times = times.transpose()?;
    let tool = Tool::choose(args.tool, args.cache_sim)?;
    let environment = Facts::gather(Some(&layout.root)).environment(settings.cpu);
    let mut progress = |line: &str| {
        if !args.quiet {
            eprintln!("{line}");
        }
    };
    let mut count = count::count(&settings, &tool, &inventory, &environment, &mut progress)?;
    if interrupt::requested() {
        bail!("interrupted; nothing was written. --impl, --alg and --op make a count shorter");
    }
    if let Some(times) = &times {
        count.set_times(times);
    }
    show(args, &count)
}

fn show(args: &Args, count: &Count) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.out {
        files::write_atomic(path, &files::to_json(path, count)?)?;
    }
    if args.json {
        output::json(count)?;
    } else {
        output::text(&count::render(count))?;
    }
    let failures = count.failures();
    if failures > 0 && !args.quiet {
        eprintln!("{failures} not counted; the reasons stand with them");
    }
    Ok(ExitCode::from(u8::from(failures > 0)))
}

fn settings(args: &Args, inventory: &Inventory) -> anyhow::Result<Settings> {
    let chosen = chosen::implementations(inventory, &args.implementations)?;
    let chosen = chosen.into_iter().map(|found| found.manifest.id.clone());
    let settings = Settings {
        implementations: chosen.collect(),
        sets: chosen::parameter_sets(&args.algorithms, ParameterSet::ALL)?,
        operations: args.operations.clone(),
        lanes: without_repeats(&args.lanes),
        seed: args.seed,
        items: usize::from(args.items),
        repeat: args.repeat,
        timeout: Duration::from_secs(args.timeout),
        cpu: CpuChoice::Auto.resolve()?,
    };
    let wanted = |set: &ParameterSet| {
        let mut operations = Operation::of(*set).into_iter();
        args.operations.is_empty() || operations.any(|one| args.operations.contains(&one))
    };
    if !settings.sets.iter().any(wanted) {
        bail!("--op: none of the sets of --alg has such an operation");
    }
    Ok(settings)
}

fn without_repeats<T: Clone + PartialEq>(values: &[T]) -> Vec<T> {
    let mut once: Vec<T> = Vec::new();
    for value in values {
        if !once.contains(value) {
            once.push(value.clone());
        }
    }
    once
}

fn parse_operation(text: &str) -> Result<Operation, String> {
    let all = Operation::KEM.into_iter().chain(Operation::SIGNATURE);
    let mut named = all.filter(|operation| operation.id() == text);
    let known = ["keygen", "encaps", "decaps", "sign", "verify"];
    named.next().ok_or_else(|| {
        let hint = names::hint(text, &known);
        format!("give keygen, encaps, decaps, sign or verify{hint}")
    })
}

fn parse_lane(text: &str) -> Result<Lane, String> {
    let mut named = [Lane::Prepared, Lane::FromBytes].into_iter();
    named.find(|lane| lane.id() == text).ok_or_else(|| {
        let hint = names::hint(text, &["prepared", "from-bytes"]);
        format!("give prepared or from-bytes{hint}")
    })
}
