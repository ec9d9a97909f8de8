//! `arena man`: the manual pages, one for the command and one for each of its sub-commands.

use super::output;
use crate::manner;
use anyhow::Context;
use arena_core::files;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  arena man ~/.local/share/man/man1     writes arena.1, arena-run.1, ...; then `man arena-run`
  arena man                             prints the page of `arena` itself

Exit codes: 0 written; 2 not done.";

/// Write the manual pages into a folder
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder; it is made if it isn't there [default: prints the page of `arena`]
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut command = crate::Cli::command();
    // Global options and the names of sub-commands are known to the sub-commands only after this.
    command.build();
    match &args.dir {
        None => output::text(&String::from_utf8(page(&command)?)?)?,
        Some(dir) => {
            fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
            let count = write(dir, "arena", &command)?;
            manner::note(&format!("{count} pages written to {}", dir.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command and of all below it that are shown in its help; returns how many.
fn write(dir: &Path, name: &str, command: &Command) -> anyhow::Result<usize> {
    let named = command.clone().display_name(name);
    files::write_atomic(&dir.join(format!("{name}.1")), &page(&named)?)?;
    let mut count = 1;
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    for sub in shown.filter(|sub| sub.get_name() != "help") {
        count += write(dir, &format!("{name}-{}", sub.get_name()), sub)?;
    }
    Ok(count)
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
