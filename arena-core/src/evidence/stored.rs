//! A finished folder read by its derived files, row by row, so that its size doesn't matter.
//!
//! `SHA256SUMS` must vouch for each file that is read. Whether the derived files follow from the raw rows is for
//! `arena verify` to say; whoever does not want to rely on them computes everything again with [`super::derive`].

use super::{CHECKSUMS, ENVIRONMENT, NORMALIZED, PLAN, VERDICT, sums};
use crate::environment::Facts;
use crate::files::{self, FileError};
use crate::lines::{Line, Lines, MAX_LINE_BYTES};
use crate::normalize::NormalizedRow;
use crate::plan::Head;
use crate::planning::named_protocol;
use crate::protocol::Protocol;
use crate::report::{Gathered, Report};
use crate::verdict::Verdict;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

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
        for name in READ {
            let path = dir.join(name);
            if !path.exists() || !vouched(&sums, name, &sums::of_file(&path)?) {
                return Ok(Err(NotStored::Changed(name)));
            }
        }
        let plan = Head::read_head(dir)?;
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
        let file = File::open(&self.rows).map_err(|error| FileError::new(&self.rows, error))?;
        let reader = BufReader::with_capacity(1 << 18, file);
        Ok(Rows {
            lines: Lines::new(reader, MAX_LINE_BYTES),
            path: self.rows.clone(),
            number: 0,
        })
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

fn vouched(sums: &[u8], name: &str, sha256: &str) -> bool {
    let line = format!("{sha256}  {name}");
    sums.split(|&byte| byte == b'\n')
        .any(|stored| stored == line.as_bytes())
}

/// The rows of `normalized.jsonl`.
#[derive(Debug)]
pub struct Rows {
    lines: Lines<BufReader<File>>,
    path: PathBuf,
    number: u64,
}

impl Iterator for Rows {
    type Item = Result<NormalizedRow, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        self.number += 1;
        let fail = |reason: String| {
            let reason = format!("line {}: {reason}", self.number);
            FileError::new(&self.path, reason)
        };
        Some(match line {
            Ok(Line::Whole(bytes)) => {
                serde_json::from_slice(&bytes).map_err(|error| fail(error.to_string()))
            }
            Ok(Line::Torn(_)) => Err(fail("does not end with a line feed".to_owned())),
            Ok(Line::TooLong) => Err(fail("is too long".to_owned())),
            Err(error) => Err(fail(error.to_string())),
        })
    }
}
