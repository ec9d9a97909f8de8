//! `arena normalize`: raw files of any schema version to one set of rows, and what is wrong with them.

use super::output;
use anyhow::Context;
use arena_core::files;
use arena_core::normalize::{Expected, FindingKind, Normalized, RawFile, Standing, normalize};
use arena_core::protocol::Protocol;
use arena_core::record::RowKey;
use arena_core::report::text::wrap;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Turn raw files into one normalized set of rows
///
/// Reads raw files of schema version 1 and 2, mixed in any way, and compares their rows with the rows of a protocol. Names every
/// missing, doubled, foreign and malformed row with its file and line. A line is malformed if it is no JSON, breaks the schema, holds
/// another number of samples than it says or statistics that are not those of its samples, or is cut off.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  arena normalize runs/2026-11-30/raw/*.jsonl
  arena normalize docs/records/evidence/run-37918298351/*.jsonl --out normalized.jsonl
  arena normalize raw/*.jsonl --protocol quick --json

Exit codes: 0 every row of the protocol is there once; 1 there are findings; 2 not done.
The formats are in docs/formats.md.")]
pub(crate) struct Args {
    /// Raw files, one row per line
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The protocol whose rows are expected
    #[arg(long, default_value = "v2")]
    protocol: String,
    /// Write the normalized rows to this file, one per line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print rows and findings as one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let protocol = Protocol::named(&args.protocol)?;
    let rows = protocol.expected_rows();
    let raw: Vec<RawFile> = args.files.iter().cloned().map(RawFile::from).collect();
    let expected = Expected {
        rows: &rows,
        plan: None,
    };
    let normalized = normalize(&raw, expected)?;
    if let Some(out) = &args.out {
        let lines = normalized.to_jsonl().context("a row has no JSON form")?;
        files::write_atomic(out, &lines)?;
    }
    if args.json {
        output::json(&json!({
            "protocol": protocol.name,
            "expected": rows.len(),
            "rows": normalized.rows,
            "findings": normalized.findings,
        }))?;
    } else {
        output::text(&summary(&normalized, &protocol, &rows, raw.len()))?;
    }
    Ok(ExitCode::from(u8::from(!normalized.findings.is_empty())))
}

fn summary(normalized: &Normalized, protocol: &Protocol, rows: &[RowKey], files: usize) -> String {
    let mut out = format!(
        "{} rows from {files} {}; protocol {} expects {}.\n\n",
        normalized.rows.len(),
        if files == 1 { "file" } else { "files" },
        protocol.name,
        rows.len()
    );
    for system in &protocol.systems {
        let expected = rows.iter().filter(|row| row.system == system.name).count();
        let there = normalized
            .rows
            .iter()
            .filter(|row| row.system == system.name && row.standing == Standing::Expected);
        let there: Vec<_> = there.collect();
        let ok = there.iter().filter(|row| row.usable()).count();
        out += &format!(
            "  {:<20} {:>3} of {expected:>3} there, {ok:>3} usable\n",
            system.name,
            there.len()
        );
    }
    out += "\n";
    if normalized.findings.is_empty() {
        return out + "No findings: every expected row is there once.\n";
    }
    for kind in FindingKind::ALL {
        for finding in normalized.of_kind(kind) {
            out += &format!("{}\n", wrap(&finding.to_string(), 80, 2));
        }
    }
    out
}
