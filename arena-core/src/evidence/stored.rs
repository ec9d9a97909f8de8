//! A finished folder read by its derived files, row by row, so that its size doesn't matter.
//!
//! `SHA256SUMS` must vouch for each file that is read. Whether the derived files follow from the raw rows is for
//! `arena verify` to say; whoever does not want to rely on them computes everything again with [`super::derive`].

use super::rows::Rows;
use super::{CHECKSUMS, ENVIRONMENT, NORMALIZED, PLAN, VERDICT, sums};
use crate::environment::Facts;
use crate::files::{self, FileError};
use crate::plan::Head;
use crate::planning::named_protocol;
use crate::protocol::Protocol;
use crate::report::{Gathered, Report};
use crate::verdict::Verdict;
use std::path::{Path, PathBuf};
use std::thread;

/// What of a folder is read here.
const READ: [&str; 4] = [PLAN, ENVIRONMENT, NORMALIZED, VERDICT];

/// A finished folder whose derived files can be relied on.
#[derive(Debug)]
pub struct Stored {
    /// The plan, without its rows.
    pub plan: Head,
    /// The protocol.
    pub protocol: Protocol,
    /// The machine.
    pub facts: Facts,
    /// The verdict.
    pub verdict: Verdict,
    rows: PathBuf,
}

/// Why the derived files of a folder are not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotStored {
    /// There are no sums: the run is not finished.
    Unfinished,
    /// Another version of the arena made them, and may have made other figures.
    OtherArena(String),
    /// A file is not the one that was summed, or there is no sum of it.
    Changed(&'static str),
}

impl Stored {
    /// Opens a finished folder.
    ///
    /// # Errors
    /// A file that is vouched for can't be read.
    pub fn open(dir: &Path) -> Result<Result<Stored, NotStored>, FileError> {
        let sums = dir.join(CHECKSUMS);
        if !sums.exists() {
            return Ok(Err(NotStored::Unfinished));
        }
        let sums = files::read(&sums)?;
        let facts: Facts = files::read_json(&dir.join(ENVIRONMENT))?;
        if facts.arena != env!("CARGO_PKG_VERSION") {
            return Ok(Err(NotStored::OtherArena(facts.arena)));
        }
        // Both files may be large: while the one is summed, the other is read.
        let (changed, plan) = thread::scope(|scope| {
            let changed = scope.spawn(|| changed(dir, &sums));
            let plan = Head::read_head(dir);
            (changed.join(), plan)
        });
        let changed = changed.map_err(|_| FileError::new(dir, "the files can't be summed"))?;
        if let Some(name) = changed? {
            return Ok(Err(NotStored::Changed(name)));
        }
        let plan = plan?;
        let protocol =
            named_protocol(&plan).map_err(|error| FileError::new(&dir.join(PLAN), error))?;
        Ok(Ok(Stored {
            plan,
            protocol,
            facts,
            verdict: files::read_json(&dir.join(VERDICT))?,
            rows: dir.join(NORMALIZED),
        }))
    }

    /// The normalized rows, one after the other.
    ///
    /// # Errors
    /// The file can't be opened. Each row is an error if it can't be read or is no row.
    pub fn rows(&self) -> Result<Rows, FileError> {
        Rows::open(&self.rows)
    }

    /// The report of the folder.
    ///
    /// # Errors
    /// As [`Stored::rows`].
    pub fn report(&self) -> Result<Report, FileError> {
        let mut gathered = Gathered::new(&self.protocol);
        for row in self.rows()? {
            gathered.add(&row?);
        }
        Ok(gathered.report(self.verdict.clone()))
    }
}

/// The first of the files that is not the one that was summed.
fn changed(dir: &Path, sums: &[u8]) -> Result<Option<&'static str>, FileError> {
    for name in READ {
        let path = dir.join(name);
        if !path.exists() || !vouched(sums, name, &sums::of_file(&path)?) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

fn vouched(sums: &[u8], name: &str, sha256: &str) -> bool {
    let line = format!("{sha256}  {name}");
    sums.split(|&byte| byte == b'\n')
        .any(|stored| stored == line.as_bytes())
}
