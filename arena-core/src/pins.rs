//! The pins in `vendor/`: where the measured code of an adapter comes from.

use crate::origin::Origin;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A package whose code is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// `cargo`, `go`, or `path` for a crate of this workspace. Not in pins: `own` for what a user brought to `arena build --from`,
    /// `outside` for an adapter outside the tree.
    pub ecosystem: String,
    /// Name of the package.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its checksum as the ecosystem's lock file has it; empty for `path`. Of `own` the sum of the library's file or of the
    /// sources, of `outside` the sum of the runner.
    pub checksum: String,
    /// The upstream release that it holds.
    pub upstream: String,
    /// SPDX expression of the licence of the measured code.
    pub licence: String,
    /// Build options that matter for speed.
    pub build_options: String,
    /// Of `own` and `outside`: where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// What SPDX has for a licence that nobody has looked at.
pub const UNKNOWN_LICENCE: &str = "NOASSERTION";

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
    match file.package.iter().find_map(Package::fault_of_pin) {
        None => Ok(file.package),
        Some(fault) => Err(fail(fault)),
    }
}

impl Package {
    /// What no pin can be: it names a package, and not what lies on one machine.
    fn fault_of_pin(&self) -> Option<String> {
        let locked = ["cargo", "go", "path"].contains(&self.ecosystem.as_str());
        if locked && self.origin.is_none() {
            return self.fault();
        }
        let (name, ecosystem) = (&self.name, &self.ecosystem);
        Some(if locked {
            format!("package `{name}`: a pin has no origin")
        } else {
            format!("package `{name}`: unknown ecosystem `{ecosystem}`; known are cargo, go, path")
        })
    }

    /// What no record of a row could hold.
    pub(crate) fn fault(&self) -> Option<String> {
        let named = [
            ("name", &self.name),
            ("version", &self.version),
            ("licence", &self.licence),
        ];
        if let Some((field, _)) = named.iter().find(|(_, text)| text.is_empty()) {
            return Some(format!("package `{}`: {field} is empty", self.name));
        }
        let checksum = self.checksum.as_str();
        let right = match self.ecosystem.as_str() {
            "cargo" | "own" | "outside" => checksum.strip_prefix("sha256:").is_some_and(is_sha256),
            "go" => checksum.strip_prefix("h1:").is_some_and(is_h1),
            "path" => checksum.is_empty(),
            other => {
                return Some(format!(
                    "package `{}`: unknown ecosystem `{other}`; known are cargo, go, path",
                    self.name
                ));
            }
        };
        (!right).then(|| {
            format!(
                "package `{}`: checksum `{checksum}` is not what {} has: `sha256:` and 64 hexadecimal digits for cargo, `h1:` and 44 characters of base64 for go, nothing for path",
                self.name, self.ecosystem
            )
        })
    }
}

/// SHA-256 as Cargo.lock has it.
fn is_sha256(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The hash of go.sum: SHA-256 in base64.
fn is_h1(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    text.len() == 44
        && text
            .strip_suffix('=')
            .is_some_and(|text| text.bytes().all(allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pins_of(text: &str) -> Result<Vec<Package>, PinError> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.toml"), text).unwrap();
        read(folder.path(), "x")
    }

    fn package(ecosystem: &str, checksum: &str, licence: &str) -> String {
        format!(
            "[[package]]\necosystem = '{ecosystem}'\nname = 'a'\nversion = '1'\nchecksum = '{checksum}'\nupstream = ''\nlicence = '{licence}'\nbuild_options = ''\n"
        )
    }

    /// The forms of Cargo.lock and go.sum; what else there is breaks the schema of records.
    #[test]
    fn pins_have_the_checksum_of_their_ecosystem() {
        let sha256 = format!("sha256:{}", "0a".repeat(32));
        let h1 = "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        for (ecosystem, checksum) in [("cargo", sha256.as_str()), ("go", h1), ("path", "")] {
            assert!(pins_of(&package(ecosystem, checksum, "MIT")).is_ok());
        }
        for (ecosystem, checksum) in [
            ("cargo", ""),
            ("cargo", h1),
            ("cargo", &sha256.to_uppercase()),
            ("go", sha256.as_str()),
            ("go", "h1:="),
            ("path", sha256.as_str()),
        ] {
            let error = pins_of(&package(ecosystem, checksum, "MIT")).unwrap_err();
            assert!(error.reason.contains("checksum `"), "{error}");
        }
        let error = pins_of(&package("npm", "", "MIT")).unwrap_err();
        assert_eq!(
            error.reason,
            "package `a`: unknown ecosystem `npm`; known are cargo, go, path"
        );
        // What lies on one machine is no pin.
        for (ecosystem, origin) in [
            ("own", ""),
            ("outside", ""),
            (
                "cargo",
                "[package.origin]\nkind = 'library'\nplace = 'home'\n",
            ),
        ] {
            let text = package(ecosystem, &sha256, "MIT") + origin;
            assert!(pins_of(&text).is_err(), "{ecosystem}");
        }
        let error = pins_of(&package("path", "", "")).unwrap_err();
        assert_eq!(error.reason, "package `a`: licence is empty");
    }
}
