//! `arena build NAME --from PATH`: what is looked at, what is refused, and what stands in the records. The library is a file
//! with nothing in it, and the runner a fake that reports the version it is told to.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, fake_runner, stderr, stdout};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// A root with an adapter `toy` that can be built over the user's own toy, and one that can't.
fn root() -> Root {
    let root = Root::new()
        .adapter("toy", "1.0", "")
        .adapter("zebra", "1.0", "");
    let manifest = root.path("adapters/toy/adapter.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let runner = fake_runner();
    let own = format!(
        "[own]\ncommand = ['sh', '-c', 'printf %s \"$NEXUSQ_TOY_FROM|$NEXUSQ_TOY_VERSION|$NEXUSQ_TOY_LIBRARY\" > \"{{work}}/told\"; cp {} {{output}}']\n\
         [[own.part]]\nname = 'toy'\nreplaces = ['toy-src']\nheaders = ['include/toy.h']\nversion = ['TOY_VERSION']\n\
         libraries = ['libtoy.a', 'libtoy.so']\nminimum = '0.9'\nlacks = 'ML-KEM'\n",
        runner.display()
    );
    fs::write(
        &manifest,
        text.replace("[[implementation]]", &format!("{own}[[implementation]]")),
    )
    .unwrap();
    root
}

/// A prefix with the header of a version and a library.
fn prefix(root: &Root, version: &str, library: &str) -> PathBuf {
    let folder = root.path("prefix");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("include")).unwrap();
    fs::create_dir_all(folder.join("lib")).unwrap();
    fs::write(
        folder.join("include/toy.h"),
        format!("#define TOY_VERSION \"{version}\"\n"),
    )
    .unwrap();
    if !library.is_empty() {
        fs::write(folder.join("lib").join(library), "static").unwrap();
    }
    folder
}

fn build(root: &Root, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = vec!["build", "toy"];
    command.extend(arguments);
    let output = root.arena(&command);
    (output.status.code(), stdout(&output), stderr(&output))
}

fn listed(root: &Root, id: &str) -> Value {
    let output = root.arena(&["list", "--json", id]);
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    all["implementations"][0].clone()
}

#[test]
fn an_own_build_stands_beside_the_packaged_one_and_its_rows_say_what_it_is() {
    let root = root();
    assert_eq!(root.arena(&["build"]).status.code(), Some(0));
    let packaged = listed(&root, "toy");
    let from = prefix(&root, "1.0", "libtoy.a");
    let (code, said, errors) = build(&root, &["--from", from.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(said.contains("toy-own  toy (own build) 1.0"), "{said}");
    // What the build was told.
    let told = fs::read_to_string(root.path("target/own/toy-own/told")).unwrap();
    let real = from.canonicalize().unwrap();
    assert_eq!(told, format!("{0}|1.0|{0}/lib/libtoy.a", real.display()));
    // The packaged one is as it was.
    assert_eq!(listed(&root, "toy"), packaged);
    assert!(packaged["packages"].as_array().unwrap().is_empty());

    let out = root.path("run");
    let run = root.arena(&[
        "run",
        "--protocol",
        "quick",
        "--impl",
        "toy,toy-own",
        "--alg",
        "ml-kem-768",
        "--op",
        "keygen",
        "--cpu",
        "none",
        "--iterations",
        "2",
        "--warmups",
        "1",
        "-q",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let rows = common::rows(&out);
    let row = rows
        .iter()
        .find(|row| row["row"]["system"] == "toy-own")
        .unwrap();
    assert_eq!(row["implementation"]["version"], "1.0");
    let expected = json!([{
        "ecosystem": "own", "name": "toy", "version": "1.0", "upstream": "", "licence": "NOASSERTION", "build_options": "",
        // printf static | sha256sum
        "checksum": "sha256:2053dbbf6ec7135c4e994d3464c478db6f48d3ca21052c8f44915edc96e02c39",
        "origin": {"kind": "library", "place": "project", "header_version": "1.0"},
    }]);
    assert_eq!(row["implementation"]["provenance"], expected);
    assert!(
        !serde_json::to_string(&rows).unwrap().contains("prefix"),
        "no path is recorded"
    );
    assert_eq!(
        root.arena(&["verify", out.to_str().unwrap()]).status.code(),
        Some(0)
    );
    // `toy` comes first, but both are builds behind one adapter: the independent witness is asked.
    assert_eq!(row["check"]["agreed"], json!(["zebra"]), "{}", row["check"]);
}

#[test]
fn headers_of_another_version_than_the_library_are_an_error() {
    let root = root();
    let from = prefix(&root, "1.0", "libtoy.a");
    let flag = from.to_str().unwrap();
    assert_eq!(build(&root, &["--from", flag]).0, Some(0));
    // The runner goes on reporting 1.0.
    prefix(&root, "1.1", "libtoy.a");
    let (code, _, errors) = build(&root, &["--from", flag]);
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("are of toy 1.1, but the library that was linked calls itself 1.0"),
        "{errors}"
    );
    // Nothing is left that could be taken for it.
    assert!(!root.path("target/runners/runner-toy-own").exists());
    assert_eq!(root.arena(&["list", "toy-own"]).status.code(), Some(2));
}

#[test]
fn what_will_not_do_is_named() {
    let root = root();
    let refused = |arguments: &[&str], why: &str| {
        let (code, _, errors) = build(&root, arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(errors.contains(why), "{arguments:?}: {errors}");
        // Once, not as a cause of itself.
        assert_eq!(errors.matches(why).count(), 1, "{errors}");
    };
    let from = prefix(&root, "0.8.5", "libtoy.a");
    let flag = from.to_str().unwrap();
    refused(&["--from", flag], "is too old: before 0.9 it has no ML-KEM");
    prefix(&root, "1.0", "");
    refused(
        &["--from", flag],
        "the headers of toy 1.0, but no libtoy.a or libtoy.so in lib",
    );
    refused(
        &["--from", root.path("adapters").to_str().unwrap()],
        "no toy installed there: none of include/toy.h",
    );
    refused(&["--from", "/no/such/folder"], "--from /no/such/folder: ");
    prefix(&root, "1.0", "libtoy.a");
    refused(
        &["--from", flag, "--as", "A"],
        "--as A: use lower-case letters",
    );
    let taken = root.path("adapters/toy-own");
    fs::create_dir(&taken).unwrap();
    fs::copy(
        root.path("adapters/zebra/adapter.toml"),
        taken.join("adapter.toml"),
    )
    .unwrap();
    let manifest = fs::read_to_string(taken.join("adapter.toml")).unwrap();
    fs::write(
        taken.join("adapter.toml"),
        manifest.replace("id = 'zebra'", "id = 'toy-own'"),
    )
    .unwrap();
    refused(
        &["--from", flag],
        "there is an implementation `toy-own` already",
    );

    let other = root.arena(&["build", "zebra", "--from", flag]);
    assert!(stderr(&other).contains("adapter `zebra` can't be built over another library"));
    let none = root.arena(&["build", "--from", flag]);
    assert!(
        stderr(&none).contains("--from is for one adapter at a time: toy"),
        "{}",
        stderr(&none)
    );
}

/// A record must be about the library that ran: a shared one may be replaced after the runner was built.
#[test]
fn a_library_that_changed_after_the_build_is_noticed() {
    let root = root();
    let from = prefix(&root, "1.0", "libtoy.so");
    assert_eq!(
        build(&root, &["--from", from.to_str().unwrap(), "--as", "2"]).0,
        Some(0)
    );
    assert_eq!(listed(&root, "toy-2")["problem"], Value::Null);
    fs::write(from.join("lib/libtoy.so"), "replaced").unwrap();
    let problem = listed(&root, "toy-2")["problem"].to_string();
    assert!(
        problem.contains("libtoy.so changed since the runner was built"),
        "{problem}"
    );
    fs::write(from.join("lib/libtoy.so"), "static").unwrap();
    assert_eq!(listed(&root, "toy-2")["problem"], Value::Null);
    fs::copy("/bin/true", root.path("target/runners/runner-toy-2")).unwrap();
    let problem = listed(&root, "toy-2")["problem"].to_string();
    assert!(
        problem.contains("the runner is not the one that was built from it"),
        "{problem}"
    );
    // A description that can't be read costs its own build.
    fs::write(root.path("target/runners/toy-2.own.json"), "{}").unwrap();
    let all = root.arena(&["list", "--json"]);
    let all: Value = serde_json::from_slice(&all.stdout).unwrap();
    assert!(
        all["problems"][0]
            .as_str()
            .unwrap()
            .contains("toy-2.own.json")
    );
    assert_eq!(all["implementations"].as_array().unwrap().len(), 2);
}
