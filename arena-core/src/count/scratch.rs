//! A folder for the files of one run under a tool, removed at the end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How many names are tried.
const TRIES: u32 = 1000;

/// A folder that exists until this is dropped.
#[derive(Debug)]
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// A new folder below the system's folder for temporary files.
    ///
    /// # Errors
    /// None can be made there.
    pub(super) fn new() -> io::Result<Scratch> {
        let parent = std::env::temp_dir();
        for number in 0..TRIES {
            let path = parent.join(format!("arena-count-{:08}-{number:03}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let message = format!("{}: {error}; set TMPDIR to a folder", path.display());
                    return Err(io::Error::new(error.kind(), message));
                }
            }
        }
        let message = format!(
            "{}: {TRIES} folders arena-count-* of this process are there; remove them",
            parent.display()
        );
        Err(io::Error::new(io::ErrorKind::AlreadyExists, message))
    }

    /// A file in the folder.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.0).join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What can't be removed stays in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
