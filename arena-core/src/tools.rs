//! The tools that adapters need to be built: where they are, or the command that gets them.
//!
//! `ci/setup` fetches tools that the machine lacks into `.tools/` inside the project and writes
//! `.tools/env`, which says what a build must be given in order to find them.

mod detect;

pub use detect::{BASIC, Found, MissingTool, NAMES, Place, detect, missing};

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;

/// What is wrong with `.tools/env`.
#[derive(Debug, Error)]
#[error("{path}: {reason}; `make tools` writes it anew")]
pub struct ToolEnvironmentError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: String,
}

/// What a build is given so that it finds the project-local tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolEnvironment {
    /// The folder of the tools, if there is one.
    folder: Option<PathBuf>,
    /// Folders that come before the others in `PATH`, the first one first.
    prepend: Vec<PathBuf>,
    /// The other variables.
    variables: BTreeMap<String, String>,
}

impl ToolEnvironment {
    /// The folder of the project-local tools: `$NEXUSQ_TOOLS_DIR`, else `.tools` in the root.
    pub fn folder_in(root: &Path) -> PathBuf {
        env::var_os("NEXUSQ_TOOLS_DIR")
            .filter(|folder| !folder.is_empty())
            .map_or_else(|| root.join(".tools"), PathBuf::from)
    }

    /// Reads `env` in the folder of the tools. Without that file there is nothing to be given.
    ///
    /// # Errors
    /// The file can't be read, or a line of it is no `KEY=VALUE`.
    pub fn read(root: &Path) -> Result<ToolEnvironment, ToolEnvironmentError> {
        ToolEnvironment::read_folder(&ToolEnvironment::folder_in(root))
    }

    fn read_folder(folder: &Path) -> Result<ToolEnvironment, ToolEnvironmentError> {
        let path = folder.join("env");
        let parsed = match fs::read_to_string(&path) {
            Ok(text) => ToolEnvironment::parse(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(ToolEnvironment::default()),
            Err(error) => Err(error.to_string()),
        };
        let folder = Some(folder.to_owned());
        parsed
            .map(|environment| ToolEnvironment {
                folder,
                ..environment
            })
            .map_err(|reason| ToolEnvironmentError { path, reason })
    }

    /// Reads `KEY=VALUE` lines; a value runs to the end of its line. `PATH_PREPEND` holds folders
    /// with `:` between them and may come several times: a later line stands before an earlier one.
    fn parse(text: &str) -> Result<ToolEnvironment, String> {
        let mut environment = ToolEnvironment::default();
        for (number, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, value) = line
                .split_once('=')
                .filter(|(name, _)| is_name(name))
                .filter(|(_, value)| !value.contains('\0'))
                .ok_or_else(|| format!("line {}: not of the form KEY=VALUE", number + 1))?;
            if name == "PATH_PREPEND" {
                environment.prepend.splice(0..0, env::split_paths(value));
            } else {
                environment
                    .variables
                    .insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(environment)
    }

    /// Gives a command the variables and the `PATH`.
    pub fn apply(&self, command: &mut Command) {
        command.envs(&self.variables);
        if !self.prepend.is_empty() {
            command.env("PATH", self.path());
        }
    }

    /// The `PATH` that a command is given.
    pub fn path(&self) -> OsString {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let folders = self.folders().collect::<Vec<_>>();
        // A folder with `:` in its name can't stand in a PATH; then the inherited one has to do.
        env::join_paths(folders).unwrap_or(inherited)
    }

    /// The value of a variable as a command is given it.
    pub fn variable(&self, name: &str) -> Option<OsString> {
        match self.variables.get(name) {
            Some(value) => Some(value.into()),
            None => env::var_os(name),
        }
        .filter(|value| !value.is_empty())
    }

    /// Where a command would find a program.
    pub fn find(&self, program: impl AsRef<OsStr>) -> Option<PathBuf> {
        let program = Path::new(program.as_ref());
        if program.components().count() > 1 {
            return is_program(program).then(|| program.to_owned());
        }
        self.folders()
            .map(|folder| folder.join(program))
            .find(|path| is_program(path))
    }

    fn folders(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let inherited: Vec<PathBuf> = env::split_paths(&inherited).collect();
        self.prepend.iter().cloned().chain(inherited)
    }
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_file() {
        let text = "# Written by ci/setup.\nPATH_PREPEND=/a:/b\nGOROOT=/go root\n\nX=a=b \nPATH_PREPEND=/c\nEMPTY=\n";
        let environment = ToolEnvironment::parse(text).unwrap();
        assert_eq!(environment.prepend, ["/c", "/a", "/b"].map(PathBuf::from));
        assert_eq!(environment.variable("GOROOT"), Some("/go root".into()));
        assert_eq!(environment.variable("X"), Some("a=b ".into()));
        assert_eq!(environment.variable("EMPTY"), None);
        for (bad, line) in [
            ("A=1\nno equals sign", 2),
            ("=x", 1),
            ("1A=x", 1),
            ("A B=x", 1),
            ("A=\0", 1),
        ] {
            let error = ToolEnvironment::parse(bad).unwrap_err();
            assert_eq!(
                error,
                format!("line {line}: not of the form KEY=VALUE"),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn a_missing_file_is_no_error_and_an_unreadable_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let empty = ToolEnvironment::read_folder(folder.path()).unwrap();
        assert_eq!((empty.prepend.len(), empty.variables.len()), (0, 0));
        let path = folder.path().join("env");
        fs::write(&path, "PATH_PREPEND").unwrap();
        let error = ToolEnvironment::read_folder(folder.path()).unwrap_err();
        let expected = format!(
            "{}: line 1: not of the form KEY=VALUE; `make tools` writes it anew",
            path.display()
        );
        assert_eq!(error.to_string(), expected);
        fs::write(&path, [0xff, b'=', b'x']).unwrap();
        assert!(ToolEnvironment::read_folder(folder.path()).is_err());
    }

    /// The shell of the child says what it was given.
    #[cfg(unix)]
    #[test]
    fn a_command_is_given_path_and_variables() {
        let environment = ToolEnvironment::parse("PATH_PREPEND=/first\nTOOL_X=y z\n").unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "echo \"$PATH|$TOOL_X\""]);
        environment.apply(&mut command);
        let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let expected = format!("/first:{}|y z\n", env::var("PATH").unwrap());
        assert_eq!(said, expected);
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_in_the_order_of_path() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str, mode| {
            let path = folder.path().join(name);
            fs::write(&path, "#!/bin/sh\n").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path
        };
        let ours = mode("sh", 0o755);
        mode("not-executable", 0o644);
        let text = format!("PATH_PREPEND={}\n", folder.path().display());
        let environment = ToolEnvironment::parse(&text).unwrap();
        assert_eq!(environment.find("sh"), Some(ours.clone()));
        assert_eq!(environment.find("not-executable"), None);
        assert_eq!(environment.find(&ours), Some(ours));
        let elsewhere = ToolEnvironment::default().find("sh").unwrap();
        assert!(!elsewhere.starts_with(folder.path()));
    }
}
