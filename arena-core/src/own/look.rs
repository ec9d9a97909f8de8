//! Looks at what the user brings: which parts of a recipe are there, of which version, and with what sum.

use super::recipe::{Part, Recipe};
use crate::inventory::sha256_of_file;
use crate::origin::{self, Origin, OriginKind, PlaceClass};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A part that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// What the recipe says of it.
    pub part: Part,
    /// The prefix, or the folder of the sources.
    pub folder: PathBuf,
    /// The file of an installed library.
    pub library: Option<PathBuf>,
    /// The version in the headers of a library; of sources what git or the folder's name says.
    pub version: String,
    /// SHA-256 of the library's file, or over all sources ([`sum_of_sources`]).
    pub sha256: String,
    /// Where it comes from.
    pub origin: Origin,
}

impl Brought {
    /// Whether the runner loads the library when it starts, instead of holding it.
    pub fn is_shared(&self) -> bool {
        self.library.as_ref().is_some_and(|path| !is_static(path))
    }
}

/// Why what the user brings won't do.
#[derive(Debug, Error)]
pub enum LookError {
    /// There is no such folder.
    #[error("--from {path}: {error}", path = .path.display())]
    Path {
        /// What was given.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// Nothing of the recipe is there.
    #[error("--from {path}: {missing}", path = .path.display())]
    Nothing {
        /// What was given.
        path: PathBuf,
        /// What was looked for.
        missing: String,
    },
    /// The version is too old.
    #[error("{name} {version} in {path} is too old: before {minimum} it has no {lacks}", path = .path.display())]
    TooOld {
        /// The library.
        name: String,
        /// Its version.
        version: String,
        /// Where it is.
        path: PathBuf,
        /// The oldest one that will do.
        minimum: String,
        /// What is missing in it.
        lacks: String,
    },
    /// A file can't be read.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
}

/// Finds the parts of `recipe` in `from`. `shared` takes shared libraries where there are both kinds.
///
/// # Errors
/// No part is there, or one is too old.
pub fn look(
    recipe: &Recipe,
    from: &Path,
    project: &Path,
    shared: bool,
) -> Result<Vec<Brought>, LookError> {
    let given = |error| LookError::Path {
        path: from.to_owned(),
        error,
    };
    let folder = from.canonicalize().map_err(given)?;
    if !folder.is_dir() {
        return Err(given(io::Error::from(io::ErrorKind::NotADirectory)));
    }
    let mut brought = Vec::new();
    let mut missing = Vec::new();
    for part in &recipe.part {
        let outcome = if part.sources.is_empty() {
            library(part, &folder, project, shared)?
        } else {
            sources(part, &folder, project)?
        };
        match outcome {
            Ok(found) => brought.push(found),
            Err(reason) => missing.push(reason),
        }
    }
    if brought.is_empty() {
        let missing = missing.join("; ");
        return Err(LookError::Nothing {
            path: from.to_owned(),
            missing,
        });
    }
    Ok(brought)
}

/// An installed library, or the sentence that says what of it is not there.
fn library(
    part: &Part,
    prefix: &Path,
    project: &Path,
    shared: bool,
) -> Result<Result<Brought, String>, LookError> {
    let name = &part.name;
    let Some((header, version)) = version_in_headers(part, prefix)? else {
        return Ok(Err(format!(
            "no {name} installed there: none of {} has the version of {name}",
            part.headers.join(", ")
        )));
    };
    if !part.minimum.is_empty() && older(&version, &part.minimum) {
        return Err(LookError::TooOld {
            name: name.clone(),
            version,
            path: header,
            minimum: part.minimum.clone(),
            lacks: part.lacks.clone(),
        });
    }
    let Some(file) = library_file(part, prefix, shared) else {
        return Ok(Err(format!(
            "the headers of {name} {version}, but no {} in lib, lib64 or lib/*-linux-gnu",
            part.libraries.join(" or ")
        )));
    };
    let sha256 = sha256_of_file(&file).map_err(|error| LookError::Io {
        path: file.clone(),
        error,
    })?;
    Ok(Ok(Brought {
        part: part.clone(),
        folder: prefix.to_owned(),
        library: Some(file),
        sha256,
        origin: Origin {
            kind: OriginKind::Library,
            place: PlaceClass::of(prefix, project),
            header_version: Some(version.clone()),
            revision: origin::revision(prefix),
        },
        version,
    }))
}

/// The first header that has all macros of the version, and the version.
fn version_in_headers(part: &Part, prefix: &Path) -> Result<Option<(PathBuf, String)>, LookError> {
    for header in &part.headers {
        let path = prefix.join(header);
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(LookError::Io { path, error }),
        };
        let values = part.version.iter().map(|name| macro_value(&text, name));
        if let Some(values) = values.collect::<Option<Vec<&str>>>() {
            return Ok(Some((path, values.join("."))));
        }
    }
    Ok(None)
}

/// The value of `#define NAME VALUE`, without quotes.
fn macro_value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let words = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = words.strip_prefix("define")?.trim_start();
        let value = rest.strip_prefix(name)?;
        let value = value.starts_with([' ', '\t']).then(|| value.trim())?;
        match value.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => value.split_whitespace().next(),
        }
    })
}

/// The library's file below a prefix.
fn library_file(part: &Part, prefix: &Path, shared: bool) -> Option<PathBuf> {
    let mut folders = vec![prefix.join("lib64"), prefix.join("lib")];
    let entries = fs::read_dir(prefix.join("lib")).into_iter().flatten();
    let mut multiarch: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    multiarch.retain(|path| path.to_string_lossy().ends_with("-linux-gnu"));
    multiarch.sort();
    folders.extend(multiarch);
    let mut names: Vec<&String> = part.libraries.iter().collect();
    names.sort_by_key(|name| is_static(Path::new(name)) == shared);
    let candidates = names
        .into_iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

fn is_static(library: &Path) -> bool {
    library.extension().is_some_and(|ending| ending == "a")
}

/// Sources: at the folder itself or below it in one of the part's name.
fn sources(part: &Part, from: &Path, project: &Path) -> Result<Result<Brought, String>, LookError> {
    let has_all = |folder: &PathBuf| part.sources.iter().all(|file| folder.join(file).exists());
    let Some(folder) = [from.to_owned(), from.join(&part.name)]
        .into_iter()
        .find(has_all)
    else {
        return Ok(Err(format!(
            "no sources of {}: they have {}",
            part.name,
            part.sources.join(" and ")
        )));
    };
    let sha256 = sum_of_sources(&folder)?;
    let version = origin::described(&folder)
        .filter(|version| is_plain(version))
        .or_else(|| version_in_name(&folder))
        .unwrap_or_else(|| format!("unrecorded-{}", sha256.get(..8).unwrap_or_default()));
    Ok(Ok(Brought {
        part: part.clone(),
        library: None,
        version,
        sha256,
        origin: Origin {
            kind: OriginKind::Sources,
            place: PlaceClass::of(&folder, project),
            header_version: None,
            revision: origin::revision(&folder),
        },
        folder,
    }))
}

/// `1.6.1` of a folder `circl@v1.6.1`, `mlkem-native-v1.0.0` or `openssl-3.5.9`.
fn version_in_name(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    let is_version =
        |text: &&str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('.');
    let marks = name
        .match_indices(['@', '-'])
        .map(|(at, mark)| &name[at + mark.len()..]);
    let rests = marks.map(|rest| rest.strip_prefix('v').unwrap_or(rest));
    let version = rests.into_iter().find(is_version)?;
    is_plain(version).then(|| version.to_owned())
}

/// Whether a version can be handed to compilers and linkers as it is.
fn is_plain(version: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    !version.is_empty() && version.chars().all(plain)
}

/// SHA-256 over the sums of all files, as `sha256sum` prints them, in the order of their names and without `.git`.
///
/// # Errors
/// A file can't be read.
pub fn sum_of_sources(folder: &Path) -> Result<String, LookError> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    let mut hash = Sha256::new();
    for name in files {
        let path = folder.join(&name);
        let sum = sha256_of_file(&path).map_err(|error| LookError::Io { path, error })?;
        hash.update(format!("{sum}  ./{name}\n"));
    }
    Ok(hex::encode(hash.finalize()))
}

/// Adds the names of the files below `folder`, each after `before`.
fn collect(folder: &Path, before: &str, files: &mut Vec<String>) -> Result<(), LookError> {
    let fail = |error| LookError::Io {
        path: folder.to_owned(),
        error,
    };
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().map_err(fail)?;
        if kind.is_dir() && name != ".git" {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() {
            files.push(name);
        }
    }
    Ok(())
}

/// Whether version `a` comes before `b`, by the numbers that they begin with.
fn older(a: &str, b: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        let parts = text.split(['.', '-', '+']);
        parts.map_while(|part| part.parse().ok()).collect()
    };
    numbers(a) < numbers(b)
}

#[cfg(test)]
mod tests;
