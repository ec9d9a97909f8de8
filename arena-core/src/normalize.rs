//! From raw files of any schema version to one normalized set of rows, with everything that is
//! missing, doubled, foreign or malformed named by file and line.
//!
//! Reads line by line and never fails on what a line holds; only a file that can't be read is an error.

mod parse;
mod row;

pub use row::{NormalizedRow, Source, Standing};

use crate::files::FileError;
use crate::lines::{Line, Lines, MAX_LINE_BYTES};
use crate::plan::Plan;
use crate::record::RowKey;
use parse::{Identity, Parsed, Refusal};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

/// A raw file and the name under which rows and findings cite it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called.
    pub name: String,
}

impl From<PathBuf> for RawFile {
    /// A file that is called by its path.
    fn from(path: PathBuf) -> RawFile {
        let name = clean(&path.to_string_lossy());
        RawFile { path, name }
    }
}

/// What the rows are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The rows that there should be, each once.
    pub rows: &'a [RowKey],
    /// The plan that rows of schema version 2 must belong to, if there is one.
    pub plan: Option<&'a Plan>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The class.
    pub kind: FindingKind,
    /// The row, in words, if it is known which.
    pub row: Option<String>,
    /// The file; null for a row that is nowhere.
    pub file: Option<String>,
    /// The line, counted from 1.
    pub line: Option<u64>,
    /// What is wrong, as a sentence.
    pub what: String,
}

/// Classes of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// An expected row that is nowhere.
    Missing,
    /// An expected row that is there more than once.
    Doubled,
    /// A row that is not expected.
    Foreign,
    /// A line that is no row.
    Malformed,
}

impl FindingKind {
    /// Every kind, in the order in which findings are listed.
    pub const ALL: [FindingKind; 4] = [
        FindingKind::Missing,
        FindingKind::Doubled,
        FindingKind::Foreign,
        FindingKind::Malformed,
    ];

    /// The name in files and for people.
    pub const fn id(self) -> &'static str {
        match self {
            FindingKind::Missing => "missing",
            FindingKind::Doubled => "doubled",
            FindingKind::Foreign => "foreign",
            FindingKind::Malformed => "malformed",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind.id())?;
        if let Some(file) = &self.file {
            write!(f, "{file}")?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.what)
    }
}

/// The rows of all files, and what is wrong with them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normalized {
    /// Every well-formed row: expected ones in the expected order, then the others as they came.
    pub rows: Vec<NormalizedRow>,
    /// Every finding, by kind and then by place.
    pub findings: Vec<Finding>,
}

impl Normalized {
    /// The rows as `normalized.jsonl` holds them.
    ///
    /// # Errors
    /// A row has no JSON form.
    pub fn to_jsonl(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut bytes = Vec::new();
        for row in &self.rows {
            serde_json::to_writer(&mut bytes, row)?;
            bytes.push(b'\n');
        }
        Ok(bytes)
    }

    /// The findings of one kind.
    pub fn of_kind(&self, kind: FindingKind) -> impl Iterator<Item = &Finding> {
        self.findings
            .iter()
            .filter(move |finding| finding.kind == kind)
    }
}

/// Reads raw files and compares their rows with the expected ones.
///
/// # Errors
/// A file can't be read.
pub fn normalize(files: &[RawFile], expected: Expected<'_>) -> Result<Normalized, FileError> {
    let mut set = Set::new(expected);
    for file in files {
        let handle = File::open(&file.path).map_err(|error| FileError::new(&file.path, error))?;
        let lines = Lines::new(BufReader::with_capacity(1 << 16, handle), MAX_LINE_BYTES);
        for (line, number) in lines.zip(1..) {
            let line = line.map_err(|error| FileError::new(&file.path, error))?;
            set.add(line, &file.name, number);
        }
    }
    Ok(set.finish())
}

/// Rows as they are read, and which expected row each one claims to be.
struct Set<'a> {
    expected: Expected<'a>,
    index: HashMap<&'a RowKey, usize>,
    /// For each expected row the positions in `rows` that claim it.
    claims: Vec<Vec<usize>>,
    rows: Vec<(Option<usize>, NormalizedRow)>,
    findings: Vec<Finding>,
}

impl<'a> Set<'a> {
    fn new(expected: Expected<'a>) -> Set<'a> {
        Set {
            expected,
            index: expected.rows.iter().zip(0..).collect(),
            claims: vec![Vec::new(); expected.rows.len()],
            rows: Vec::new(),
            findings: Vec::new(),
        }
    }

    fn add(&mut self, line: Line, file: &str, number: u64) {
        match parse::line(&line, file, number, self.expected.plan) {
            Ok(parsed) => self.place(parsed),
            Err(Refusal { kind, row, what }) => {
                let row = row.map(|key| clean(&key));
                let what = clean(&what);
                let (file, line) = (Some(file.to_owned()), Some(number));
                self.findings.push(Finding {
                    kind,
                    row,
                    file,
                    line,
                    what,
                });
            }
        }
    }

    fn place(&mut self, parsed: Parsed) {
        let Parsed { identity, mut row } = parsed;
        let claimed = self.expected_of(&identity);
        if let Some(position) = claimed {
            // Rows of version 1 don't say their round: the expected row tells.
            row.round = Some(self.expected.rows[position].round);
            if let Some(&first) = self.claims[position].first() {
                let Source { file, line, .. } = &self.rows[first].1.source;
                let name = &self.expected.rows[position];
                let what = format!("{name} is there already: {file} line {line}.");
                self.report(FindingKind::Doubled, name.to_string(), what, &row.source);
            }
            self.claims[position].push(self.rows.len());
        } else {
            let name = clean(&identity.to_string());
            let count = self.expected.rows.len();
            let what = format!("{name} is not among the {count} expected rows.");
            self.report(FindingKind::Foreign, name, what, &row.source);
        }
        self.rows.push((claimed, row));
    }

    /// A row of version 1 takes the first expected row that no row has claimed, else the first.
    fn expected_of(&self, identity: &Identity) -> Option<usize> {
        match identity {
            Identity::Full(key) => self.index.get(key).copied(),
            Identity::Partial { .. } => {
                let mut matching = (0..self.expected.rows.len())
                    .filter(|&position| identity.matches(&self.expected.rows[position]));
                let first = matching.clone().next();
                matching
                    .find(|&position| self.claims[position].is_empty())
                    .or(first)
            }
        }
    }

    fn report(&mut self, kind: FindingKind, row: String, what: String, source: &Source) {
        self.findings.push(Finding {
            kind,
            row: Some(row),
            file: Some(source.file.clone()),
            line: Some(source.line),
            what,
        });
    }

    fn finish(mut self) -> Normalized {
        for (key, claims) in self.expected.rows.iter().zip(&self.claims) {
            if claims.is_empty() {
                self.findings.push(Finding {
                    kind: FindingKind::Missing,
                    row: Some(key.to_string()),
                    file: None,
                    line: None,
                    what: format!("{key} is in no file."),
                });
            }
        }
        for (claimed, row) in &mut self.rows {
            row.standing = match claimed.map(|position| self.claims[position].len()) {
                None => Standing::Foreign,
                Some(1) => Standing::Expected,
                Some(_) => Standing::Doubled,
            };
        }
        // Both sorts are stable: within a kind or a row, the order of reading stays.
        self.findings.sort_by_key(|finding| finding.kind);
        self.rows
            .sort_by_key(|(claimed, _)| claimed.unwrap_or(usize::MAX));
        Normalized {
            rows: self.rows.into_iter().map(|(_, row)| row).collect(),
            findings: self.findings,
        }
    }
}

/// Text from a file, made fit for a terminal: control characters become visible.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            cleaned.extend(character.escape_default());
        } else {
            cleaned.push(character);
        }
    }
    cleaned
}
