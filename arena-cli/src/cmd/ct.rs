//! `arena ct`: whether secrets decide what is executed, by three independent means.

use super::output;
use crate::chosen;
use anyhow::{anyhow, bail};
use arena_checks::ct::report::Document;
use arena_checks::ct::{self, Method, Settings, cases, text};
use arena_core::files;
use arena_core::interrupt;
use arena_core::inventory::{Inventory, Layout};
use arena_core::names;
use arena_core::pinning::CpuChoice;
use arena_runner::message::Operation;
use nexusq_contract::{Algorithm, ParameterSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  arena ct                                                under valgrind, all that is built
  arena ct --impl nexusq-v2 --alg ml-kem-768 --op decaps
  arena ct --method divisions                             compiles our crates at six optimisation levels
  arena ct --method statistics --impl nexusq-v2 --samples 200000 --cpu 1
  arena ct --impl nexusq-v2,botan --json --out ct.json
Every run looks at a runner with planted leaks first. Where one of them is not found the run has failed: its results mean nothing.
docs/constant-time.md says what each method can show, and what is public and why.

Exit codes: 0 nothing of ours was found; 1 a planted leak was missed, or something was found in a crate of this project. What is found in others is
reported and leaves the exit code as it is; 2 not done.";

/// Look for secrets that decide what is executed: under valgrind, by statistics, in the compiled code.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Implementations by id [default: all].
    #[arg(long = "impl", value_name = "NAME", value_delimiter = ',')]
    implementations: Vec<String>,
    /// Algorithms (ml-kem) or parameter sets (ml-kem-768).
    #[arg(
        long = "alg",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "ml-kem,ml-dsa"
    )]
    algorithms: Vec<String>,
    /// Only these operations: keygen, encaps, decaps, sign.
    #[arg(long = "op", value_name = "NAME", value_delimiter = ',', value_parser = parse_operation)]
    operations: Vec<Operation>,
    /// valgrind, statistics, divisions.
    #[arg(long = "method", value_name = "NAME", value_delimiter = ',', default_value = "valgrind", value_parser = parse_method)]
    methods: Vec<Method>,
    /// What keys and messages follow from, up to 16 hexadecimal digits.
    #[arg(long, default_value = "0", value_parser = super::run::parse_seed)]
    seed: u64,
    /// Samples of a comparison by statistics, both classes together.
    #[arg(long, default_value_t = 100_000, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1000..=100_000_000))]
    samples: u32,
    /// The processor that timed runners are pinned to: a number, auto or none.
    #[arg(long, default_value = "auto")]
    cpu: CpuChoice,
    /// Seconds that one run of a runner, or one build, may take.
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
    let mut progress = |line: &str| {
        if !args.quiet {
            eprintln!("{line}");
        }
    };
    let document = ct::run(&settings, layout, &inventory, &mut progress);
    if interrupt::requested() {
        bail!("interrupted; nothing was written. --impl, --alg and --op make it shorter");
    }
    show(args, &document.map_err(|reason| anyhow!(reason))?)
}

fn show(args: &Args, document: &Document) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.out {
        files::write_atomic(path, &files::to_json(path, document)?)?;
    }
    if args.json {
        output::json(document)?;
    } else {
        output::text(&text::render(document))?;
    }
    let bad = document.missed().is_some() || document.own_findings() > 0;
    Ok(ExitCode::from(u8::from(bad)))
}

fn settings(args: &Args, inventory: &Inventory) -> anyhow::Result<Settings> {
    let chosen = chosen::implementations(inventory, &args.implementations)?;
    let chosen = chosen.into_iter();
    // Only of the algorithms whose secrets are known here.
    let known = ParameterSet::ALL
        .iter()
        .copied()
        .filter(|set| matches!(set.algorithm(), Algorithm::MlKem | Algorithm::MlDsa));
    let known: Vec<ParameterSet> = known.collect();
    let settings = Settings {
        implementations: chosen.map(|found| found.manifest.id.clone()).collect(),
        sets: chosen::parameter_sets(&args.algorithms, &known)?,
        operations: args.operations.clone(),
        seed: args.seed,
        timeout: Duration::from_secs(args.timeout),
        samples: usize::try_from(args.samples).unwrap_or(usize::MAX),
        cpu: if args.methods.contains(&Method::Statistics) {
            args.cpu.resolve()?
        } else {
            None
        },
        methods: args.methods.clone(),
    };
    let wanted = |set: &ParameterSet| {
        let mut all = cases::operations(*set).into_iter();
        args.operations.is_empty() || all.any(|one| args.operations.contains(&one))
    };
    if !settings.sets.iter().any(wanted) {
        bail!("--op: none of the sets of --alg has such an operation");
    }
    Ok(settings)
}

fn parse_operation(text: &str) -> Result<Operation, String> {
    let all = Operation::KEM.into_iter().chain([Operation::Sign]);
    let mut named = all.filter(|operation| operation.id() == text);
    named.next().ok_or_else(|| {
        let hint = names::hint(text, &["keygen", "encaps", "decaps", "sign"]);
        format!("give keygen, encaps, decaps or sign (verification has no secret){hint}")
    })
}

fn parse_method(text: &str) -> Result<Method, String> {
    let mut named = Method::ALL.into_iter().filter(|method| method.id() == text);
    named.next().ok_or_else(|| {
        let hint = names::hint(text, &["valgrind", "statistics", "divisions"]);
        format!("give valgrind, statistics or divisions{hint}")
    })
}
