//! Our runners, compiled at one optimisation level into a folder of their own.

use super::super::process;
use arena_core::inventory::Layout;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// All optimisation levels of the compiler.
pub(crate) const LEVELS: [&str; 6] = ["0", "1", "2", "3", "s", "z"];

/// A program to compile: package and executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) package: String,
    pub(crate) executable: String,
}

/// Compiles a program as `arena build` does, but for the level, and returns where it is.
///
/// # Errors
/// In words: the build failed.
pub(crate) fn build(
    layout: &Layout,
    wanted: &Wanted,
    level: &str,
    limit: Duration,
) -> Result<PathBuf, String> {
    let target = layout.target.join("ct").join(format!("opt-{level}"));
    let mut command = Command::new("cargo");
    command
        .args([
            "build",
            "--release",
            "--locked",
            "--package",
            &wanted.package,
        ])
        .args(["--bin", &wanted.executable])
        .current_dir(&layout.root)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        .env("CARGO_TERM_COLOR", "never");
    process::run(&mut command, Vec::new(), limit)?
        .output()
        .map_err(|how| format!("`cargo build` of {} at {level}: {how}", wanted.executable))?;
    let path = target.join("release").join(&wanted.executable);
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("the build left no {}", path.display()))
    }
}
