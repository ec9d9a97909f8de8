//! The page `report.html`: its structure, its figures, and what hostile or broken folders make of it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod markup;

use arena_core::evidence::{self, CHECKSUMS, Derived, ENVIRONMENT, REPORT_HTML, derive};
use arena_core::plan::Plan;
use arena_core::record::{Block, Record, Turns};
use arena_core::runners::{self, RunnerUse};
use arena_core::stats::Summary;
use arena_core::verify::verify;
use arena_runner::message::Operation;
use markup::is_sound;
use std::fs;
use std::path::Path;

const HOSTILE: &str =
    "</td></script><script>alert(1)</script><img src=x onerror=alert(2)>\" ' &amp; \u{1b}[31m";

fn page(dir: &Path) -> String {
    derive(dir).unwrap().page(dir).unwrap()
}

fn written(plan: &Plan, change: impl Fn(&mut Record) -> bool) -> (tempfile::TempDir, Derived) {
    let dir = tempfile::tempdir().unwrap();
    common::write_raw(dir.path(), plan, 1.5, change);
    let derived = derive(dir.path()).unwrap();
    (dir, derived)
}

/// The values in full of the lines of the chart of the gate: name, and its cells with a value.
fn gate(page: &str) -> Vec<(String, Vec<f64>)> {
    let part = page.split_once("id=\"gate\"").unwrap().1;
    let body = part.split_once("<tbody>").unwrap().1;
    let body = body.split_once("</tbody>").unwrap().0;
    let mut lines = Vec::new();
    for line in body.split("<tr").skip(1) {
        let head = line.split_once("<th scope=\"row\">").unwrap().1;
        let values = line.split(" data-v=\"").skip(1);
        lines.push((
            head.split('<').next().unwrap().to_owned(),
            values
                .map(|text| text.split('"').next().unwrap().parse().unwrap())
                .collect(),
        ));
    }
    lines
}

#[test]
fn the_figures_of_the_page_are_those_of_the_verdict() {
    let (dir, derived) = written(&common::whole(), |_| true);
    let page = page(dir.path());
    let verdict = derived.verdict();
    let lines = gate(&page);
    assert_eq!(lines.len(), 10);
    for ((name, values), operation) in lines.iter().zip(&verdict.operations) {
        assert_eq!(*name, operation.name());
        let ratio = operation.ratio.unwrap();
        let expected = [
            ratio.value,
            ratio.low,
            operation.baseline_ns.unwrap(),
            operation.candidate_ns.unwrap(),
        ];
        assert_eq!(*values, expected, "{name}");
        assert!(page.contains(&format!("{:.4} to {:.4}", ratio.low, ratio.high)));
    }
    let mean = verdict.geometric_mean.unwrap();
    assert_eq!(
        lines[9],
        ("geometric mean".to_owned(), vec![mean.value, mean.low])
    );
    assert!(page.contains(&format!("<b>{:.4}</b>", mean.value)));
    assert!(page.contains("138 of 138"));
    // One line for each system in each table, and one for each row: as in tests/report.rs.
    assert_eq!(
        page.matches("<h4>").count(),
        15 + 1 + 5,
        "operations, one cost of signing, five agreements"
    );
}

#[test]
fn the_page_of_138_rows_is_whole_and_small() {
    let (dir, _) = written(&common::whole(), |_| true);
    let page = page(dir.path());
    is_sound(&page);
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
    for id in [
        "verdict",
        "gate",
        "machine",
        "sets",
        "checks",
        "resources",
        "provenance",
        "cautions",
        "left-out",
        "rows",
        "again",
    ] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    // The packages, their checksums and licences, the compiler, the runner.
    for fact in [
        "ml-kem 0.3.4",
        "Apache-2.0 OR MIT",
        "rustc 1.95.0",
        "opt-level=3",
        &"0a".repeat(32),
        &"5f".repeat(32),
    ] {
        assert!(page.contains(fact), "{fact}");
    }
    // FIPS 203, table 3; FIPS 204, table 2.
    for size in [
        "<b>1,184</b>",
        "<b>2,400</b>",
        "<b>1,088</b>",
        "<b>1,952</b>",
        "<b>4,032</b>",
        "<b>3,309</b>",
    ] {
        assert!(page.contains(size), "{size}");
    }
    assert!(page.contains("Not recorded: the folder has no <code>runners.jsonl</code>"));
    assert!(page.contains("<code>arena report DIR --checks FILE</code>"));
}

#[test]
fn the_fastest_stands_first_with_a_bar_of_one() {
    let (dir, derived) = written(&common::whole(), |_| true);
    let page = page(dir.path());
    let group = &derived.report.groups[0];
    let part = page.split_once("<h4>keygen").unwrap().1;
    let body = part
        .split_once("<tbody>")
        .unwrap()
        .1
        .split_once("</tbody>")
        .unwrap()
        .0;
    let systems: Vec<&str> = body
        .split(" data-y=\"")
        .skip(1)
        .map(|text| text.split('"').next().unwrap())
        .collect();
    let expected: Vec<&str> = group
        .lines
        .iter()
        .map(|line| line.system.as_str())
        .collect();
    assert_eq!(systems, expected);
    assert!(
        body.contains(&format!("{}: 1.00 times the best", expected[0])),
        "{body}"
    );
}

#[test]
fn text_from_outside_stays_text_wherever_it_stands() {
    let mut plan = common::whole();
    plan.run_id = HOSTILE.to_owned();
    let (dir, _) = written(&plan, |record| {
        if record.row.system == "botan" {
            common::fail(record, HOSTILE);
        }
        if record.row.system == "openssl" {
            common::spoil(record, HOSTILE);
        }
        record.check.agreed.push(HOSTILE.to_owned());
        let implementation = &mut record.implementation;
        if let Some(of) = &mut implementation.descriptor {
            for text in [
                &mut of.name,
                &mut of.language,
                &mut of.back_end,
                &mut of.rng,
                &mut of.build_options,
                &mut of.version,
            ] {
                *text = HOSTILE.to_owned();
            }
            for text in [
                &mut of.build.compiler,
                &mut of.build.profile,
                &mut of.build.target,
                &mut of.build.flags,
            ] {
                *text = HOSTILE.to_owned();
            }
        }
        for package in &mut implementation.provenance {
            for text in [
                &mut package.name,
                &mut package.upstream,
                &mut package.licence,
                &mut package.build_options,
            ] {
                *text = HOSTILE.to_owned();
            }
        }
        if let Some(offer) = &mut implementation.offer {
            offer.prepared_key = HOSTILE.to_owned();
        }
        record.environment.cpu = HOSTILE.to_owned();
        true
    });
    let text = fs::read_to_string(dir.path().join(ENVIRONMENT)).unwrap();
    let hostile = serde_json::to_string(HOSTILE).unwrap();
    let text = text.replace("\"name\": null", &format!("\"name\": {hostile}"));
    fs::write(dir.path().join(ENVIRONMENT), text).unwrap();
    let checks = CHECKS.replace("HOSTILE", &hostile[1..hostile.len() - 1]);
    fs::write(dir.path().join("checks.json"), checks).unwrap();
    let page = page(dir.path());
    is_sound(&page);
    assert!(!page.contains("<script>alert") && !page.contains("<img") && !page.contains('\u{1b}'));
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;";
    assert!(
        page.matches(escaped).count() > 100,
        "{}",
        page.matches(escaped).count()
    );
}

#[test]
fn failed_wrong_missing_and_torn_rows_are_named() {
    let (dir, _) = written(&common::whole(), |record| {
        match record.row.system.as_str() {
            "botan" => {
                common::fail(record, "ended by signal 11");
                true
            }
            "circl" => {
                common::spoil(record, "shared secrets differ");
                true
            }
            "liboqs" => record.row.operation != Operation::Keygen,
            _ => true,
        }
    });
    let torn = evidence::raw_path(dir.path(), "arena-aws-lc");
    let mut bytes = fs::read(&torn).unwrap();
    bytes.extend_from_slice(b"{\"schema_version\":2,");
    fs::write(&torn, bytes).unwrap();
    let page = page(dir.path());
    is_sound(&page);
    for words in [
        "ended by signal 11",
        "shared secrets differ",
        "does not end with a line feed",
        "liboqs ml-kem-768 keygen (prepared, round 1) is in no file",
        "3 mismatch",
        "✗",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn an_empty_folder_and_one_in_which_all_failed_have_a_page() {
    let (dir, _) = written(&common::whole(), |_| false);
    is_sound(&page(dir.path()));
    let (dir, _) = written(
        &common::plan("evidence", 4, |row| row.round <= 2),
        |record| {
            common::fail(record, "not built");
            true
        },
    );
    fs::write(dir.path().join(ENVIRONMENT), "no JSON").unwrap();
    fs::write(dir.path().join("checks.json"), "[]").unwrap();
    let page = page(dir.path());
    is_sound(&page);
    assert!(page.contains("environment.json is not there or can&#39;t be read"));
    assert!(page.contains("checks.json is not what `arena check --json` writes"));
}

/// The rows of version 1 that the historical runs left: a mean each, and hardly anything else.
#[test]
fn rows_of_version_1_show_what_they_lack() {
    let (dir, _) = written(&common::whole(), |_| false);
    let old = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/records/evidence/run-37918298351/pq-code-package.jsonl");
    fs::copy(old, evidence::raw_path(dir.path(), "pq-code-package")).unwrap();
    let page = page(dir.path());
    is_sound(&page);
    assert!(page.contains("<dt>runner, SHA-256</dt><dd>not recorded</dd>"));
    assert!(page.contains("the row holds a mean and no samples"));
}

/// Systems that took turns, with signatures of 1 to 8 attempts: 100 µs fixed and 50 µs an attempt.
fn in_turns(record: &mut Record) -> bool {
    let sign = record.row.operation == Operation::Sign && record.row.algorithm == "ml-dsa";
    let Some(measurement) = &mut record.measurement else {
        return true;
    };
    let slow = if record.row.system == "nexusq-v1" {
        2
    } else {
        1
    };
    let noise = u64::from(record.row.round) * 10;
    let blocks: Vec<Block> = (0..measurement.iterations as u32 / 8)
        .map(|place| Block {
            place: place % 2,
            started_unix_ns: 1,
            calibration_ns: Some([1000, 1000]),
        })
        .collect();
    if sign {
        for (place, sample) in measurement.samples_ns.iter_mut().enumerate() {
            *sample = slow * (100_000 + 50_000 * (place as u64 % 8 + 1)) + noise;
        }
        measurement.summary = Summary::of(&measurement.samples_ns).unwrap();
        measurement.attempts = Some((1..=8).collect());
    }
    measurement.turns = Some(Turns {
        group_unix_ns: 7,
        items: 8,
        blocks,
    });
    true
}

#[test]
fn signing_shows_its_parts_and_the_steps_of_the_attempts() {
    let plan = common::plan("evidence", 64, |row| {
        row.round <= 3 && row.system.starts_with("nexusq") && row.algorithm == "ml-dsa"
    });
    let (dir, derived) = written(&plan, in_turns);
    let page = page(dir.path());
    is_sound(&page);
    let analysis = derived.verdict().analysis.as_ref().unwrap();
    assert!(!analysis.signing.is_empty());
    let part = page.split_once("<h4>cost of signing").unwrap().1;
    let part = part.split_once("</table>").unwrap().0;
    // 1 attempt takes 150 µs and each further one 50 µs more; the noise is at most 30 ns.
    assert!(
        part.contains("nexusq-v2: median time by attempts, 1: 150.0 µs, 2: 200.0 µs, 3: 250.0 µs"),
        "{part}"
    );
    assert!(
        part.contains("nexusq-v1: median time by attempts, 1: 300.0 µs, 2: 400.0 µs"),
        "{part}"
    );
    assert!(part.matches("class=\"step\"").count() >= 2 * 8);
    assert!(part.contains("class=\"fixed\"") && part.contains("class=\"attempts\""));
    assert!(
        page.contains("id=\"comparisons\"")
            && page.contains("Control: nexusq-v2-control over nexusq-v2")
    );
    // Two lanes, never in one table.
    assert!(page.contains("data-lane=\"from-bytes\"") && page.contains("data-lane=\"both\""));
    let sign = page.split("<h4>sign ").skip(1);
    for table in sign.map(|part| part.split_once("</table>").unwrap().0) {
        assert!(table.contains("data-l=\"prepared\"") != table.contains("data-l=\"from-bytes\""));
    }
}

#[test]
fn very_many_rows_do_not_make_a_very_large_page() {
    let (dir, derived) = written(
        &common::plan("evidence", 8, |row| row.lane.id() == "prepared"),
        in_turns,
    );
    assert_eq!(derived.normalized.rows.len(), 1080);
    let page = page(dir.path());
    is_sound(&page);
    assert!(page.len() < 1_500_000, "{} bytes", page.len());
    assert!(page.contains("And 80 more: normalized.jsonl holds them."));
}

const CHECKS: &str = r#"{"schema":"nexusq-checks-1","arena":"HOSTILE","depth":"core","seed":"0","only":"HOSTILE",
"subjects":[{"id":"nexusq-v2","own":true,"version":"HOSTILE","back_end":"","runner_sha256":"","why_not":"HOSTILE"},
{"id":"circl","own":false,"version":"1.6.4","back_end":"","runner_sha256":"5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f","why_not":""}],
"suites":[{"id":"wycheproof","purpose":"HOSTILE"}],
"cells":[{"implementation":"circl","suite":"wycheproof","parameter_set":"ml-kem-768",
"counts":{"pass":1234,"fail":2,"policy":3,"unsupported":4,"not-run":5},"reasons":{},
"findings":[{"class":"fail","case":"ml-kem-768/HOSTILE","detail":"HOSTILE"}]}]}"#;

#[test]
fn checks_are_added_to_a_right_folder_and_shown_in_five_classes() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    fs::create_dir(&folder).unwrap();
    common::sound(&folder, 1.0);
    let file = dir.path().join("found.json");
    fs::write(&file, CHECKS.replace("HOSTILE", "x")).unwrap();
    evidence::add_checks(&folder, &file).unwrap();
    assert!(verify(&folder).unwrap().ok);
    let page = fs::read_to_string(folder.join(REPORT_HTML)).unwrap();
    is_sound(&page);
    for words in [
        "1,234 pass",
        "2 fail",
        "3 policy",
        "4 unsupported",
        "5 not run",
        "as measured",
        "1 cases failed",
    ] {
        assert!(page.contains(words), "{words}");
    }
    // The page follows from the file: another one, with right sums, is found.
    fs::write(folder.join("checks.json"), CHECKS.replace("1234", "1235")).unwrap();
    let verification = verify(&folder).unwrap();
    let step = verification
        .steps
        .iter()
        .find(|step| step.id == "report-html")
        .unwrap();
    assert!(!step.ok, "{step:?}");
}

#[test]
fn checks_are_not_added_to_what_is_not_right() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    fs::create_dir(&folder).unwrap();
    let file = dir.path().join("found.json");
    fs::write(&file, CHECKS).unwrap();
    common::write_raw(&folder, &common::whole(), 1.0, |_| true);
    let error = evidence::add_checks(&folder, &file)
        .unwrap_err()
        .to_string();
    assert!(error.contains("has no SHA256SUMS"), "{error}");
    evidence::finish(&folder).unwrap();
    let sums = fs::read(folder.join(CHECKSUMS)).unwrap();
    fs::write(folder.join("verdict.json"), "{}").unwrap();
    let error = evidence::add_checks(&folder, &file)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("nothing was added") && error.contains("verdict.json"),
        "{error}"
    );
    assert_eq!(fs::read(folder.join(CHECKSUMS)).unwrap(), sums);
    for (content, reason) in [
        ("{}", "is not what"),
        (
            &CHECKS.replace("checks-1", "checks-9"),
            "known is nexusq-checks-1",
        ),
    ] {
        fs::write(&file, content).unwrap();
        let error = evidence::add_checks(&folder, &file)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("found.json: ") && error.contains(reason),
            "{error}"
        );
    }
    assert!(!folder.join("checks.json").exists());
}

#[test]
fn what_runners_took_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    common::write_raw(dir.path(), &common::whole(), 1.0, |_| true);
    let mut one = RunnerUse::of("circl", 1, "5f", Path::new("/nonexistent"), 0);
    one.executable_bytes = Some(4_330_379);
    one.stack_bytes = Some(16_384);
    runners::append(dir.path(), &[one]).unwrap();
    evidence::finish(dir.path()).unwrap();
    assert!(verify(dir.path()).unwrap().ok);
    let page = page(dir.path());
    is_sound(&page);
    for words in ["4.13 MiB", "16 KiB", "not known"] {
        assert!(page.contains(words), "{words}");
    }
}
