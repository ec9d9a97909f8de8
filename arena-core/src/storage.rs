//! The folder of a run before its first row: that it can be written, that there is room, and that
//! no other driver writes to it.

use crate::environment::Facts;
use crate::files::{self, FileError};
use crate::plan::Plan;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the file with the machine facts.
pub const FACTS: &str = "environment.json";
/// Room for everything but the samples.
const BASE_BYTES: u64 = 16 << 20;
/// Generous room for one sample, raw and in reports.
const SAMPLE_BYTES: u64 = 24;

/// Why a run can't write to its folder.
#[derive(Debug, Error)]
pub enum StorageError {
    /// A file.
    #[error("{0}")]
    File(#[from] FileError),
    /// The operating system refused.
    #[error("{}: {error}; choose another folder with --out", .path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Something is there already.
    #[error("{} is not empty; go on with `arena run --resume`, or choose another folder with --out", .0.display())]
    NotEmpty(PathBuf),
    /// The disk is full or nearly so.
    #[error("{}: {available} bytes free, the run may need {needed}; free some, or choose another folder with --out", .path.display())]
    NoRoom {
        /// The folder.
        path: PathBuf,
        /// What is free.
        available: u64,
        /// What the run may need.
        needed: u64,
    },
    /// Another driver is at work.
    #[error("{}: another `arena run` is writing to this folder", .0.display())]
    Locked(PathBuf),
}

/// Makes the folder of a new run, with its plan and the machine facts.
///
/// # Errors
/// It can't be made or written, holds something, or there is too little room.
pub fn create(folder: &Path, plan: &Plan, facts: &Facts) -> Result<(), StorageError> {
    let fail = |error| StorageError::Io {
        path: folder.to_owned(),
        error,
    };
    fs::create_dir_all(folder).map_err(fail)?;
    if !is_unused(folder).map_err(fail)? {
        return Err(StorageError::NotEmpty(folder.to_owned()));
    }
    check_room(folder, plan, free_bytes(folder))?;
    fs::create_dir_all(folder.join("raw")).map_err(fail)?;
    plan.write(folder)?;
    let path = folder.join(FACTS);
    files::write_atomic(&path, &files::to_json(&path, facts)?)?;
    // Of a run that was killed in this place before.
    files::remove_leftover(&folder.join(crate::plan::FILE))?;
    Ok(())
}

/// Whether a folder is empty, or holds no more than what [`create`] had written of it when it was killed. The machine
/// facts are the last of that, so where they are a run has begun.
fn is_unused(folder: &Path) -> io::Result<bool> {
    let raw = folder.join("raw");
    let plan = folder.join(crate::plan::FILE);
    let facts = folder.join(FACTS);
    let own = [
        Some(raw.clone()),
        Some(plan.clone()),
        files::temporary(&plan),
        files::temporary(&facts),
    ];
    for entry in fs::read_dir(folder)? {
        if !own.contains(&Some(entry?.path())) {
            return Ok(false);
        }
    }
    match fs::read_dir(&raw) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(!plan.exists()),
        Err(error) => Err(error),
    }
}

/// The machine facts of a folder.
///
/// # Errors
/// The file can't be read or is malformed.
pub fn read_facts(folder: &Path) -> Result<Facts, StorageError> {
    Ok(files::read_json(&folder.join(FACTS))?)
}

/// Keeps other drivers out of the folder for as long as the returned file is open.
///
/// # Errors
/// Another driver has it, or the machine facts can't be opened.
pub fn lock(folder: &Path) -> Result<File, StorageError> {
    // Not the plan: a run that adds rounds writes that anew.
    let path = folder.join(FACTS);
    let file = File::open(&path).map_err(|error| StorageError::Io { path, error })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(StorageError::Locked(folder.to_owned())),
        // A file system without locks: a lock that can't be had protects nobody.
        Err(fs::TryLockError::Error(_)) => Ok(file),
    }
}

/// What is free for an unprivileged user, or `None` if it can't be told.
fn free_bytes(folder: &Path) -> Option<u64> {
    let status = rustix::fs::statvfs(folder).ok()?;
    status.f_bavail.checked_mul(status.f_frsize)
}

fn check_room(folder: &Path, plan: &Plan, available: Option<u64>) -> Result<(), StorageError> {
    let samples = (plan.rows.len() as u64).saturating_mul(plan.iterations as u64);
    let needed = BASE_BYTES.saturating_add(samples.saturating_mul(SAMPLE_BYTES));
    match available {
        Some(available) if available < needed => Err(StorageError::NoRoom {
            path: folder.to_owned(),
            available,
            needed,
        }),
        _ => Ok(()),
    }
}
