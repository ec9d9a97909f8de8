//! Runner of the arena for nexusq-v3. `--back-end NAME` forces a back end.

mod kem;
mod lazy;
mod signature;

use arena_runner::Runner;
use kem::{MlKem512, MlKem768, MlKem1024};
use nexusq_contract::Descriptor;
use nexusq_v3::BackEnd;
use signature::{MlDsa44, MlDsa65, MlDsa87};
use std::process::ExitCode;

const fn descriptor(id: &'static str, name: &'static str, back_end: &'static str) -> Descriptor {
    Descriptor {
        id,
        name,
        version: nexusq_v3::VERSION,
        language: "Rust",
        back_end,
        rng: "getrandom, the operating system's generator",
        keygen_self_test: false,
        build_options: "features alloc, contract, getrandom, hash-ml-dsa; cargo profile release of the workspace",
    }
}

/// What the arguments ask for: nothing, or a back end.
fn forced(arguments: &[String]) -> Result<Option<BackEnd>, String> {
    match arguments {
        [] => Ok(None),
        [flag, name] if flag == "--back-end" => {
            let known = BackEnd::ALL
                .into_iter()
                .find(|back_end| back_end.name() == name);
            let back_end = known
                .ok_or_else(|| format!("no back end `{name}`; give portable, avx2 or avx512"))?;
            back_end.force().map_err(|error| error.to_string())?;
            Ok(Some(back_end))
        }
        _ => Err("give nothing, or --back-end NAME".to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let forced = match forced(&arguments) {
        Ok(forced) => forced,
        Err(why) => {
            eprintln!("runner-nexusq-v3: {why}");
            return ExitCode::from(2);
        }
    };
    let (id, name) = match forced {
        None => ("nexusq-v3", "NEXUS-Q V3"),
        Some(BackEnd::Portable) => ("nexusq-v3-portable", "NEXUS-Q V3 (portable)"),
        Some(BackEnd::Avx2) => ("nexusq-v3-avx2", "NEXUS-Q V3 (AVX2)"),
        Some(_) => ("nexusq-v3-avx512", "NEXUS-Q V3 (AVX-512)"),
    };
    Runner::new(descriptor(id, name, BackEnd::in_use().name()))
        .kem(MlKem512)
        .kem(MlKem768)
        .kem(MlKem1024)
        .signature(MlDsa44)
        .signature(MlDsa65)
        .signature(MlDsa87)
        .serve()
}
