//! A root of fake adapters for the tests of `arena run`.
#![allow(clippy::unwrap_used, dead_code)]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The example `fake_runner`, which cargo builds together with the tests.
pub(crate) fn fake_runner() -> PathBuf {
    example("fake_runner")
}

/// An example.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test
        .parent()
        .and_then(Path::parent)
        .unwrap()
        .join("examples")
        .join(name);
    assert!(
        path.exists(),
        "{} is missing: run the tests with cargo",
        path.display()
    );
    path
}

/// A folder of adapters, each a copy of the fake runner.
pub(crate) struct Root {
    pub(crate) folder: tempfile::TempDir,
}

impl Root {
    pub(crate) fn new() -> Root {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("vendor")).unwrap();
        Root { folder }
    }

    /// Adds an adapter whose runner reports `reported` and has that fault.
    pub(crate) fn adapter(self, id: &str, reported: &str, fault: &str) -> Root {
        let command = format!("['cp', '{}', '{{output}}']", fake_runner().display());
        self.adapter_built_by(id, &command, reported, fault)
    }

    /// The same, as a crate of this project.
    pub(crate) fn own_adapter(self, id: &str, fault: &str) -> Root {
        let root = self.adapter(id, "1.0", fault);
        let path = root.path("adapters").join(id).join("adapter.toml");
        let manifest = fs::read_to_string(&path).unwrap();
        fs::write(path, manifest + "own = true\n").unwrap();
        root
    }

    pub(crate) fn adapter_built_by(
        self,
        id: &str,
        command: &str,
        reported: &str,
        fault: &str,
    ) -> Root {
        let folder = self.folder.path().join("adapters").join(id);
        fs::create_dir_all(&folder).unwrap();
        let args = if fault.is_empty() {
            format!("['{id}', '{reported}']")
        } else {
            format!("['{id}', '{reported}', '{fault}']")
        };
        let manifest = format!(
            "[build]\ncommand = {command}\n\
             [[implementation]]\nid = '{id}'\nname = '{id}'\nversion = '1.0'\nargs = {args}\n"
        );
        fs::write(folder.join("adapter.toml"), manifest).unwrap();
        self
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        command
            .args(arguments)
            .env("ARENA_ROOT", self.folder.path())
            .env_remove("CARGO_TARGET_DIR");
        command
    }

    pub(crate) fn arena(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Every raw row of a folder of evidence.
pub(crate) fn rows(folder: &Path) -> Vec<Value> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(folder.join("raw")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        rows.extend(
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap()),
        );
    }
    rows
}

/// Status, kind of failure and reason of a system's row.
pub(crate) fn outcome(rows: &[Value], system: &str, operation: &str) -> (String, String, String) {
    let row = rows
        .iter()
        .find(|row| row["row"]["system"] == system && row["row"]["operation"] == operation)
        .unwrap_or_else(|| panic!("no row {system} {operation}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let reason = match row["failure"]["message"].as_str() {
        Some(message) => message.to_owned(),
        None => text(&row["check"]["detail"]),
    };
    (text(&row["status"]), text(&row["failure"]["kind"]), reason)
}
