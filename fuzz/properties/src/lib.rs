//! What must hold for any input, as plain functions on bytes: the bodies of the fuzz targets.
//!
//! A function returns if its property holds and panics if it doesn't. The programs in `fuzz/fuzz_targets/` hand it what libFuzzer
//! makes up; `tests/replay.rs` hands it every file of `fuzz/corpus/`. `docs/fuzzing.md` says what each target is for.
#![forbid(unsafe_code)]

pub mod input;
mod raw;

/// One property of one decoder, reader or pair of implementations.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its program and of the folder of its corpus.
    pub name: &'static str,
    /// What it does with bytes.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = &[Target {
    name: "v2_raw",
    run: raw::run,
}];

/// Runs the target of that name.
///
/// # Panics
/// There is no such target, or its property does not hold.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no fuzz target `{name}`"));
    (target.run)(data);
}
