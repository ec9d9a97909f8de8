//! The driver's end of the protocol: whatever runners reply, a run ends, and its folder is one that verification accepts.
//!
//! The runner that is measured and the one that is asked about its results are two programs that write prepared replies,
//! whatever they are asked. `data/` holds what V2 replied to the driver once; the input changes it.

use crate::input::{self, Input};
use crate::scratch::Scratch;
use crate::{json, made};
use arena_core::driver::{Job, Observer, Outcome, run};
use arena_core::inventory::{BuiltRunner, Found, Inventory};
use arena_core::manifest::Implementation;
use arena_core::normalize::FindingKind;
use arena_core::plan::Plan;
use arena_core::record::{CheckOutcome, Record, RowKey, Status};
use arena_core::{evidence, files, verify};
use arena_runner::message::Operation;
use nexusq_contract::ParameterSet;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The one that is measured, a system of the protocol `v2`.
pub const SUBJECT: &str = "nexusq-v1";
/// The one that is asked about the results.
pub const REFEREE: &str = "another";
/// How many replies one input can change.
const MOST_CHANGES: u8 = 4;

/// A program that stands for a runner.
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

/// The rows of a set in one round.
pub fn plan(set: ParameterSet) -> Plan {
    let protocol = made::protocol("v2");
    let mut plan = made::plan(&protocol, 2, |_| false);
    let row = |operation| RowKey::new(SUBJECT, set, operation, protocol.gate.lane, 1);
    plan.rows = Operation::of(set).map(row).to_vec();
    (plan.warmups, plan.timeout_seconds) = (1, 20);
    plan
}

/// Measures the plan with these programs and leaves a finished folder.
///
/// # Panics
/// The run breaks off, or a row is missing in the end.
pub fn drive(
    folder: &Path,
    plan: &Plan,
    subject: Program,
    referee: Program,
) -> (Outcome, Vec<Record>) {
    struct Silent(Vec<Record>);
    impl Observer for Silent {
        fn began(&mut self, _: usize, _: usize) {}
        fn started(&mut self, _: &RowKey) {}
        fn finished(&mut self, record: &Record) {
            self.0.push(record.clone());
        }
        fn note(&mut self, _: &str) {}
    }
    let protocol = made::protocol("v2");
    let inventory = Inventory {
        found: vec![found(SUBJECT, subject), found(REFEREE, referee)],
        problems: Vec::new(),
    };
    write_head(folder, plan);
    let job = Job {
        plan,
        protocol: &protocol,
        inventory: &inventory,
        environment: &made::facts().environment(plan.pinned_cpu),
        folder,
    };
    let mut observer = Silent(Vec::new());
    let outcome = run(&job, &mut observer).unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<&RowKey> = observer.0.iter().map(|record| &record.row).collect();
    assert_eq!(rows, plan.rows.iter().collect::<Vec<_>>());
    (outcome, observer.0)
}

/// What stands in the folder before the first row.
fn write_head(folder: &Path, plan: &Plan) {
    let path = folder.join(evidence::ENVIRONMENT);
    let facts =
        files::to_json(&path, made::facts()).and_then(|text| files::write_atomic(&path, &text));
    let written = facts.and_then(|()| plan.write(folder));
    written.unwrap_or_else(|error| panic!("{error}"));
}

fn found(id: &str, program: Program) -> Found {
    Found {
        adapter: id.to_owned(),
        manifest: Implementation {
            id: id.to_owned(),
            name: id.to_owned(),
            version: nexusq_v2::VERSION.to_owned(),
            args: program.args,
            own: false,
            licence: String::new(),
            pins: Vec::new(),
        },
        packages: Vec::new(),
        runner: Ok(BuiltRunner {
            path: program.path,
            sha256: "5f".repeat(32),
        }),
        env: Vec::new(),
    }
}

/// Which set, then changes of the replies of the one and of the other.
pub(crate) fn replies(data: &[u8]) {
    let mut input = Input::new(data);
    let (set, subject, referee) = if input.byte().is_multiple_of(2) {
        (
            ParameterSet::MlKem512,
            include_str!("../data/ml-kem-512-subject.jsonl"),
            include_str!("../data/ml-kem-512-referee.jsonl"),
        )
    } else {
        (
            ParameterSet::MlDsa44,
            include_str!("../data/ml-dsa-44-subject.jsonl"),
            include_str!("../data/ml-dsa-44-referee.jsonl"),
        )
    };
    let folder = Scratch::new();
    let (subject, of_subject) = changed(subject, &mut input);
    let (referee, of_referee) = changed(referee, &mut input);
    let plan = plan(set);
    let run = folder.path().join("run");
    std::fs::create_dir(&run).unwrap_or_else(|error| panic!("{error}"));
    let subject = writes(folder.write("subject", subject));
    let referee = writes(folder.write("referee", referee));
    let (outcome, records) = drive(&run, &plan, subject, referee);
    assert_eq!(
        outcome.ok + outcome.failed + outcome.mismatch,
        plan.rows.len()
    );
    for record in &records {
        consistent(record);
        if !of_subject && !of_referee {
            assert_eq!(record.status, Status::Ok, "{record:?}");
            assert_eq!(record.check.agreed, [REFEREE], "{record:?}");
        }
    }
    verifies(&run, &plan);
}

/// A program that writes a file and is deaf to what it is asked.
fn writes(file: PathBuf) -> Program {
    Program {
        path: PathBuf::from("cat"),
        args: vec![file.to_string_lossy().into_owned()],
    }
}

/// Replies with changes: another value inside one, other bytes, one less, one twice, or two in the place of each other.
fn changed(replies: &str, input: &mut Input<'_>) -> (Vec<u8>, bool) {
    let before: Vec<Vec<u8>> = replies
        .lines()
        .map(|line| line.as_bytes().to_vec())
        .collect();
    let mut lines = before.clone();
    for _ in 0..input.byte() % (MOST_CHANGES + 1) {
        let (place, how) = (usize::from(input.byte()), input.byte());
        if lines.is_empty() {
            break;
        }
        let place = place % lines.len();
        match how % 8 {
            0..4 => {
                let mut value: Value = serde_json::from_slice(&lines[place]).unwrap_or_default();
                json::edit(&mut value, input);
                lines[place] = serde_json::to_vec(&value).unwrap_or_default();
            }
            4 => {
                input::edit(&mut lines[place], input);
            }
            5 => {
                lines.remove(place);
            }
            6 => lines.insert(place, lines[place].clone()),
            _ => {
                let other = usize::from(input.byte()) % lines.len();
                lines.swap(place, other);
            }
        }
    }
    let differs = lines != before;
    let mut text = lines.join(&b'\n');
    text.push(b'\n');
    (text, differs)
}

/// The parts of a record agree with one another.
fn consistent(record: &Record) {
    let (measured, outcome) = (record.measurement.is_some(), record.check.outcome);
    match record.status {
        Status::Ok => {
            assert!(measured && record.failure.is_none() && outcome != CheckOutcome::Mismatch)
        }
        Status::Mismatch => assert!(measured && outcome == CheckOutcome::Mismatch),
        Status::Failed => assert!(record.failure.is_some(), "{record:?}"),
    }
}

/// What was written down is well-formed, and what follows from it can be recomputed.
fn verifies(run: &Path, plan: &Plan) {
    let derived = evidence::finish(run).unwrap_or_else(|error| panic!("{error}"));
    let malformed: Vec<_> = derived.normalized.of_kind(FindingKind::Malformed).collect();
    assert!(malformed.is_empty(), "{malformed:?}");
    assert_eq!(derived.normalized.rows.len(), plan.rows.len());
    let verification = verify::verify(run).unwrap_or_else(|error| panic!("{error}"));
    assert!(verification.ok, "{verification:?}");
}
