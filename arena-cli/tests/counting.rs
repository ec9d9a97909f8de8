//! `arena count` with fake runners: figures where there is a tool, reasons where there is none.
//! Where valgrind is missing the test that needs it says so and passes.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::process::Command;

fn has_valgrind() -> bool {
    let there = Command::new("valgrind").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no valgrind");
    }
    there
}

fn built(root: Root) -> Root {
    let output = root.arena(&["build"]);
    assert!(output.status.success(), "{}", stderr(&output));
    root
}

/// One count for all of it, because each takes seconds. `nexusq-v1` and `nexusq-v2` are the same program.
#[test]
fn figures_where_there_is_a_tool_and_reasons_where_something_is_wrong() {
    if !has_valgrind() {
        return;
    }
    let root = built(
        Root::new()
            .adapter("nexusq-v1", "1.0", "")
            .adapter("nexusq-v2", "1.0", "")
            .adapter("liboqs", "1.0", "crash:decaps")
            .adapter("botan", "9.9", ""),
    );
    let (folder, file) = (root.path("out"), root.path("counts.json"));
    let folder = folder.to_str().unwrap();
    timed_run(&root, folder);
    let mut arguments = vec!["count", "--tool", "callgrind", "--items", "1"];
    arguments.extend(["--alg", "ml-kem-768", "--op", "decaps", "--beside", folder]);
    arguments.extend(["--impl", "nexusq-v1,nexusq-v2,liboqs,botan"]);
    arguments.extend(["--out", file.to_str().unwrap()]);
    let output = root.arena(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let table = stdout(&output);
    assert_eq!(table.matches("not counted").count(), 2, "{table}");
    let count: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert_eq!(count["rows"].as_array().unwrap().len(), 1);
    let entry = |index: usize| &count["rows"][0]["counts"][index];
    the_same_program_takes_the_same_instructions(entry(0), entry(1));
    for (entry, words) in [
        (entry(2), "signal 6 (abort)"),
        (entry(3), "the runner reports 9.9"),
    ] {
        assert_eq!(entry["instructions"], Value::Null, "{entry}");
        assert_eq!(entry["ratio"], Value::Null, "{entry}");
        let failure = entry["failure"].as_str().unwrap();
        assert!(failure.contains(words), "{failure}");
    }
    let means = count["geometric_means"].as_array().unwrap();
    assert_eq!(means.len(), 1, "{means:?}");
    assert_eq!(means[0]["time_ratio"], entry(1)["time_ratio"]);
}

/// Gives the counts times to stand beside them.
fn timed_run(root: &Root, folder: &str) {
    let mut arguments = vec!["run", "--alg", "ml-kem-768", "--op", "decaps"];
    arguments.extend(["--impl", "nexusq-v1,nexusq-v2", "--rounds", "1"]);
    arguments.extend(["--iterations", "3", "--cpu", "none", "--out", folder]);
    let output = root.arena(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// To a tenth of a percent. What the clock said of them is not asked, only that it stands there.
fn the_same_program_takes_the_same_instructions(first: &Value, second: &Value) {
    for entry in [first, second] {
        let instructions = entry["instructions"].as_f64().unwrap();
        assert!(instructions > 10_000.0, "{entry}");
        assert_eq!(entry["reproducible"], true, "{entry}");
        assert_eq!(entry["notes"], serde_json::json!([]), "{entry}");
        assert!(entry["time_ratio"].as_f64().unwrap() > 0.0, "{entry}");
    }
    let ratio = second["ratio"].as_f64().unwrap();
    assert!((ratio - 1.0).abs() < 0.001, "{ratio}");
}

#[test]
fn names_that_match_nothing_are_refused_with_those_that_would() {
    let root = Root::new().adapter("nexusq-v1", "1.0", "");
    for (arguments, words) in [
        (["--impl", "nexusq"], "known are nexusq-v1"),
        (["--alg", "ml-kem-769"], "did you mean `ml-kem-768`?"),
        (
            ["--op", "open"],
            "give keygen, encaps, decaps, sign or verify",
        ),
        (["--lane", "fast"], "give prepared or from-bytes"),
        (["--tool", "vtune"], "give callgrind, perf or auto"),
    ] {
        let mut all = vec!["count"];
        if arguments[0] != "--impl" {
            all.extend(["--impl", "nexusq-v1"]);
        }
        all.extend(arguments);
        let output = root.arena(&all);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    let output = root.arena(&[
        "count",
        "--impl",
        "nexusq-v1",
        "--alg",
        "ml-kem",
        "--op",
        "sign",
    ]);
    assert!(
        stderr(&output).contains("none of the sets"),
        "{}",
        stderr(&output)
    );
}
