//! Looks for one tool at a time and asks it for its version.

use super::ToolEnvironment;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The tools that an adapter may need, by the names that `adapter.toml` uses.
pub const NAMES: [&str; 8] = [
    "cc", "c++", "make", "perl", "python3", "cmake", "libclang", "go",
];

/// Tools without which nothing can be built, in the order in which they are looked for.
pub const BASIC: [&str; 7] = ["cargo", "rustc", "cc", "c++", "make", "perl", "python3"];

/// Where a tool was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On `PATH`, or where `$CC` or `$CXX` says.
    Path,
    /// In the project's own `.tools`.
    Project,
    /// Where `$LIBCLANG_PATH` says.
    LibclangPath,
    /// In a folder in which systems keep such libraries.
    System,
}

/// A tool that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Its name in `adapter.toml`.
    pub name: String,
    /// Where it was found.
    pub place: Place,
    /// Its file.
    pub path: PathBuf,
    /// What it says of its version; null for a library, which can't be asked.
    pub version: Option<String>,
}

/// A tool that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissingTool {
    /// Its name in `adapter.toml`.
    pub name: String,
    /// What was looked for in vain.
    pub reason: String,
    /// The command that gets it.
    pub way_out: String,
}

impl fmt::Display for MissingTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingTool {
            name,
            reason,
            way_out,
        } = self;
        write!(f, "{name}: {reason}; get it by: {way_out}")
    }
}

/// How a program is asked for its version, and how to get it.
struct Recipe {
    name: &'static str,
    /// The variable that may name another program.
    variable: &'static str,
    version_argument: &'static str,
    /// The oldest version that will do: the one of `ci/toolbox/versions.py`.
    minimum: (u32, u32),
    way_out: &'static str,
}

const fn recipe(
    name: &'static str,
    variable: &'static str,
    version_argument: &'static str,
    minimum: (u32, u32),
    way_out: &'static str,
) -> Recipe {
    Recipe {
        name,
        variable,
        version_argument,
        minimum,
        way_out,
    }
}

const ANY: (u32, u32) = (0, 0);
const RUST: &str = "rustup update stable";

const PROGRAMS: [Recipe; 9] = [
    recipe("cargo", "CARGO", "--version", (1, 89), RUST),
    recipe("rustc", "RUSTC", "--version", (1, 89), RUST),
    recipe("cc", "CC", "--version", ANY, "apt-get install gcc"),
    recipe("c++", "CXX", "--version", ANY, "apt-get install g++"),
    recipe("make", "", "--version", ANY, "apt-get install make"),
    recipe("perl", "", "-v", ANY, "apt-get install perl"),
    recipe("python3", "", "--version", ANY, "apt-get install python3"),
    recipe("cmake", "", "--version", (3, 18), "make tools"),
    recipe("go", "", "version", (1, 24), "make tools"),
];

/// Looks for a tool.
///
/// # Errors
/// The tool is missing or too old, or its name is neither in [`NAMES`] nor in [`BASIC`].
pub fn detect(name: &str, environment: &ToolEnvironment) -> Result<Found, MissingTool> {
    if name == "libclang" {
        return detect_libclang(environment, &system_folders());
    }
    let Some(recipe) = PROGRAMS.iter().find(|recipe| recipe.name == name) else {
        return Err(MissingTool {
            name: name.to_owned(),
            reason: "the arena knows no tool of that name".to_owned(),
            way_out: format!("using one of {} in adapter.toml", NAMES.join(", ")),
        });
    };
    detect_program(recipe, environment)
}

/// Those of the tools that are missing.
pub fn missing(needs: &[String], environment: &ToolEnvironment) -> Vec<MissingTool> {
    needs
        .iter()
        .filter_map(|name| detect(name, environment).err())
        .collect()
}

fn detect_program(recipe: &Recipe, environment: &ToolEnvironment) -> Result<Found, MissingTool> {
    let fail = |reason: String| MissingTool {
        name: recipe.name.to_owned(),
        reason,
        way_out: recipe.way_out.to_owned(),
    };
    let program = Some(recipe.variable)
        .filter(|variable| !variable.is_empty())
        .and_then(|variable| environment.variable(variable))
        .unwrap_or_else(|| recipe.name.into());
    let path = environment
        .find(&program)
        .ok_or_else(|| fail(format!("`{}` is not on PATH", program.display())))?;
    let mut command = Command::new(&path);
    command.arg(recipe.version_argument).stdin(Stdio::null());
    environment.apply(&mut command);
    let refused = |reason: String| {
        fail(format!(
            "`{} {}` {reason}",
            path.display(),
            recipe.version_argument
        ))
    };
    let output = command
        .output()
        .map_err(|error| refused(format!("can't be started: {error}")))?;
    if !output.status.success() {
        return Err(refused(format!("fails: {}", output.status)));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let version = said.lines().map(str::trim).find(|line| !line.is_empty());
    if let Some(number) = version.and_then(version_number)
        && number < recipe.minimum
    {
        let ((major, minor), (least_major, least_minor)) = (number, recipe.minimum);
        return Err(fail(format!(
            "{} is {major}.{minor}, wanted is {least_major}.{least_minor} or later",
            path.display()
        )));
    }
    Ok(Found {
        name: recipe.name.to_owned(),
        place: place_of(&path, environment),
        version: version.map(str::to_owned),
        path,
    })
}

/// The first two parts of the first dotted number: `go version go1.26.8 linux` gives (1, 26).
fn version_number(text: &str) -> Option<(u32, u32)> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .find_map(|word| {
            let mut parts = word.split('.').map(str::parse::<u32>);
            Some((parts.next()?.ok()?, parts.next()?.ok()?))
        })
}

fn place_of(path: &Path, environment: &ToolEnvironment) -> Place {
    match &environment.folder {
        Some(folder) if path.starts_with(folder) => Place::Project,
        _ => Place::Path,
    }
}

fn detect_libclang(
    environment: &ToolEnvironment,
    folders: &[PathBuf],
) -> Result<Found, MissingTool> {
    let found = |path: PathBuf, place| Found {
        name: "libclang".to_owned(),
        place,
        path,
        version: None,
    };
    let fail = |reason: String| MissingTool {
        name: "libclang".to_owned(),
        reason,
        way_out: "make tools".to_owned(),
    };
    if let Some(named) = environment.variable("LIBCLANG_PATH") {
        let named = PathBuf::from(named);
        let path = if named.is_dir() {
            libclang_in(&named)
        } else {
            Some(named.clone())
        };
        let path = path.filter(|path| path.is_file()).ok_or_else(|| {
            fail(format!(
                "LIBCLANG_PATH is {}, and there is none",
                named.display()
            ))
        })?;
        let place = match place_of(&path, environment) {
            Place::Project => Place::Project,
            _ => Place::LibclangPath,
        };
        return Ok(found(path, place));
    }
    folders
        .iter()
        .find_map(|folder| libclang_in(folder))
        .map(|path| found(path, Place::System))
        .ok_or_else(|| {
            fail("no libclang.so in the usual folders, and LIBCLANG_PATH is not set".to_owned())
        })
}

/// Folders in which systems keep libclang: those of LLVM releases first, the latest one first.
fn system_folders() -> Vec<PathBuf> {
    let release = |path: &Path| -> Option<u32> {
        path.file_name()?
            .to_str()?
            .strip_prefix("llvm-")?
            .parse()
            .ok()
    };
    let mut releases: Vec<(u32, PathBuf)> = entries(Path::new("/usr/lib"))
        .filter_map(|path| Some((release(&path)?, path.join("lib"))))
        .collect();
    releases.sort_by(|a, b| b.cmp(a));
    let common = [
        format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH),
        "/usr/lib64".to_owned(),
        "/usr/lib".to_owned(),
        "/usr/local/lib".to_owned(),
        "/opt/homebrew/opt/llvm/lib".to_owned(),
        "/Library/Developer/CommandLineTools/usr/lib".to_owned(),
    ];
    releases
        .into_iter()
        .map(|(_, path)| path)
        .chain(common.map(PathBuf::from))
        .collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
}

/// The first libclang in a folder, by name.
fn libclang_in(folder: &Path) -> Option<PathBuf> {
    let mut paths: Vec<PathBuf> = entries(folder).filter(|path| is_libclang(path)).collect();
    paths.sort();
    paths.into_iter().next()
}

/// `libclang.so`, `libclang-14.so.1`, `libclang.dylib`, ...; `libclang-cpp` is another library.
fn is_libclang(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let Some(rest) = name.strip_prefix("libclang") else {
        return false;
    };
    let version_and_suffix = rest.strip_prefix('-').unwrap_or(rest);
    let suffix = version_and_suffix.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    (suffix.starts_with("so") || suffix == "dylib" || suffix == "dll")
        && version_and_suffix.contains('.')
        && path.is_file()
}

#[cfg(test)]
mod tests;
