//! The samples of a folder, by row: what the analysis needs besides the normalized rows.
//!
//! Only rows that `normalize` found expected and right are read; everything else has been named there.

use crate::files::FileError;
use crate::lines::{Line, Lines, MAX_LINE_BYTES};
use crate::normalize::{Normalized, RawFile};
use crate::record::{Keys, Record, RowKey};
use arena_runner::message::{Build, Randomness};
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::BufReader;

/// The samples of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Rows of the same group took turns and may be paired; rows that were timed on their own have none.
    pub group: Option<u64>,
    /// Where randomness came from.
    pub randomness: Randomness,
    /// Where the keys came from.
    pub keys: Keys,
    /// How the runner was compiled: calibrations of unlike builds are unlike work.
    pub build: Option<String>,
    /// The blocks in the order in which they were taken, each with every item once; one block with all samples if the
    /// row was timed on its own.
    pub blocks: Vec<Block>,
    /// For deterministic ML-DSA signatures: the attempts of each item.
    pub attempts: Option<Vec<u32>>,
}

/// The samples of one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Place among the turns of all systems with this block number.
    pub place: u32,
    /// Nanoseconds, by item.
    pub samples: Vec<f64>,
    /// Mean of the two calibrations around the block, in nanoseconds.
    pub calibration: Option<f64>,
}

/// The samples of all rows.
pub type All = BTreeMap<RowKey, Series>;

/// Reads the samples of the usable rows.
///
/// # Errors
/// A file can't be read.
pub fn read(files: &[RawFile], normalized: &Normalized) -> Result<All, FileError> {
    let usable = normalized.rows.iter().filter(|row| row.usable());
    let usable: HashSet<RowKey> = usable.filter_map(|row| row.key()).collect();
    let mut all = All::new();
    for file in files {
        let handle = File::open(&file.path).map_err(|error| FileError::new(&file.path, error))?;
        let lines = Lines::new(BufReader::with_capacity(1 << 16, handle), MAX_LINE_BYTES);
        for line in lines {
            let line = line.map_err(|error| FileError::new(&file.path, error))?;
            let Line::Whole(bytes) = line else { continue };
            let Ok(record) = serde_json::from_slice::<Record>(&bytes) else {
                continue;
            };
            if usable.contains(&record.row)
                && let Some((key, series)) = series_of(record)
            {
                all.insert(key, series);
            }
        }
    }
    Ok(all)
}

fn series_of(record: Record) -> Option<(RowKey, Series)> {
    let measurement = record.measurement?;
    let descriptor = record.implementation.descriptor;
    let build = descriptor.map(|descriptor| {
        let Build {
            compiler,
            profile,
            target,
            flags,
        } = descriptor.build;
        format!("{compiler}; {profile}; {target}; {flags}")
    });
    let samples: Vec<f64> = measurement.samples_ns.iter().map(|&ns| ns as f64).collect();
    let mut series = Series {
        group: None,
        randomness: measurement.randomness,
        keys: measurement.keys,
        build,
        blocks: Vec::new(),
        attempts: measurement.attempts,
    };
    match measurement.turns {
        None => series.blocks.push(Block {
            place: 0,
            samples,
            calibration: None,
        }),
        Some(turns) => {
            series.group = Some(turns.group_unix_ns);
            for (block, samples) in turns.blocks.iter().zip(samples.chunks(turns.items.max(1))) {
                series.blocks.push(Block {
                    place: block.place,
                    samples: samples.to_vec(),
                    calibration: block
                        .calibration_ns
                        .map(|[before, after]| (before as f64 + after as f64) / 2.0),
                });
            }
        }
    }
    Some((record.row, series))
}
