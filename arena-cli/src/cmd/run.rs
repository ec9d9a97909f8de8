//! `arena run`: measures, checks, and leaves a folder of evidence.

use super::output;
use crate::chosen;
use crate::progress::RunProgress;
use anyhow::{Context, bail};
use arena_core::driver::{self, Job, Observer, Outcome};
use arena_core::environment::Facts;
use arena_core::evidence;
use arena_core::inventory::{Inventory, Layout};
use arena_core::pinning::CpuChoice;
use arena_core::plan::Plan;
use arena_core::planning::{self, Wishes};
use arena_core::precision::{self, Precision};
use arena_core::protocol::Protocol;
use arena_core::report::table;
use arena_core::storage;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "Examples:
  arena run                                      the historical measurement, all 138 rows
  arena run --protocol quick                     a look at everything in seconds; no evidence
  arena run --protocol quick --impl pqcp,pqcp-portable --alg ml-kem-768
  arena run --impl nexusq-v1,nexusq-v2 --op sign --rounds 9
  arena run --seed 2a --cpu 1 --out my-run       reproducible keys and messages, on CPU 1
  arena run --protocol evidence --impl nexusq-v1,nexusq-v2        what should be believed of V2 and V1
  arena run --protocol evidence --impl nexusq-v1,nexusq-v2 --precision 0.5% --budget 600
  arena run --resume my-run                      finish a run that was interrupted
A folder that is interrupted in any way, by Ctrl-C too, keeps its finished rows.

Exit codes: 0 all rows measured and right; 1 some rows failed or disagree; 2 not done.";

/// Measure implementations, check what they return, and leave a folder of evidence.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to measure and how often: evidence (what to believe), v2 (the historical measurement) or quick.
    #[arg(long, default_value = "v2")]
    protocol: String,
    /// Only these systems or implementations.
    #[arg(long = "impl", value_name = "NAME", value_delimiter = ',')]
    implementations: Vec<String>,
    /// Only these algorithms (ml-kem) or parameter sets (ml-kem-768).
    #[arg(long = "alg", value_name = "NAME", value_delimiter = ',')]
    algorithms: Vec<String>,
    /// Only these operations: keygen, encaps, decaps, sign, verify.
    #[arg(long = "op", value_name = "NAME", value_delimiter = ',')]
    operations: Vec<String>,
    /// Rounds, instead of the protocol's.
    #[arg(long)]
    rounds: Option<u32>,
    /// Samples of a row, instead of the protocol's.
    #[arg(long)]
    iterations: Option<usize>,
    /// Calls before the first sample, instead of the protocol's.
    #[arg(long)]
    warmups: Option<usize>,
    /// Pin runners to this CPU: a number, auto, or none.
    #[arg(long, default_value = "auto")]
    cpu: String,
    /// The folder to write [default: runs/<protocol>-<time> below the root].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of keys and messages, up to 16 hexadecimal digits [default: from the clock].
    #[arg(long, value_parser = parse_seed)]
    seed: Option<u64>,
    /// Seconds that a runner may take for one reply.
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    timeout: u64,
    /// Add rounds until every interval of the gate's ratios is at most this wide on either side, for example 0.5%.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    precision: Option<f64>,
    /// With --precision: begin no further round after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    budget: u64,
    /// Finish the run in this folder, as it was planned; every other flag but --json and --quiet is refused.
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "protocol", "implementations", "algorithms", "operations", "rounds", "iterations", "warmups", "cpu", "out", "seed", "timeout",
    ])]
    resume: Option<PathBuf>,
    /// Print the result as JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
}

impl Args {
    fn precision(&self) -> Option<Precision> {
        self.precision.map(|half_width| Precision {
            half_width,
            budget: Duration::from_secs(self.budget),
        })
    }
}

pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let inventory = Inventory::read(layout);
    for problem in &inventory.problems {
        eprintln!("left out: {problem}");
    }
    let facts = Facts::gather(Some(&layout.root));
    let (folder, plan, protocol) = match &args.resume {
        Some(folder) => resume(folder, &facts)?,
        None => begin(args, layout, &inventory, &facts)?,
    };
    let _lock = storage::lock(&folder)?;
    let environment = facts.environment(plan.pinned_cpu);
    let job = Job {
        plan: &plan,
        protocol: &protocol,
        inventory: &inventory,
        environment: &environment,
        folder: &folder,
    };
    let mut progress = RunProgress::new(args.quiet);
    let outcome = drive(&job, args.precision(), &mut progress);
    progress.end();
    let outcome = outcome.with_context(|| {
        let shown = folder.display();
        format!("the run stopped; finished rows are kept, go on with `arena run --resume {shown}`")
    })?;
    finish(args, &folder, &outcome)
}

/// Measures the plan, and further rounds if a precision is asked for.
pub(crate) fn drive(
    job: &Job<'_>,
    precision: Option<Precision>,
    progress: &mut RunProgress,
) -> anyhow::Result<Outcome> {
    let Some(precision) = precision else {
        return Ok(driver::run(job, progress)?);
    };
    let reached = precision::run(job, precision, progress)?;
    let widest = match reached.widest {
        Some(widest) => format!("the widest half-width is {:.2} %", widest * 100.0),
        None => "not every ratio has an interval".to_owned(),
    };
    let verdict = if reached.reached {
        "precision reached"
    } else {
        "precision not reached in the time given"
    };
    progress.note(&format!(
        "{verdict}: after {} rounds {widest}",
        reached.rounds
    ));
    Ok(reached.outcome)
}

/// Plans a new run and makes its folder.
fn begin(
    args: &Args,
    layout: &Layout,
    inventory: &Inventory,
    facts: &Facts,
) -> anyhow::Result<(PathBuf, Plan, Protocol)> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let created_unix_ns = u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
    let cpu: CpuChoice = args
        .cpu
        .parse()
        .with_context(|| format!("--cpu {}", args.cpu))?;
    let wishes = Wishes {
        rounds: precision::first_rounds(args.rounds, args.precision.is_some())?,
        iterations: args.iterations,
        warmups: args.warmups,
        implementations: args.implementations.clone(),
        algorithms: args.algorithms.clone(),
        operations: args.operations.clone(),
        design: None,
        timeout_seconds: args.timeout,
        seed: args.seed.unwrap_or(created_unix_ns),
        pinned_cpu: cpu
            .resolve()
            .with_context(|| format!("--cpu {}", args.cpu))?,
        created_unix_ns,
    };
    let ids: Vec<String> = inventory
        .found
        .iter()
        .map(|found| found.manifest.id.clone())
        .collect();
    let (plan, protocol) = planning::plan(&args.protocol, &wishes, &ids)?;
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => layout
            .root
            .join("runs")
            .join(format!("{}-{}", plan.protocol, timestamp())),
    };
    storage::create(&folder, &plan, facts)?;
    if !args.quiet {
        eprintln!(
            "{}: {} rows into {}",
            plan.protocol,
            plan.rows.len(),
            folder.display()
        );
        if !protocol.evidence {
            eprintln!(
                "protocol `{}` is for trying things out; its figures are no evidence",
                plan.protocol
            );
        }
    }
    Ok((folder, plan, protocol))
}

/// Reads what an interrupted run had planned.
pub(super) fn resume(folder: &Path, facts: &Facts) -> anyhow::Result<(PathBuf, Plan, Protocol)> {
    chosen::existing(folder).context("nothing to resume")?;
    let plan = Plan::read(folder).context("nothing to resume")?;
    if !folder.join(storage::FACTS).exists() {
        bail!(
            "nothing to resume: the run in {0} was stopped before it began; start it again with --out {0}",
            folder.display()
        );
    }
    let then = storage::read_facts(folder)?;
    if then.machine() != facts.machine() {
        bail!(
            "{}: begun on another machine (or kernel); rows of two machines can't be one run, start a new one",
            folder.display()
        );
    }
    let protocol = planning::protocol_of(&plan)?;
    Ok((folder.to_owned(), plan, protocol))
}

/// Writes what follows from the rows, prints the result.
fn finish(args: &Args, folder: &Path, outcome: &Outcome) -> anyhow::Result<ExitCode> {
    let derived = evidence::finish(folder)?;
    if args.json {
        output::json(&derived.report)?;
    } else {
        output::text(&table::render(&derived.report))?;
    }
    if !args.quiet {
        let Outcome {
            ok,
            failed,
            mismatch,
        } = outcome;
        let shown = folder.display();
        eprintln!("{ok} rows measured, {failed} failed, {mismatch} wrong. Evidence: {shown}");
        eprintln!("Check it with `arena verify {shown}`; the page is {shown}/report.html");
    }
    let clean = outcome.failed == 0 && outcome.mismatch == 0;
    Ok(if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

pub(crate) fn timestamp() -> String {
    let now = jiff::ZonedDateTime::now();
    now.strftime("%Y%m%d-%H%M%S").to_string()
}

/// A half-width as a logarithm, from `0.5%` or `0.005`.
pub(crate) fn parse_percent(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no precision; give for example 0.5% (0.01% to 50%)");
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number, 0.01),
        None => (text, 1.0),
    };
    let part: f64 = number.trim().parse().map_err(|_| wrong())?;
    let part = part * unit;
    if (0.0001..=0.5).contains(&part) {
        Ok(part.ln_1p())
    } else {
        Err(wrong())
    }
}

pub(crate) fn parse_seed(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    u64::from_str_radix(digits, 16)
        .map_err(|error| format!("{error}; give up to 16 hexadecimal digits"))
}
