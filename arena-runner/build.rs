//! Notes how the runner is compiled, for the descriptor: compiler, profile, target, flags.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let value = |name: &str| env::var(name).unwrap_or_default();
    let compiler = Command::new(value("RUSTC"))
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default();
    let rustflags = value("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    let flags = format!("opt-level={} {rustflags}", value("OPT_LEVEL"));
    println!("cargo::rustc-env=ARENA_BUILD_COMPILER={compiler}");
    println!("cargo::rustc-env=ARENA_BUILD_PROFILE={}", value("PROFILE"));
    println!("cargo::rustc-env=ARENA_BUILD_TARGET={}", value("TARGET"));
    println!("cargo::rustc-env=ARENA_BUILD_FLAGS={}", flags.trim());
}
