//! Makes a folder of evidence of any size out of made-up rows, to see how commands cope with it:
//!
//! ```console
//! $ cargo run --release -p arena-core --example synthetic -- 1000000 /tmp/large
//! $ arena report /tmp/large --out /tmp/large.parquet
//! ```
//! The rows are those of protocol `v2` with as many rounds as it takes, six samples each. The folder is sound: `arena
//! verify` accepts it. Making it takes longer than reading it, about a quarter of a millisecond a row.
#![forbid(unsafe_code)]

#[path = "../tests/common/mod.rs"]
mod common;

use arena_core::evidence::{self, ENVIRONMENT, RAW};
use arena_core::files;
use arena_core::plan::Plan;
use arena_core::protocol::Protocol;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Samples of a row: the fewest that have an interval.
const SAMPLES: usize = 6;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rows, dir] = arguments.as_slice() else {
        eprintln!("usage: synthetic ROWS DIR");
        return ExitCode::from(2);
    };
    let made = rows
        .parse()
        .map_err(|error| format!("{rows}: {error}").into())
        .and_then(|rows| make(rows, Path::new(dir)));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("synthetic: {error}");
            ExitCode::from(2)
        }
    }
}

fn make(rows: usize, dir: &Path) -> Result<(), Box<dyn Error>> {
    if dir.exists() {
        return Err(format!("{} is there already", dir.display()).into());
    }
    let plan = plan(rows)?;
    fs::create_dir_all(dir.join(RAW))?;
    plan.write(dir)?;
    let path = dir.join(ENVIRONMENT);
    files::write_atomic(&path, &files::to_json(&path, common::facts())?)?;
    write_rows(&plan, dir)?;
    evidence::finish(dir)?;
    println!("{}: {} rows", dir.display(), plan.rows.len());
    Ok(())
}

/// The plan of so many rows.
fn plan(rows: usize) -> Result<Plan, Box<dyn Error>> {
    let mut protocol = Protocol::named("v2")?;
    let whole = protocol.expected_rows().len();
    let each_round = whole - once(&protocol);
    protocol.rounds = u32::try_from(rows.div_ceil(each_round / protocol.rounds as usize))?.max(1);
    let mut plan = common::plan("v2", SAMPLES, |_| false);
    plan.rounds = protocol.rounds;
    plan.rows = protocol.expected_rows();
    // Those that are measured once stand last; the rounds of V1 and V2 give way.
    let surplus = plan.rows.len().saturating_sub(rows);
    plan.rows.drain(..surplus);
    Ok(plan)
}

/// Rows of systems that are measured once.
fn once(protocol: &Protocol) -> usize {
    let rows = protocol.expected_rows();
    let every = |name: &str| {
        let mut systems = protocol.systems.iter();
        systems.any(|system| system.name == name && system.every_round)
    };
    rows.iter().filter(|row| !every(&row.system)).count()
}

fn write_rows(plan: &Plan, dir: &Path) -> Result<(), Box<dyn Error>> {
    let mut raw: BTreeMap<&str, BufWriter<File>> = BTreeMap::new();
    for row in &plan.rows {
        if !raw.contains_key(row.system.as_str()) {
            let path = evidence::raw_path(dir, &format!("synthetic-{}", row.system));
            raw.insert(&row.system, BufWriter::new(File::create(path)?));
        }
        if let Some(file) = raw.get_mut(row.system.as_str()) {
            file.write_all(common::line(&common::record(plan, row, 1.05)).as_bytes())?;
        }
    }
    for (_, mut file) in raw {
        file.flush()?;
    }
    Ok(())
}
