//! The manifests `adapters/*/adapter.toml`: which implementations exist and how they are built.

use crate::own::recipe::Recipe;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An adapter: one folder, one executable, one or more implementations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// The folder's name.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
    /// How its runner is built.
    pub build: Build,
    /// Tools that the build needs, by the names of [`crate::tools`].
    pub needs: Vec<String>,
    /// How it is built over the user's own library, if it can be.
    pub own: Option<Recipe>,
    /// Whether its folder is not one of the tree's.
    pub outside: bool,
    /// What its runner can be.
    pub implementations: Vec<Implementation>,
}

/// How a runner is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Build {
    /// A package of the workspace, or of the adapter's own folder outside the tree; its binary is `runner-<folder>`.
    Cargo(String),
    /// A command run in the adapter's folder; `{output}` stands for the executable to make.
    Command(Vec<String>),
}

/// One implementation that a runner can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// Unique among all adapters.
    pub id: String,
    /// For people.
    pub name: String,
    /// The version that the runner must report.
    pub version: String,
    /// Arguments of the runner.
    #[serde(default)]
    pub args: Vec<String>,
    /// Files `vendor/<pin>.toml`.
    #[serde(default)]
    pub pins: Vec<String>,
    /// Whether it is a crate of this project. What the checks find in it is fatal; of others it is reported.
    #[serde(default)]
    pub own: bool,
    /// SPDX expression of the licence of the measured code, for an adapter that has no pins.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
}

/// What is wrong with a manifest.
#[derive(Debug, Error)]
#[error("{path}: {reason}")]
pub struct ManifestError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong and what would be right.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireManifest {
    build: WireBuild,
    own: Option<Recipe>,
    implementation: Vec<Implementation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireBuild {
    cargo: Option<String>,
    command: Option<Vec<String>>,
    #[serde(default)]
    needs: Vec<String>,
}

/// Reads the manifest of one adapter folder.
///
/// # Errors
/// The file can't be read, is malformed, or breaks a rule of the format.
pub fn read(folder: &Path) -> Result<Adapter, ManifestError> {
    let path = folder.join("adapter.toml");
    let fail = |reason: String| ManifestError {
        path: path.clone(),
        reason,
    };
    let text = fs::read_to_string(&path).map_err(|error| fail(error.to_string()))?;
    let wire: WireManifest = toml::from_str(&text).map_err(|error| fail(error.to_string()))?;
    let build = match (wire.build.cargo, wire.build.command) {
        (Some(package), None) => Build::Cargo(package),
        (None, Some(command)) if !command.is_empty() => Build::Command(command),
        _ => {
            return Err(fail(
                "[build] needs either `cargo` or a `command`".to_owned(),
            ));
        }
    };
    let by_command = matches!(build, Build::Command(_));
    if let Some(fault) = wire.own.as_ref().and_then(|own| own.fault(by_command)) {
        return Err(fail(fault));
    }
    if wire.implementation.is_empty() {
        return Err(fail("there is no [[implementation]]".to_owned()));
    }
    for implementation in &wire.implementation {
        if !is_id(&implementation.id) {
            let id = &implementation.id;
            return Err(fail(format!(
                "id `{id}`: use lower-case letters, digits and `-`, which is not the first"
            )));
        }
    }
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    Ok(Adapter {
        name: name.unwrap_or_default(),
        folder: folder.to_owned(),
        build,
        needs: wire.build.needs,
        own: wire.own,
        outside: false,
        implementations: wire.implementation,
    })
}

/// Whether records can hold the text as an id.
pub(crate) fn is_id(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.len() <= 64 && !text.starts_with('-') && text.chars().all(allowed)
}

/// Reads every `adapters/*/adapter.toml` below `root`, sorted by name, and then those of the folders `outside` the tree. A faulty
/// manifest costs its own adapter; the others are returned beside the errors.
pub fn read_all(root: &Path, outside: &[PathBuf]) -> (Vec<Adapter>, Vec<ManifestError>) {
    let folder = root.join("adapters");
    let mut errors = Vec::new();
    let mut folders: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(error) => {
            errors.push(ManifestError {
                path: folder,
                reason: error.to_string(),
            });
            return (Vec::new(), errors);
        }
    };
    folders.retain(|path| path.join("adapter.toml").exists());
    folders.sort();
    let mut adapters = Vec::new();
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    let inside = folders.into_iter().map(|path| (path, false));
    let outside = outside.iter().map(|path| (path.clone(), true));
    for (path, outside) in inside.chain(outside) {
        let adapter = read(&path).and_then(|adapter| placed(adapter, outside));
        let adapter = adapter.and_then(|adapter| unlike(&adapters, adapter));
        match adapter.and_then(|adapter| claim(&mut owners, adapter)) {
            Ok(adapter) => adapters.push(adapter),
            Err(error) => errors.push(error),
        }
    }
    (adapters, errors)
}

/// The adapter with its place. Outside the tree there is no `vendor/`.
fn placed(adapter: Adapter, outside: bool) -> Result<Adapter, ManifestError> {
    if outside
        && adapter
            .implementations
            .iter()
            .any(|one| !one.pins.is_empty())
    {
        return Err(ManifestError {
            path: adapter.folder.join("adapter.toml"),
            reason: "`pins` are for adapters of the tree, which has a folder `vendor/`; leave them out and give the `licence`".to_owned(),
        });
    }
    Ok(Adapter { outside, ..adapter })
}

/// Two adapters of one name would share a runner.
fn unlike(others: &[Adapter], adapter: Adapter) -> Result<Adapter, ManifestError> {
    match others.iter().find(|other| other.name == adapter.name) {
        None => Ok(adapter),
        Some(other) => Err(ManifestError {
            path: adapter.folder.clone(),
            reason: format!(
                "there is an adapter `{}` already, in {}; rename the folder",
                adapter.name,
                other.folder.display()
            ),
        }),
    }
}

/// Notes whose ids these are; an id that another adapter has taken is an error.
fn claim(
    owners: &mut BTreeMap<String, String>,
    adapter: Adapter,
) -> Result<Adapter, ManifestError> {
    for implementation in &adapter.implementations {
        if let Some(owner) = owners.insert(implementation.id.clone(), adapter.name.clone()) {
            let reason = format!("id `{}` is taken by adapter `{owner}`", implementation.id);
            return Err(ManifestError {
                path: adapter.folder.join("adapter.toml"),
                reason,
            });
        }
    }
    Ok(adapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter_with(text: &str) -> Result<Adapter, ManifestError> {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("adapters/x");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("adapter.toml"), text).unwrap();
        read(&folder)
    }

    const IMPLEMENTATION: &str = "[[implementation]]\nid = 'x'\nname = 'X'\nversion = '1'\n";

    #[test]
    fn both_kinds_of_build_are_read() {
        let cargo =
            adapter_with(&format!("[build]\ncargo = 'adapter-x'\n{IMPLEMENTATION}")).unwrap();
        assert_eq!(cargo.build, Build::Cargo("adapter-x".to_owned()));
        assert_eq!(cargo.name, "x");
        let command = adapter_with(&format!(
            "[build]\ncommand = ['go', 'build']\nneeds = ['go']\n{IMPLEMENTATION}"
        ));
        assert_eq!(command.unwrap().needs, ["go"]);
    }

    #[test]
    fn faults_are_named() {
        let none = adapter_with(&format!("[build]\n{IMPLEMENTATION}")).unwrap_err();
        assert_eq!(none.reason, "[build] needs either `cargo` or a `command`");
        let id = IMPLEMENTATION.replace("'x'", "'X/y'");
        let error = adapter_with(&format!("[build]\ncargo = 'a'\n{id}")).unwrap_err();
        assert_eq!(
            error.reason,
            "id `X/y`: use lower-case letters, digits and `-`, which is not the first"
        );
        // The schema of records begins a name with a letter or digit.
        let id = IMPLEMENTATION.replace("'x'", "'-x'");
        assert!(adapter_with(&format!("[build]\ncargo = 'a'\n{id}")).is_err());
        let error = adapter_with(&format!(
            "[build]\ncargo = 'a'\nneed = []\n{IMPLEMENTATION}"
        ));
        assert!(error.unwrap_err().reason.contains("unknown field `need`"));
    }

    #[test]
    fn a_faulty_manifest_costs_its_own_adapter_only() {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a", format!("[build]\ncargo = 'a'\n{IMPLEMENTATION}")),
            ("b", "nonsense".to_owned()),
            ("c", format!("[build]\ncargo = 'c'\n{IMPLEMENTATION}")),
        ] {
            let folder = root.path().join("adapters").join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("adapter.toml"), text).unwrap();
        }
        let (adapters, errors) = read_all(root.path(), &[]);
        assert_eq!(
            adapters.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(),
            ["a"]
        );
        assert_eq!(errors.len(), 2);
        assert_eq!(errors[1].reason, "id `x` is taken by adapter `a`");
    }
}
