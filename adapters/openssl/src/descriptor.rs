//! What this build of OpenSSL says of itself.

use crate::library;
use nexusq_contract::{ContractError, Descriptor};

/// Starts OpenSSL and collects the facts about it.
///
/// # Errors
/// `LibraryFailed` if OpenSSL does not start.
pub fn descriptor() -> Result<Descriptor, ContractError> {
    library::start()?;
    Ok(Descriptor {
        id: "openssl",
        name: "OpenSSL",
        version: library::version(),
        language: "C",
        back_end: back_end(library::cpu_info()).leak(),
        rng: "RAND_bytes and RAND_priv_bytes: CTR-DRBG with AES-256, seeded from the operating system",
        keygen_self_test: false,
        build_options: library::compiler_flags(),
    })
}

/// OpenSSL 3.5 has no assembly for the arithmetic of the three schemes, only for the hashes.
fn back_end(cpu_info: &str) -> String {
    let Some(found) = cpu_info.strip_prefix("CPUINFO: ") else {
        return "portable: OpenSSL reports no processor features, so it was built without assembly"
            .to_owned();
    };
    let keccak = if cfg!(target_arch = "x86_64") {
        "scalar x86-64 assembly (keccak1600-x86_64, the only one in the build, not chosen at run time)"
    } else {
        "this architecture's assembly"
    };
    format!(
        "arithmetic: portable C. Keccak: {keccak}. \
         SHA-2: assembly chosen at run time by the features that OpenSSL reports: {found}"
    )
}
