//! The `arena` command. This file only routes: each sub-command is a file in `cmd/`.

mod cmd;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures implementations of ML-KEM, ML-DSA, SLH-DSA and HQC against each other, checks that
/// they agree, and leaves evidence that a stranger can verify.
#[derive(Parser)]
#[command(name = "arena", version, after_help = EXIT_CODES)]
struct Cli {
    /// The folder that holds `adapters/` and `vendor/`. Found from the current folder upwards if not given.
    #[arg(long, global = true, env = "ARENA_ROOT", value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 done, but something was found (failed rows, findings, a criterion not met with --enforce); 2 not done.";

#[derive(Subcommand)]
enum Command {}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome: anyhow::Result<ExitCode> = match cli.command {};
    outcome.unwrap_or_else(|error| {
        eprintln!("arena: {error:#}");
        ExitCode::from(2)
    })
}
