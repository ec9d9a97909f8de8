//! Makes a set, or adds to one: every folder is verified first.

use super::{FILE, Member, MergedError, Set};
use crate::evidence::{CHECKSUMS, sums};
use crate::files::FileError;
use crate::verify::verify;
use std::fs;
use std::path::{Path, PathBuf};

/// How a set is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Refuse folders of more than one key.
    pub one_key: bool,
    /// Copy the folders into the set.
    pub copy: bool,
    /// Add to the set that is there.
    pub add: bool,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The set as it is now.
    pub set: Set,
    /// Folders that were copied, with the place of the copy.
    pub copied: Vec<(PathBuf, PathBuf)>,
}

/// Puts folders side by side in a set.
///
/// # Errors
/// See [`MergedError`]. Nothing is written unless every folder is sound.
pub fn merge(out: &Path, dirs: &[PathBuf], wishes: Wishes) -> Result<Merged, MergedError> {
    let mut members = before(out, wishes.add)?;
    for dir in dirs {
        let member = Member::of(dir)?;
        let steps = verify(dir)?.steps;
        if let Some(finding) = steps.into_iter().flat_map(|step| step.findings).next() {
            let folder = dir.display().to_string();
            return Err(MergedError::Unsound { folder, finding });
        }
        members.push(member);
    }
    let mut set = Set::from(members)?;
    if wishes.one_key {
        set.one_key()?;
    }
    fs::create_dir_all(out).map_err(|error| FileError::new(out, error))?;
    let mut copied = Vec::new();
    if wishes.copy {
        for member in set
            .members
            .iter_mut()
            .filter(|member| dirs.contains(&member.path))
        {
            let copy = copy(out, member)?;
            copied.push((std::mem::replace(&mut member.path, copy.clone()), copy));
        }
    }
    set.write(out)?;
    Ok(Merged { set, copied })
}

/// The members of the set that is there.
fn before(out: &Path, add: bool) -> Result<Vec<Member>, MergedError> {
    let name = || out.display().to_string();
    if out.join(FILE).exists() {
        if !add {
            return Err(MergedError::Exists(name()));
        }
        return Ok(Set::read(out)?.members);
    }
    let used = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    if used {
        return Err(MergedError::NotEmpty(name()));
    }
    Ok(Vec::new())
}

/// Copies the files of a folder to a place below `out` that bears the name of its run.
fn copy(out: &Path, member: &Member) -> Result<PathBuf, FileError> {
    let fit = |character: char| {
        let kept = character.is_ascii_alphanumeric() || "-_".contains(character);
        if kept { character } else { '_' }
    };
    let name: String = member.run_id.chars().map(fit).collect();
    let to = out
        .join("runs")
        .join(format!("{name}-{}", &member.sums_sha256[..8]));
    let names = sums::of(&member.path)?.into_iter().map(|sum| sum.name);
    for name in names.chain([CHECKSUMS.to_owned()]) {
        let (source, target) = (member.path.join(&name), to.join(&name));
        let folder = target.parent().unwrap_or(&to);
        fs::create_dir_all(folder).map_err(|error| FileError::new(folder, error))?;
        fs::copy(&source, &target).map_err(|error| FileError::new(&source, error))?;
    }
    Ok(to)
}
