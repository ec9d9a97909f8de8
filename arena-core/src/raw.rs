//! The raw files of a run: one line per row, appended and flushed when the row is finished.
//!
//! A driver that is killed keeps every finished row. A line that was being written at that moment
//! has no line feed at its end; it is cut off when the run is resumed.

use crate::record::{Record, RowKey};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Where raw files could not be read or written.
#[derive(Debug, Error)]
pub enum RawError {
    /// The operating system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A finished line is no record.
    #[error("{path}, line {line}: {reason}; the folder can't be resumed, start a new run")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// The folder `raw/` of a run.
pub struct RawFolder {
    folder: PathBuf,
    files: BTreeMap<String, File>,
}

impl RawFolder {
    /// Opens the folder, makes it if need be, and returns the rows that are there already.
    ///
    /// # Errors
    /// It can't be made or read, or holds a line that is no record.
    pub fn open(folder: &Path) -> Result<(RawFolder, Vec<Record>), RawError> {
        let fail = |path: &Path, error| RawError::Io {
            path: path.to_owned(),
            error,
        };
        fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| fail(folder, error))? {
            let path = entry.map_err(|error| fail(folder, error))?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                paths.push(path);
            }
        }
        paths.sort();
        let mut records = Vec::new();
        for path in paths {
            read_finished(&path, &mut records)?;
        }
        Ok((
            RawFolder {
                folder: folder.to_owned(),
                files: BTreeMap::new(),
            },
            records,
        ))
    }

    /// Appends a row to the raw file of its artifact and hands it to the operating system.
    ///
    /// # Errors
    /// It can't be written, for example because the disk is full.
    pub fn append(&mut self, artifact: &str, record: &Record) -> Result<(), RawError> {
        let path = self.folder.join(format!("{artifact}.jsonl"));
        let fail = |error: io::Error| RawError::Io {
            path: path.clone(),
            error,
        };
        let mut line = serde_json::to_vec(record).map_err(|error| fail(error.into()))?;
        line.push(b'\n');
        if !self.files.contains_key(artifact) {
            let file = OpenOptions::new()
                .create(true)
                .append(true)
                .open(&path)
                .map_err(fail)?;
            self.files.insert(artifact.to_owned(), file);
        }
        if let Some(file) = self.files.get_mut(artifact) {
            file.write_all(&line)
                .and_then(|()| file.flush())
                .map_err(fail)?;
        }
        Ok(())
    }
}

/// Reads the finished lines of a file and cuts off an unfinished one.
fn read_finished(path: &Path, records: &mut Vec<Record>) -> Result<(), RawError> {
    let fail = |error: io::Error| RawError::Io {
        path: path.to_owned(),
        error,
    };
    let bytes = fs::read(path).map_err(fail)?;
    let finished = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |place| place + 1);
    if finished < bytes.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(fail)?;
        file.set_len(finished as u64).map_err(fail)?;
    }
    for (index, line) in bytes[..finished]
        .split_inclusive(|&byte| byte == b'\n')
        .enumerate()
    {
        let record = serde_json::from_slice(line).map_err(|error| RawError::Malformed {
            path: path.to_owned(),
            line: index + 1,
            reason: error.to_string(),
        })?;
        records.push(record);
    }
    Ok(())
}

/// The keys of some rows.
pub fn keys(records: &[Record]) -> std::collections::BTreeSet<RowKey> {
    records.iter().map(|record| record.row.clone()).collect()
}
