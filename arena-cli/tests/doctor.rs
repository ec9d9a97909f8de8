//! `arena doctor` as a person or a script meets it, on machines with tools and without.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A root with one adapter that needs nothing and one that needs go.
fn root() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, needs) in [("plain", "[]"), ("gopher", "['go']")] {
        let folder = root.path().join("adapters").join(name);
        fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "[build]\ncargo = 'adapter-{name}'\nneeds = {needs}\n\
             [[implementation]]\nid = '{name}'\nname = '{name}'\nversion = '1'\n"
        );
        fs::write(folder.join("adapter.toml"), text).unwrap();
    }
    root
}

/// Runs `arena doctor` with nothing on `PATH`.
fn doctor_without_tools(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .arg("doctor")
        .args(arguments)
        .env("ARENA_ROOT", root)
        .env("PATH", root)
        .env_remove("CARGO")
        .env_remove("RUSTC")
        .env_remove("CC")
        .env_remove("CXX")
        .env_remove("NEXUSQ_TOOLS_DIR")
        .output()
        .unwrap()
}

#[test]
fn without_tools_each_is_named_with_its_way_out() {
    let root = root();
    let output = doctor_without_tools(root.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "  missing  cc               `cc` is not on PATH",
        "get it by: apt-get install g++",
        "  ok       plain            can be built",
        "  lacks    gopher           needs go; get it by: make tools",
        "Fitness for measuring",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    assert!(!text.contains('\x1b'), "no colours in a pipe");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn json_has_the_same() {
    let root = root();
    let output = doctor_without_tools(root.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let adapters = &all["adapters"];
    assert_eq!(adapters[0]["name"], "gopher");
    assert_eq!(adapters[0]["missing"][0]["name"], "go");
    assert_eq!(adapters[1]["missing"], Value::Array(Vec::new()));
    assert_eq!(all["facts"]["toolchain"]["rustc"], Value::Null);
    assert_eq!(all["facts"]["source"]["commit"], Value::Null);
    let ids: Vec<&str> = all["fitness"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["id"].as_str().unwrap())
        .collect();
    assert!(
        ids.contains(&"load") && ids.contains(&"clock-cost"),
        "{ids:?}"
    );
}

#[test]
fn a_damaged_tool_file_is_named_with_its_line() {
    let root = root();
    let tools = root.path().join(".tools");
    fs::create_dir(&tools).unwrap();
    fs::write(tools.join("env"), "GOROOT=/go\nnonsense\n").unwrap();
    let output = doctor_without_tools(root.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("env: line 2: not of the form KEY=VALUE"),
        "{text}"
    );
}
