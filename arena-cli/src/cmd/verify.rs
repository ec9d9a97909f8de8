//! `arena verify`: recomputes everything in a folder of evidence from the folder alone.

use super::output;
use crate::chosen;
use arena_core::report::text::{clean, wrap};
use arena_core::verify::{Step, Verification, verify};
use std::path::PathBuf;
use std::process::ExitCode;

/// Verify a folder of evidence, with nothing but the folder
///
/// Recomputes the sums of all files, checks each raw row against the schema and its statistics against its samples, compares the rows
/// with the plan and the plan with the protocol, and computes normalized rows, verdict and reports again. Whatever differs is named.
/// It says whether the folder is sound, not whether the result is good: a verdict of not met verifies as well as any other.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  arena verify runs/2026-11-30
  arena verify runs/2026-11-30 --json

Exit codes: 0 everything holds; 1 something does not; 2 there is no such folder.")]
pub(crate) struct Args {
    /// The folder
    dir: PathBuf,
    /// Print the steps as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    chosen::existing(&args.dir)?;
    let verification = verify(&args.dir)?;
    if args.json {
        output::json(&verification)?;
    } else {
        output::text(&show(&verification))?;
    }
    Ok(ExitCode::from(u8::from(!verification.ok)))
}

fn show(verification: &Verification) -> String {
    let mut out = String::new();
    for Step {
        id,
        ok,
        detail,
        findings,
    } in &verification.steps
    {
        let mark = if *ok { "ok   " } else { "WRONG" };
        out += &format!("{mark}  {id:<12} {}\n", clean(detail));
        for finding in findings {
            out += &format!("       - {}\n", wrap(&clean(finding), 71, 9));
        }
    }
    let findings: usize = verification
        .steps
        .iter()
        .map(|step| step.findings.len())
        .sum();
    out += &match findings {
        0 => "\nEverything holds.\n".to_owned(),
        1 => "\n1 finding.\n".to_owned(),
        count => format!("\n{count} findings.\n"),
    };
    out
}
