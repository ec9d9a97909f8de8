//! Own builds: the user's own build or checkout of a library in place of the packaged one.
//!
//! `arena build NAME --from PATH` looks at PATH ([`look`]), builds the adapter over it ([`build`]) and writes down beside the
//! runner what it was made of ([`OwnBuild`]). From then on it is an implementation like any other, under an id of its own.

pub mod build;
pub mod look;
pub mod recipe;

use crate::files;
use crate::inventory::{Layout, sha256_of_file};
use crate::manifest::{Implementation, is_id};
use crate::pins::Package;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// How the files that describe own builds end.
const ENDING: &str = ".own.json";

/// What an own build was made of. It lies beside its runner and says what a record can't find out later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnBuild {
    /// The adapter that was built.
    pub adapter: String,
    /// Name of the runner, without `runner-`.
    pub name: String,
    /// What its runner can be, with the versions that it reported.
    pub implementations: Vec<Implementation>,
    /// Where its code comes from.
    pub packages: Vec<Package>,
    /// SHA-256 of the runner.
    pub runner_sha256: String,
    /// Shared libraries that the runner loads when it starts. The paths stay on this machine: no record holds them.
    pub loads: Vec<LoadedLibrary>,
}

/// A library that a runner loads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoadedLibrary {
    /// Its file.
    pub path: PathBuf,
    /// SHA-256 of the file when the runner was built.
    pub sha256: String,
}

impl OwnBuild {
    /// The file of an own build.
    pub fn path(layout: &Layout, name: &str) -> PathBuf {
        layout.runners.join(format!("{name}{ENDING}"))
    }

    /// All own builds, by name, and what is wrong with their files.
    pub fn read_all(layout: &Layout) -> (Vec<OwnBuild>, Vec<String>) {
        let entries = fs::read_dir(&layout.runners)
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect());
        let mut paths: Vec<PathBuf> = entries.unwrap_or_default();
        paths.retain(|path| name_of(path).is_some());
        paths.sort();
        let mut builds = Vec::new();
        let mut problems = Vec::new();
        for path in paths {
            match OwnBuild::read(&path) {
                Ok(build) => builds.push(build),
                Err(problem) => problems.push(problem),
            }
        }
        (builds, problems)
    }

    fn read(path: &Path) -> Result<OwnBuild, String> {
        let build: OwnBuild = files::read_json(path).map_err(|error| error.to_string())?;
        let named = name_of(path).is_some_and(|name| name == build.name);
        let ids = build.implementations.iter().all(|one| is_id(&one.id));
        let fault = build.packages.iter().find_map(Package::fault);
        if named && ids && fault.is_none() {
            Ok(build)
        } else {
            let why = fault.unwrap_or_else(|| "a name or an id is not what it must be".to_owned());
            Err(format!("{}: {why}; build it again", path.display()))
        }
    }

    /// Why the runner is not the one that was described, if it isn't: it was replaced, or a library that it loads was.
    pub fn change(&self, runner_sha256: &str) -> Option<String> {
        if self.runner_sha256 != runner_sha256 {
            return Some(
                "the runner is not the one that was built from it; build it again".to_owned(),
            );
        }
        let changed = self
            .loads
            .iter()
            .find(|library| sha256_of_file(&library.path).ok().as_ref() != Some(&library.sha256))?;
        Some(format!(
            "{} changed since the runner was built; build it again",
            changed.path.display()
        ))
    }

    /// Removes the runner of that name and what describes it.
    pub fn remove(layout: &Layout, name: &str) {
        let _ = fs::remove_file(layout.runner(name));
        let _ = fs::remove_file(OwnBuild::path(layout, name));
    }
}

/// The name in `<name>.own.json`.
fn name_of(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.strip_suffix(ENDING)
}
