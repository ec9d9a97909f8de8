//! The tools that the runners are built with, and the commit that they are built from.

use crate::tools::ToolEnvironment;
use serde::{Deserialize, Serialize};
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// What each tool says of its version, the first line; null for a tool that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toolchain {
    /// The Rust compiler.
    pub rustc: Option<String>,
    /// The LLVM that the Rust compiler uses.
    pub rustc_llvm: Option<String>,
    /// The C compiler: `$CC`, else `cc`.
    pub cc: Option<String>,
    /// The C++ compiler: `$CXX`, else `c++`.
    pub cxx: Option<String>,
    /// CMake.
    pub cmake: Option<String>,
    /// Go.
    pub go: Option<String>,
    /// Python.
    pub python: Option<String>,
}

/// The arena's own source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The commit that is checked out; null if the folder is no git checkout.
    pub commit: Option<String>,
    /// Whether files differ from that commit or are not part of it.
    pub dirty: Option<bool>,
}

impl Toolchain {
    pub(super) fn gather(root: Option<&Path>) -> Toolchain {
        let tools = root
            .and_then(|root| ToolEnvironment::read(root).ok())
            .unwrap_or_default();
        let ask = |program: &str, argument: &str| {
            let mut command = Command::new(program);
            command.arg(argument);
            tools.apply(&mut command);
            output_of(&mut command)
        };
        let named = |variable: &str, otherwise: &str| {
            env::var(variable).unwrap_or_else(|_| otherwise.to_owned())
        };
        let version = |program: &str, argument: &str| first_line(&ask(program, argument)?);
        let rustc = ask(&named("RUSTC", "rustc"), "-vV");
        Toolchain {
            rustc: rustc.as_deref().and_then(first_line),
            rustc_llvm: rustc.as_deref().and_then(llvm_version),
            cc: version(&named("CC", "cc"), "--version"),
            cxx: version(&named("CXX", "c++"), "--version"),
            cmake: version("cmake", "--version"),
            go: version("go", "version"),
            python: version("python3", "--version"),
        }
    }
}

impl Source {
    /// The commit of the checkout whose top folder is `root`.
    pub(super) fn of(root: &Path) -> Source {
        let git = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.arg("-C").arg(root).args(arguments);
            // Set inside a hook of another checkout.
            for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
                command.env_remove(variable);
            }
            output_of(command.env("GIT_OPTIONAL_LOCKS", "0"))
        };
        // A folder inside another project's checkout must not take that project's commit.
        if git(&["rev-parse", "--show-prefix"]).as_deref() != Some("") {
            return Source::default();
        }
        let commit = git(&["rev-parse", "--verify", "HEAD"]);
        let changes = git(&["status", "--porcelain"]);
        Source {
            dirty: commit.as_ref().and(changes).map(|text| !text.is_empty()),
            commit,
        }
    }
}

/// What the command prints, trimmed; `None` if it can't be run or fails.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

fn first_line(text: &str) -> Option<String> {
    let line = text.lines().next()?.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

fn llvm_version(rustc: &str) -> Option<String> {
    rustc
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))
        .map(|version| version.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn git(folder: &Path, arguments: &[&str]) {
        let status = Command::new("git")
            .arg("-C")
            .arg(folder)
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .args(["-c", "user.name=n", "-c", "user.email=e@example.org"])
            .args(arguments)
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success(), "git {arguments:?}");
    }

    #[test]
    fn lines_of_rustc() {
        let said = "rustc 1.88.0 (6b00bc388 2025-06-23)\nbinary: rustc\nLLVM version: 20.1.5\n";
        assert_eq!(
            first_line(said).as_deref(),
            Some("rustc 1.88.0 (6b00bc388 2025-06-23)")
        );
        assert_eq!(llvm_version(said).as_deref(), Some("20.1.5"));
        assert_eq!(first_line(""), None);
        assert_eq!(llvm_version("rustc 1.88.0\n"), None);
    }

    #[test]
    fn commit_of_a_checkout_only() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(Source::of(root), Source::default());
        git(root, &["init", "-q"]);
        fs::write(root.join("a"), "1").unwrap();
        git(root, &["add", "a"]);
        git(root, &["commit", "-q", "-m", "one"]);
        let clean = Source::of(root);
        assert_eq!(clean.commit.as_deref().map(str::len), Some(40));
        assert_eq!(clean.dirty, Some(false));
        fs::write(root.join("a"), "2").unwrap();
        assert_eq!(Source::of(root).dirty, Some(true));
        let inside = root.join("inside");
        fs::create_dir(&inside).unwrap();
        assert_eq!(Source::of(&inside), Source::default());
    }
}
