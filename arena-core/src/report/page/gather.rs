//! What the page shows of the raw rows beyond the report, gathered in one pass and in memory that does not grow with the
//! number of samples.

use super::sketch::Sketch;
use crate::files::FileError;
use crate::lines::{Line, Lines, MAX_LINE_BYTES};
use crate::normalize::{NormalizedRow, RawFile};
use crate::pins::Package;
use crate::record::{CheckOutcome, Implementation, Measurement, Record, Sizes};
use crate::stats;
use arena_runner::message::{Lane, Operation};
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::BufReader;

/// Rows that the page lists one by one.
pub(super) const MOST_ROWS: usize = 1000;
/// Different builds of one system that are told apart.
const MOST_BUILDS: usize = 8;

/// A parameter set by its names, whether this version of the arena knows it or not.
pub(super) type SetKey = (String, String);

/// One system in one operation of one parameter set and lane.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellKey {
    pub(super) set: SetKey,
    pub(super) operation: Operation,
    pub(super) lane: Option<Lane>,
    pub(super) system: String,
}

/// What was seen in a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CellFacts {
    /// The median of each round.
    pub(super) rounds: BTreeMap<u32, f64>,
    /// The interval of the median of the last row, from its samples.
    pub(super) interval: Option<(f64, f64)>,
    /// All samples.
    pub(super) samples: Sketch,
    /// For signatures whose attempts are known: the times of the messages by their attempts.
    pub(super) steps: BTreeMap<u32, Sketch>,
}

/// Who was asked about whose results, and what they said: numbers of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Votes {
    pub(super) agreed: u64,
    pub(super) disagreed: u64,
}

/// What the checks of the rows of one system and parameter set came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// By the id of who was asked.
    pub(super) asked: BTreeMap<String, Votes>,
    /// Rows by outcome: agrees, only with itself, mismatch, not checked.
    pub(super) outcomes: [u64; 4],
}

/// What a system is, as its rows say: one for each different build.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Provenance {
    pub(super) implementation: String,
    pub(super) version: String,
    /// Facts with their names, in the order in which they are shown.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) packages: Vec<Package>,
    pub(super) runner_sha256: Option<String>,
}

/// Everything that was gathered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gathered {
    pub(super) cells: BTreeMap<CellKey, CellFacts>,
    pub(super) checked: BTreeMap<SetKey, BTreeMap<String, Checked>>,
    pub(super) provenance: BTreeMap<String, Vec<Provenance>>,
    pub(super) sizes: BTreeMap<SetKey, Sizes>,
    /// What the key objects of each system hold, by parameter set.
    pub(super) prepared: BTreeMap<String, BTreeMap<SetKey, String>>,
    /// The first rows.
    pub(super) rows: Vec<NormalizedRow>,
    /// How many rows there are.
    pub(super) row_count: usize,
    usable: HashSet<(String, u64)>,
}

impl Gathered {
    /// Gathers from normalized rows, and then from the raw files that they come from.
    ///
    /// # Errors
    /// A file can't be read.
    pub(super) fn read<B: Borrow<NormalizedRow>>(
        rows: impl Iterator<Item = Result<B, FileError>>,
        files: &[RawFile],
    ) -> Result<Gathered, FileError> {
        let mut gathered = Gathered::default();
        for row in rows {
            gathered.row(row?.borrow());
        }
        for file in files {
            let fail = |error: std::io::Error| FileError::new(&file.path, error);
            let handle = File::open(&file.path).map_err(fail)?;
            let lines = Lines::new(BufReader::with_capacity(1 << 16, handle), MAX_LINE_BYTES);
            for (line, number) in lines.zip(1..) {
                // What is no row was named when the rows were normalized.
                if let Line::Whole(bytes) = line.map_err(fail)?
                    && let Ok(record) = serde_json::from_slice::<Record>(&bytes)
                {
                    let usable = gathered.usable.contains(&(file.name.clone(), number));
                    gathered.record(&record, usable);
                }
            }
        }
        gathered.usable = HashSet::new();
        Ok(gathered)
    }

    fn row(&mut self, row: &NormalizedRow) {
        self.row_count += 1;
        if self.rows.len() < MOST_ROWS {
            self.rows.push(row.clone());
        }
        if row.source.schema_version == 1 {
            self.of_version_1(row);
        }
        let set = (row.algorithm.clone(), row.parameter_set.clone());
        let Some(median) = row.median_ns.filter(|_| row.usable()) else {
            return;
        };
        let source = (row.source.file.clone(), row.source.line);
        self.usable.insert(source);
        let cell = self.cell(set, row.operation, row.lane, &row.system);
        cell.rounds.insert(row.round.unwrap_or(0), median);
        cell.interval = row.median_low_ns.zip(row.median_high_ns);
    }

    /// A row of version 1 holds little more than its figure.
    fn of_version_1(&mut self, row: &NormalizedRow) {
        let unknown = || "not recorded".to_owned();
        let provenance = Provenance {
            implementation: row.implementation.clone(),
            version: row.version.clone(),
            facts: vec![
                ("back end", unknown()),
                ("compiled by", row.build.clone().unwrap_or_else(unknown)),
            ],
            packages: Vec::new(),
            runner_sha256: None,
        };
        self.provenance_of(&row.system, provenance);
    }

    fn cell(
        &mut self,
        set: SetKey,
        operation: Operation,
        lane: Option<Lane>,
        system: &str,
    ) -> &mut CellFacts {
        let key = CellKey {
            set,
            operation,
            lane,
            system: system.to_owned(),
        };
        self.cells.entry(key).or_default()
    }

    fn record(&mut self, record: &Record, usable: bool) {
        let row = &record.row;
        let set = (row.algorithm.clone(), row.parameter_set.clone());
        self.provenance_of(&row.system, provenance(&record.implementation));
        self.sizes.entry(set.clone()).or_insert(record.sizes);
        if let Some(offer) = &record.implementation.offer {
            let held = self.prepared.entry(row.system.clone()).or_default();
            held.insert(set.clone(), offer.prepared_key.clone());
        }
        let of_set = self.checked.entry(set.clone()).or_default();
        of_set.entry(row.system.clone()).or_default().add(record);
        let measurement = record.measurement.as_ref().filter(|_| usable);
        if let Some(measurement) = measurement {
            let cell = self.cell(set, row.operation, Some(row.lane), &row.system);
            for sample in &measurement.samples_ns {
                cell.samples.add(*sample);
            }
            add_steps(&mut cell.steps, measurement);
        }
    }

    fn provenance_of(&mut self, system: &str, provenance: Provenance) {
        let known = self.provenance.entry(system.to_owned()).or_default();
        if known.len() < MOST_BUILDS && !known.contains(&provenance) {
            known.push(provenance);
        }
    }
}

impl Checked {
    fn add(&mut self, record: &Record) {
        let check = &record.check;
        for id in &check.agreed {
            self.asked.entry(id.clone()).or_default().agreed += 1;
        }
        for id in &check.disagreed {
            self.asked.entry(id.clone()).or_default().disagreed += 1;
        }
        let outcome = match check.outcome {
            CheckOutcome::Agrees => 0,
            CheckOutcome::SelfOnly => 1,
            CheckOutcome::Mismatch => 2,
            CheckOutcome::NotChecked => 3,
        };
        self.outcomes[outcome] += 1;
    }
}

/// The time of each message, the median over the blocks, by its attempts.
fn add_steps(steps: &mut BTreeMap<u32, Sketch>, measurement: &Measurement) {
    let (Some(attempts), Some(turns)) = (&measurement.attempts, &measurement.turns) else {
        return;
    };
    for (item, attempts) in attempts.iter().enumerate() {
        let blocks = measurement.samples_ns.chunks(turns.items.max(1));
        let times: Vec<f64> = blocks
            .filter_map(|block| block.get(item).map(|time| *time as f64))
            .collect();
        if let Some(median) = stats::median(&times) {
            steps.entry(*attempts).or_default().add(median as u64);
        }
    }
}

fn provenance(implementation: &Implementation) -> Provenance {
    let mut facts = Vec::new();
    let mut version = implementation.version.clone();
    if let Some(descriptor) = &implementation.descriptor {
        version.clone_from(&descriptor.version);
        let build = &descriptor.build;
        facts = vec![
            ("name", descriptor.name.clone()),
            ("language", descriptor.language.clone()),
            ("back end", descriptor.back_end.clone()),
            ("random numbers", descriptor.rng.clone()),
            (
                "self-test in key generation",
                if descriptor.keygen_self_test {
                    "yes, inside the clock"
                } else {
                    "no"
                }
                .to_owned(),
            ),
            ("build options", descriptor.build_options.clone()),
            ("compiled by", build.compiler.clone()),
            ("profile", build.profile.clone()),
            ("target", build.target.clone()),
            ("flags", build.flags.clone()),
        ];
        facts.retain(|(_, value)| !value.is_empty());
    }
    Provenance {
        implementation: implementation.id.clone(),
        version,
        facts,
        packages: implementation.provenance.clone(),
        runner_sha256: implementation.runner_sha256.clone(),
    }
}
