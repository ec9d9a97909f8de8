//! `SHA256SUMS`: the SHA-256 of every other file of a folder, in the format of `sha256sum`.

use super::CHECKSUMS;
use crate::files::FileError;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Read;
use std::path::Path;

/// Folders are at most this deep; a run makes one level.
const MAX_DEPTH: usize = 8;

/// A file and its SHA-256 in lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// Path inside the folder, with `/`.
    pub name: String,
    /// The sum.
    pub sha256: String,
}

/// The sums of every file of a folder but `SHA256SUMS`, by name.
///
/// # Errors
/// A file can't be read, or there is something that is neither file nor folder, or a name that
/// the format can't hold.
pub fn of(dir: &Path) -> Result<Vec<Sum>, FileError> {
    let mut sums = Vec::new();
    walk(dir, "", 0, &mut sums)?;
    sums.sort();
    Ok(sums)
}

fn walk(dir: &Path, prefix: &str, depth: usize, sums: &mut Vec<Sum>) -> Result<(), FileError> {
    if depth > MAX_DEPTH {
        return Err(FileError::new(
            dir,
            "is nested too deep for a folder of evidence",
        ));
    }
    for entry in fs::read_dir(dir).map_err(|error| FileError::new(dir, error))? {
        let entry = entry.map_err(|error| FileError::new(dir, error))?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name
            .to_str()
            .filter(|name| {
                !name.contains(|character: char| character.is_control() || character == '\\')
            })
            .ok_or_else(|| FileError::new(&path, "has a name that SHA256SUMS can't hold"))?;
        let name = format!("{prefix}{name}");
        // Of the entry itself: a symbolic link is not followed.
        let kind = entry
            .file_type()
            .map_err(|error| FileError::new(&path, error))?;
        if kind.is_dir() {
            walk(&path, &format!("{name}/"), depth + 1, sums)?;
        } else if !kind.is_file() {
            return Err(FileError::new(&path, "is neither a file nor a folder"));
        } else if name != CHECKSUMS {
            let sha256 = of_file(&path)?;
            sums.push(Sum { name, sha256 });
        }
    }
    Ok(())
}

/// The SHA-256 of a file in lower-case hexadecimal digits.
///
/// # Errors
/// The file can't be read.
pub fn of_file(path: &Path) -> Result<String, FileError> {
    let fail = |error: std::io::Error| FileError::new(path, error);
    let mut file = fs::File::open(path).map_err(fail)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = file.read(&mut buffer).map_err(fail)?;
        if length == 0 {
            return Ok(hex::encode(hasher.finalize()));
        }
        hasher.update(&buffer[..length]);
    }
}

/// The content of `SHA256SUMS`.
pub fn render(sums: &[Sum]) -> String {
    let lines = sums
        .iter()
        .map(|Sum { name, sha256 }| format!("{sha256}  {name}\n"));
    lines.collect()
}

/// How the content of `SHA256SUMS` departs from the files of its folder, in sentences that name
/// the files. Empty exactly if it is [`render`] of the sums.
pub fn differences(stored: &[u8], sums: &[Sum]) -> Vec<String> {
    if stored == render(sums).as_bytes() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let lines: Vec<&[u8]> = stored.split_inclusive(|&byte| byte == b'\n').collect();
    let listed = |name: &str| {
        let ending = format!("  {name}\n");
        let mut lines = lines.iter().zip(1..);
        lines.find(|(line, _)| line.ends_with(ending.as_bytes()))
    };
    for Sum { name, sha256 } in sums {
        let own = format!("{sha256}  {name}\n");
        match listed(name) {
            None => findings.push(format!(
                "{name}: is in the folder, but no line of {CHECKSUMS} lists it."
            )),
            Some((line, number)) if *line != own.as_bytes() => findings.push(format!(
                "{name}: its SHA-256 is {sha256}; line {number} of {CHECKSUMS} says otherwise: `{}`.",
                show(line)
            )),
            Some(_) => {}
        }
    }
    for (line, number) in lines.iter().zip(1..) {
        let known = sums
            .iter()
            .any(|sum| line.ends_with(format!("  {}\n", sum.name).as_bytes()));
        if !known {
            findings.push(format!(
                "{CHECKSUMS}: line {number} names no file of the folder: `{}`.",
                show(line)
            ));
        }
    }
    if findings.is_empty() {
        findings.push(format!(
            "{CHECKSUMS}: every line is right, but they are not one for each file in the order of names."
        ));
    }
    findings
}

fn show(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let line = crate::normalize::clean(line.strip_suffix('\n').unwrap_or(&line));
    line.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SHA-256 of "abc": FIPS 180-4, example of the standard. Of the empty file: `sha256sum /dev/null`.
    #[test]
    fn sums_have_the_format_of_sha256sum() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("raw")).unwrap();
        fs::write(dir.path().join("raw/b"), "abc").unwrap();
        fs::write(dir.path().join("a"), "").unwrap();
        fs::write(dir.path().join(CHECKSUMS), "old").unwrap();
        let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
                    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  raw/b\n";
        let sums = of(dir.path()).unwrap();
        assert_eq!(render(&sums), text);
        assert_eq!(differences(text.as_bytes(), &sums), Vec::<String>::new());
        for wrong in [
            text.to_uppercase(),
            text.replace("  ", " "),
            text.replace('\n', "\r\n"),
            text.repeat(2),
            String::new(),
        ] {
            assert!(!differences(wrong.as_bytes(), &sums).is_empty(), "{wrong}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_names_that_do_not_fit_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc/hostname", dir.path().join("link")).unwrap();
        let error = of(dir.path()).unwrap_err().to_string();
        assert!(
            error.ends_with("link: is neither a file nor a folder"),
            "{error}"
        );
        fs::remove_file(dir.path().join("link")).unwrap();
        fs::write(dir.path().join("a\nb"), "").unwrap();
        let error = of(dir.path()).unwrap_err().to_string();
        assert!(error.contains("can't hold"), "{error}");
    }
}
