//! What must hold for any input, as plain functions on bytes: the bodies of the fuzz targets.
//!
//! A function returns if its property holds and panics if it doesn't. The programs in `fuzz/fuzz_targets/` hand it what libFuzzer
//! makes up; `tests/replay.rs` hands it every file of `fuzz/corpus/`. `docs/fuzzing.md` says what each target is for.
#![forbid(unsafe_code)]

mod checks;
mod der;
mod differential;
pub mod driver;
mod folder;
pub mod input;
mod json;
mod made;
mod raw;
mod readers;
mod runner;
mod scratch;
mod serde;

/// One property of one decoder, reader or pair of implementations.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its program and of the folder of its corpus.
    pub name: &'static str,
    /// What it does with bytes.
    pub run: fn(&[u8]),
}

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    target("v2_raw", raw::run),
    target("v2_spki", der::spki),
    target("v2_pkcs8", der::pkcs8),
    target("v2_pem", der::pem),
    target("v2_serde", serde::run),
    target("same_decaps", differential::decaps::run),
    target("same_keys", differential::keys::run),
    target("same_sign", differential::sign::run),
    target("same_verify", differential::verify::run),
    target("v3_back_ends", differential::back_ends::run),
    target("runner_lines", runner::lines),
    target("runner_requests", runner::requests),
    target("driver_checks", checks::run),
    target("driver_replies", driver::replies),
    target("arena_folder", folder::run),
    target("arena_raw_rows", folder::raw_rows),
    target("arena_json", readers::json),
    target("arena_toml", readers::toml),
    target("arena_counts", readers::counts),
    target("arena_machine", readers::machine_files),
    target("arena_sums", readers::sums),
    target("arena_lines", readers::lines),
];

/// Runs the target of that name.
///
/// # Panics
/// There is no such target, or its property does not hold.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no fuzz target `{name}`"));
    (target.run)(data);
}
