//! Compares the pins of an adapter with what its package manager has locked: version and checksum.

use crate::inventory::Layout;
use crate::manifest::Adapter;
use crate::pins::{self, Package};
use serde::Deserialize;
use std::fs;

#[derive(Deserialize)]
struct CargoLock {
    package: Vec<LockedPackage>,
}

#[derive(Deserialize)]
struct LockedPackage {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// Checks every pin of an adapter.
///
/// # Errors
/// A sentence that names the pin, what it says and what is locked.
pub fn check_pins(layout: &Layout, adapter: &Adapter) -> Result<(), String> {
    for implementation in &adapter.implementations {
        for pin in &implementation.pins {
            let packages =
                pins::read(&layout.root.join("vendor"), pin).map_err(|error| error.to_string())?;
            for package in &packages {
                check(layout, adapter, package)
                    .map_err(|reason| format!("vendor/{pin}.toml: {reason}"))?;
            }
        }
    }
    Ok(())
}

fn check(layout: &Layout, adapter: &Adapter, package: &Package) -> Result<(), String> {
    match package.ecosystem.as_str() {
        "cargo" => check_cargo(layout, package),
        "go" => check_go(adapter, package),
        "path" => Ok(()),
        other => Err(format!(
            "unknown ecosystem `{other}`; known are cargo, go, path"
        )),
    }
}

fn check_cargo(layout: &Layout, package: &Package) -> Result<(), String> {
    let path = layout.root.join("Cargo.lock");
    let text = fs::read_to_string(&path).map_err(|error| format!("Cargo.lock: {error}"))?;
    let lock: CargoLock = toml::from_str(&text).map_err(|error| format!("Cargo.lock: {error}"))?;
    let Package {
        name,
        version,
        checksum,
        ..
    } = package;
    let locked = lock.package.iter().filter(|locked| locked.name == *name);
    let versions: Vec<&str> = locked
        .clone()
        .map(|locked| locked.version.as_str())
        .collect();
    let Some(locked) = locked.into_iter().find(|locked| locked.version == *version) else {
        return Err(format!(
            "{name} {version} is not in Cargo.lock, which has {versions:?}"
        ));
    };
    let locked = format!("sha256:{}", locked.checksum.as_deref().unwrap_or_default());
    if locked != *checksum {
        return Err(format!(
            "{name} {version}: checksum {checksum}, but Cargo.lock has {locked}"
        ));
    }
    Ok(())
}

fn check_go(adapter: &Adapter, package: &Package) -> Result<(), String> {
    let text = fs::read_to_string(adapter.folder.join("go.sum"))
        .map_err(|error| format!("go.sum: {error}"))?;
    let Package {
        name,
        version,
        checksum,
        ..
    } = package;
    let line = format!("{name} {version} {checksum}");
    if text.lines().any(|locked| locked == line) {
        return Ok(());
    }
    Err(format!("go.sum has no line `{line}`"))
}
