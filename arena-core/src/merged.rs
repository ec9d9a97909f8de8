//! A merged set: folders of evidence of many dates and machines, side by side.
//!
//! `set.json` names each folder, what it was when it was taken in (the SHA-256 of its `SHA256SUMS`), and its key: all that
//! must be the same before figures of two runs may be compared as figures of one code over time. Folders of one key make a
//! series; folders of unlike keys stand side by side and are never pooled. Nothing is copied unless that is asked for.

mod key;
mod merge;

pub use key::Key;
pub use merge::{Merged, Wishes, merge};

use crate::environment::Facts;
use crate::evidence::{CHECKSUMS, ENVIRONMENT, PLAN, sums};
use crate::files::{self, FileError};
use crate::plan::Head;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the file in the folder of a set.
pub const FILE: &str = "set.json";
/// Its schema version.
const SCHEMA_VERSION: u32 = 1;

/// Why folders make no set.
#[derive(Debug, Error)]
pub enum MergedError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// No folder of evidence.
    #[error(
        "{0}: no folder of evidence (there is no plan.json); `arena run` makes one. Raw rows without a plan say neither machine nor date and can't be merged; `arena report` shows them"
    )]
    NoEvidence(String),
    /// Not finished.
    #[error(
        "{0}: the run is not finished (there is no SHA256SUMS); `arena run --resume {0}` finishes it"
    )]
    Unfinished(String),
    /// Not what was summed.
    #[error("{folder}: does not verify: {finding} `arena verify {folder}` says all of it")]
    Unsound {
        /// The folder.
        folder: String,
        /// The first finding.
        finding: String,
    },
    /// Changed since it was taken in.
    #[error(
        "{folder}: is not the folder that was merged (its SHA256SUMS is another one); merge it anew, or bring the old one back"
    )]
    Changed {
        /// The folder.
        folder: String,
    },
    /// The same run twice.
    #[error("{second}: is the run {run} that {first} is already; a run counts once")]
    Twice {
        /// The run.
        run: String,
        /// Its first folder.
        first: String,
        /// Its second folder.
        second: String,
    },
    /// Unlike folders where one key was asked for.
    #[error(
        "{first} and {second} are unlike and can't be pooled. They differ in {differences}. Without --one-key they are put side by side, each under its own key"
    )]
    Unlike {
        /// A folder.
        first: String,
        /// Another.
        second: String,
        /// What differs.
        differences: String,
    },
    /// There is a set already.
    #[error("{0}: holds a set already; --add adds to it, or choose another folder")]
    Exists(String),
    /// There is something else.
    #[error("{0}: holds other things than a set; choose an empty or a new folder")]
    NotEmpty(String),
}

/// A set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its folders, by key and then by date.
    pub members: Vec<Member>,
}

/// A folder of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Where it is.
    pub path: PathBuf,
    /// SHA-256 of its `SHA256SUMS`.
    pub sums_sha256: String,
    /// The run.
    pub run_id: String,
    /// When its plan was made.
    pub created_unix_ns: u64,
    /// The commit of the arena's source, if it is known.
    pub commit: Option<String>,
    /// What must be the same.
    pub key: Key,
}

/// `set.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireSet {
    schema_version: u32,
    /// Every key by its id.
    keys: BTreeMap<String, Key>,
    members: Vec<WireMember>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireMember {
    folder: String,
    sums_sha256: String,
    run_id: String,
    created_unix_ns: u64,
    commit: Option<String>,
    key: String,
}

impl Set {
    /// Folders as a set that is written nowhere. Their sums are checked.
    ///
    /// # Errors
    /// See [`MergedError`].
    pub fn of(dirs: &[PathBuf]) -> Result<Set, MergedError> {
        let mut members = Vec::new();
        for dir in dirs {
            if dir.join(FILE).exists() {
                members.extend(Set::read(dir)?.members);
            } else {
                members.push(Member::of(dir)?);
            }
        }
        Set::from(members)
    }

    /// Reads the set of a folder, and checks that its folders are still what they were.
    ///
    /// # Errors
    /// See [`MergedError`].
    pub fn read(dir: &Path) -> Result<Set, MergedError> {
        let path = dir.join(FILE);
        let wire: WireSet = files::read_json(&path)?;
        if wire.schema_version != SCHEMA_VERSION {
            let reason = format!(
                "schema_version is {}; this arena reads {SCHEMA_VERSION}",
                wire.schema_version
            );
            return Err(FileError::new(&path, reason).into());
        }
        let mut members = Vec::new();
        for stored in wire.members {
            let folder = dir.join(&stored.folder);
            let member = Member::of(&folder)?;
            if member.sums_sha256 != stored.sums_sha256 {
                let folder = folder.display().to_string();
                return Err(MergedError::Changed { folder });
            }
            members.push(member);
        }
        Set::from(members)
    }

    /// Orders members and refuses a run that is there twice.
    fn from(mut members: Vec<Member>) -> Result<Set, MergedError> {
        members.sort_by(|left, right| {
            let of = |member: &Member| {
                (
                    member.key.id(),
                    member.created_unix_ns,
                    member.run_id.clone(),
                )
            };
            of(left).cmp(&of(right))
        });
        let mut seen: BTreeMap<&str, &Member> = BTreeMap::new();
        for member in &members {
            if let Some(first) = seen.insert(&member.run_id, member) {
                return Err(MergedError::Twice {
                    run: member.run_id.clone(),
                    first: first.path.display().to_string(),
                    second: member.path.display().to_string(),
                });
            }
        }
        Ok(Set { members })
    }

    /// The members of each key, in order.
    pub fn by_key(&self) -> Vec<(&Key, &[Member])> {
        let groups = self.members.chunk_by(|left, right| left.key == right.key);
        groups.map(|members| (&members[0].key, members)).collect()
    }

    /// That all members have one key.
    ///
    /// # Errors
    /// [`MergedError::Unlike`], naming what differs.
    pub fn one_key(&self) -> Result<(), MergedError> {
        match self.by_key().as_slice() {
            [(first_key, first), (second_key, second), ..] => Err(MergedError::Unlike {
                first: first[0].path.display().to_string(),
                second: second[0].path.display().to_string(),
                differences: first_key.differences(second_key).join("; "),
            }),
            _ => Ok(()),
        }
    }

    /// Writes `set.json`; folders are named as seen from `dir`.
    fn write(&self, dir: &Path) -> Result<(), MergedError> {
        let mut wire = WireSet {
            schema_version: SCHEMA_VERSION,
            keys: BTreeMap::new(),
            members: Vec::new(),
        };
        for member in &self.members {
            wire.keys.insert(member.key.id(), member.key.clone());
            wire.members.push(WireMember {
                folder: seen_from(dir, &member.path)?,
                sums_sha256: member.sums_sha256.clone(),
                run_id: member.run_id.clone(),
                created_unix_ns: member.created_unix_ns,
                commit: member.commit.clone(),
                key: member.key.id(),
            });
        }
        let path = dir.join(FILE);
        Ok(files::write_atomic(&path, &files::to_json(&path, &wire)?)?)
    }
}

impl Member {
    /// A finished folder whose files are those that were summed.
    fn of(dir: &Path) -> Result<Member, MergedError> {
        let folder = || dir.display().to_string();
        if !dir.is_dir() {
            return Err(FileError::new(dir, "there is no such folder").into());
        }
        if !dir.join(PLAN).exists() {
            return Err(MergedError::NoEvidence(folder()));
        }
        let path = dir.join(CHECKSUMS);
        if !path.exists() {
            return Err(MergedError::Unfinished(folder()));
        }
        let differences = sums::differences(&files::read(&path)?, &sums::of(dir)?);
        if let Some(finding) = differences.into_iter().next() {
            let folder = folder();
            return Err(MergedError::Unsound { folder, finding });
        }
        let plan = Head::read_head(dir)?;
        let facts: Facts = files::read_json(&dir.join(ENVIRONMENT))?;
        Ok(Member {
            path: dir.to_owned(),
            sums_sha256: sums::of_file(&path)?,
            created_unix_ns: plan.created_unix_ns,
            key: Key::of(&plan, &facts),
            commit: facts.source.commit,
            run_id: plan.run_id,
        })
    }
}

/// The path of a folder as seen from another, with `/`.
fn seen_from(base: &Path, folder: &Path) -> Result<String, FileError> {
    let whole = |path: &Path| {
        path.canonicalize()
            .map_err(|error| FileError::new(path, error))
    };
    let (base, whole_folder) = (whole(base)?, whole(folder)?);
    let (from, to): (Vec<_>, Vec<_>) = (
        base.components().collect(),
        whole_folder.components().collect(),
    );
    let shared = from
        .iter()
        .zip(&to)
        .take_while(|(left, right)| left == right)
        .count();
    let up = from[shared..].iter().map(|_| Some(".."));
    let down = to[shared..].iter().map(|part| part.as_os_str().to_str());
    let parts: Option<Vec<&str>> = up.chain(down).collect();
    let parts = parts.ok_or_else(|| FileError::new(folder, "has a name that is no UTF-8 text"))?;
    Ok(parts.join("/"))
}
