//! The writable memory of a process, as `/proc/PID/maps` lists it, and what each part of it is.

use serde::{Deserialize, Serialize};

/// What a stretch of memory is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Allocators' memory, live and freed: `[heap]`, and mappings of no file. The stacks of
    /// goroutines and of threads other than the first are in such mappings too.
    Heap,
    /// The stack of the first thread: live frames, and below them what earlier calls left.
    Stack,
    /// The variables of the program and its libraries.
    Data,
}

impl Place {
    /// All places, in the order in which they are shown.
    pub const ALL: [Place; 3] = [Place::Heap, Place::Stack, Place::Data];

    /// The name in tables and records.
    pub const fn id(self) -> &'static str {
        match self {
            Place::Heap => "heap",
            Place::Stack => "stack",
            Place::Data => "data",
        }
    }
}

/// A stretch of writable memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first address.
    pub start: u64,
    /// The address after the last.
    pub end: u64,
    /// What it is.
    pub place: Place,
}

impl Region {
    /// Its length in bytes.
    pub fn length(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }
}

/// The readable and writable stretches that a `maps` file lists. What a line that can't be read says is
/// an error: a stretch that is left out would look as if nothing were in it.
///
/// # Errors
/// The line.
pub fn writable(maps: &str) -> Result<Vec<Region>, String> {
    let mut regions: Vec<Region> = Vec::new();
    // The end of the last mapping of a file: zeroed variables follow it as a mapping of no file.
    let mut end_of_file = None;
    for line in maps.lines() {
        let parsed = parse(line).ok_or_else(|| format!("not understood: {line:?}"))?;
        let Line {
            start,
            end,
            permissions,
            device,
            name,
        } = parsed;
        let of_file = name.starts_with('/') && !name.starts_with("/dev/zero");
        if permissions.starts_with("rw") && !is_device(name) {
            let place = match name {
                "[stack]" => Place::Stack,
                _ if of_file => Place::Data,
                "" if end_of_file == Some(start) && device == "00:00" => Place::Data,
                _ => Place::Heap,
            };
            regions.push(Region { start, end, place });
        }
        end_of_file = of_file.then_some(end);
    }
    Ok(regions)
}

/// Mappings of devices other than memory: reading them may do something.
fn is_device(name: &str) -> bool {
    let memory = ["/dev/zero", "/dev/shm/"];
    name.starts_with("/dev/") && !memory.iter().any(|start| name.starts_with(start))
}

struct Line<'a> {
    start: u64,
    end: u64,
    permissions: &'a str,
    device: &'a str,
    name: &'a str,
}

/// `START-END PERMISSIONS OFFSET DEVICE INODE   NAME`
fn parse(line: &str) -> Option<Line<'_>> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let mut rest = rest.splitn(5, ' ');
    let permissions = rest.next().filter(|text| text.len() == 4)?;
    let _offset = rest.next()?;
    let device = rest.next()?;
    let _inode = rest.next()?;
    Some(Line {
        start: u64::from_str_radix(start, 16).ok()?,
        end: u64::from_str_radix(end, 16).ok()?,
        permissions,
        device,
        name: rest.next().unwrap_or_default().trim_start(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// As proc(5) describes the file.
    const MAPS: &str = "\
00400000-00452000 r-xp 00000000 08:02 173521      /usr/bin/dbus-daemon
00651000-00652000 r--p 00051000 08:02 173521      /usr/bin/dbus-daemon
00652000-00655000 rw-p 00052000 08:02 173521      /usr/bin/dbus-daemon
00655000-00657000 rw-p 00000000 00:00 0 
00e03000-00e24000 rw-p 00000000 00:00 0           [heap]
35b1800000-35b1820000 r-xp 00000000 08:02 135522  /usr/lib64/ld-2.15.so
35b1a21000-35b1a22000 rw-p 00000000 00:00 0 
7f1000000000-7f1000001000 rw-s 00000000 00:05 7   /dev/nvidia0
7f1000002000-7f1000003000 ---p 00000000 00:00 0 
f2c6ff8c000-7f2c7078c000 rw-p 00000000 00:00 0    [stack:986]
7fffb2c0d000-7fffb2c2e000 rw-p 00000000 00:00 0   [stack]
7fffb2d48000-7fffb2d49000 r-xp 00000000 00:00 0   [vdso]
";

    #[test]
    fn writable_memory_is_told_apart_by_its_use() {
        let regions = writable(MAPS).unwrap();
        let found: Vec<_> = regions.iter().map(|r| (r.start, r.place)).collect();
        let expected = [
            (0x0065_2000, Place::Data),
            (0x0065_5000, Place::Data),
            (0x00e0_3000, Place::Heap),
            (0x35_b1a2_1000, Place::Heap),
            (0xf2c_6ff8_c000, Place::Heap),
            (0x7fff_b2c0_d000, Place::Stack),
        ];
        assert_eq!(found, expected);
        assert_eq!(regions[0].length(), 0x3000);
    }

    #[test]
    fn a_line_that_is_none_is_an_error_and_no_gap() {
        for line in ["", "00400000", "0-1 rw", "x-1 rw-p 0 00:00 0 "] {
            let text = format!("{line}\n");
            assert!(writable(&text).unwrap_err().contains("not understood"));
        }
    }
}
