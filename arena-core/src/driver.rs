//! The driver: takes a plan row by row, has each timed and checked, and writes it down at once.
//! Where the protocol interleaves systems, what takes turns is timed together.

mod material;
mod rows;
mod session;
mod turns;

use crate::check::{Candidate, Referees};
use crate::client::Launch;
use crate::files::FileError;
use crate::interrupt;
use crate::inventory::Inventory;
use crate::plan::Plan;
use crate::protocol::cell;
use crate::protocol::{Protocol, System};
use crate::raw::{self, RawError, RawFolder};
use crate::record::{Environment, Record, RowKey, Status};
use crate::runners::{self, RunnerUse};
use material::Shared;
use session::Session;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;
use turns::Round;

/// What the driver works on.
pub struct Job<'a> {
    /// What to measure.
    pub plan: &'a Plan,
    /// The protocol that the plan was made from, with a system for every row of the plan.
    pub protocol: &'a Protocol,
    /// What exists.
    pub inventory: &'a Inventory,
    /// Where it runs.
    pub environment: &'a Environment,
    /// The folder of the run.
    pub folder: &'a Path,
}

/// Who wants to know how far a run is.
pub trait Observer {
    /// The run begins; `done` of `total` rows are there already.
    fn began(&mut self, total: usize, done: usize);
    /// A row is about to be measured.
    fn started(&mut self, row: &RowKey);
    /// A system's turn begins or ends: a block of calls is about to be timed, or was.
    fn turn(&mut self, system: &str, begins: bool) {
        let _ = (system, begins);
    }
    /// A row is finished and written.
    fn finished(&mut self, record: &Record);
    /// Something worth knowing happened.
    fn note(&mut self, text: &str);
}

/// How many rows came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Measured and right.
    pub ok: usize,
    /// Not measured.
    pub failed: usize,
    /// Measured and wrong.
    pub mismatch: usize,
}

impl Outcome {
    fn count(&mut self, status: Status) {
        match status {
            Status::Ok => self.ok += 1,
            Status::Failed => self.failed += 1,
            Status::Mismatch => self.mismatch += 1,
        }
    }
}

/// Why a run could not go on. Every row finished before is in the folder.
#[derive(Debug, Error)]
pub enum DriveError {
    /// A raw file.
    #[error("{0}")]
    Raw(#[from] RawError),
    /// What the runners took could not be written down.
    #[error("{0}")]
    File(#[from] FileError),
    /// The plan names a system that the protocol doesn't.
    #[error("the plan has rows of `{0}`, which its protocol does not know")]
    ForeignSystem(String),
    /// A runner was rebuilt between the two parts of a run.
    #[error("the runner of `{0}` is another one than in the rows that are there; start a new run")]
    OtherRunner(String),
    /// The work is to end. The row that was being measured is not in the folder.
    #[error("interrupted")]
    Interrupted,
}

/// Measures every row of the plan that the folder does not hold yet.
///
/// # Errors
/// The folder can't be read or written, or does not fit the plan.
pub fn run(job: &Job<'_>, observer: &mut dyn Observer) -> Result<Outcome, DriveError> {
    let (mut raw, records) = RawFolder::open(&job.folder.join("raw"))?;
    refuse_other_runners(job, &records)?;
    let done = raw::keys(&records);
    let mut outcome = Outcome::default();
    for record in &records {
        outcome.count(record.status);
    }
    observer.began(job.plan.rows.len(), done.len());
    let mut referees = Referees::new(candidates(job));
    let pending: Vec<&RowKey> = job
        .plan
        .rows
        .iter()
        .filter(|row| !done.contains(row))
        .collect();
    let mut shared = Shared::default();
    let mut written = Written {
        raw: &mut raw,
        outcome: &mut outcome,
        observer,
    };
    if job.protocol.interleaved {
        for rows in pending.chunk_by(|a, b| a.round == b.round) {
            in_turns(job, rows, &mut referees, &mut written)?;
        }
    } else {
        for rows in pending.chunk_by(|a, b| a.system == b.system && a.round == b.round) {
            shared.only_round(rows[0].round);
            one_by_one(job, rows, &mut referees, &mut shared, &mut written)?;
        }
    }
    Ok(outcome)
}

/// Where finished rows go.
struct Written<'a> {
    raw: &'a mut RawFolder,
    outcome: &'a mut Outcome,
    observer: &'a mut dyn Observer,
}

impl Written<'_> {
    fn row(&mut self, artifact: &str, record: &Record) -> Result<(), DriveError> {
        // What came of a row after the request says nothing about its system.
        go_on()?;
        self.raw.append(artifact, record)?;
        self.outcome.count(record.status);
        self.observer.finished(record);
        Ok(())
    }

    fn dismissals(&mut self, referees: &mut Referees) {
        for dismissal in referees.dismissals.drain(..) {
            let text = format!("not asked for checks: {dismissal}");
            self.observer.note(&text);
        }
    }
}

/// The rows of one system in one round.
fn one_by_one(
    job: &Job<'_>,
    rows: &[&RowKey],
    referees: &mut Referees,
    shared: &mut Shared,
    written: &mut Written<'_>,
) -> Result<(), DriveError> {
    let system = system_of(job.protocol, rows[0])?;
    let mut session = Session::new(job, system, rows[0].round);
    for row in rows {
        go_on()?;
        written.observer.started(row);
        let record = session.measure(row, referees, shared, written.observer);
        written.row(&session.artifact, &record)?;
    }
    let uses: Vec<RunnerUse> = session.uses().into_iter().collect();
    runners::append(job.folder, &uses)?;
    written.dismissals(referees);
    Ok(())
}

/// The rows of all systems in one round.
fn in_turns(
    job: &Job<'_>,
    rows: &[&RowKey],
    referees: &mut Referees,
    written: &mut Written<'_>,
) -> Result<(), DriveError> {
    let mut sessions: Vec<Session<'_>> = Vec::new();
    for row in rows {
        let system = system_of(job.protocol, row)?;
        if !sessions
            .iter()
            .any(|session| session.system.name == system.name)
        {
            sessions.push(Session::new(job, system, row.round));
        }
    }
    let mut round = Round::new(job, sessions);
    for rows in rows.chunk_by(|a, b| cell(a) == cell(b)) {
        go_on()?;
        written.observer.started(rows[0]);
        for (artifact, record) in round.measure(rows, referees, written.observer) {
            written.row(&artifact, &record)?;
        }
    }
    runners::append(job.folder, &round.uses())?;
    written.dismissals(referees);
    Ok(())
}

fn go_on() -> Result<(), DriveError> {
    if interrupt::requested() {
        return Err(DriveError::Interrupted);
    }
    Ok(())
}

fn system_of<'a>(protocol: &'a Protocol, row: &RowKey) -> Result<&'a System, DriveError> {
    protocol
        .systems
        .iter()
        .find(|system| system.name == row.system)
        .ok_or_else(|| DriveError::ForeignSystem(row.system.clone()))
}

/// Rows of one system must come from one executable.
fn refuse_other_runners(job: &Job<'_>, records: &[Record]) -> Result<(), DriveError> {
    for record in records {
        let Some(then) = &record.implementation.runner_sha256 else {
            continue;
        };
        let now = job
            .inventory
            .get(&record.implementation.id)
            .and_then(|found| found.runner.as_ref().ok());
        if now.is_some_and(|runner| runner.sha256 != *then) {
            return Err(DriveError::OtherRunner(record.row.system.clone()));
        }
    }
    Ok(())
}

/// Every built implementation may be asked about the others. Referees are not pinned: they wait
/// while something is timed.
fn candidates(job: &Job<'_>) -> Vec<Candidate> {
    let built = job
        .inventory
        .found
        .iter()
        .filter_map(|found| Some((found, found.runner.as_ref().ok()?)));
    built
        .map(|(found, runner)| Candidate {
            id: found.manifest.id.clone(),
            version: found.manifest.version.clone(),
            launch: Launch {
                program: runner.path.clone(),
                args: found.manifest.args.clone(),
                env: found.env.clone(),
                cpu: None,
                timeout: timeout(job.plan),
            },
            packages: found.code_names(),
        })
        .collect()
}

fn timeout(plan: &Plan) -> Duration {
    Duration::from_secs(plan.timeout_seconds)
}
