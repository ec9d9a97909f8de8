//! Where code lies that no package manager has locked, said without its path: a path tells more of a person and a machine
//! than a record should.

use serde::{Deserialize, Serialize};
use std::env;
use std::path::Path;
use std::process::Command;

/// Where code comes from that no package manager has locked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// What it is: an installed `library`, `sources`, or an `adapter` outside the tree.
    pub kind: OriginKind,
    /// The class of its path.
    pub place: PlaceClass,
    /// The version that the headers of an installed library have; it is equal to the one that the library reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_version: Option<String>,
    /// The git revision of a checkout, with `-dirty` after it where files differ from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
}

impl Origin {
    /// What it is and where it lies, for people: `sources in the home folder`.
    pub fn what(&self) -> String {
        let kind = match self.kind {
            OriginKind::Library => "installed library",
            OriginKind::Sources => "sources",
            OriginKind::Adapter => "adapter outside the tree",
        };
        let place = match self.place {
            PlaceClass::Project => "inside the project",
            PlaceClass::Home => "in the home folder",
            PlaceClass::Temporary => "in a temporary folder",
            PlaceClass::LocalPrefix => "in /usr/local or /opt",
            PlaceClass::SystemPrefix => "of the system",
            PlaceClass::Elsewhere => "elsewhere",
        };
        format!("{kind} {place}")
    }

    /// The versions that it tells by itself, for people: `headers 3.5.9, git 0123abcd`. Empty if it tells none.
    pub fn versions(&self) -> String {
        let header = self.header_version.iter().map(|it| format!("headers {it}"));
        let revision = self.revision.iter().map(|it| format!("git {it}"));
        header.chain(revision).collect::<Vec<_>>().join(", ")
    }
}

/// What the code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OriginKind {
    /// A library's file.
    Library,
    /// Sources.
    Sources,
    /// An adapter outside the tree.
    Adapter,
}

/// Classes of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceClass {
    /// Below the project's own folder.
    Project,
    /// Below the user's home.
    Home,
    /// Where systems keep temporary files.
    Temporary,
    /// `/usr/local` or `/opt`: installed here, not by the system.
    LocalPrefix,
    /// `/usr` or another folder of the system.
    SystemPrefix,
    /// Anywhere else.
    Elsewhere,
}

impl PlaceClass {
    /// The class of a path. `project` is the folder of the tree.
    pub fn of(path: &Path, project: &Path) -> PlaceClass {
        let home = env::var_os("HOME").filter(|home| !home.is_empty());
        PlaceClass::with(path, project, home.as_deref().map(Path::new))
    }

    fn with(path: &Path, project: &Path, home: Option<&Path>) -> PlaceClass {
        let below = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
        if path.starts_with(project) {
            PlaceClass::Project
        } else if home.is_some_and(|home| home.parent().is_some() && path.starts_with(home)) {
            PlaceClass::Home
        } else if path.starts_with(env::temp_dir()) || below(&["/tmp", "/var/tmp"]) {
            PlaceClass::Temporary
        } else if below(&["/usr/local", "/opt"]) {
            PlaceClass::LocalPrefix
        } else if below(&["/usr", "/lib", "/lib64", "/nix", "/gnu"]) {
            PlaceClass::SystemPrefix
        } else {
            PlaceClass::Elsewhere
        }
    }
}

/// The git revision of a folder that is the top of a work tree, and the version that its tags give it.
pub(crate) fn revision(folder: &Path) -> Option<String> {
    if !folder.join(".git").exists() {
        return None;
    }
    let head = git(folder, &["rev-parse", "HEAD"])?;
    let changed = git(folder, &["status", "--porcelain", "--untracked-files=no"])?;
    let dirty = if changed.is_empty() { "" } else { "-dirty" };
    Some(format!("{head}{dirty}"))
}

/// The version of a checkout by its tags, for example `2.0.0` or `2.0.0-3-gabcdef0-dirty`.
pub(crate) fn described(folder: &Path) -> Option<String> {
    if !folder.join(".git").exists() {
        return None;
    }
    let text = git(folder, &["describe", "--tags", "--always", "--dirty"])?;
    let number = text
        .strip_prefix('v')
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    Some(number.unwrap_or(&text).to_owned())
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_told_and_not_the_path() {
        let class = |path: &str| {
            PlaceClass::with(
                Path::new(path),
                Path::new("/srv/arena"),
                Some(Path::new("/home/ada")),
            )
        };
        assert_eq!(class("/srv/arena/own/x"), PlaceClass::Project);
        assert_eq!(class("/home/ada/openssl"), PlaceClass::Home);
        assert_eq!(class("/home/adam/openssl"), PlaceClass::Elsewhere);
        assert_eq!(class("/tmp/x"), PlaceClass::Temporary);
        assert_eq!(class("/usr/local"), PlaceClass::LocalPrefix);
        assert_eq!(class("/opt/liboqs-0.16.0"), PlaceClass::LocalPrefix);
        assert_eq!(class("/usr"), PlaceClass::SystemPrefix);
        assert_eq!(class("/srv/x"), PlaceClass::Elsewhere);
    }
}
