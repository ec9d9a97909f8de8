//! The `arena` command. This file only routes: each sub-command is a file in `cmd/`.

mod chosen;
mod cmd;
mod manner;
mod progress;
mod signals;
mod text;

use arena_core::inventory::Layout;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

const AFTER_HELP: &str = "Examples:
  arena doctor                                   what this machine lacks
  arena build                                    builds every implementation that can be built here
  arena run --protocol quick                     a look at everything; no evidence
  arena run --protocol evidence --impl nexusq-v1,nexusq-v2
  arena verify runs/evidence-20261130-101500     recomputes every figure of a run
`arena COMMAND --help` has examples of each.

Exit codes, the same for all commands:
  0    done, and nothing was found that the command looks for
  1    done, but something was found: failed rows, findings, a criterion not met with --enforce
  2    not done: wrong arguments, a file that can't be read, no such folder
  130  ended by Ctrl-C (SIGINT); 143 by SIGTERM. Finished rows are kept; the message says how to go on
docs/formats.md says for each command when it ends with 1.

Colours and progress bars are for terminals only, and there is none with TERM=dumb; NO_COLOR turns colours off.";

/// Measures implementations of ML-KEM, ML-DSA, SLH-DSA and HQC against each other, checks that
/// they agree, and leaves evidence that a stranger can verify.
#[derive(Parser)]
#[command(name = "arena", version, after_help = AFTER_HELP)]
struct Cli {
    /// The folder that holds `adapters/` and `vendor/` [default: the nearest one from the current folder upwards].
    #[arg(long, global = true, env = "ARENA_ROOT", value_name = "DIR")]
    root: Option<PathBuf>,
    /// Say nothing beside the result but errors and warnings.
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Say more: where things are, each finished row, each line of a build, an error's causes line by line.
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// Folder of an adapter outside the tree, to be used beside those inside; may be given several times.
    #[arg(long = "adapter", global = true, value_name = "DIR")]
    adapters: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(cmd::run::Args),
    Build(cmd::build::Args),
    Check(cmd::check::Args),
    Count(cmd::count::Args),
    Ct(cmd::ct::Args),
    List(cmd::list::Args),
    Compare(cmd::compare::Args),
    Explain(cmd::explain::Args),
    Runner(cmd::runner::Args),
    Doctor(cmd::doctor::Args),
    Normalize(cmd::normalize::Args),
    Gate(cmd::gate::Args),
    Verify(cmd::verify::Args),
    Report(cmd::report::Args),
    Merge(cmd::merge::Args),
    NewAdapter(cmd::new_adapter::Args),
    Completions(cmd::completions::Args),
    Man(cmd::man::Args),
    #[command(hide = true)]
    ParseOnly(cmd::parse_only::Args),
}

impl Command {
    /// Whether Ctrl-C lets it end in good order: what takes long and has runners at work.
    fn ends_in_order(&self) -> bool {
        matches!(
            self,
            Command::Run(_)
                | Command::Build(_)
                | Command::Check(_)
                | Command::Count(_)
                | Command::Ct(_)
                | Command::Compare(_)
                | Command::Explain(_)
        )
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    manner::set(manner::Manner {
        quiet: cli.quiet,
        verbose: cli.verbose,
    });
    dispatch(&cli).unwrap_or_else(|error| {
        if manner::verbose() {
            manner::say(&format!("arena: {error}"));
            for cause in error.chain().skip(1) {
                manner::say(&format!("  because: {cause}"));
            }
        } else {
            manner::say(&format!("arena: {error:#}"));
        }
        ExitCode::from(signals::exit_code())
    })
}

fn dispatch(cli: &Cli) -> anyhow::Result<ExitCode> {
    if cli.command.ends_in_order() {
        signals::watch()?;
    }
    let layout = || {
        let layout = Layout::find(cli.root.as_deref())?;
        manner::detail(&format!("root: {}", layout.root.display()));
        manner::detail(&format!("runners: {}", layout.runners.display()));
        anyhow::Ok(layout.with_adapters(&cli.adapters)?)
    };
    match &cli.command {
        Command::Run(args) => cmd::run::run(args, &layout()?),
        Command::Build(args) => cmd::build::run(args, &layout()?),
        Command::Check(args) => cmd::check::run(args, &layout()?),
        Command::Count(args) => cmd::count::run(args, &layout()?),
        Command::Ct(args) => cmd::ct::run(args, &layout()?),
        Command::List(args) => cmd::list::run(args, &layout()?),
        Command::Compare(args) => cmd::compare::run(args, layout),
        Command::Explain(args) => cmd::explain::run(args, &layout()?),
        Command::Runner(args) => cmd::runner::run(args, &layout()?),
        Command::Doctor(args) => cmd::doctor::run(args, &layout()?),
        Command::Normalize(args) => cmd::normalize::run(args),
        Command::Gate(args) => cmd::gate::run(args),
        Command::Verify(args) => cmd::verify::run(args),
        Command::Report(args) => cmd::report::run(args),
        Command::Merge(args) => cmd::merge::run(args),
        Command::NewAdapter(args) => match layout() {
            // Only some templates need the tree; one that was named must be there.
            Err(error) if cli.root.is_some() => Err(error),
            found => cmd::new_adapter::run(args, found.ok().as_ref()),
        },
        Command::Completions(args) => cmd::completions::run(args),
        Command::Man(args) => cmd::man::run(args),
        Command::ParseOnly(args) => cmd::parse_only::run(args),
    }
}

#[cfg(test)]
mod tests;
