//! Merging folders: what is refused, and what a merged set shows over time.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::environment::Facts;
use arena_core::evidence::{self, CHECKSUMS, ENVIRONMENT};
use arena_core::files;
use arena_core::merged::{FILE, Set, Wishes, merge};
use arena_core::plan::Plan;
use arena_core::trend::{Measure, TrendCall, Trends};
use std::fs;
use std::path::{Path, PathBuf};

const DAY: u64 = 86_400_000_000_000;

/// The plan of a small run of a day: two systems, one operation, five rounds.
fn plan(day: u64) -> Plan {
    let mut plan = common::plan("v2", 6, |row| {
        row.system.starts_with("nexusq")
            && row.parameter_set == "768"
            && row.operation.id() == "decaps"
    });
    plan.run_id = format!("day-{day}");
    plan.created_unix_ns = day * DAY;
    plan
}

/// A finished folder of that day on a machine; V2 takes `factor` times as long as V1.
fn run(root: &Path, day: u64, processor: Option<&str>, factor: f64) -> PathBuf {
    let dir = root.join(format!("run-{day}"));
    fs::create_dir_all(&dir).unwrap();
    let mut facts: Facts = common::facts().clone();
    facts.processor.name = processor.map(str::to_owned);
    let plan = plan(day);
    common::write_raw(&dir, &plan, factor, |record| {
        record.environment = facts.environment(plan.pinned_cpu);
        // Rounds differ by 0.1 % and days by as much, in a way that is not the same for both systems.
        let round = u64::from(record.row.round);
        let noise = (day * 7 + round * 3) % 5 * 20;
        if let Some(measurement) = &mut record.measurement {
            for sample in &mut measurement.samples_ns {
                *sample += noise;
            }
            measurement.summary = arena_core::stats::Summary::of(&measurement.samples_ns).unwrap();
        }
        true
    });
    let path = dir.join(ENVIRONMENT);
    files::write_atomic(&path, &files::to_json(&path, &facts).unwrap()).unwrap();
    evidence::finish(&dir).unwrap();
    dir
}

fn refused(out: &Path, dirs: &[PathBuf], wishes: Wishes) -> String {
    let error = merge(out, dirs, wishes).unwrap_err().to_string();
    assert!(!out.join(FILE).exists(), "nothing is written");
    error
}

#[test]
fn unlike_folders_stand_side_by_side_and_are_never_pooled() {
    let root = tempfile::tempdir().unwrap();
    let dirs = [
        run(root.path(), 2, Some("A"), 1.0),
        run(root.path(), 1, Some("A"), 1.0),
        run(root.path(), 3, Some("B"), 1.0),
    ];
    let out = root.path().join("set");
    let one_key = Wishes {
        one_key: true,
        ..Wishes::default()
    };
    let error = refused(&out, &dirs, one_key);
    assert!(error.contains("are unlike and can't be pooled"), "{error}");
    assert!(
        error.contains("processor: ") && error.contains("machine: "),
        "{error}"
    );
    assert!(
        !error.contains("rustc"),
        "what is the same is not named: {error}"
    );

    merge(&out, &dirs, Wishes::default()).unwrap();
    let set = Set::read(&out).unwrap();
    let groups: Vec<Vec<&str>> = set
        .by_key()
        .iter()
        .map(|(_, members)| {
            members
                .iter()
                .map(|member| member.run_id.as_str())
                .collect()
        })
        .collect();
    assert!(
        groups.contains(&vec!["day-1", "day-2"]) && groups.contains(&vec!["day-3"]),
        "{groups:?}"
    );
    // The folders stayed where they are, and are named as seen from the set.
    let stored = fs::read_to_string(out.join(FILE)).unwrap();
    assert!(stored.contains("\"folder\": \"../run-3\""), "{stored}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 1);
    let trends = Trends::of(&set).unwrap();
    assert_eq!(
        trends.side_by_side.len(),
        2,
        "V1 and V2, each under two keys"
    );
    let steps = trends
        .keys
        .iter()
        .flat_map(|key| &key.lines)
        .flat_map(|line| &line.steps);
    assert!(
        steps.clone().count() == 2
            && steps
                .clone()
                .all(|step| step.from == "day-1" && step.to == "day-2")
    );
}

#[test]
fn what_is_not_sound_is_refused_before_anything_is_written() {
    let root = tempfile::tempdir().unwrap();
    let good = run(root.path(), 1, None, 1.0);
    let out = root.path().join("set");
    let with = |dir: &Path| refused(&out, &[good.clone(), dir.to_owned()], Wishes::default());

    assert!(with(&root.path().join("nowhere")).contains("there is no such folder"));
    let empty = root.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(with(&empty).contains("no folder of evidence"));
    let unfinished = run(root.path(), 2, None, 1.0);
    fs::remove_file(unfinished.join(CHECKSUMS)).unwrap();
    assert!(with(&unfinished).contains("not finished"));
    let changed = run(root.path(), 3, None, 1.0);
    fs::write(changed.join("report.md"), "better").unwrap();
    assert!(with(&changed).contains("report.md"));
    // Sums that fit a report that does not follow from the rows.
    let sums = evidence::sums::render(&evidence::sums::of(&changed).unwrap());
    fs::write(changed.join(CHECKSUMS), sums).unwrap();
    let error = with(&changed);
    assert!(
        error.contains("does not verify") && error.contains("report.md"),
        "{error}"
    );
    assert!(with(&good).contains("a run counts once"));
}

#[test]
fn a_set_is_added_to_and_copied_only_when_asked() {
    let root = tempfile::tempdir().unwrap();
    let (first, second) = (
        run(root.path(), 1, None, 1.0),
        run(root.path(), 2, None, 1.0),
    );
    let out = root.path().join("set");
    merge(&out, std::slice::from_ref(&first), Wishes::default()).unwrap();
    let again = merge(&out, std::slice::from_ref(&second), Wishes::default()).unwrap_err();
    assert!(again.to_string().contains("--add adds to it"), "{again}");
    let add = Wishes {
        add: true,
        copy: true,
        one_key: false,
    };
    let merged = merge(&out, std::slice::from_ref(&second), add).unwrap();
    assert_eq!(merged.copied.len(), 1, "only what is new");
    fs::remove_dir_all(&second).unwrap();
    assert_eq!(Set::read(&out).unwrap().members.len(), 2);
    // A folder that was finished anew is another one.
    fs::write(first.join("note.txt"), "x").unwrap();
    evidence::finish(&first).unwrap();
    let error = Set::read(&out).unwrap_err().to_string();
    assert!(
        error.contains("is not the folder that was merged"),
        "{error}"
    );
    let other = root.path().join("run-1");
    let error = merge(&other, &[first], Wishes::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("holds other things than a set"), "{error}");
}

/// V2 takes 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 and then 1.1 times as long; V1 never changes.
#[test]
fn a_tenth_more_is_called_once_the_usual_steps_are_known() {
    let root = tempfile::tempdir().unwrap();
    let day = |day: u64| run(root.path(), day, None, if day < 7 { 1.0 } else { 1.1 });
    let dirs: Vec<PathBuf> = (1..=7).map(day).collect();
    let trends = Trends::of(&Set::of(&dirs).unwrap()).unwrap();
    assert!(trends.has_regression());
    assert_eq!(trends.keys.len(), 1);
    for line in &trends.keys[0].lines {
        assert_eq!(line.measure, Measure::Time, "rows of v2 take no turns");
        let calls: Vec<TrendCall> = line.steps.iter().map(|step| step.call).collect();
        assert_eq!(calls[..3], [TrendCall::NoiseUnknown; 3], "{calls:?}");
        assert_eq!(calls[3..5], [TrendCall::NoDifference; 2], "{calls:?}");
        let last = line.steps.last().unwrap();
        if line.cell.system == "nexusq-v2" {
            assert_eq!(last.call, TrendCall::Regression);
            let interval = last.interval.unwrap();
            assert!(
                interval.low < 1.1 && 1.1 < interval.high && interval.low > 1.05,
                "{interval:?}"
            );
        } else {
            assert_eq!(last.call, TrendCall::NoDifference);
        }
    }
    let same: Vec<PathBuf> = dirs[..6].to_vec();
    assert!(
        !Trends::of(&Set::of(&same).unwrap())
            .unwrap()
            .has_regression()
    );
}
