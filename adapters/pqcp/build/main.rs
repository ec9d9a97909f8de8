//! Compiles mlkem-native and mldsa-native from the packages that hold their sources, once as
//! portable C and, for x86-64, once more with their AVX2 back ends. `arena build pqcp --from PATH` puts checkouts in the
//! place of the packages.

mod compile;
mod packages;

use compile::{Build, Scheme};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const ML_KEM_PACKAGE: &str = "q-periapt-mlkem-native-sys";
const ML_DSA_PACKAGE: &str = "mldsa-native-rs";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let packages = packages::locate(&[ML_KEM_PACKAGE, ML_DSA_PACKAGE])?;
    let [ml_kem_package, ml_dsa_package] = packages.as_slice() else {
        return Err(format!(
            "expected two source packages, found {}",
            packages.len()
        ));
    };
    let own_kem = own_sources("MLKEM_NATIVE", "mlkem");
    let own_dsa = own_sources("MLDSA_NATIVE", "mldsa");
    let ml_kem = Scheme {
        name: "mlkem",
        macros: "MLK",
        directory: match &own_kem {
            Some((folder, _)) => folder.clone(),
            None => ml_kem_package.directory.join("vendor/mlkem-native"),
        },
        parameter_sets: ["512", "768", "1024"],
    };
    let ml_dsa = Scheme {
        name: "mldsa",
        macros: "MLD",
        directory: match &own_dsa {
            Some((folder, _)) => folder.clone(),
            None => ml_dsa_package.directory.join("mldsa-native/mldsa"),
        },
        parameter_sets: ["44", "65", "87"],
    };
    let schemes = [ml_kem, ml_dsa];
    let build = Build::new(&schemes)?;
    build.compile_all()?;

    let ml_kem_version = match own_kem {
        Some((_, version)) => version,
        None => release(&ml_kem_package.directory.join("vendor/PROVENANCE.md"))?,
    };
    let ml_dsa_version = match own_dsa {
        Some((_, version)) => format!("mldsa-native {version}"),
        None => format!("{} {}", ml_dsa_package.name, ml_dsa_package.version),
    };
    println!("cargo::rustc-env=PQCP_VERSION=mlkem-native {ml_kem_version}, {ml_dsa_version}");
    println!("cargo::rustc-env=PQCP_BUILD_OPTIONS={}", build.options());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=Cargo.toml");
    Ok(())
}

/// Folder and version of the user's own sources, if `arena build pqcp --from PATH` was given them.
fn own_sources(variable: &str, folder: &str) -> Option<(PathBuf, String)> {
    let text = |what: &str| {
        let name = format!("NEXUSQ_{variable}_{what}");
        println!("cargo::rerun-if-env-changed={name}");
        std::env::var(name).ok()
    };
    let (from, version) = (text("FROM"), text("VERSION"));
    Some((PathBuf::from(from?).join(folder), version?))
}

/// The release of mlkem-native, which its package names in a line of a text file:
/// "- Release: `v1.2.0`, ...". The source itself has no version macro.
fn release(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    text.lines()
        .find_map(|line| line.strip_prefix("- Release: `v")?.split('`').next())
        .map(str::to_owned)
        .ok_or_else(|| format!("{}: no line starts with \"- Release: `v\"", file.display()))
}
