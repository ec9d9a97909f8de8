//! `runners.jsonl`: what the runner processes of a run took of the machine, one line for each that lived to its end.
//!
//! It is read from `/proc` while the runner waits for a request and nothing is timed. Elsewhere than on Linux the figures
//! are null. `docs/formats.md` says what they mean.

use crate::files::FileError;
use crate::lines::{Line, Lines};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;

/// The file's name in a folder of evidence.
pub const FILE: &str = "runners.jsonl";
/// The longest line that is read.
const MOST_BYTES: usize = 1 << 16;
/// The version of a line.
const SCHEMA_VERSION: u32 = 1;

/// What one runner process took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunnerUse {
    /// Always 1.
    pub schema_version: u32,
    /// The system that it ran for.
    pub system: String,
    /// The round.
    pub round: u32,
    /// SHA-256 of its executable.
    pub runner_sha256: String,
    /// The size of the executable.
    pub executable_bytes: Option<u64>,
    /// The most memory that it had resident at one time (`VmHWM`).
    pub peak_resident_bytes: Option<u64>,
    /// The pages of the main thread's stack that it ever touched (`Rss` and `Swap` of `[stack]`).
    pub stack_bytes: Option<u64>,
}

impl RunnerUse {
    /// What a process takes that is alive and waits.
    pub fn of(system: &str, round: u32, sha256: &str, program: &Path, pid: u32) -> RunnerUse {
        let text = |name: &str| fs::read_to_string(format!("/proc/{pid}/{name}")).ok();
        RunnerUse {
            schema_version: SCHEMA_VERSION,
            system: system.to_owned(),
            round,
            runner_sha256: sha256.to_owned(),
            executable_bytes: fs::metadata(program).ok().map(|of| of.len()),
            peak_resident_bytes: text("status").and_then(|text| kilobytes(&text, "VmHWM:")),
            stack_bytes: text("smaps").and_then(|text| stack(&text)),
        }
    }
}

/// A value like `VmHWM:  1234 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    number.checked_mul(1024)
}

/// The touched pages of the mapping `[stack]` of a text like `/proc/PID/smaps`.
fn stack(smaps: &str) -> Option<u64> {
    let after = smaps.split_once("[stack]\n")?.1;
    let resident = kilobytes(after, "Rss:")?;
    // The fields of a mapping come in one order; a kernel without swap has no such line.
    let swapped = kilobytes(after.split("VmFlags:").next()?, "Swap:").unwrap_or(0);
    resident.checked_add(swapped)
}

/// Appends lines to the file of a folder; what a killed writer left unfinished there is cut off first.
///
/// # Errors
/// It can't be written.
pub fn append(dir: &Path, uses: &[RunnerUse]) -> Result<(), FileError> {
    if uses.is_empty() {
        return Ok(());
    }
    let path = dir.join(FILE);
    let fail = |error: std::io::Error| FileError::new(&path, error);
    let mut lines = Vec::new();
    for line in uses {
        serde_json::to_writer(&mut lines, line).map_err(|error| fail(error.into()))?;
        lines.push(b'\n');
    }
    let mut options = OpenOptions::new();
    let mut file = options
        .create(true)
        .append(true)
        .open(&path)
        .map_err(fail)?;
    let bytes = fs::read(&path).map_err(fail)?;
    let finished = bytes.iter().rposition(|&byte| byte == b'\n');
    let finished = finished.map_or(0, |place| place as u64 + 1);
    if finished < bytes.len() as u64 {
        file.set_len(finished).map_err(fail)?;
    }
    file.write_all(&lines)
        .and_then(|()| file.flush())
        .map_err(fail)
}

/// What the runners of one system took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemUse {
    /// Processes.
    pub processes: u64,
    /// The largest size of an executable.
    pub executable_bytes: Option<u64>,
    /// The most resident memory of a process.
    pub peak_resident_bytes: Option<u64>,
    /// The most stack of a process.
    pub stack_bytes: Option<u64>,
}

/// What the runners of a run took, by system.
pub type Uses = BTreeMap<String, SystemUse>;

/// Reads the file of a folder; a folder without one has no uses. What is no line of it doesn't count.
///
/// # Errors
/// It is there and can't be read.
pub fn read(dir: &Path) -> Result<Uses, FileError> {
    let path = dir.join(FILE);
    let fail = |error: std::io::Error| FileError::new(&path, error);
    let mut uses = Uses::new();
    let file = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(uses),
        opened => opened.map_err(fail)?,
    };
    for line in Lines::new(BufReader::new(file), MOST_BYTES) {
        let Line::Whole(bytes) = line.map_err(fail)? else {
            continue;
        };
        let Ok(one) = serde_json::from_slice::<RunnerUse>(&bytes) else {
            continue;
        };
        let of_system = uses.entry(one.system).or_default();
        of_system.processes += 1;
        let figures = [
            (&mut of_system.executable_bytes, one.executable_bytes),
            (&mut of_system.peak_resident_bytes, one.peak_resident_bytes),
            (&mut of_system.stack_bytes, one.stack_bytes),
        ];
        for (most, figure) in figures {
            *most = (*most).max(figure);
        }
    }
    Ok(uses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From proc(5) and a process of this machine, shortened.
    const SMAPS: &str = "7ffe0-7fff0 rw-p 00000000 00:00 0       [heap]\nRss:  900 kB\nSwap: 0 kB\nVmFlags: rd\n\
        7ffe5-7ffe7 rw-p 00000000 00:00 0       [stack]\nSize:  132 kB\nRss:  44 kB\nSwap:  4 kB\nVmFlags: rd wr\n\
        7ffe8-7ffe9 r--p 00000000 00:00 0       [vvar]\nRss:  8 kB\nSwap:  16 kB\nVmFlags: rd\n";

    #[test]
    fn the_stack_is_that_of_its_mapping_and_no_other() {
        assert_eq!(stack(SMAPS), Some(48 * 1024));
        assert_eq!(stack(&SMAPS.replace("Swap:  4 kB\n", "")), Some(44 * 1024));
        assert_eq!(stack("nothing"), None);
        assert_eq!(
            kilobytes("VmPeak: 9 kB\nVmHWM:\t 12 kB\n", "VmHWM:"),
            Some(12_288)
        );
        assert_eq!(kilobytes("VmHWM: 99999999999999999999 kB", "VmHWM:"), None);
    }

    fn one(system: &str, stack: Option<u64>) -> RunnerUse {
        RunnerUse {
            stack_bytes: stack,
            ..RunnerUse::of(system, 1, "5f", Path::new("/nonexistent"), 0)
        }
    }

    #[test]
    fn lines_are_appended_and_an_unfinished_one_is_cut_off() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()).unwrap(), Uses::new());
        append(dir.path(), &[one("a", Some(1)), one("b", None)]).unwrap();
        let path = dir.path().join(FILE);
        let mut torn = fs::read(&path).unwrap();
        torn.extend_from_slice(b"{\"schema_version\":1,\"sys");
        fs::write(&path, torn).unwrap();
        assert_eq!(read(dir.path()).unwrap().len(), 2);
        append(dir.path(), &[one("a", Some(3))]).unwrap();
        let uses = read(dir.path()).unwrap();
        assert_eq!((uses["a"].processes, uses["a"].stack_bytes), (2, Some(3)));
        assert_eq!((uses["b"].processes, uses["b"].stack_bytes), (1, None));
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3);
    }

    /// This very process: the figures are those that the kernel shows, in the order that they must have.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_living_process_has_all_figures() {
        let program = std::env::current_exe().unwrap();
        let own = RunnerUse::of("a", 1, "5f", &program, std::process::id());
        assert_eq!(
            own.executable_bytes,
            Some(fs::metadata(&program).unwrap().len())
        );
        let (peak, stack) = (own.peak_resident_bytes.unwrap(), own.stack_bytes.unwrap());
        assert!(stack > 0 && stack < peak, "{stack} {peak}");
    }
}
