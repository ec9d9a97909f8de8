//! The published schemas agree with the Rust types, and are stricter where the types can't be.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use arena_core::record::Record;
use arena_core::schema::{validate_normalized, validate_record};
use serde_json::{Value, json};

fn sample() -> Value {
    let plan = common::plan("v2", 3, |row| row.system == "openssl");
    serde_json::to_value(common::record(&plan, &plan.rows[0], 1.0)).unwrap()
}

fn failed_sample() -> Value {
    let plan = common::plan("v2", 3, |row| row.system == "openssl");
    let mut record = common::record(&plan, &plan.rows[0], 1.0);
    common::fail(&mut record, "the runner ended by signal 11");
    record.implementation.descriptor = None;
    record.implementation.offer = None;
    record.implementation.runner_sha256 = None;
    serde_json::to_value(record).unwrap()
}

/// The pointers of all objects in a value.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.push(at.to_owned());
            for (name, field) in fields {
                objects(field, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                objects(item, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Calls `refuse` with each value that lacks a field, has it under another name, or has one more.
fn for_each_damage(sample: &Value, refuse: impl Fn(&Value, &str)) -> usize {
    let mut pointers = Vec::new();
    objects(sample, "", &mut pointers);
    let mut count = 0;
    for pointer in pointers {
        let fields = sample.pointer(&pointer).unwrap().as_object().unwrap();
        for name in fields.keys() {
            let mut damaged = sample.clone();
            let object = damaged.pointer_mut(&pointer).unwrap().as_object_mut();
            let value = object.unwrap().remove(name).unwrap();
            refuse(&damaged, &format!("{pointer}/{name} removed"));
            let object = damaged.pointer_mut(&pointer).unwrap().as_object_mut();
            object.unwrap().insert(format!("{name}_"), value);
            refuse(&damaged, &format!("{pointer}/{name} renamed"));
            count += 1;
        }
        let mut damaged = sample.clone();
        let object = damaged.pointer_mut(&pointer).unwrap().as_object_mut();
        object.unwrap().insert("more".into(), json!(1));
        refuse(&damaged, &format!("{pointer}/more added"));
    }
    count
}

#[test]
fn a_record_passes_and_each_field_removed_renamed_or_added_does_not() {
    assert_eq!(validate_record(&sample()), Ok(()));
    assert_eq!(validate_record(&failed_sample()), Ok(()));
    let count = for_each_damage(&sample(), |damaged, what| {
        assert!(validate_record(damaged).is_err(), "{what}");
    });
    assert!(count > 60, "{count} fields");
}

/// What the schema lets through, the type reads, and the other way round.
#[test]
fn what_the_schema_accepts_the_type_reads() {
    for value in [sample(), failed_sample()] {
        let record: Record = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(record).unwrap(), value);
    }
}

/// What a user brought has an origin and a sum, what a package manager locked has none.
#[test]
fn an_origin_goes_with_what_no_package_manager_has_locked() {
    let with = |ecosystem: &str, checksum: &str, origin: Option<Value>| {
        let mut value = sample();
        let package = &mut value["implementation"]["provenance"][0];
        package["ecosystem"] = json!(ecosystem);
        package["checksum"] = json!(checksum);
        if let Some(origin) = origin {
            package["origin"] = origin;
        }
        value
    };
    let sum = format!("sha256:{}", "0a".repeat(32));
    let library = json!({"kind": "library", "place": "home", "header_version": "3.5.9", "revision": format!("{}-dirty", "1b".repeat(20))});
    let adapter = json!({"kind": "adapter", "place": "elsewhere"});
    for right in [
        with("own", &sum, Some(library.clone())),
        with("outside", &sum, Some(adapter.clone())),
        with("cargo", &sum, None),
    ] {
        assert_eq!(validate_record(&right), Ok(()));
        let record: Record = serde_json::from_value(right.clone()).unwrap();
        assert_eq!(serde_json::to_value(record).unwrap(), right);
    }
    for wrong in [
        with("own", &sum, None),
        with("own", "", Some(library.clone())),
        with("cargo", &sum, Some(library)),
        with("mine", &sum, Some(adapter)),
        with(
            "own",
            &sum,
            Some(json!({"kind": "library", "place": "/home/ada"})),
        ),
        with(
            "own",
            &sum,
            Some(json!({"kind": "library", "place": "home", "path": "/home/ada"})),
        ),
        with(
            "own",
            &sum,
            Some(json!({"kind": "library", "place": "home", "revision": "main"})),
        ),
    ] {
        assert!(validate_record(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn values_out_of_range_are_refused_and_named() {
    let cases = [
        ("/schema_version", json!(3)),
        ("/run_id", json!("")),
        ("/run_id", json!("a b")),
        ("/row/system", json!("NexusQ")),
        ("/row/round", json!(0)),
        ("/row/round", json!(4_294_967_296u64)),
        ("/row/operation", json!("decrypt")),
        ("/row/operation", json!("sign")),
        ("/row/parameter_set", json!("65")),
        ("/row/lane", json!("both")),
        ("/status", json!("fine")),
        ("/status", json!("failed")),
        ("/status", json!("mismatch")),
        ("/failure", json!({"kind": "crashed", "message": "x"})),
        ("/measurement", json!(null)),
        ("/measurement/samples_ns/0", json!(-1)),
        ("/measurement/samples_ns/0", json!(1.5)),
        ("/measurement/samples_ns", json!([])),
        ("/measurement/iterations", json!(0)),
        ("/measurement/summary/mean", json!("12")),
        ("/implementation/runner_sha256", json!("5F".repeat(32))),
        ("/implementation/provenance/0/checksum", json!("md5:00")),
        ("/environment/machine", json!("github-actions")),
        ("/environment/pinned_cpu", json!(-1)),
        ("/check/outcome", json!("mismatch")),
        ("/sizes/public_key_bytes", json!(0)),
    ];
    for (pointer, value) in cases {
        let mut damaged = sample();
        *damaged.pointer_mut(pointer).unwrap() = value.clone();
        let errors = validate_record(&damaged).unwrap_err();
        assert!(!errors.is_empty(), "{pointer} = {value}");
    }
    let mut damaged = sample();
    damaged["measurement"]["samples_ns"][1] = json!("a");
    let errors = validate_record(&damaged).unwrap_err();
    assert!(errors[0].starts_with("/measurement"), "{errors:?}");
    for other in [json!(null), json!([]), json!("x"), json!(2)] {
        assert!(validate_record(&other).is_err());
    }
}

#[test]
fn a_normalized_row_passes_and_each_field_removed_renamed_or_added_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let plan = common::plan("v2", 3, |row| row.system == "openssl");
    common::write_raw(dir.path(), &plan, 1.0, |_| true);
    let derived = arena_core::evidence::derive(dir.path()).unwrap();
    let rows = &derived.normalized.rows;
    assert_eq!(rows.len(), 9);
    for row in rows {
        let value = serde_json::to_value(row).unwrap();
        assert_eq!(validate_normalized(&value), Ok(()));
        for_each_damage(&value, |damaged, what| {
            assert!(validate_normalized(damaged).is_err(), "{what}");
        });
    }
}
