//! The pins in `vendor/`: where the measured code of an adapter comes from.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A package whose code is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// `cargo`, `go`, or `path` for a crate of this workspace.
    pub ecosystem: String,
    /// Name of the package.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its checksum as the ecosystem's lock file has it; empty for `path`.
    pub checksum: String,
    /// The upstream release that it holds.
    pub upstream: String,
    /// SPDX expression of the licence of the measured code.
    pub licence: String,
    /// Build options that matter for speed.
    pub build_options: String,
}

/// What is wrong with a pin file.
#[derive(Debug, Error)]
#[error("{path}: {reason}")]
pub struct PinError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PinFile {
    package: Vec<Package>,
}

/// Reads `vendor/<name>.toml`.
///
/// # Errors
/// The file can't be read or is malformed.
pub fn read(vendor: &Path, name: &str) -> Result<Vec<Package>, PinError> {
    let path = vendor.join(format!("{name}.toml"));
    let fail = |reason: String| PinError {
        path: path.clone(),
        reason,
    };
    let text = fs::read_to_string(&path).map_err(|error| fail(error.to_string()))?;
    let file: PinFile = toml::from_str(&text).map_err(|error| fail(error.to_string()))?;
    Ok(file.package)
}
