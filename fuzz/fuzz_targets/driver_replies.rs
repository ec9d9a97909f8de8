//! See `docs/fuzzing.md`.
#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

libfuzzer_sys::fuzz_target!(
    init: {
        // A runner that has gone is an error to the driver. libFuzzer's `main` is not Rust's, which would ignore the signal.
        let seen = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGPIPE, seen).expect("SIGPIPE can be caught");
    },
    |data: &[u8]| nexusq_fuzz::run("driver_replies", data)
);
