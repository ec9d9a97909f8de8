//! `arena build`: builds the runners of adapters.

use super::output;
use crate::manner;
use crate::progress::Ticker;
use crate::text;
use anyhow::{Context, bail};
use arena_core::builder::{self, BuildError, Built};
use arena_core::inventory::Layout;
use arena_core::manifest::Adapter;
use arena_core::names;
use arena_core::own::OwnBuild;
use arena_core::own::build::{self as own, Wish};
use arena_core::tools::ToolEnvironment;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

const EXAMPLES: &str = "Examples:
  arena build                  all adapters
  arena build openssl circl    these two
  arena build openssl --from /opt/openssl-3.5.9    your own build of OpenSSL, as openssl-own beside the packaged one
  arena build pqcp --from ~/src --as 2-0           your own checkouts of mlkem-native and mldsa-native, as pqcp-2-0
Build output goes to target/runners/<adapter>.log. An adapter whose tools are missing is left out with its reason.
docs/own-builds.md says what --from takes for each adapter.

Exit codes: 0 built, or left out with a reason; 1 with --require-all: one could not be built; 2 not done.";

/// Build the runners of all adapters, or of those named.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Adapters by folder name; all if none is given.
    names: Vec<String>,
    /// Exit with 1 if any adapter could not be built.
    #[arg(long)]
    require_all: bool,
    /// Build one adapter over your own installed library (a prefix with include/ and lib/) or checkout, in place of the packaged one.
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
    /// With --from: what the ids of the own build end with.
    #[arg(
        long = "as",
        value_name = "ENDING",
        default_value = "own",
        requires = "from"
    )]
    ending: String,
    /// With --from: link shared libraries where there are static ones too.
    #[arg(long, requires = "from")]
    shared: bool,
}

pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let (adapters, errors) = layout.adapters();
    for error in &errors {
        eprintln!("left out: {error}");
    }
    for name in &args.names {
        if !adapters.iter().any(|adapter| adapter.name == *name) {
            let known: Vec<&str> = adapters
                .iter()
                .map(|adapter| adapter.name.as_str())
                .collect();
            bail!(
                "there is no adapter `{name}`; {}",
                names::known(name, &known)
            );
        }
    }
    let tools = ToolEnvironment::read(&layout.root)?;
    if let Some(from) = &args.from {
        return build_own(args, from, layout, &adapters, &tools);
    }
    let wanted = |name: &String| args.names.is_empty() || args.names.contains(name);
    let chosen: Vec<_> = adapters
        .iter()
        .filter(|adapter| wanted(&adapter.name))
        .collect();
    let mut missing = errors.len();
    for (number, adapter) in chosen.iter().enumerate() {
        let head = format!("[{}/{}] {:<12}", number + 1, chosen.len(), adapter.name);
        let mut ticker = Ticker::new(&head);
        let started = Instant::now();
        let outcome = builder::build(adapter, layout, &tools, &mut |_, line| ticker.tick(line));
        let seconds = started.elapsed().as_secs_f64();
        match outcome {
            Ok(Built::Anew) => ticker.done(&format!("built in {seconds:.1} s")),
            Ok(Built::Unchanged) => ticker.done(&format!("up to date ({seconds:.1} s)")),
            Err(BuildError::Interrupted) => {
                ticker.failed("interrupted");
                bail!("interrupted; what is built is kept, `arena build` goes on from there");
            }
            Err(error) => {
                missing += 1;
                ticker.failed(&format!("not built: {error}"));
            }
        }
    }
    if missing > 0 {
        manner::note(&format!(
            "{missing} of {} adapters not built; the others can be measured. `arena doctor` says what is missing.",
            chosen.len() + errors.len()
        ));
    }
    Ok(if missing > 0 && args.require_all {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

/// Builds one adapter over what the user brings.
fn build_own(
    args: &Args,
    from: &Path,
    layout: &Layout,
    adapters: &[Adapter],
    tools: &ToolEnvironment,
) -> anyhow::Result<ExitCode> {
    let [name] = args.names.as_slice() else {
        let able = adapters.iter().filter(|adapter| adapter.own.is_some());
        let able: Vec<&str> = able.map(|adapter| adapter.name.as_str()).collect();
        bail!("--from is for one adapter at a time: {}", able.join(", "));
    };
    let adapter = adapters
        .iter()
        .find(|adapter| adapter.name == *name)
        .with_context(|| format!("there is no adapter `{name}`"))?;
    let wish = Wish {
        from,
        ending: &args.ending,
        shared: args.shared,
    };
    let mut ticker = Ticker::new(&format!("{name}-{}", args.ending));
    let started = Instant::now();
    let outcome = own::build(adapter, layout, tools, &wish, &mut |_, line| {
        ticker.tick(line)
    });
    let seconds = started.elapsed().as_secs_f64();
    match &outcome {
        Ok(_) => ticker.done(&format!("built in {seconds:.1} s")),
        Err(_) => ticker.failed("not built"),
    }
    describe(&outcome?)?;
    Ok(ExitCode::SUCCESS)
}

/// What an own build is made of, and how to go on.
fn describe(build: &OwnBuild) -> anyhow::Result<()> {
    for package in &build.packages {
        output::text(&format!("    from         {}\n", text::package(package)))?;
    }
    for one in &build.implementations {
        output::text(&format!("{}  {} {}\n", one.id, one.name, one.version))?;
    }
    Ok(())
}
