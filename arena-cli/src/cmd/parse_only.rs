//! `arena parse-only`, hidden: whether command lines can be understood. The documents' tests ask it about every line of
//! every page, so that no page names an option that doesn't exist.

use super::output;
use anyhow::Context;
use clap::Parser;
use serde_json::json;
use std::io::{self, BufRead};
use std::process::ExitCode;

const EXAMPLES: &str = r#"Examples:
  echo '["run","--protocol","quick"]' | arena parse-only

Each line of standard input is a JSON list of arguments. Each line of standard output is an object: `error` and
`kind` are null, or say what can't be understood. Nothing is run.

Exit codes: 0 all can be understood; 1 one can't; 2 not done."#;

/// Say of command lines whether they can be understood
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {}

/// Runs the command.
pub(crate) fn run(_: &Args) -> anyhow::Result<ExitCode> {
    let mut wrong = false;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line.context("standard input")?;
        let words: Vec<String> =
            serde_json::from_str(&line).with_context(|| format!("line {}", number + 1))?;
        let words = std::iter::once("arena".to_owned()).chain(words);
        // Help and version are understood, though clap hands them back as errors.
        let error = crate::Cli::try_parse_from(words).err();
        let error = error.filter(|error| error.use_stderr());
        wrong |= error.is_some();
        let kind = error.as_ref().map(|error| format!("{:?}", error.kind()));
        let error = error.map(|error| error.to_string().trim().to_owned());
        output::text(&format!("{}\n", json!({ "kind": kind, "error": error })))?;
    }
    Ok(ExitCode::from(u8::from(wrong)))
}
