//! What a report shows and what it keeps out, in each of its forms.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::evidence::{Derived, derive};
use arena_core::plan::Plan;
use arena_core::record::Record;
use arena_core::report::{markdown, table};

/// A report and its page.
struct Made {
    derived: Derived,
    page: String,
}

impl std::ops::Deref for Made {
    type Target = Derived;
    fn deref(&self) -> &Derived {
        &self.derived
    }
}

fn derived(plan: &Plan, change: impl Fn(&mut Record) -> bool) -> Made {
    let dir = tempfile::tempdir().unwrap();
    common::write_raw(dir.path(), plan, 1.5, change);
    let derived = derive(dir.path()).unwrap();
    let page = derived.page(dir.path()).unwrap();
    Made { derived, page }
}

fn forms(made: &Made) -> [String; 3] {
    let report = &made.derived.report;
    [
        table::render(report),
        markdown::render(report),
        made.page.clone(),
    ]
}

#[test]
fn the_table_fits_80_columns_and_has_one_line_per_system_and_operation() {
    let derived = derived(&common::whole(), |record| {
        if record.row.system == "botan" {
            let detail = "not built: ".to_owned() + &"a very long reason ".repeat(20);
            common::fail(record, &detail);
        }
        true
    });
    let text = table::render(&derived.report);
    for line in text.lines() {
        assert!(
            line.chars().count() <= 80,
            "{} columns: {line}",
            line.chars().count()
        );
    }
    // 9 operations of V1 and V2, and 9 + 9 + 6 + 4 × 6 of the others, less the 6 that failed.
    let lines: usize = derived
        .report
        .groups
        .iter()
        .map(|group| group.lines.len())
        .sum();
    assert_eq!(lines, 18 + 9 + 9 + 6 + 18);
    assert_eq!(derived.report.left_out.len(), 6);
    assert!(text.contains(
        "Out of the table:\n  botan ml-kem-768 keygen (prepared, round 1): failed: not built"
    ));
}

#[test]
fn ratios_stand_to_the_baseline_and_to_the_best() {
    let derived = derived(&common::whole(), |_| true);
    let group = &derived.report.groups[0];
    assert_eq!(group.title, "ML-KEM-768 keygen (prepared)");
    let line = |system: &str| {
        group
            .lines
            .iter()
            .find(|line| line.system == system)
            .unwrap()
    };
    let (v1, v2) = (line("nexusq-v1"), line("nexusq-v2"));
    assert_eq!(v1.to_baseline, Some(1.0));
    assert!((v2.to_baseline.unwrap() - 1.5).abs() < 0.01);
    // Round 3 is the middle one of rounds that rise by 100 ns.
    assert_eq!(
        (v1.rounds, v1.high_ns.unwrap() - v1.low_ns.unwrap()),
        (5, 400.0)
    );
    assert_eq!(v1.median_ns - v1.low_ns.unwrap(), 200.0);
    assert_eq!(group.lines[0].to_best, Some(1.0));
    assert!(
        group
            .lines
            .windows(2)
            .all(|pair| pair[0].median_ns <= pair[1].median_ns)
    );
    assert_eq!(line("liboqs").low_ns, None, "one round has no spread");
    let text = table::render(&derived.report);
    assert!(
        text.contains("\n  nexusq-v1              10.32 µs   10.12 µs   10.52 µs         1.00"),
        "{text}"
    );
}

#[test]
fn deterministic_signing_of_one_message_is_not_ranked() {
    let derived = derived(&common::whole(), |_| true);
    for group in &derived.report.groups {
        let sign = group.title.starts_with("ML-DSA-65 sign");
        assert_eq!(group.ranked, !sign, "{}", group.title);
        assert!(
            group
                .lines
                .iter()
                .all(|line| line.to_best.is_some() != sign)
        );
    }
    for text in forms(&derived) {
        assert!(text.contains("Not ranked: a row times one"), "{text}");
    }
    let [_, md, html] = forms(&derived);
    for text in [md, html] {
        assert!(text.contains("shows the attempts of one draw"));
    }
}

#[test]
fn wrong_rows_leave_the_table_and_are_named_with_what_differed() {
    let derived = derived(&common::whole(), |record| {
        if record.row.system == "circl" && record.row.operation.id() == "encaps" {
            common::spoil(record, "shared secret differs from liboqs");
        }
        true
    });
    let encaps = &derived.report.groups[1];
    assert_eq!(encaps.title, "ML-KEM-768 encaps (prepared)");
    assert!(encaps.lines.iter().all(|line| line.system != "circl"));
    for text in forms(&derived) {
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("shared secret differs from liboqs"), "{text}");
        assert!(flat.contains("mismatch"));
    }
}

/// Names and reasons come from runners: they must not become markup or terminal commands.
#[test]
fn text_from_outside_stays_text() {
    let derived = derived(&common::whole(), |record| {
        if record.row.system == "circl" {
            common::fail(
                record,
                "<script>alert(1)</script> | a\n# b\u{1b}[31m \u{9b}2J",
            );
        }
        if let Some(descriptor) = &mut record.implementation.descriptor {
            descriptor.back_end = "</table><b>x".into();
        }
        true
    });
    let [table, md, html] = forms(&derived);
    for text in [&table, &md, &html] {
        assert!(!text.contains(['\u{1b}', '\u{9b}']));
    }
    assert!(!html.contains("<script>alert") && !html.contains("</table><b>"));
    assert!(html.contains("&lt;script&gt;"));
    assert!(!md.contains("<script>") && !md.contains("\n# b"));
    assert!(
        md.contains("\\<script\\>alert(1)\\</script\\> \\| a\\\\n# b"),
        "{md}"
    );
}

#[test]
fn a_quick_run_says_in_every_form_that_it_is_no_evidence() {
    let quick = derived(&common::plan("quick", 10, |_| true), |_| true);
    for text in forms(&quick) {
        assert!(text.contains("No evidence"));
    }
    let v2 = derived(&common::whole(), |_| true);
    for text in forms(&v2) {
        assert!(!text.contains("No evidence"));
    }
}

#[test]
fn prepared_keys_that_hold_unlike_things_are_named_where_it_matters() {
    let derived = derived(&common::whole(), |record| {
        if record.row.system == "circl"
            && let Some(offer) = &mut record.implementation.offer
        {
            offer.prepared_key = "expanded".into();
        }
        true
    });
    let note = |title: &str| {
        let mut groups = derived.report.groups.iter();
        let group = groups.find(|group| group.title == title).unwrap();
        group.note.clone().unwrap_or_default()
    };
    let words = "Prepared keys hold unlike things: decoded (aws-lc, botan, liboqs, nexusq-v1, nexusq-v2, openssl, pq-code-package, rustcrypto-kems); expanded (circl).";
    assert_eq!(note("ML-KEM-768 encaps (prepared)"), words);
    assert_eq!(note("ML-KEM-768 keygen (prepared)"), "");
    assert_eq!(note("ML-KEM-1024 encaps (prepared)"), "");
    assert!(note("ML-DSA-65 sign (prepared)").starts_with("Not ranked"));
    for form in forms(&derived) {
        let form = form.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(form.contains("hold unlike things"), "{form}");
    }
}
