//! `arena compare`: two implementations, two builds, or two folders of evidence.

use super::{output, run};
use crate::progress::RunProgress;
use anyhow::{Context, bail};
use arena_core::driver::Job;
use arena_core::environment::Facts;
use arena_core::evidence::{self, PLAN};
use arena_core::folders::{self, FolderComparison};
use arena_core::inventory::{Inventory, Layout};
use arena_core::merged::{self, Set};
use arena_core::names;
use arena_core::pinning::CpuChoice;
use arena_core::plan::{Design, DesignSystem, Plan};
use arena_core::planning::{self, Wishes};
use arena_core::precision::{self, Precision};
use arena_core::protocol::Protocol;
use arena_core::report::sections;
use arena_core::report::sheet;
use arena_core::report::text::{clean, wrap};
use arena_core::storage;
use arena_core::trend::Trends;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "Examples:
  arena compare nexusq-v1 nexusq-v2                        measures both now, by the evidence protocol
  arena compare aws-lc pqcp --alg ml-kem-768 --precision 1%
  arena compare nexusq-v2 ./other-build/runner-nexusq-v2   two builds of one implementation
  arena compare runs/monday runs/tuesday                   two folders, system by system
  arena compare all-runs                                   a set of `arena merge`: trends and regressions
Each side is the id of an implementation, a runner's executable, or a folder of evidence. A name that is a folder with a
plan.json, or a file, is taken as such.

Exit codes: 0 compared, whatever came out; 1 of a set: a regression is called; 2 not done.";

/// Compare two implementations, two builds, or two folders of evidence
///
/// Implementations and builds are measured now, in turns, with the second one under two names as control; the folder that this leaves
/// is evidence like any other. Folders are compared system by system; rows that were not measured in turns have wider intervals,
/// and a change of the machine between two runs can't be told from a change of the code: that is said. Folders of unlike machines are
/// refused unless --across-machines is given, and the result is labelled.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The measure: an implementation, a runner's executable, or a folder
    #[arg(value_name = "A")]
    baseline: String,
    /// What is compared with it; nothing if A is a set
    #[arg(value_name = "B")]
    candidate: Option<String>,
    /// Only these algorithms (ml-kem) or parameter sets (ml-kem-768)
    #[arg(long = "alg", value_name = "NAME", value_delimiter = ',')]
    algorithms: Vec<String>,
    /// Only these operations: keygen, encaps, decaps, sign, verify
    #[arg(long = "op", value_name = "NAME", value_delimiter = ',')]
    operations: Vec<String>,
    /// Rounds, instead of the protocol's
    #[arg(long)]
    rounds: Option<u32>,
    /// Add rounds until every interval is at most this wide on either side, for example 0.5%
    #[arg(long, value_name = "PERCENT", value_parser = run::parse_percent)]
    precision: Option<f64>,
    /// With --precision: begin no further round after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    budget: u64,
    /// Pin runners to this CPU: a number, auto, or none
    #[arg(long, default_value = "auto")]
    cpu: String,
    /// The folder to write [default: runs/compare-<time> below the root]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of keys and messages, up to 16 hexadecimal digits [default: from the clock]
    #[arg(long, value_parser = run::parse_seed)]
    seed: Option<u64>,
    /// Finish the comparison of A and B in this folder, as it was planned
    #[arg(long, value_name = "DIR", conflicts_with_all = ["algorithms", "operations", "rounds", "cpu", "out", "seed", "across_machines"])]
    resume: Option<PathBuf>,
    /// Compare folders of unlike machines too; the result says so
    #[arg(long)]
    across_machines: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run<E: Into<anyhow::Error>>(
    args: &Args,
    layout: impl FnOnce() -> Result<Layout, E>,
) -> anyhow::Result<ExitCode> {
    if Path::new(&args.baseline).join(merged::FILE).is_file() {
        return trends(args);
    }
    let Some(candidate) = args.candidate.as_deref() else {
        bail!(
            "{}: with what should it be compared? Alone stands only a set of `arena merge`",
            args.baseline
        );
    };
    let layout = &layout().map_err(Into::into)?;
    let inventory = Inventory::read(layout);
    // A folder may bear the name of an implementation, as those of our own libraries do. Then it is
    // taken for one of evidence only if it looks like one.
    let folder = |side: &str| {
        let path = Path::new(side);
        path.is_dir() && (path.join(PLAN).is_file() || inventory.get(side).is_none())
    };
    match (folder(&args.baseline), folder(candidate)) {
        (true, true) => stored(args, candidate),
        (false, false) => measured(args, candidate, layout, inventory),
        _ => bail!("one side is a folder of evidence and the other is not; give two of a kind"),
    }
}

/// A set.
fn trends(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(other) = &args.candidate {
        bail!(
            "{}: is a set, and a set is compared within itself; merge {other} into it with `arena merge --add`",
            args.baseline
        );
    }
    let trends = Trends::of(&Set::read(Path::new(&args.baseline))?)?;
    if args.json {
        output::json(&trends)?;
    } else {
        output::text(&trends.sheet().terminal())?;
    }
    Ok(ExitCode::from(u8::from(trends.has_regression())))
}

/// Two folders.
fn stored(args: &Args, second: &str) -> anyhow::Result<ExitCode> {
    let (first, second) = (Path::new(&args.baseline), Path::new(second));
    let comparison = folders::compare(first, second, args.across_machines)?;
    if args.json {
        output::json(&comparison)?;
    } else {
        output::text(&show_folders(&comparison))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Two implementations or builds, measured now.
fn measured(
    args: &Args,
    second: &str,
    layout: &Layout,
    mut inventory: Inventory,
) -> anyhow::Result<ExitCode> {
    let baseline = side(&mut inventory, &args.baseline)?;
    let candidate = side(&mut inventory, second)?;
    let facts = Facts::gather(Some(&layout.root));
    let (folder, plan, protocol) = match &args.resume {
        Some(folder) => run::resume(folder, &facts)?,
        None => begin(args, layout, design(&baseline, &candidate), &facts)?,
    };
    if plan.design.as_ref() != Some(&design(&baseline, &candidate)) {
        bail!(
            "{}: is no comparison of {baseline} and {candidate}; a build that changed has another name too",
            folder.display()
        );
    }
    let _lock = storage::lock(&folder)?;
    let job = Job {
        plan: &plan,
        protocol: &protocol,
        inventory: &inventory,
        environment: &facts.environment(plan.pinned_cpu),
        folder: &folder,
    };
    let mut progress = RunProgress::new(args.quiet);
    let precision = args.precision.map(|half_width| Precision {
        half_width,
        budget: Duration::from_secs(args.budget),
    });
    let outcome = run::drive(&job, precision, &mut progress);
    progress.end();
    outcome.with_context(|| {
        let (a, b, shown) = (&args.baseline, second, folder.display());
        format!("the comparison stopped; finished rows are kept, go on with `arena compare {a} {b} --resume {shown}`")
    })?;
    let derived = evidence::finish(&folder)?;
    let verdict = derived.verdict();
    if args.json {
        output::json(&verdict.analysis)?;
    } else {
        let analysis = verdict.analysis.iter();
        let shown: String = analysis
            .flat_map(sections::of)
            .map(|s| sheet::terminal(&s))
            .collect();
        output::text(&shown)?;
    }
    if !args.quiet {
        eprintln!(
            "Evidence: {0}; check it with `arena verify {0}`",
            folder.display()
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Plans a new comparison and makes its folder.
fn begin(
    args: &Args,
    layout: &Layout,
    design: Design,
    facts: &Facts,
) -> anyhow::Result<(PathBuf, Plan, Protocol)> {
    let wishes = wishes(args, design)?;
    let (plan, protocol) = planning::plan("evidence", &wishes, &[])?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let name = format!("compare-{}", run::timestamp());
        layout.root.join("runs").join(name)
    });
    storage::create(&folder, &plan, facts)?;
    Ok((folder, plan, protocol))
}

/// The id of an implementation, or of a runner's executable that is added to the inventory.
fn side(inventory: &mut Inventory, name: &str) -> anyhow::Result<String> {
    if Path::new(name).is_file() {
        return inventory
            .add_executable(Path::new(name))
            .with_context(|| format!("{name} is no runner"));
    }
    match inventory.get(name) {
        Some(found) => match &found.runner {
            Ok(_) => Ok(name.to_owned()),
            Err(why) => bail!("{name}: {why}"),
        },
        None => {
            let known: Vec<&str> = inventory
                .found
                .iter()
                .map(|f| f.manifest.id.as_str())
                .collect();
            bail!(
                "{name}: no implementation, no file and no folder of that name; {}",
                names::known(name, &known)
            )
        }
    }
}

fn design(baseline: &str, candidate: &str) -> Design {
    let name = if baseline == candidate {
        format!("{candidate}-again")
    } else {
        candidate.to_owned()
    };
    let system = |name: &str, implementation: &str, control_of: Option<&str>| DesignSystem {
        name: name.to_owned(),
        implementation: implementation.to_owned(),
        control_of: control_of.map(str::to_owned),
    };
    let corpus = Protocol::named("evidence").map(|protocol| protocol.corpus);
    Design {
        systems: vec![
            system(baseline, baseline, None),
            system(&name, candidate, None),
            system(&format!("{name}-control"), candidate, Some(&name)),
        ],
        baseline: baseline.to_owned(),
        candidate: name,
        corpus: corpus.unwrap_or_default(),
        interleaved: true,
    }
}

fn wishes(args: &Args, design: Design) -> anyhow::Result<Wishes> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let created_unix_ns = u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
    let cpu = || format!("--cpu {}", args.cpu);
    let choice: CpuChoice = args.cpu.parse().with_context(cpu)?;
    Ok(Wishes {
        rounds: precision::first_rounds(args.rounds, args.precision.is_some())?,
        algorithms: args.algorithms.clone(),
        operations: args.operations.clone(),
        design: Some(design),
        timeout_seconds: 60,
        seed: args.seed.unwrap_or(created_unix_ns),
        pinned_cpu: choice.resolve().with_context(cpu)?,
        created_unix_ns,
        ..Wishes::default()
    })
}

fn show_folders(comparison: &FolderComparison) -> String {
    let mut out = String::new();
    for label in &comparison.labels {
        out += &format!("{}\n", wrap(&clean(label), 80, 2));
    }
    out + "\n" + &sheet::terminal(&comparison.section())
}
