//! Reading of the small text files in which Linux tells what it knows.

use std::fs;
use std::path::{Path, PathBuf};

/// A file tree that stands for `/`; on a system without `/proc` and `/sys` nothing is found in it.
#[derive(Clone, Debug)]
pub struct Files {
    root: PathBuf,
}

impl Files {
    /// The tree of this machine.
    pub fn system() -> Files {
        Files::under("/")
    }

    /// A tree below a folder.
    pub fn under(root: impl Into<PathBuf>) -> Files {
        Files { root: root.into() }
    }

    /// The text of a file without the white space around it; `None` if it can't be read or is empty.
    pub fn text(&self, path: &str) -> Option<String> {
        let bytes = fs::read(self.root.join(path)).ok()?;
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The number that a file holds.
    pub fn number(&self, path: &str) -> Option<u64> {
        self.text(path)?.parse().ok()
    }

    /// Whether the file is there.
    pub fn has(&self, path: &str) -> bool {
        self.root.join(path).exists()
    }

    /// The names in a folder, sorted; none if it can't be read.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let read = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = read(&self.root.join(folder))
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }
}

/// Reads a list of CPUs as Linux writes it, for example `0-3,8`. `None` if it is no such list.
pub fn parse_cpu_list(text: &str) -> Option<Vec<u32>> {
    /// More CPUs than any kernel is built for.
    const MOST: u32 = 1 << 16;
    let mut cpus = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
        if first > last || last >= MOST {
            return None;
        }
        cpus.extend(first..=last);
    }
    cpus.sort_unstable();
    cpus.dedup();
    Some(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms that the kernel's documentation of cpusets gives ("List Format").
    #[test]
    fn cpu_lists() {
        assert_eq!(parse_cpu_list("0-4,9\n"), Some(vec![0, 1, 2, 3, 4, 9]));
        assert_eq!(
            parse_cpu_list("0-2,7,12-14"),
            Some(vec![0, 1, 2, 7, 12, 13, 14])
        );
        assert_eq!(parse_cpu_list("3"), Some(vec![3]));
        for bad in ["", "3-1", "a", "1,", "0-4294967295", "-1"] {
            assert_eq!(parse_cpu_list(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_not_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::under(folder.path());
        fs::write(folder.path().join("empty"), " \n").unwrap();
        fs::write(folder.path().join("number"), "17\n").unwrap();
        assert_eq!(files.text("absent"), None);
        assert_eq!(files.text("empty"), None);
        assert_eq!(files.number("number"), Some(17));
        assert_eq!(files.names("absent"), Vec::<String>::new());
        assert_eq!(files.names(""), ["empty", "number"]);
    }
}
