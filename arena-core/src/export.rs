//! Rows for analysis with other tools: one table with one line for each normalized row, as CSV or Parquet.
//!
//! Rows come one after the other and are written as they come, so the size of a folder doesn't matter. `docs/analysis.md`
//! has examples for Polars and DuckDB.

mod columns;
mod csv;
mod parquet;
mod source;

pub use columns::{COLUMNS, Column, Entry, Kind, Run, Value};
pub use csv::Csv;
pub use parquet::Parquet;
pub use source::{Notice, each};

use crate::files::FileError;
use std::io;
use thiserror::Error;

/// Why an export stopped.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A file of a folder.
    #[error(transparent)]
    File(#[from] FileError),
    /// What is written to. A reader that left early shows as [`io::ErrorKind::BrokenPipe`].
    #[error("the output can't be written: {0}")]
    Output(#[from] io::Error),
    /// The Parquet writer.
    #[error("Parquet: {0}")]
    Parquet(String),
    /// A folder holds rows of both schema versions and no plan that says which ones count.
    #[error(
        "{folder}: two kinds of rows: {first} is of schema version {first_version}, {second} of version {second_version}. They have unlike figures and are never one table; give each kind a folder of its own"
    )]
    TwoKinds {
        /// The folder.
        folder: String,
        /// A row, by file and line.
        first: String,
        /// Its version.
        first_version: u32,
        /// Another.
        second: String,
        /// Its version.
        second_version: u32,
    },
    /// Neither evidence nor rows.
    #[error(
        "{0}: no folder of evidence (there is no plan.json), no merged set (no set.json), and no raw rows (no *.jsonl). `arena run` makes the first, `arena merge` the second"
    )]
    Nothing(String),
}

/// A form that takes entries one by one.
pub trait Sink {
    /// Takes an entry.
    ///
    /// # Errors
    /// It can't be written.
    fn add(&mut self, entry: &Entry) -> Result<(), ExportError>;

    /// Ends the table.
    ///
    /// # Errors
    /// The rest can't be written.
    fn finish(self: Box<Self>) -> Result<(), ExportError>;
}
