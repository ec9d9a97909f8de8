//! Reading the writable memory of a runner: a process that this one has started.

use super::maps::{self, Region};
use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

/// So much is read at a time; a run that lies across such a border counts as its two parts.
const PIECE: u64 = 16 << 20;

/// Why memory could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How much of a process was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Bytes that were looked at.
    pub read: u64,
    /// Bytes of writable memory that the system did not give.
    pub unread: u64,
}

/// Looks for so long at most whether a process waits.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits until every thread of the process sleeps, as those of a runner do that has answered and reads on. One
/// that never does is looked at as it is.
///
/// # Errors
/// [`Unreadable`]: there is no such process, or no `/proc`.
pub fn wait_until_idle(pid: u32) -> Result<(), Unreadable> {
    let begin = Instant::now();
    let mut asleep = 0;
    while asleep < 3 && begin.elapsed() < PATIENCE {
        asleep = if all_sleep(pid)? { asleep + 1 } else { 0 };
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn all_sleep(pid: u32) -> Result<bool, Unreadable> {
    let path = format!("/proc/{pid}/task");
    let failed = |error: std::io::Error| Unreadable(format!("{path}: {error}"));
    for task in std::fs::read_dir(&path).map_err(failed)? {
        let stat = task.map_err(failed)?.path().join("stat");
        // A thread that has just ended is none that works.
        let text = std::fs::read_to_string(stat).unwrap_or_default();
        // The name in parentheses may hold anything; the state follows its last parenthesis.
        let state = text
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.chars().next());
        if state.is_some_and(|state| state != 'S') {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Shows each stretch of the process's writable memory to `look`. The process must be idle, or what it
/// changes meanwhile is seen or not.
///
/// # Errors
/// [`Unreadable`]: not on Linux, or the system refuses.
pub fn each_piece(pid: u32, mut look: impl FnMut(&Region, &[u8])) -> Result<Extent, Unreadable> {
    let mut memory = Memory::open(pid)?;
    let mut extent = Extent::default();
    let mut bytes = Vec::new();
    for region in memory.regions()? {
        let mut start = region.start;
        while start < region.end {
            let end = region.end.min(start.saturating_add(PIECE));
            let piece = Region {
                start,
                end,
                place: region.place,
            };
            extent.unread += memory.read(&piece, &mut bytes);
            extent.read += bytes.len() as u64;
            look(&piece, &bytes);
            start = end;
        }
    }
    extent.read -= extent.unread;
    Ok(extent)
}

#[cfg(target_os = "linux")]
struct Memory {
    maps: String,
    file: std::fs::File,
}

#[cfg(target_os = "linux")]
impl Memory {
    fn open(pid: u32) -> Result<Memory, Unreadable> {
        let failed = |path: &str, error: std::io::Error| Unreadable(format!("{path}: {error}"));
        let path = format!("/proc/{pid}/maps");
        let maps = std::fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        let path = format!("/proc/{pid}/mem");
        let file = std::fs::File::open(&path).map_err(|error| failed(&path, error))?;
        Ok(Memory { maps, file })
    }

    fn regions(&self) -> Result<Vec<Region>, Unreadable> {
        maps::writable(&self.maps).map_err(Unreadable)
    }

    /// Fills `bytes` with the region; returns how many of its bytes could not be read and are zero there.
    fn read(&mut self, region: &Region, bytes: &mut Vec<u8>) -> u64 {
        use std::os::unix::fs::FileExt;
        const PAGE: usize = 4096;
        bytes.clear();
        bytes.resize(usize::try_from(region.length()).unwrap_or(0), 0);
        if self.file.read_exact_at(bytes, region.start).is_ok() {
            return 0;
        }
        let mut unread = 0;
        for (index, page) in bytes.chunks_mut(PAGE).enumerate() {
            let at = region.start + (index * PAGE) as u64;
            if self.file.read_exact_at(page, at).is_err() {
                page.fill(0);
                unread += page.len() as u64;
            }
        }
        unread
    }
}

#[cfg(not(target_os = "linux"))]
struct Memory;

#[cfg(not(target_os = "linux"))]
impl Memory {
    fn open(_pid: u32) -> Result<Memory, Unreadable> {
        Err(Unreadable(format!(
            "the memory of a process is read from /proc, which {} does not have; run it on Linux",
            std::env::consts::OS
        )))
    }

    fn regions(&self) -> Result<Vec<Region>, Unreadable> {
        maps::writable("").map_err(Unreadable)
    }

    fn read(&mut self, _region: &Region, _bytes: &mut Vec<u8>) -> u64 {
        0
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::residue::maps::Place;

    /// This process itself: a block on the heap, a variable and a local one are where they belong.
    #[test]
    fn bytes_are_found_where_they_are() {
        static VARIABLE: std::sync::Mutex<[u8; 32]> = std::sync::Mutex::new([0x17; 32]);
        VARIABLE.lock().unwrap().fill(0x71);
        let block = std::hint::black_box(vec![0x5c_u8; 5000]);
        let static_at = VARIABLE.lock().unwrap().as_ptr() as u64;
        let heap_at = block.as_ptr() as u64;
        let mut found = Vec::new();
        let extent = each_piece(std::process::id(), |region, bytes| {
            for (at, value) in [(static_at, 0x71), (heap_at, 0x5c)] {
                if (region.start..region.end).contains(&at) {
                    let offset = usize::try_from(at - region.start).unwrap();
                    assert_eq!(bytes[offset..offset + 32], [value; 32]);
                    found.push((value, region.place));
                }
            }
        });
        found.sort();
        assert_eq!(found, [(0x5c, Place::Heap), (0x71, Place::Data)]);
        let extent = extent.unwrap();
        assert!(extent.read > 1 << 16, "{extent:?}");
        drop(block);
    }

    /// `cat` waits for input; this process works.
    #[test]
    fn a_process_that_waits_is_told_from_one_that_works() {
        let mut waiting = std::process::Command::new("cat")
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        wait_until_idle(waiting.id()).unwrap();
        assert_eq!(all_sleep(waiting.id()), Ok(true));
        assert_eq!(all_sleep(std::process::id()), Ok(false));
        waiting.kill().unwrap();
        waiting.wait().unwrap();
    }

    #[test]
    fn a_process_that_is_not_there_is_an_error() {
        let error = wait_until_idle(u32::MAX).unwrap_err().to_string();
        assert!(error.starts_with("/proc/4294967295/task: "), "{error}");
        let error = each_piece(u32::MAX, |_, _| {}).unwrap_err().to_string();
        assert!(error.starts_with("/proc/4294967295/maps: "), "{error}");
    }
}
