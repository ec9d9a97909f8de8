//! What the page shows besides the report, read from the folder.

use super::checks::{self, Checks};
use super::gather::Gathered;
use crate::environment::Facts;
use crate::evidence;
use crate::files::{self, FileError};
use crate::normalize::NormalizedRow;
use crate::plan::{Head, Plan};
use crate::runners::{self, Uses};
use std::borrow::Borrow;
use std::path::Path;

/// A file that may be there.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Attached<T> {
    /// There is none.
    Absent,
    /// There is one, and this is what is wrong with it.
    Unreadable(String),
    /// There is one.
    There(T),
}

/// What the page shows besides the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub(super) plan: Head,
    pub(super) facts: Option<Facts>,
    pub(super) checks: Attached<Checks>,
    pub(super) uses: Uses,
    pub(super) gathered: Gathered,
}

impl Material {
    /// Reads it. The normalized rows must be those of the folder.
    ///
    /// # Errors
    /// A raw file can't be read. Other files may be absent or malformed; the page says so.
    pub fn read<R, B: Borrow<NormalizedRow>>(
        dir: &Path,
        plan: &Plan<R>,
        rows: impl Iterator<Item = Result<B, FileError>>,
    ) -> Result<Material, FileError> {
        let path = dir.join(checks::FILE);
        let checks = if path.exists() {
            match checks::read(&path) {
                Ok(checks) => Attached::There(checks),
                Err(why) => Attached::Unreadable(why),
            }
        } else {
            Attached::Absent
        };
        Ok(Material {
            plan: plan.head(),
            facts: files::read_json(&dir.join(evidence::ENVIRONMENT)).ok(),
            checks,
            uses: runners::read(dir)?,
            gathered: Gathered::read(rows, &evidence::raw_files(dir)?)?,
        })
    }
}
