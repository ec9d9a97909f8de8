//! `arena compare` and `arena explain` on fake implementations.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, rows, stderr, stdout};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

fn root() -> Root {
    let root = Root::new()
        .adapter("circl", "1.0", "")
        .adapter("mine", "1.0", "");
    let built = root.arena(&["build"]);
    assert!(built.status.success(), "{}", stderr(&built));
    root
}

/// Compares two sides in decapsulation with ML-KEM-768.
fn compare(root: &Root, sides: [&str; 2], rounds: &str, out: &Path) -> Output {
    // Not pinned: tests run side by side.
    let mut arguments = vec!["compare", "--quiet", "--json", "--cpu", "none"];
    arguments.extend(["--rounds", rounds]);
    arguments.extend(["--alg", "ml-kem-768", "--op", "decaps"]);
    arguments.extend(["--seed", "1", "--out", out.to_str().unwrap()]);
    arguments.extend(sides);
    root.arena(&arguments)
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).unwrap()
}

fn systems(folder: &Path) -> BTreeSet<String> {
    let rows = rows(folder);
    let names = rows.iter().map(|row| row["row"]["system"].as_str());
    names.map(|name| name.unwrap().to_owned()).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn two_implementations_are_measured_in_turns_beside_a_control() {
    let root = root();
    let out = root.path("out");
    let analysis = json(&compare(&root, ["circl", "mine"], "3", &out));
    assert_eq!(systems(&out), set(&["circl", "mine", "mine-control"]));
    assert_eq!(rows(&out).len(), 3 * 3 * 2);
    for (of, baseline, candidate) in [
        ("comparisons", "circl", "mine"),
        ("control", "mine", "mine-control"),
    ] {
        let compared = analysis[of].as_array().unwrap();
        let lanes: Vec<&Value> = compared.iter().map(|c| &c["lane"]).collect();
        assert_eq!(lanes, ["prepared", "from-bytes"]);
        for comparison in compared {
            assert_eq!(comparison["baseline"], baseline);
            assert_eq!(comparison["candidate"], candidate);
            for operation in comparison["operations"].as_array().unwrap() {
                let decaps =
                    operation["parameter_set"] == "768" && operation["operation"] == "decaps";
                assert_eq!(operation["estimate"].is_null(), !decaps, "{operation}");
                if decaps {
                    let estimate = &operation["estimate"];
                    assert_eq!(operation["how"], "same-inputs");
                    assert_eq!(
                        (&estimate["rounds"], &estimate["blocks"]),
                        (&3.into(), &48.into())
                    );
                    let end = |end: &str| estimate["interval"][end].as_f64().unwrap();
                    assert!(end("low") <= end("high"), "{estimate}");
                    let floor = operation["noise_floor"].as_f64();
                    assert_eq!(floor.is_some(), of == "comparisons", "{operation}");
                }
            }
        }
    }
    let verified = root.arena(&["verify", out.to_str().unwrap()]);
    assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
    folders_are_compared_if_they_come_from_one_machine(&root, &out);
}

#[test]
fn builds_and_the_same_implementation_twice_can_be_compared() {
    let root = root();
    // Another build: a program that answers as a runner.
    let build = root.path("another-build");
    let runner = root.path("target/runners/runner-mine");
    let script = format!("#!/bin/sh\nexec {} another 7.1\n", runner.display());
    fs::write(&build, script).unwrap();
    fs::set_permissions(&build, fs::Permissions::from_mode(0o755)).unwrap();
    let out = root.path("builds");
    json(&compare(
        &root,
        ["mine", build.to_str().unwrap()],
        "1",
        &out,
    ));
    let names = systems(&out);
    let other = names.iter().find(|name| *name != "mine").unwrap();
    // The name with the first digits of the executable's sum.
    assert_eq!(other.len(), "another-".len() + 8, "{names:?}");
    assert_eq!(names, set(&["mine", other, &format!("{other}-control")]));
    assert!(rows(&out).iter().all(|row| row["status"] == "ok"));

    let out = root.path("twice");
    let analysis = json(&compare(&root, ["mine", "mine"], "1", &out));
    assert_eq!(
        systems(&out),
        set(&["mine", "mine-again", "mine-again-control"])
    );
    for comparison in analysis["comparisons"].as_array().unwrap() {
        assert_eq!(comparison["call"], "too-few-rounds");
    }
}

#[test]
fn sides_that_are_nothing_or_not_of_a_kind_are_refused() {
    let root = root();
    let (out, folder) = (root.path("out"), root.path("folder"));
    fs::create_dir(&folder).unwrap();
    let file = root.path("file");
    fs::write(&file, "no program").unwrap();
    let (folder, file) = (folder.to_str().unwrap(), file.to_str().unwrap());
    for (sides, words) in [
        (
            ["mine", folder],
            "one side is a folder of evidence and the other is not",
        ),
        ([folder, "mine"], "give two of a kind"),
        (
            ["mine", "yours"],
            "yours: no implementation, no file and no folder of that name; known are circl, mine",
        ),
        (["mine", file], "is no runner"),
        ([folder, folder], "plan.json"),
    ] {
        let output = compare(&root, sides, "1", &out);
        assert_eq!(output.status.code(), Some(2), "{sides:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert!(!out.exists(), "{sides:?}");
    }
}

/// A folder and its copy: nothing differs but the machine that the copy says it is from.
fn folders_are_compared_if_they_come_from_one_machine(root: &Root, one: &Path) {
    let two = root.path("two");
    copy(one, &two);
    let folders = |more: &[&str]| {
        let mut arguments = vec!["compare", one.to_str().unwrap(), two.to_str().unwrap()];
        arguments.extend(more);
        root.arena(&arguments)
    };
    let compared = json(&folders(&["--json"]));
    let rows = compared["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3 * 2, "three systems in two lanes");
    for row in rows {
        assert_eq!(
            (&row["set"], &row["operation"]),
            (&"ml-kem-768".into(), &"decaps".into())
        );
        assert_eq!((&row["ratio"], &row["machine"]), (&1.0.into(), &1.0.into()));
        assert_eq!(
            (&row["same_executable"], &row["call"]),
            (&true.into(), &"no-difference".into())
        );
        let end = |end: &str| row["interval"][end].as_f64().unwrap();
        assert!(end("low") < 1.0 && 1.0 < end("high"), "{row}");
    }
    let labels = compared["labels"].to_string();
    assert!(labels.contains("did not take turns"), "{labels}");
    assert!(!labels.contains("ACROSS MACHINES"), "{labels}");

    let facts = two.join("environment.json");
    let text = fs::read_to_string(&facts).unwrap();
    let moved = text.replace("\"architecture\": \"", "\"architecture\": \"z");
    assert_ne!(moved, text);
    fs::write(&facts, moved).unwrap();
    let refused = folders(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let words = stderr(&refused);
    assert!(
        words.contains("the folders come from unlike machines"),
        "{words}"
    );
    assert!(
        words.contains("--across-machines compares them all the same"),
        "{words}"
    );
    let output = folders(&["--across-machines"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("ACROSS MACHINES: the first run is from"));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn explain_leaves_figures_a_page_and_plots() {
    let root = root();
    let out = root.path("why");
    let arguments = "explain --impl mine --only historical --only turns-unpinned --repeats 2 --no-builds --cpu none --quiet --out";
    let mut arguments: Vec<&str> = arguments.split(' ').collect();
    arguments.push(out.to_str().unwrap());
    let output = root.arena(&arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}\n{}",
        stdout(&output),
        stderr(&output)
    );
    let text = fs::read_to_string(out.join("explanation.json")).unwrap();
    let explanation: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(explanation["left_out"], Value::Array(Vec::new()));
    let spreads = explanation["spreads"].as_array().unwrap();
    let ids: Vec<&Value> = spreads.iter().map(|spread| &spread["id"]).collect();
    assert_eq!(ids, ["historical", "turns-unpinned"]);
    for spread in spreads {
        let runs = spread["runs"].as_array().unwrap();
        assert_eq!(runs.len(), 2);
        for run in runs {
            assert_eq!(run["ratios"].as_array().unwrap().len(), 9);
            assert!(run["geometric_mean"].as_f64().unwrap() > 0.0);
            assert_eq!(run["call"].is_null(), spread["id"] == "historical");
            let folder = out.join(run["folder"].as_str().unwrap());
            let verified = root.arena(&["verify", folder.to_str().unwrap()]);
            assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
        }
    }
    let page = fs::read_to_string(out.join("explanation.md")).unwrap();
    assert_eq!(stdout(&output), page);
    for name in ["signing.svg", "geometric-mean.svg", "without-signing.svg"] {
        assert!(page.contains(&format!("![{name}]({name})")), "{page}");
        let svg = fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(svg.matches("<circle").count(), 4, "{name}");
    }
    assert!(page.contains("| historical | 2 |"), "{page}");
}

#[test]
fn explain_refuses_what_it_does_not_know() {
    let root = root();
    for (arguments, words) in [
        (
            ["--impl", "yours"],
            "--impl yours: there is no implementation of that name; known are circl, mine",
        ),
        (
            ["--only", "weather"],
            "--only weather: no experiment begins so; known are historical,",
        ),
        (["--repeats", "0"], "--repeats"),
    ] {
        let mut all = vec!["explain", "--no-builds", "--quiet"];
        if arguments[0] != "--impl" {
            all.extend(["--impl", "mine"]);
        }
        all.extend(arguments);
        let output = root.arena(&all);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    assert!(!root.path("runs").exists());
}
