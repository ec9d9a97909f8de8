//! `arena run --protocol evidence`: systems take turns on common items, and what happens when one fails or the run is cut short.
#![allow(clippy::unwrap_used)]

mod common;

use arena_core::corpus::derive;
use arena_core::inventory::sha256_of_file;
use common::{Root, rows, stderr, stdout};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

const SYSTEMS: [&str; 4] = ["nexusq-v1", "nexusq-v2", "nexusq-v2-control", "circl"];
const IMPLEMENTATIONS: &str = "nexusq-v1,nexusq-v2,circl";

fn root(fault: &str) -> Root {
    let root = Root::new()
        .adapter("nexusq-v1", "1.0", "")
        .adapter("nexusq-v2", "1.0", "")
        .adapter("circl", "1.0", fault);
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

fn arguments<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["run", "--quiet", "--protocol", "evidence"];
    // Not pinned: tests run side by side.
    arguments.extend(["--cpu", "none", "--impl", IMPLEMENTATIONS]);
    arguments.extend(["--out", out.to_str().unwrap()]);
    arguments.extend(more);
    arguments
}

fn run(root: &Root, name: &str, more: &[&str]) -> (PathBuf, Output) {
    let out = root.path(name);
    let output = root.arena(&arguments(&out, more));
    (out, output)
}

fn verify(root: &Root, folder: &Path) -> Output {
    root.arena(&["verify", folder.to_str().unwrap()])
}

fn assert_verifies(root: &Root, folder: &Path) {
    let verified = verify(root, folder);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
}

fn verdict(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("verdict.json")).unwrap()).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Parameter set, operation, lane and round.
fn cell(row: &Value) -> (String, String, String, u64) {
    let key = &row["row"];
    let of = |name: &str| text(&key[name]).to_owned();
    let round = key["round"].as_u64().unwrap();
    (of("parameter_set"), of("operation"), of("lane"), round)
}

/// The places of a row's blocks, in order.
fn places(row: &Value) -> Vec<u64> {
    let blocks = row["measurement"]["turns"]["blocks"].as_array().unwrap();
    blocks
        .iter()
        .map(|b| b["place"].as_u64().unwrap())
        .collect()
}

fn by_cell(rows: &[Value]) -> BTreeMap<(String, String, String, u64), Vec<&Value>> {
    let mut cells: BTreeMap<_, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        cells.entry(cell(row)).or_default().push(row);
    }
    cells
}

#[test]
fn systems_take_turns_and_the_folder_holds() {
    let root = root("");
    let more = "--rounds 3 --iterations 64 --alg ml-kem-768,ml-dsa-65 --op decaps,sign";
    let more: Vec<&str> = more.split(' ').collect();
    let (out, output) = run(&root, "out", &more);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows = rows(&out);
    // Three rounds of two operations in two lanes.
    assert_eq!(rows.len(), 3 * SYSTEMS.len() * 2 * 2);
    let cells = by_cell(&rows);
    assert_eq!(cells.len(), 3 * 2 * 2);
    let (mut groups, mut orders) = (BTreeSet::new(), BTreeSet::new());
    for (cell, rows) in &cells {
        let systems: BTreeSet<&str> = rows.iter().map(|r| text(&r["row"]["system"])).collect();
        assert_eq!(systems, BTreeSet::from(SYSTEMS), "{cell:?}");
        let mut of_cell = BTreeSet::new();
        for row in rows {
            let measurement = &row["measurement"];
            assert_eq!(row["status"], "ok", "{row}");
            assert_eq!(measurement["samples_ns"].as_array().unwrap().len(), 64);
            let turns = &measurement["turns"];
            assert_eq!((places(row).len(), &turns["items"]), (2, &Value::from(32)));
            of_cell.insert(turns["group_unix_ns"].as_u64().unwrap());
            for block in turns["blocks"].as_array().unwrap() {
                assert_eq!(block["calibration_ns"].as_array().unwrap().len(), 2);
            }
        }
        assert_eq!(of_cell.len(), 1, "{cell:?} has one group");
        groups.extend(of_cell);
        let mut order: Vec<(u64, &str)> = rows
            .iter()
            .map(|row| (places(row)[0], text(&row["row"]["system"])))
            .collect();
        order.sort_unstable();
        let first: Vec<u64> = order.iter().map(|(place, _)| *place).collect();
        assert_eq!(first, [0, 1, 2, 3], "{cell:?}");
        for row in rows {
            // Reversed in the second block.
            assert_eq!(places(row)[1], 3 - places(row)[0], "{cell:?}");
        }
        orders.insert(order);
    }
    assert_eq!(
        groups.len(),
        cells.len(),
        "each cell has a group of its own"
    );
    assert!(
        orders.len() > 3,
        "only {} of 24 orders in 12 cells",
        orders.len()
    );
    attempts_are_those_of_the_items(&cells);
    assert_verifies(&root, &out);
    a_changed_sample_is_found(&root, &out);
}

/// All systems sign the same messages with the same keys, deterministically, so all make the same attempts.
fn attempts_are_those_of_the_items(cells: &BTreeMap<(String, String, String, u64), Vec<&Value>>) {
    let mut by_round: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for ((set, operation, _, round), rows) in cells {
        for row in rows {
            let attempts = row["measurement"]["attempts"].as_array();
            let signed = set == "65" && operation == "sign";
            assert_eq!(attempts.map(Vec::len), signed.then_some(32), "{row}");
            if let Some(attempts) = attempts {
                let all = format!("{attempts:?}");
                by_round.entry(*round).or_default().insert(all);
            }
        }
    }
    let one_each: Vec<usize> = by_round.values().map(BTreeSet::len).collect();
    assert_eq!(one_each, [1, 1, 1]);
    let distinct: BTreeSet<&String> = by_round.values().flatten().collect();
    assert_eq!(distinct.len(), 3, "each round has new items");
}

/// One digit of one sample: the sums tell, and the derived files tell where somebody has made the sums anew.
fn a_changed_sample_is_found(root: &Root, out: &Path) {
    let raw = out.join("raw/pqc-arena-v1-reference.jsonl");
    let whole = fs::read_to_string(&raw).unwrap();
    let sums = fs::read_to_string(out.join("SHA256SUMS")).unwrap();
    let start = whole.find("\"samples_ns\":[").unwrap() + "\"samples_ns\":[".len();
    let digit = if whole[start..].starts_with('1') {
        "2"
    } else {
        "1"
    };
    let mut changed = whole.clone();
    changed.replace_range(start..=start, digit);
    let before = sha256_of_file(&raw).unwrap();
    fs::write(&raw, &changed).unwrap();
    let verified = verify(root, out);
    assert_eq!(verified.status.code(), Some(1), "{}", stdout(&verified));
    assert!(
        stdout(&verified).contains("pqc-arena-v1-reference.jsonl"),
        "{}",
        stdout(&verified)
    );
    let anew = sums.replace(&before, &sha256_of_file(&raw).unwrap());
    assert_ne!(anew, sums);
    fs::write(out.join("SHA256SUMS"), anew).unwrap();
    let verified = verify(root, out);
    assert_eq!(verified.status.code(), Some(1), "{}", stdout(&verified));
    fs::write(&raw, whole).unwrap();
    fs::write(out.join("SHA256SUMS"), sums).unwrap();
    assert_verifies(root, out);
}

/// Eight warm-ups and 32 samples are a block, so the 61st call is the thirteenth sample of the second one.
#[test]
fn a_runner_that_dies_in_the_middle_of_a_cell_costs_its_row_only() {
    let root = root("crash:decaps:60");
    let more = "--alg ml-kem-768 --op encaps,decaps --rounds 2 --iterations 96";
    let more: Vec<&str> = more.split(' ').collect();
    let (out, output) = run(&root, "out", &more);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let rows = rows(&out);
    assert_eq!(rows.len(), 2 * SYSTEMS.len() * 2 * 2);
    for row in &rows {
        let key = &row["row"];
        if key["system"] == "circl" && key["operation"] == "decaps" {
            assert_eq!(
                (&row["status"], &row["failure"]["kind"]),
                (&"failed".into(), &"crashed".into())
            );
            assert!(
                text(&row["failure"]["message"]).contains("about to abort"),
                "{row}"
            );
            assert_eq!(row["measurement"], Value::Null);
        } else {
            assert_eq!(row["status"], "ok", "{row}");
            assert_eq!(places(row).len(), 3, "{row}");
            assert_eq!(
                row["measurement"]["samples_ns"].as_array().unwrap().len(),
                96
            );
        }
    }
    // The others keep the places that they had.
    for (cell, rows) in by_cell(&rows) {
        let measured = rows.iter().filter(|row| row["status"] == "ok");
        let first: BTreeSet<u64> = measured.map(|row| places(row)[0]).collect();
        let expected = if cell.1 == "decaps" { 3 } else { 4 };
        assert_eq!(first.len(), expected, "{cell:?}");
        assert!(first.iter().all(|place| *place < 4));
    }
    let coverage = &verdict(&out)["coverage"];
    assert_eq!(coverage["failed"].as_array().unwrap().len(), 4);
    assert_verifies(&root, &out);
}

const SHORT: [&str; 8] = [
    "--alg",
    "ml-kem-768",
    "--op",
    "decaps",
    "--rounds",
    "3",
    "--iterations",
    "64",
];

#[test]
fn killed_in_the_middle_and_resumed_the_run_is_complete() {
    let root = root("");
    let all = 3 * SYSTEMS.len() * 2;
    for rows_before in [1, 13] {
        let out = root.path(&format!("killed-after-{rows_before}"));
        let mut driver = root
            .command(&arguments(&out, &SHORT))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while driver.try_wait().unwrap().is_none() {
            if out.join("environment.json").exists() && finished(&out).len() >= rows_before {
                break;
            }
            thread::sleep(Duration::from_micros(200));
        }
        driver.kill().unwrap();
        driver.wait().unwrap();
        let before = finished(&out);
        let output = root.arena(&["run", "--quiet", "--resume", out.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let after = finished(&out);
        assert!(before.is_subset(&after), "a finished row was lost");
        assert_eq!((after.len(), rows(&out).len()), (all, all));
        assert_verifies(&root, &out);
    }
}

/// The lines of all raw files that end with a line feed.
fn finished(folder: &Path) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for entry in fs::read_dir(folder.join("raw")).into_iter().flatten() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let whole = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        lines.extend(whole.map(str::to_owned));
    }
    lines
}

/// As if the driver had been killed while the rows of the last cell were written down: the row that is missing is measured
/// again, takes turns with nobody, and is paired with nobody.
#[test]
fn a_row_that_is_measured_later_is_not_paired() {
    let root = root("");
    let (out, output) = run(&root, "out", &SHORT);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let raw = out.join("raw/pqc-arena-v1-reference.jsonl");
    let text = fs::read_to_string(&raw).unwrap();
    let kept: Vec<&str> = text.lines().collect();
    let (last, kept) = kept.split_last().unwrap();
    fs::write(&raw, format!("{}\n", kept.join("\n"))).unwrap();
    let last = cell(&serde_json::from_str(last).unwrap());
    assert_eq!(
        last,
        ("768".into(), "decaps".into(), "from-bytes".into(), 3)
    );
    let resumed = root.arena(&["run", "--quiet", "--resume", out.to_str().unwrap()]);
    assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
    assert_verifies(&root, &out);
    let verdict = verdict(&out);
    let mut seen = 0;
    for comparison in verdict["analysis"]["comparisons"].as_array().unwrap() {
        for operation in comparison["operations"].as_array().unwrap() {
            let Some(rounds) = operation["estimate"]["rounds"].as_u64() else {
                continue;
            };
            let unpaired = comparison["baseline"] == "nexusq-v1"
                && comparison["lane"] == "from-bytes"
                && operation["operation"] == "decaps";
            assert_eq!(rounds, if unpaired { 2 } else { 3 }, "{operation}");
            seen += usize::from(unpaired);
        }
    }
    assert_eq!(seen, 2, "nexusq-v2 and circl, each over nexusq-v1");
}

/// What the runners of a run were given, and the places of its rows.
fn given(root: &Root, name: &str, seed: &str) -> (BTreeSet<String>, BTreeMap<String, Vec<u64>>) {
    let (out, log) = (root.path(name), root.path(&format!("{name}.log")));
    let more = ["--rounds", "2", "--iterations", "32", "--seed", seed];
    let mut arguments = arguments(&out, &more);
    arguments.extend(["--alg", "ml-kem-768,ml-dsa-65", "--op", "decaps,verify"]);
    let mut command = root.command(&arguments);
    let output = command.env("FAKE_RUNNER_LOG", &log).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lines = fs::read_to_string(&log).unwrap();
    let mut turns = BTreeMap::new();
    for row in rows(&out) {
        turns.insert(row["row"].to_string(), places(&row));
    }
    (lines.lines().map(str::to_owned).collect(), turns)
}

#[test]
fn a_seed_repeats_the_items_and_the_order_of_the_turns() {
    let root = root("");
    let (items, turns) = given(&root, "one", "2a");
    let (same_items, same_turns) = given(&root, "two", "2a");
    let (other_items, other_turns) = given(&root, "three", "2b");
    assert_eq!(turns, same_turns);
    assert_eq!(items, same_items);
    assert_ne!(turns, other_turns);
    assert!(items.is_disjoint(&other_items));
    // The bytes are those that `corpus` documents, and every system is given the same keys. The last half of a seed is z,
    // which the decapsulation key ends with.
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    for (round, place) in [(1, ""), (1, "/item-1"), (2, "/item-31")] {
        let label = format!("common/ML-KEM-768/round-{round}{place}/key");
        let seed = hex(&derive(0x2a, &label, 64));
        assert!(items.contains(&format!("nexusq-v1 seed {seed}")), "{label}");
        for id in ["nexusq-v1", "nexusq-v2", "circl"] {
            let import = format!("{id} import {}", &seed[64..]);
            assert!(items.contains(&import), "{id} {label}");
        }
        let label = format!("common/ML-DSA-65/round-{round}{place}/message");
        let message = hex(&derive(0x2a, &label, 32));
        assert!(
            items.contains(&format!("nexusq-v1 message {message}")),
            "{label}"
        );
    }
}

#[test]
fn a_precision_out_of_reach_ends_at_the_budget_and_says_so() {
    let root = root("");
    let measured = |name: &str, precision: &str, budget: &str| {
        let more = [
            "--op",
            "decaps",
            "--alg",
            "ml-kem-768",
            "--iterations",
            "32",
        ];
        let mut more = more.to_vec();
        more.extend(["--precision", precision, "--budget", budget]);
        let (out, output) = run(&root, name, &more);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let plan = fs::read_to_string(out.join("plan.json")).unwrap();
        let plan: Value = serde_json::from_str(&plan).unwrap();
        let rounds = plan["rounds"].as_u64().unwrap();
        assert_eq!(rows(&out).len() as u64, rounds * SYSTEMS.len() as u64 * 2);
        assert_verifies(&root, &out);
        (rounds, stderr(&output))
    };
    // No time at all: the look after twelve rounds is the last.
    let (rounds, text) = measured("out-of-reach", "0.01%", "0");
    assert_eq!(rounds, 12);
    let words = "precision not reached in the time given: after 12 rounds the widest half-width is";
    assert!(text.contains(words), "{text}");
    let (rounds, text) = measured("reached", "50%", "600");
    assert_eq!(rounds % 4, 0);
    let words = format!("precision reached: after {rounds} rounds the widest half-width is");
    assert!(text.contains(&words), "{text}");
}

#[test]
fn what_precision_cannot_do_is_refused() {
    let root = root("");
    let (_, output) = run(&root, "few", &["--precision", "1%", "--rounds", "11"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--rounds 11: with --precision at least 12"));
    assert!(!root.path("few").exists());
    let output = root.arena(&["run", "--protocol", "v2", "--precision", "1%"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("protocol `v2` has no intervals; --precision goes with"),
        "{}",
        stderr(&output)
    );
    let (_, output) = run(&root, "odd", &["--iterations", "33"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--iterations 33: an interleaved protocol"));
}
