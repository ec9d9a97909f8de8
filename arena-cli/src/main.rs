//! The `arena` command. This file only routes: each sub-command is a file in `cmd/`.

mod cmd;
mod progress;
mod text;

use arena_core::inventory::Layout;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

const EXIT_CODES: &str = "Exit codes: 0 done; 1 done, but something was found (failed rows, findings, a criterion not met with --enforce); 2 not done.";

/// Measures implementations of ML-KEM, ML-DSA, SLH-DSA and HQC against each other, checks that
/// they agree, and leaves evidence that a stranger can verify.
#[derive(Parser)]
#[command(name = "arena", version, after_help = EXIT_CODES)]
struct Cli {
    /// The folder that holds `adapters/` and `vendor/` [default: the nearest one from the current folder upwards].
    #[arg(long, global = true, env = "ARENA_ROOT", value_name = "DIR")]
    root: Option<PathBuf>,
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
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    dispatch(&cli).unwrap_or_else(|error| {
        eprintln!("arena: {error:#}");
        ExitCode::from(2)
    })
}

fn dispatch(cli: &Cli) -> anyhow::Result<ExitCode> {
    let layout = || Layout::find(cli.root.as_deref());
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
    }
}
