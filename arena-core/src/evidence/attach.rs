//! Adds what `arena check` found to a folder of evidence that is right as it stands.

use super::{CHECKSUMS, Derived, finish};
use crate::files::{self, FileError};
use crate::report::page::checks;
use crate::verify::verify;
use std::path::Path;

/// Puts a file of `arena check` into a folder as `checks.json`, and writes derived files and sums anew.
///
/// # Errors
/// The file is none of that kind; `arena verify` would not accept the folder, whose sums must not be made to fit; or
/// something can't be written.
pub fn add_checks(dir: &Path, checks: &Path) -> Result<Derived, FileError> {
    checks::read(checks).map_err(|why| FileError::new(checks, why))?;
    let content = files::read(checks)?;
    if !dir.join(CHECKSUMS).exists() {
        return Err(FileError::new(
            dir,
            format!("is no finished folder of evidence: it has no {CHECKSUMS}"),
        ));
    }
    let found = verify(dir)?;
    if let Some(finding) = found.steps.iter().find_map(|step| step.findings.first()) {
        let reason = format!(
            "is not what its {CHECKSUMS} and raw rows say, so nothing was added; `arena verify` begins with: {finding}"
        );
        return Err(FileError::new(dir, reason));
    }
    files::write_atomic(&dir.join(checks::FILE), &content)?;
    finish(dir)
}
