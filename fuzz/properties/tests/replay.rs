//! Every file of `fuzz/corpus/` through its target, so that what fuzzing found stays found.
#![allow(clippy::unwrap_used)]

use nexusq_fuzz::{TARGETS, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of one corpus at most, and bytes of all together: what a clone has to carry.
const MOST_FILES: usize = 40;
const MOST_BYTES: u64 = 300_000;

fn fuzz() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn known() -> BTreeSet<String> {
    TARGETS
        .iter()
        .map(|target| target.name.to_owned())
        .collect()
}

fn files(target: &str) -> Vec<PathBuf> {
    let folder = fuzz().join("corpus").join(target);
    names(&folder)
        .iter()
        .map(|name| folder.join(name))
        .collect()
}

#[test]
fn every_input_of_the_corpora_keeps_its_property() {
    // Threads are named after the input, so that a panic says which one it was.
    let failed: Vec<String> = TARGETS
        .iter()
        .flat_map(|target| {
            files(target.name)
                .into_iter()
                .map(|file| (target.name, file))
        })
        .filter_map(|(target, file)| {
            let name = format!("{target}/{}", file.file_name().unwrap().display());
            let data = fs::read(&file).unwrap();
            let thread = std::thread::Builder::new()
                .name(name.clone())
                .stack_size(8 << 20);
            let outcome = thread.spawn(move || run(target, &data)).unwrap().join();
            outcome.is_err().then_some(name)
        })
        .collect();
    assert!(
        failed.is_empty(),
        "fuzz/corpus/: {failed:?} broke the property; see above"
    );
}

#[test]
fn there_is_a_small_corpus_for_each_target_and_no_other() {
    assert_eq!(names(&fuzz().join("corpus")), known());
    let mut bytes = 0;
    for target in TARGETS {
        let files = files(target.name);
        assert!(!files.is_empty(), "fuzz/corpus/{} is empty", target.name);
        assert!(
            files.len() <= MOST_FILES,
            "fuzz/corpus/{}: {} files",
            target.name,
            files.len()
        );
        bytes += files
            .iter()
            .map(|file| fs::metadata(file).unwrap().len())
            .sum::<u64>();
    }
    assert!(bytes <= MOST_BYTES, "fuzz/corpus/ holds {bytes} bytes");
}

#[test]
fn there_is_a_program_for_each_target_and_no_other() {
    let programs: BTreeSet<String> = names(&fuzz().join("fuzz_targets"))
        .into_iter()
        .map(|name| name.strip_suffix(".rs").unwrap().to_owned())
        .collect();
    assert_eq!(programs, known());
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    for name in known() {
        let program = fs::read_to_string(fuzz().join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(
            program.contains(&format!("nexusq_fuzz::run(\"{name}\", ")),
            "fuzz/fuzz_targets/{name}.rs"
        );
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "fuzz/Cargo.toml has no {name}"
        );
    }
}
