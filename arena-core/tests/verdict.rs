//! The verdict on whole runs, good and bad.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::evidence::derive;
use arena_core::gate::Outcome;
use arena_core::plan::Plan;
use arena_core::record::Record;
use arena_core::verdict::Verdict;

fn verdict(plan: &Plan, factor: f64, change: impl Fn(&mut Record) -> bool) -> Verdict {
    let dir = tempfile::tempdir().unwrap();
    common::write_raw(dir.path(), plan, factor, change);
    derive(dir.path()).unwrap().verdict().clone()
}

fn status(verdict: &Verdict, id: &str) -> Outcome {
    let criterion = verdict.criteria.iter().find(|criterion| criterion.id == id);
    criterion.unwrap().status
}

fn reason<'a>(verdict: &'a Verdict, id: &str) -> &'a str {
    let criterion = verdict.criteria.iter().find(|criterion| criterion.id == id);
    &criterion.unwrap().reason
}

#[test]
fn a_run_that_is_clearly_faster_and_whole_meets_every_criterion() {
    let verdict = verdict(&common::whole(), 0.5, |_| true);
    let ids: Vec<_> = verdict
        .criteria
        .iter()
        .map(|criterion| criterion.id.as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "geometric-mean",
            "individual-regression",
            "coverage",
            "same-environment",
            "raw-records"
        ]
    );
    assert_eq!(verdict.overall, Outcome::Met, "{verdict:#?}");
    assert_eq!(verdict.coverage.ok, 138);
    assert_eq!(
        reason(&verdict, "coverage"),
        "138 of 138 rows are there and usable."
    );
    assert_eq!(verdict.improved_by_5_percent, "9/9");
    assert_eq!(verdict.operations.len(), 9);
    assert!(verdict.complete);
    let mean = verdict.geometric_mean.unwrap();
    assert_eq!(mean.rounds, 5);
    assert!((mean.value - 0.5).abs() < 0.01 && mean.low <= mean.value && mean.value <= mean.high);
    assert!(
        verdict.statement.ends_with("every criterion is met."),
        "{}",
        verdict.statement
    );
}

#[test]
fn a_run_that_is_slower_is_not_met_and_one_that_straddles_is_unresolved() {
    let slower = verdict(&common::whole(), 1.2, |_| true);
    assert_eq!(status(&slower, "geometric-mean"), Outcome::NotMet);
    assert_eq!(status(&slower, "individual-regression"), Outcome::NotMet);
    assert_eq!(slower.overall, Outcome::NotMet);
    // Rounds 1 and 2 of the candidate are twice as fast as the others.
    let straddling = verdict(&common::whole(), 1.0, |record| {
        if record.row.system == "nexusq-v2"
            && record.row.round <= 2
            && let Some(measurement) = &mut record.measurement
        {
            for sample in &mut measurement.samples_ns {
                *sample /= 2;
            }
            measurement.summary = arena_core::stats::Summary::of(&measurement.samples_ns).unwrap();
        }
        true
    });
    assert_eq!(status(&straddling, "geometric-mean"), Outcome::Unresolved);
    assert_eq!(status(&straddling, "individual-regression"), Outcome::Met);
    assert_eq!(straddling.overall, Outcome::Unresolved);
    assert!(reason(&straddling, "geometric-mean").contains("both sides of 0.95"));
}

#[test]
fn a_missing_failed_or_wrong_row_of_a_side_leaves_its_limits_unresolved() {
    let is_it = |record: &Record| {
        record.row.system == "nexusq-v2"
            && record.row.round == 3
            && record.row.parameter_set == "768"
            && record.row.operation.id() == "decaps"
    };
    let missing = verdict(&common::whole(), 0.5, |record| !is_it(record));
    let failed = verdict(&common::whole(), 0.5, |record| {
        if is_it(record) {
            common::fail(record, "killed by signal 9");
        }
        true
    });
    let wrong = verdict(&common::whole(), 0.5, |record| {
        if is_it(record) {
            common::spoil(record, "another shared secret");
        }
        true
    });
    for (verdict, why) in [
        (&missing, "has no row in round 3"),
        (&failed, "failed in round 3"),
        (&wrong, "returned wrong results in round 3"),
    ] {
        for id in ["geometric-mean", "individual-regression"] {
            assert_eq!(status(verdict, id), Outcome::Unresolved);
            let expected = format!("ml-kem-768 decaps: nexusq-v2 {why}");
            assert!(
                reason(verdict, id).contains(&expected),
                "{}",
                reason(verdict, id)
            );
        }
        assert_eq!(status(verdict, "coverage"), Outcome::NotMet);
        assert!(reason(verdict, "coverage").starts_with("137 of 138 rows"));
        assert_eq!(verdict.improved_by_5_percent, "8/9");
    }
    assert_eq!(missing.coverage.missing.len(), 1);
    assert_eq!(failed.coverage.failed[0].what, "killed by signal 9");
    assert_eq!(wrong.coverage.mismatch[0].what, "another shared secret");
}

#[test]
fn a_comparator_that_fails_costs_coverage_and_nothing_else() {
    let verdict = verdict(&common::whole(), 0.5, |record| {
        if record.row.system == "botan" {
            common::fail(record, "not built: needs c++");
        }
        true
    });
    assert_eq!(status(&verdict, "geometric-mean"), Outcome::Met);
    assert_eq!(status(&verdict, "coverage"), Outcome::NotMet);
    assert_eq!(
        reason(&verdict, "coverage"),
        "132 of 138 rows are there and usable: 6 failed."
    );
}

#[test]
fn sides_from_different_machines_builds_or_runners_are_not_met() {
    type Change = fn(&mut Record);
    let changes: [(Change, &str); 4] = [
        (
            |record| record.environment.machine = "ab".repeat(32),
            "machine",
        ),
        (
            |record| record.environment.pinned_cpu = None,
            "pinned processor: 1 / none",
        ),
        (
            |record| {
                if let Some(descriptor) = &mut record.implementation.descriptor {
                    descriptor.build.flags = "opt-level=1".into();
                }
            },
            "build",
        ),
        (
            |record| record.implementation.runner_sha256 = Some("00".repeat(32)),
            "runner of nexusq-v2",
        ),
    ];
    for (change, what) in changes {
        let verdict = verdict(&common::whole(), 0.5, |record| {
            if record.row.system == "nexusq-v2" && record.row.round == 5 {
                change(record);
            }
            true
        });
        assert_eq!(
            status(&verdict, "same-environment"),
            Outcome::NotMet,
            "{what}"
        );
        assert!(
            reason(&verdict, "same-environment").contains(what),
            "{what}"
        );
    }
}

#[test]
fn a_part_of_the_protocol_is_not_the_protocol() {
    let part = common::plan("v2", 50, |row| row.system.starts_with("nexusq"));
    let of_part = verdict(&part, 0.5, |_| true);
    assert_eq!(status(&of_part, "geometric-mean"), Outcome::Met);
    assert_eq!(status(&of_part, "coverage"), Outcome::NotMet);
    assert!(!of_part.complete);
    assert!(reason(&of_part, "coverage").contains("asked for 90 rows, but protocol v2 has 138"));
    assert_eq!(
        of_part.coverage.missing.len(),
        0,
        "nobody asked for the others"
    );
    let short = common::plan("v2", 5, |_| true);
    let of_short = verdict(&short, 0.5, |_| true);
    assert!(reason(&of_short, "coverage").contains("5 samples per row, but protocol v2 has 50"));
    let one_side = common::plan("v2", 50, |row| row.system == "nexusq-v2");
    let of_one_side = verdict(&one_side, 0.5, |_| true);
    assert_eq!(status(&of_one_side, "geometric-mean"), Outcome::Unresolved);
    assert_eq!(
        status(&of_one_side, "same-environment"),
        Outcome::Unresolved
    );
}

#[test]
fn the_quick_protocol_is_no_evidence_and_resolves_no_limit() {
    let plan = common::plan("quick", 10, |_| true);
    let verdict = verdict(&plan, 0.5, |_| true);
    assert!(!verdict.evidence);
    assert!(
        verdict.statement.starts_with("No evidence"),
        "{}",
        verdict.statement
    );
    assert_eq!(status(&verdict, "geometric-mean"), Outcome::Unresolved);
    assert!(reason(&verdict, "geometric-mean").contains("only one figure per operation"));
}
