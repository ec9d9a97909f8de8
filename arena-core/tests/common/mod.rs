//! A small run, made up: every row of a plan with samples that follow from simple rules.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(unreachable_pub, reason = "a module of several tests")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use arena_core::environment::{Facts, Files};
use arena_core::evidence;
use arena_core::files;
use arena_core::plan::{Filters, Plan, SCHEMA_VERSION};
use arena_core::protocol::Protocol;
use arena_core::record::{
    self, Check, CheckOutcome, Failure, FailureKind, Implementation, Keys, Measurement, Record,
    RowKey, Sizes, Status,
};
use arena_core::stats::Summary;
use arena_runner::message::{Build, Offer, Operation, Randomness, WireDescriptor};
use std::path::Path;
use std::sync::OnceLock;

/// A plan for the rows of a protocol that `keep` lets through.
pub fn plan(protocol: &str, iterations: usize, keep: impl Fn(&RowKey) -> bool) -> Plan {
    let protocol = Protocol::named(protocol).unwrap();
    let all = protocol.expected_rows();
    let rows: Vec<RowKey> = all.iter().filter(|row| keep(row)).cloned().collect();
    Plan {
        schema_version: SCHEMA_VERSION,
        run_id: format!("{}-000000000000002a-1", protocol.name),
        protocol: protocol.name.clone(),
        seed: 42,
        rounds: protocol.rounds,
        iterations,
        warmups: protocol.warmups,
        timeout_seconds: 60,
        pinned_cpu: Some(1),
        created_unix_ns: 1,
        filters: Filters::default(),
        design: None,
        complete: iterations == protocol.iterations && rows == all,
        rows,
    }
}

/// The plan of a whole run under the protocol `v2`.
pub fn whole() -> Plan {
    plan("v2", 50, |_| true)
}

/// Facts of a machine of which nothing can be read. They are gathered once: that asks compilers.
pub fn facts() -> &'static Facts {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| Facts::gather_from(&Files::under("/nonexistent"), None))
}

/// A right row. Candidate rows take `factor` times as long as those of any other system.
pub fn record(plan: &Plan, row: &RowKey, factor: f64) -> Record {
    let base = 10_000.0 * (1.0 + f64::from(row.operation as u8)) + 100.0 * f64::from(row.round);
    let base = if row.system == "nexusq-v2" {
        base * factor
    } else {
        base
    };
    let samples_ns: Vec<u64> = (0..plan.iterations as u64)
        .map(|index| base as u64 + index * 7 % 50)
        .collect();
    let randomness = match row.operation {
        Operation::Keygen | Operation::Encaps => Randomness::Own,
        Operation::Sign => Randomness::Deterministic,
        Operation::Decaps | Operation::Verify => Randomness::None,
    };
    Record {
        schema_version: record::SCHEMA_VERSION,
        run_id: plan.run_id.clone(),
        row: row.clone(),
        status: Status::Ok,
        failure: None,
        implementation: implementation(row),
        environment: facts().environment(plan.pinned_cpu),
        measurement: Some(Measurement {
            protocol: plan.protocol.clone(),
            randomness,
            keys: Keys::Seeded,
            warmups: plan.warmups,
            iterations: plan.iterations,
            started_unix_ns: u64::MAX,
            method: "monotonic clock, each sample on its own".into(),
            summary: Summary::of(&samples_ns).unwrap(),
            samples_ns,
            turns: None,
            attempts: None,
        }),
        check: Check {
            outcome: CheckOutcome::Agrees,
            agreed: vec!["liboqs".into()],
            disagreed: Vec::new(),
            detail: "shared secrets are equal".into(),
        },
        sizes: Sizes::of(row.set()),
    }
}

fn implementation(row: &RowKey) -> Implementation {
    let id = row.system.clone();
    Implementation {
        version: "1.0.0".into(),
        descriptor: Some(WireDescriptor {
            name: id.to_uppercase(),
            id: id.clone(),
            version: "1.0.0".into(),
            language: "Rust".into(),
            back_end: "portable".into(),
            rng: "getrandom".into(),
            keygen_self_test: false,
            build_options: String::new(),
            build: Build {
                compiler: "rustc 1.95.0".into(),
                profile: "release".into(),
                target: "x86_64-unknown-linux-gnu".into(),
                flags: "opt-level=3".into(),
            },
        }),
        offer: Some(Offer {
            algorithm: row.algorithm.clone(),
            parameter_set: row.parameter_set.clone(),
            capabilities: vec!["generate-from-seed".into()],
            prepared_key: "decoded".into(),
        }),
        provenance: vec![arena_core::pins::Package {
            ecosystem: "cargo".into(),
            name: "ml-kem".into(),
            version: "0.3.4".into(),
            checksum: format!("sha256:{}", "0a".repeat(32)),
            upstream: "ml-kem 0.3.4".into(),
            licence: "Apache-2.0 OR MIT".into(),
            build_options: String::new(),
            origin: None,
        }],
        runner_sha256: Some("5f".repeat(32)),
        id,
    }
}

/// Makes a row a failed one.
pub fn fail(record: &mut Record, message: &str) {
    record.status = Status::Failed;
    record.failure = Some(Failure {
        kind: FailureKind::Crashed,
        message: message.into(),
    });
    record.measurement = None;
    record.check.outcome = CheckOutcome::NotChecked;
}

/// Makes a row a wrong one.
pub fn spoil(record: &mut Record, detail: &str) {
    record.status = Status::Mismatch;
    record.check.outcome = CheckOutcome::Mismatch;
    record.check.disagreed = std::mem::take(&mut record.check.agreed);
    record.check.detail = detail.into();
}

/// The raw line of a record.
pub fn line(record: &Record) -> String {
    serde_json::to_string(record).unwrap() + "\n"
}

/// Writes what a driver writes: plan, machine facts, raw rows. `change` may alter a row, or leave
/// it out by returning false.
pub fn write_raw(dir: &Path, plan: &Plan, factor: f64, change: impl Fn(&mut Record) -> bool) {
    plan.write(dir).unwrap();
    let path = dir.join(evidence::ENVIRONMENT);
    files::write_atomic(&path, &files::to_json(&path, facts()).unwrap()).unwrap();
    std::fs::create_dir_all(dir.join(evidence::RAW)).unwrap();
    let mut raw = std::collections::BTreeMap::<String, String>::new();
    for row in &plan.rows {
        let mut record = record(plan, row, factor);
        if change(&mut record) {
            *raw.entry(format!("arena-{}", row.system)).or_default() += &line(&record);
        }
    }
    for (artifact, lines) in raw {
        std::fs::write(evidence::raw_path(dir, &artifact), lines).unwrap();
    }
}

/// A finished folder of a whole run in which nothing went wrong.
pub fn sound(dir: &Path, factor: f64) {
    write_raw(dir, &whole(), factor, |_| true);
    evidence::finish(dir).unwrap();
}
