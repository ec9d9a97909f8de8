//! Raw rows without a plan, as the historical runs left them: a folder of `.jsonl` files and nothing that says which
//! rows there should be, on which machine they were measured, or by which protocol.
//!
//! Nothing is guessed. What the rows don't say is shown as missing.

mod sheet;

pub use sheet::Fact;

use crate::evidence::{self, RAW};
use crate::export::ExportError;
use crate::files::FileError;
use crate::normalize::{Expected, Finding, FindingKind, NormalizedRow, RawFile, normalize};
use serde::Serialize;
use std::path::Path;

/// The rows of such a folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loose {
    /// The folder's name.
    pub folder: String,
    /// How many files there are.
    pub files: usize,
    /// The rows in the order of files and lines.
    pub rows: Vec<NormalizedRow>,
    /// Lines that are no rows.
    pub malformed: Vec<Finding>,
}

impl Loose {
    /// Reads the `.jsonl` files of a folder, or of its folder `raw`.
    ///
    /// # Errors
    /// There are none, one can't be read, or they hold rows of both schema versions.
    pub fn read(dir: &Path) -> Result<Loose, ExportError> {
        if !dir.is_dir() {
            return Err(FileError::new(dir, "there is no such folder").into());
        }
        let mut files = jsonl(dir, "")?;
        if files.is_empty() && dir.join(RAW).is_dir() {
            files = jsonl(&dir.join(RAW), "raw/")?;
        }
        if files.is_empty() {
            return Err(ExportError::Nothing(dir.display().to_string()));
        }
        let nothing_expected = Expected {
            rows: &[],
            plan: None,
        };
        let normalized = normalize(&files, nothing_expected)?;
        of_one_kind(dir, &normalized.rows)?;
        let name = dir.canonicalize().ok();
        let name = name.as_deref().unwrap_or(dir).file_name();
        Ok(Loose {
            folder: name.unwrap_or_default().to_string_lossy().into_owned(),
            files: files.len(),
            malformed: normalized
                .of_kind(FindingKind::Malformed)
                .cloned()
                .collect(),
            rows: normalized.rows,
        })
    }
}

/// The `.jsonl` files of a folder by name, but not the one that is derived from others.
fn jsonl(dir: &Path, prefix: &str) -> Result<Vec<RawFile>, FileError> {
    let mut files = evidence::jsonl_files(dir, prefix)?;
    files.retain(|file| file.name != evidence::NORMALIZED);
    Ok(files)
}

fn of_one_kind(dir: &Path, rows: &[NormalizedRow]) -> Result<(), ExportError> {
    let Some(first) = rows.first() else {
        return Ok(());
    };
    let version = |row: &NormalizedRow| row.source.schema_version;
    let Some(second) = rows.iter().find(|row| version(row) != version(first)) else {
        return Ok(());
    };
    let place = |row: &NormalizedRow| format!("{}:{}", row.source.file, row.source.line);
    Err(ExportError::TwoKinds {
        folder: dir.display().to_string(),
        first: place(first),
        first_version: version(first),
        second: place(second),
        second_version: version(second),
    })
}
