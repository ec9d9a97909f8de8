//! Builds runners: one adapter at a time, so that a missing tool or a broken build costs one
//! adapter and the rest go on.
//!
//! What a build prints goes to `<runners>/<adapter>.log`. A runner that could not be built leaves
//! its reason in `<runners>/<adapter>.failed`, where `arena list` and `arena run` find it.

use crate::inventory::Layout;
use crate::lock;
use crate::manifest::{Adapter, Build};
use crate::tools::{self, ToolEnvironment};
use crate::{group, interrupt};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How a build ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The runner is new or differs from the one before.
    Anew,
    /// The runner is the one that was there.
    Unchanged,
}

/// Why there is no runner.
#[derive(Debug, Error)]
pub enum BuildError {
    /// Tools are missing.
    #[error("needs {}", .0.join("; "))]
    Tools(Vec<String>),
    /// The build command failed.
    #[error("`{command}` {how}; see {log}", log = .log.display())]
    Failed {
        /// What was run.
        command: String,
        /// How it ended.
        how: String,
        /// Where its output is.
        log: PathBuf,
    },
    /// The build ended well but left no executable.
    #[error("the build left no {}", .0.display())]
    NoOutput(PathBuf),
    /// What was built is not what the pins say.
    #[error("{0}")]
    Pins(String),
    /// The work is to end. The runner that was there before is still there.
    #[error("interrupted")]
    Interrupted,
    /// A file could not be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
}

/// Builds the runner of an adapter. `tick` is called about once a second with the time gone by and
/// the last line that the build printed.
///
/// # Errors
/// There is no runner afterwards; the reason is also in the `.failed` file.
pub fn build(
    adapter: &Adapter,
    layout: &Layout,
    tools: &ToolEnvironment,
    tick: &mut dyn FnMut(Duration, &str),
) -> Result<Built, BuildError> {
    let outcome = try_build(adapter, layout, tools, tick);
    let failure = layout.build_failure(&adapter.name);
    match &outcome {
        Ok(_) => {
            let _ = fs::remove_file(failure);
        }
        Err(BuildError::Interrupted) => {}
        Err(error) => {
            // A runner that no longer can be built must not be taken for the current one.
            let _ = fs::remove_file(layout.runner(&adapter.name));
            let _ = fs::write(failure, error.to_string());
        }
    }
    outcome
}

fn try_build(
    adapter: &Adapter,
    layout: &Layout,
    tools: &ToolEnvironment,
    tick: &mut dyn FnMut(Duration, &str),
) -> Result<Built, BuildError> {
    make_folder(&layout.runners)?;
    require(&adapter.needs, tools)?;
    let output = layout.runner(&adapter.name);
    let fresh = layout.runners.join(format!("runner-{}.new", adapter.name));
    let (mut command, made) = match &adapter.build {
        Build::Cargo(package) => {
            let target = if adapter.outside {
                layout.target.join("outside")
            } else {
                layout.target.clone()
            };
            let made = target.join("release").join(file_name(&output));
            (cargo(layout, adapter, package, &target), made)
        }
        Build::Command(words) => {
            let places = [("{output}", fresh.as_path())];
            (custom(&adapter.folder, words, &places)?, fresh.clone())
        }
    };
    tools.apply(&mut command);
    run(&mut command, &layout.build_log(&adapter.name), tick)?;
    if made.is_file() {
        lock::check_pins(layout, adapter).map_err(BuildError::Pins)?;
    }
    put(&made, &fresh, &output)
}

/// Makes a folder that may be there already.
pub(crate) fn make_folder(folder: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(folder).map_err(|error| BuildError::Io {
        path: folder.to_owned(),
        error,
    })
}

/// Fails if one of the tools is not there.
pub(crate) fn require(needs: &[String], tools: &ToolEnvironment) -> Result<(), BuildError> {
    let missing = tools::missing(needs, tools);
    if missing.is_empty() {
        return Ok(());
    }
    Err(BuildError::Tools(
        missing
            .iter()
            .map(|tool| format!("{} ({}; {})", tool.name, tool.reason, tool.way_out))
            .collect(),
    ))
}

/// Puts the executable that a build `made` in the place of the runner, by way of `fresh`.
pub(crate) fn put(made: &Path, fresh: &Path, output: &Path) -> Result<Built, BuildError> {
    let io_error = |path: &Path, error| BuildError::Io {
        path: path.to_owned(),
        error,
    };
    if !made.is_file() {
        return Err(BuildError::NoOutput(made.to_owned()));
    }
    let old = fs::read(output).ok();
    let new = fs::read(made).map_err(|error| io_error(made, error))?;
    if old.as_ref() == Some(&new) {
        if made == fresh {
            let _ = fs::remove_file(fresh);
        }
        return Ok(Built::Unchanged);
    }
    if made != fresh {
        fs::copy(made, fresh).map_err(|error| io_error(fresh, error))?;
    }
    fs::rename(fresh, output).map_err(|error| io_error(output, error))?;
    Ok(Built::Anew)
}

fn file_name(path: &Path) -> &std::ffi::OsStr {
    path.file_name().unwrap_or_default()
}

/// The build of a package of the workspace, or of an adapter's own folder outside the tree.
pub(crate) fn cargo(layout: &Layout, adapter: &Adapter, package: &str, target: &Path) -> Command {
    let mut command = Command::new("cargo");
    command
        .args(["build", "--release", "--package", package])
        .current_dir(if adapter.outside {
            &adapter.folder
        } else {
            &layout.root
        })
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_TERM_COLOR", "never");
    command
}

/// A command run in `folder`, with paths in the place of words in braces.
pub(crate) fn custom(
    folder: &Path,
    words: &[String],
    places: &[(&str, &Path)],
) -> Result<Command, BuildError> {
    let fill = |word: &String| {
        let fill = |word: String, (name, path): &(&str, &Path)| {
            word.replace(name, &path.to_string_lossy())
        };
        places.iter().fold(word.clone(), fill)
    };
    let mut words = words.iter().map(fill);
    let program = words
        .next()
        .ok_or_else(|| BuildError::NoOutput(folder.join("adapter.toml")))?;
    let mut command = Command::new(program);
    command.args(words).current_dir(folder);
    Ok(command)
}

/// Runs a build command to its end with its output in `log`.
pub(crate) fn run(
    command: &mut Command,
    log: &Path,
    tick: &mut dyn FnMut(Duration, &str),
) -> Result<(), BuildError> {
    let io_error = |error| BuildError::Io {
        path: log.to_owned(),
        error,
    };
    let file = File::create(log).map_err(io_error)?;
    let errors = file.try_clone().map_err(io_error)?;
    let words: Vec<_> = command
        .get_args()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let text = format!(
        "{} {}",
        command.get_program().to_string_lossy(),
        words.join(" ")
    );
    let failed = |how: String| BuildError::Failed {
        command: text.clone(),
        how,
        log: log.to_owned(),
    };
    let started = Instant::now();
    if interrupt::requested() {
        return Err(BuildError::Interrupted);
    }
    let child = group::own(command)
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(errors)
        .spawn();
    let mut child = child.map_err(|error| failed(format!("could not be started: {error}")))?;
    loop {
        match child.try_wait().map_err(io_error)? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(failed(describe(status))),
            None if interrupt::requested() => {
                group::kill(&mut child);
                return Err(BuildError::Interrupted);
            }
            None => thread::sleep(Duration::from_millis(50)),
        }
        tick(started.elapsed(), &last_line(log));
    }
}

fn describe(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => format!("ended: {status}"),
    }
}

/// The last line of a log that is still being written.
fn last_line(log: &Path) -> String {
    use std::io::{Read, Seek, SeekFrom};
    let tail = || -> io::Result<Vec<u8>> {
        let mut file = File::open(log)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(400)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = tail().unwrap_or_default();
    String::from_utf8_lossy(&bytes)
        .lines()
        .last()
        .unwrap_or_default()
        .trim()
        .to_owned()
}
