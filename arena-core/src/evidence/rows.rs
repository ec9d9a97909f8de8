//! The rows of `normalized.jsonl` in order, read by one thread and parsed by others, a bounded number of them at a time.

use crate::files::FileError;
use crate::lines::{Line, Lines, MAX_LINE_BYTES};
use crate::normalize::NormalizedRow;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Lines that are parsed in one go.
const BATCH: usize = 256;
/// Batches that wait at either end of a parser.
const WAITING: usize = 4;
/// Threads that parse.
const PARSERS: usize = 2;

/// Lines of the file, and the number of the first.
type Batch = (u64, Vec<Line>);
type Parsed = Result<Vec<NormalizedRow>, FileError>;

/// The rows, one after the other. After an error there are no more.
#[derive(Debug)]
pub struct Rows {
    parsers: Vec<Receiver<Parsed>>,
    /// Whose batch is next.
    turn: usize,
    batch: std::vec::IntoIter<NormalizedRow>,
}

impl Rows {
    /// Opens the file.
    pub(super) fn open(path: &Path) -> Result<Rows, FileError> {
        let fail = |error: std::io::Error| FileError::new(path, error);
        let file = File::open(path).map_err(fail)?;
        let (mut senders, mut parsers) = (Vec::new(), Vec::new());
        for _ in 0..PARSERS {
            let (to_parser, lines) = sync_channel(WAITING);
            let (to_reader, parsed) = sync_channel(WAITING);
            let path = path.to_owned();
            let parser = thread::Builder::new().spawn(move || parse(&path, &lines, &to_reader));
            parser.map_err(fail)?;
            senders.push(to_parser);
            parsers.push(parsed);
        }
        let path_of_reader = path.to_owned();
        let reader = thread::Builder::new().spawn(move || read(file, &path_of_reader, &senders));
        reader.map_err(fail)?;
        Ok(Rows {
            parsers,
            turn: 0,
            batch: Vec::new().into_iter(),
        })
    }
}

impl Iterator for Rows {
    type Item = Result<NormalizedRow, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.batch.next() {
                return Some(Ok(row));
            }
            // A parser that has nothing more to send has got nothing more, and the next one neither.
            let parsed = self.parsers.get(self.turn)?.recv().ok()?;
            self.turn = (self.turn + 1) % PARSERS;
            match parsed {
                Ok(rows) => self.batch = rows.into_iter(),
                Err(error) => {
                    self.parsers.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Hands batches of lines to the parsers in turn. Ends when the file does, or when nobody listens any more.
fn read(file: File, path: &Path, parsers: &[SyncSender<Result<Batch, FileError>>]) {
    let mut lines = Lines::new(BufReader::with_capacity(1 << 18, file), MAX_LINE_BYTES);
    let mut first = 1;
    for parser in parsers.iter().cycle() {
        let batch: Result<Vec<Line>, _> = lines.by_ref().take(BATCH).collect();
        let batch = batch.map_err(|error| FileError::new(path, error));
        let length = batch.as_ref().map_or(0, Vec::len);
        if batch.as_ref().is_ok_and(Vec::is_empty) {
            return;
        }
        let failed = batch.is_err();
        if parser.send(batch.map(|lines| (first, lines))).is_err() || failed {
            return;
        }
        first += length as u64;
    }
}

fn parse(path: &Path, batches: &Receiver<Result<Batch, FileError>>, rows: &SyncSender<Parsed>) {
    for batch in batches {
        let parsed = batch.and_then(|(first, lines)| {
            let numbered = lines.into_iter().zip(first..);
            numbered
                .map(|(line, number)| row(path, line, number))
                .collect()
        });
        if rows.send(parsed).is_err() {
            return;
        }
    }
}

fn row(path: &Path, line: Line, number: u64) -> Result<NormalizedRow, FileError> {
    let fail = |reason: String| FileError::new(path, format!("line {number}: {reason}"));
    match line {
        Line::Whole(bytes) => {
            serde_json::from_slice(&bytes).map_err(|error| fail(error.to_string()))
        }
        Line::Torn(_) => Err(fail("does not end with a line feed".to_owned())),
        Line::TooLong => Err(fail("is too long".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(content: &str) -> Vec<Result<u64, String>> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("normalized.jsonl");
        std::fs::write(&path, content).unwrap();
        let rows = Rows::open(&path).unwrap();
        rows.map(|row| row.map(|row| row.source.line).map_err(|error| error.reason))
            .collect()
    }

    fn line(number: u64) -> String {
        let row = include_str!("../../../docs/records/evidence/arena-v2-20261130/normalized.jsonl");
        let mut row: serde_json::Value = serde_json::from_str(row.lines().next().unwrap()).unwrap();
        row["source"]["line"] = number.into();
        format!("{row}\n")
    }

    #[test]
    fn rows_keep_their_order_whatever_their_number() {
        for count in [0, 1, 255, 256, 257, 1000] {
            let content: String = (0..count).map(line).collect();
            let expected: Vec<_> = (0..count).map(Ok).collect();
            assert_eq!(rows(&content), expected);
        }
    }

    #[test]
    fn the_first_wrong_line_is_named_and_ends_the_rows() {
        let content: String = (0..300).map(line).collect::<String>() + "{}\n" + &line(7);
        let rows = rows(&content);
        // The batch with the wrong line is an error as a whole.
        assert_eq!(rows.len(), 257);
        let error = rows[256].clone().unwrap_err();
        assert!(error.starts_with("line 301: missing field"), "{error}");
        let torn = line(0) + "{";
        assert_eq!(
            self::rows(&torn),
            [Err("line 2: does not end with a line feed".to_owned())]
        );
    }
}
