//! Runner of the arena for nexusq-v2 with a known slowdown, to see whether the arena finds it.
//!
//! `runner-nexusq-v2-handicap [--slow PERCENT]`: every call of the contract takes that much longer. Without
//! the flag the variable `HANDICAP_SLOW` counts, and without that it is 1 %.

mod kem;
mod share;
mod signature;
mod slow;

use arena_runner::Runner;
use nexusq_contract::Descriptor;
use nexusq_v2::contract::{MlDsa44, MlDsa65, MlDsa87, MlKem512, MlKem768, MlKem1024};
use share::Share;
use slow::Slow;
use std::env;
use std::process::ExitCode;

/// Takes the place of the flag: `arena compare` starts an executable without arguments.
const VARIABLE: &str = "HANDICAP_SLOW";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let variable = env::var_os(VARIABLE).map(|value| value.to_string_lossy().into_owned());
    match Share::chosen(&arguments, variable.as_deref()) {
        Ok(share) => serve(share),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn serve(share: Share) -> ExitCode {
    Runner::new(descriptor(share))
        .kem(Slow::new(MlKem512, share))
        .kem(Slow::new(MlKem768, share))
        .kem(Slow::new(MlKem1024, share))
        .signature(Slow::new(MlDsa44, share))
        .signature(Slow::new(MlDsa65, share))
        .signature(Slow::new(MlDsa87, share))
        .serve()
}

/// Says how slow it is. Made once for a process, so its text may stay in memory.
fn descriptor(share: Share) -> Descriptor {
    Descriptor {
        id: "nexusq-v2-handicap",
        name: format!("NEXUS-Q V2, every call made {share} slower").leak(),
        version: nexusq_v2::VERSION,
        language: "Rust",
        back_end: "that of nexusq-v2, and a busy loop after each call",
        rng: "getrandom, the operating system's generator",
        keygen_self_test: false,
        build_options: "as nexusq-v2; a test of the arena and no implementation",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptor_says_what_it_is_and_adapter_toml_does_not_name_it() {
        let share = Share::chosen(&[], Some("2.5%")).unwrap();
        let descriptor = descriptor(share);
        assert_eq!(descriptor.id, "nexusq-v2-handicap");
        assert_eq!(descriptor.name, "NEXUS-Q V2, every call made 2.5 % slower");
        assert!(!include_str!("../../adapter.toml").contains("handicap"));
    }
}
