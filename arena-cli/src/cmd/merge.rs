//! `arena merge`: folders of evidence of many dates and machines, side by side.

use super::output;
use arena_core::merged::{self, Member, Merged, Wishes, merge};
use arena_core::report::text::{clean, date};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  arena merge all-runs artifacts/*/run             writes all-runs/set.json; the folders stay where they are
  arena merge all-runs runs/today --add
  arena merge archive runs/* --copy                copies each folder into archive/runs/
  arena merge nightly runs/* --one-key             refuses folders that may not be one series
Then `arena report all-runs` shows trends, regressions and keys side by side; `arena compare all-runs` too, with exit code 1 if a regression is called.

Exit codes: 0 merged; 2 not done, and nothing written. docs/many-machines.md says how runs get there.";

/// Put folders of evidence of many dates and machines side by side
///
/// Verifies each folder first. Folders whose machine, toolchain, protocol and counts are the same make a series over time, under one
/// key; folders of unlike keys stand side by side and are never pooled. Writes OUT/set.json, which names each folder with the sum of
/// its SHA256SUMS. Nothing is copied unless --copy says so.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the set: new, empty, or with --add one that holds a set
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Finished folders of evidence
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Refuse folders of more than one key, and say what differs
    #[arg(long)]
    one_key: bool,
    /// Copy the folders into OUT/runs/
    #[arg(long)]
    copy: bool,
    /// Add to the set that is there
    #[arg(long)]
    add: bool,
    /// Say nothing
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let wishes = Wishes {
        one_key: args.one_key,
        copy: args.copy,
        add: args.add,
    };
    let merged = merge(&args.out, &args.dirs, wishes)?;
    if !args.quiet {
        output::text(&show(args, &merged))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(args: &Args, merged: &Merged) -> String {
    let mut out = String::new();
    let groups = merged.set.by_key();
    for (key, members) in &groups {
        out += &format!(
            "Key {}: {}, {}, {}, protocol {}\n",
            key.id(),
            clean(key.fact("processor")),
            clean(key.fact("system")),
            clean(key.fact("rustc")),
            clean(key.fact("protocol")),
        );
        for Member {
            run_id,
            created_unix_ns,
            path,
            ..
        } in *members
        {
            let path = path.display().to_string();
            out += &format!(
                "  {}  {}  {}\n",
                date(*created_unix_ns),
                clean(run_id),
                clean(&path)
            );
        }
    }
    if let [(first, _), others @ ..] = groups.as_slice() {
        for (key, _) in others {
            let differences = first.differences(key).join("; ");
            out += &format!(
                "{} and {} differ in {}\n",
                first.id(),
                key.id(),
                clean(&differences)
            );
        }
    }
    for (from, to) in &merged.copied {
        out += &format!("copied {} to {}\n", from.display(), to.display());
    }
    out + &format!(
        "{} runs in {}\n",
        merged.set.members.len(),
        args.out.join(merged::FILE).display()
    )
}
