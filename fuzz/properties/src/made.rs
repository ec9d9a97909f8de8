//! A small run, made up: a plan, the facts of a machine and a right row for each row of the plan.

use arena_core::environment::{Facts, Files};
use arena_core::pins::Package;
use arena_core::plan::{Filters, Plan, SCHEMA_VERSION};
use arena_core::protocol::Protocol;
use arena_core::record::{
    self, Block, Check, CheckOutcome, Implementation, Keys, Measurement, Record, RowKey, Sizes,
    Status, Turns,
};
use arena_core::stats::Summary;
use arena_runner::message::{Build, Offer, Operation, Randomness, WireDescriptor};
use std::sync::OnceLock;

/// The protocol of that name, which is part of the program.
pub(crate) fn protocol(name: &str) -> Protocol {
    Protocol::named(name).unwrap_or_else(|error| panic!("{error}"))
}

/// A plan for the rows of a protocol that `keep` lets through.
pub(crate) fn plan(protocol: &Protocol, iterations: usize, keep: impl Fn(&RowKey) -> bool) -> Plan {
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
        pinned_cpu: None,
        created_unix_ns: 1,
        filters: Filters::default(),
        design: None,
        complete: iterations == protocol.iterations && rows == all,
        rows,
    }
}

/// Facts of a machine of which nothing can be read. They are gathered once: that asks compilers.
pub(crate) fn facts() -> &'static Facts {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| Facts::gather_from(&Files::under("/nonexistent"), None))
}

/// A right row. Where the protocol has systems take turns, so does the row.
pub(crate) fn record(plan: &Plan, protocol: &Protocol, row: &RowKey) -> Record {
    let base = 10_000 * (1 + row.operation as u64) + 100 * u64::from(row.round);
    let samples_ns: Vec<u64> = (0..plan.iterations as u64)
        .map(|index| base + row.system.len() as u64 + index * 7 % 50)
        .collect();
    let randomness = match row.operation {
        Operation::Keygen | Operation::Encaps => Randomness::Own,
        Operation::Sign => Randomness::Deterministic,
        Operation::Decaps | Operation::Verify => Randomness::None,
    };
    let items = protocol.corpus.items.max(1);
    let attempts = protocol.interleaved && row.operation == Operation::Sign;
    Record {
        schema_version: record::SCHEMA_VERSION,
        run_id: plan.run_id.clone(),
        row: row.clone(),
        status: Status::Ok,
        failure: None,
        implementation: implementation(row),
        environment: facts().environment(plan.pinned_cpu),
        measurement: Summary::of(&samples_ns).map(|summary| Measurement {
            protocol: plan.protocol.clone(),
            randomness,
            keys: Keys::Seeded,
            warmups: plan.warmups,
            iterations: plan.iterations,
            started_unix_ns: 2,
            method: "monotonic clock, each sample on its own".into(),
            summary,
            turns: protocol
                .interleaved
                .then(|| turns(row, plan.iterations / items, items)),
            attempts: attempts.then(|| (0..items as u32).map(|item| 1 + item % 7).collect()),
            samples_ns,
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

fn turns(row: &RowKey, blocks: usize, items: usize) -> Turns {
    let place = (row.system.len() % 3) as u32;
    Turns {
        group_unix_ns: u64::from(row.round),
        items,
        blocks: (0..blocks as u64)
            .map(|block| Block {
                place,
                started_unix_ns: 3 + block,
                calibration_ns: Some([20_000 + block, 20_010]),
            })
            .collect(),
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
        provenance: vec![Package {
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
