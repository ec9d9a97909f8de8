//! Finds the directories of packages that Cargo has locked and unpacked but not compiled.
//!
//! Cargo itself is asked, with `cargo metadata`: it downloads what is missing, checks it against
//! the checksums of Cargo.lock, and answers rightly for registries, mirrors and vendored sources.
//! Neither package tells its dependants where it is (`links` metadata), and compiling
//! mldsa-native-rs would need libclang for bindings that are not used here.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// A package of Cargo.lock.
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// Where its files are.
    pub(crate) directory: PathBuf,
}

/// Locates the packages of these names, in this order.
pub(crate) fn locate(names: &[&str]) -> Result<Vec<Package>, String> {
    let metadata = metadata()?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("cargo metadata: no list of packages")?;
    names.iter().map(|name| find(packages, name)).collect()
}

fn metadata() -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").ok_or("CARGO is not set: run this through cargo")?;
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked"])
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo metadata could not provide the sources of mlkem-native and mldsa-native; \
             without a network, run `cargo fetch --locked` beforehand\n{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

fn find(packages: &[Value], name: &str) -> Result<Package, String> {
    let mut found = packages.iter().filter(|package| package["name"] == name);
    let (Some(package), None) = (found.next(), found.next()) else {
        return Err(format!(
            "Cargo.lock must hold exactly one version of {name}"
        ));
    };
    let text = |key: &str| {
        package[key]
            .as_str()
            .ok_or_else(|| format!("cargo metadata: {name} has no {key}"))
    };
    let mut directory = PathBuf::from(text("manifest_path")?);
    directory.pop();
    Ok(Package {
        name: name.to_owned(),
        version: text("version")?.to_owned(),
        directory,
    })
}
