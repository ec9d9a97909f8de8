//! The folder that a run leaves: its layout, and the files that follow from the raw rows.
//!
//! ```text
//! plan.json          what the run set out to do          written before measuring
//! environment.json   the machine, in full                written before measuring
//! raw/*.jsonl        one record per row                  appended while measuring
//! runners.jsonl      what the runners took               appended while measuring
//! checks.json        what `arena check` found            added on demand: see `add_checks`
//! normalized.jsonl, verdict.json, report.md, report.html derived: see `derive`
//! SHA256SUMS         sums of every other file            written last
//! ```

mod attach;
mod rows;
pub mod stored;
pub mod sums;

pub use attach::add_checks;
pub use rows::Rows;

use crate::analysis::Analysis;
use crate::files::{self, FileError};
use crate::normalize::{Expected, Normalized, RawFile, normalize};
use crate::plan::Plan;
use crate::planning::named_protocol;
use crate::protocol::Protocol;
use crate::report::page::{self, Material};
use crate::report::{Report, markdown};
use crate::series;
use crate::verdict::Verdict;
use std::fs;
use std::path::{Path, PathBuf};
use stored::Stored;

/// The plan.
pub const PLAN: &str = crate::plan::FILE;
/// The machine.
pub const ENVIRONMENT: &str = crate::storage::FACTS;
/// The folder of raw files.
pub const RAW: &str = "raw";
/// The normalized rows.
pub const NORMALIZED: &str = "normalized.jsonl";
/// The verdict.
pub const VERDICT: &str = "verdict.json";
/// The report for people who read Markdown.
pub const REPORT_MD: &str = "report.md";
/// The report as a page.
pub const REPORT_HTML: &str = "report.html";
/// The sums of every other file.
pub const CHECKSUMS: &str = "SHA256SUMS";

/// The path of the raw file of an artifact.
pub fn raw_path(dir: &Path, artifact: &str) -> PathBuf {
    dir.join(RAW).join(format!("{artifact}.jsonl"))
}

/// The raw files of a folder, by name.
///
/// # Errors
/// The folder `raw` can't be read.
pub fn raw_files(dir: &Path) -> Result<Vec<RawFile>, FileError> {
    jsonl_files(&dir.join(RAW), &format!("{RAW}/"))
}

/// The `.jsonl` files of any folder, by name; `prefix` comes before the names.
///
/// # Errors
/// The folder can't be read.
pub fn jsonl_files(dir: &Path, prefix: &str) -> Result<Vec<RawFile>, FileError> {
    let mut files = Vec::new();
    let entries = fs::read_dir(dir).map_err(|error| FileError::new(dir, error))?;
    for entry in entries {
        let path = entry.map_err(|error| FileError::new(dir, error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".jsonl") && path.is_file() {
            let name = format!("{prefix}{name}");
            files.push(RawFile { path, name });
        }
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(files)
}

/// What follows from plan and raw rows.
#[derive(Clone, Debug)]
pub struct Derived {
    /// The plan.
    pub plan: Plan,
    /// The protocol.
    pub protocol: Protocol,
    /// Rows and findings.
    pub normalized: Normalized,
    /// The report, with the verdict.
    pub report: Report,
}

impl Derived {
    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.report.verdict
    }

    /// The report as a page. Reads the raw rows once more, for the distributions of their samples.
    ///
    /// # Errors
    /// A raw file can't be read.
    pub fn page(&self, dir: &Path) -> Result<String, FileError> {
        let material = Material::read(dir, &self.plan, self.normalized.rows.iter().map(Ok))?;
        Ok(page::render(&self.report, &material))
    }

    /// The derived files, name and content.
    ///
    /// # Errors
    /// A value has no JSON form, or a raw file can't be read.
    pub fn files(&self, dir: &Path) -> Result<Vec<(&'static str, Vec<u8>)>, FileError> {
        let rows = self.normalized.to_jsonl();
        let rows = rows.map_err(|error| FileError::new(&dir.join(NORMALIZED), error))?;
        Ok(vec![
            (NORMALIZED, rows),
            (VERDICT, files::to_json(&dir.join(VERDICT), self.verdict())?),
            (REPORT_MD, markdown::render(&self.report).into_bytes()),
            (REPORT_HTML, self.page(dir)?.into_bytes()),
        ])
    }
}

/// Computes everything that follows from the plan and the raw rows of a folder. Writes nothing.
///
/// # Errors
/// The plan or a raw file can't be read, or the plan names a protocol that this arena doesn't know.
pub fn derive(dir: &Path) -> Result<Derived, FileError> {
    let (plan, normalized) = rows(dir)?;
    let protocol = named_protocol(&plan).map_err(|error| FileError::new(&dir.join(PLAN), error))?;
    let analysis = if protocol.interleaved {
        let all = series::read(&raw_files(dir)?, &normalized)?;
        Some(Analysis::of(&all, &protocol))
    } else {
        None
    };
    let verdict = Verdict::of(&normalized, &plan, &protocol, analysis);
    let report = Report::of(&normalized, verdict, &protocol);
    Ok(Derived {
        plan,
        protocol,
        normalized,
        report,
    })
}

/// The report of a folder as a page, in memory that doesn't grow with the samples.
///
/// # Errors
/// As [`derive`].
pub fn page(dir: &Path, report: &Report) -> Result<String, FileError> {
    let material = match Stored::open(dir)? {
        Ok(stored) => Material::read(dir, &stored.plan, stored.rows()?)?,
        Err(_) => return derive(dir)?.page(dir),
    };
    Ok(page::render(report, &material))
}

/// The plan of a folder and what its raw rows come to, compared with that plan.
///
/// # Errors
/// The plan or a raw file can't be read.
pub fn rows(dir: &Path) -> Result<(Plan, Normalized), FileError> {
    let plan = Plan::read(dir)?;
    let expected = Expected {
        rows: &plan.rows,
        plan: Some(&plan),
    };
    let normalized = normalize(&raw_files(dir)?, expected)?;
    Ok((plan, normalized))
}

/// Every file that is written anew as a whole, and that a killed run may have left half-written beside its place.
const REWRITTEN: [&str; 8] = [
    PLAN,
    ENVIRONMENT,
    NORMALIZED,
    VERDICT,
    REPORT_MD,
    REPORT_HTML,
    CHECKSUMS,
    page::checks::FILE,
];

/// Writes the derived files and then the sums. The folder is then what `arena verify` accepts.
///
/// # Errors
/// As [`derive`]; or a file can't be written.
pub fn finish(dir: &Path) -> Result<Derived, FileError> {
    let derived = derive(dir)?;
    // Before the sums: they would name a file that is gone once it has taken its place.
    for name in REWRITTEN {
        files::remove_leftover(&dir.join(name))?;
    }
    for (name, content) in derived.files(dir)? {
        files::write_atomic(&dir.join(name), &content)?;
    }
    let sums = sums::render(&sums::of(dir)?);
    files::write_atomic(&dir.join(CHECKSUMS), sums.as_bytes())?;
    Ok(derived)
}
