//! Reading and writing the files of a folder of evidence, with errors that name the file.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What went wrong with a file.
#[derive(Debug, Error)]
#[error("{path}: {reason}")]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What went wrong.
    pub reason: String,
}

impl FileError {
    /// That error, about that file.
    pub fn new(path: &Path, reason: impl ToString) -> FileError {
        FileError {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// The bytes of a file.
///
/// # Errors
/// The file can't be read.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError::new(path, error))
}

/// The value that a JSON file holds.
///
/// # Errors
/// The file can't be read or does not hold such a value.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    serde_json::from_slice(&read(path)?).map_err(|error| FileError::new(path, error))
}

/// A value as the arena writes it into a JSON file: indented, ended by a line feed.
///
/// # Errors
/// The value has no JSON form; the error names `path`.
pub fn to_json<T: Serialize>(path: &Path, value: &T) -> Result<Vec<u8>, FileError> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|error| FileError::new(path, error))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a file so that a reader sees either the old content or the new, and never a part of it.
///
/// # Errors
/// The folder can't be written to or the disk is full; the old content is then still there.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_atomic_with(path, |file| {
        file.write_all(bytes)
            .map_err(|error| FileError::new(path, error))
    })
}

/// The same for content that is made piece by piece: `write` is given the new file before it takes the place of the old.
///
/// # Errors
/// As [`write_atomic`]; or the error of `write`.
pub fn write_atomic_with<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut fs::File) -> Result<(), E>,
) -> Result<(), E> {
    let fail = |error: std::io::Error| E::from(FileError::new(path, error));
    let temporary = temporary(path).ok_or_else(|| FileError::new(path, "names no file"))?;
    let mut file = fs::File::create(&temporary).map_err(fail)?;
    let written = write(&mut file)
        .and_then(|()| file.sync_all().map_err(fail))
        .and_then(|()| fs::rename(&temporary, path).map_err(fail));
    if written.is_err() {
        // The first error is the one to report; a leftover is overwritten next time.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Removes what [`write_atomic`] leaves beside that file when the process is killed in the middle of it.
///
/// # Errors
/// It is there and can't be removed.
pub fn remove_leftover(path: &Path) -> Result<(), FileError> {
    let Some(temporary) = temporary(path) else {
        return Ok(());
    };
    match fs::remove_file(&temporary) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(FileError::new(&temporary, error))
        }
        _ => Ok(()),
    }
}

/// Where the new content of a file is written before it takes the place of the old.
pub fn temporary(path: &Path) -> Option<PathBuf> {
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(path.file_name()?);
    hidden.push(".tmp");
    Some(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leftover_is_removed_and_its_absence_is_no_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        write_atomic(&path, b"whole").unwrap();
        fs::write(dir.path().join(".a.json.tmp"), b"who").unwrap();
        remove_leftover(&path).unwrap();
        remove_leftover(&path).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert_eq!(read(&path).unwrap(), b"whole");
    }

    #[test]
    fn a_written_file_replaces_the_old_one_and_leaves_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        write_atomic(&path, b"old").unwrap();
        write_atomic(&path, b"new").unwrap();
        assert_eq!(read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn errors_name_the_file() {
        let path = Path::new("/nonexistent/a.json");
        let error = write_atomic(path, b"").unwrap_err().to_string();
        assert!(error.starts_with("/nonexistent/a.json: "), "{error}");
        let error = read(path).unwrap_err().to_string();
        assert!(error.starts_with("/nonexistent/a.json: "), "{error}");
    }
}
