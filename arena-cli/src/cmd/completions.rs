//! `arena completions`: a script that teaches a shell the commands and their options.

use super::output;
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  arena completions bash > ~/.local/share/bash-completion/completions/arena
  arena completions zsh > ~/.zfunc/_arena
  arena completions fish > ~/.config/fish/completions/arena.fish

Exit codes: 0 printed; 2 not done.";

/// Print the completions of a shell: commands, options, and their values
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut crate::Cli::command(), "arena", &mut script);
    output::text(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}
