//! `arena build`: builds the runners of adapters.

use crate::manner;
use crate::progress::Ticker;
use anyhow::bail;
use arena_core::builder::{self, BuildError, Built};
use arena_core::inventory::Layout;
use arena_core::manifest;
use arena_core::names;
use arena_core::tools::ToolEnvironment;
use std::process::ExitCode;
use std::time::Instant;

const EXAMPLES: &str = "Examples:
  arena build                  all adapters
  arena build openssl circl    these two
Build output goes to target/runners/<adapter>.log. An adapter whose tools are missing is left out with its reason.

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
}

pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let (adapters, errors) = manifest::read_all(&layout.root);
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
