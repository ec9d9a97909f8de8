//! Variants of an implementation: other build options, another environment.

use super::Bench;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the second side of a comparison is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The same executable.
    Same,
    /// The same executable with a variable in its environment; `PADDING` with a number stands for so many bytes.
    Environment(&'static str, &'static str),
    /// Built with a variable in cargo's environment.
    Profile(&'static str, &'static str),
    /// The adapter of RustCrypto without its feature `zeroize`, over the same with it.
    NoZeroize,
}

/// The ids of the two sides, made ready in the inventory, or why that can't be.
pub(super) fn sides(bench: &mut Bench<'_>, variant: Variant) -> Result<(String, String), String> {
    let base = bench.settings.implementation.clone();
    match variant {
        Variant::Same => Ok((base.clone(), base)),
        Variant::Environment(name, value) => {
            let value = match value.parse::<usize>() {
                Ok(bytes) if name == "PADDING" => "x".repeat(bytes),
                _ => value.to_owned(),
            };
            let id = format!("{base}-variant");
            bench
                .inventory
                .found
                .retain(|found| found.manifest.id != id);
            let variable = (name.to_owned(), value);
            bench.inventory.add_variant(&base, &id, &[variable]);
            Ok((base, id))
        }
        Variant::Profile(name, value) => {
            let built = build(bench, &base, &[(name, value)], &[])?;
            Ok((base, add(bench, &built)?))
        }
        Variant::NoZeroize => {
            let with = "rustcrypto".to_owned();
            let built = build(bench, &with, &[], &["--no-default-features"])?;
            Ok((with, add(bench, &built)?))
        }
    }
}

fn add(bench: &mut Bench<'_>, path: &Path) -> Result<String, String> {
    let added = bench.inventory.add_executable(path);
    added.map_err(|error| format!("{}: {error}", path.display()))
}

/// Builds the adapter of an implementation in a target folder of its own, and returns the executable.
fn build(
    bench: &Bench<'_>,
    implementation: &str,
    variables: &[(&str, &str)],
    arguments: &[&str],
) -> Result<PathBuf, String> {
    if !bench.settings.builds {
        return Err("builds were not asked for".to_owned());
    }
    let found = bench.inventory.get(implementation);
    let adapter = found.map(|found| found.adapter.clone());
    let adapter = adapter.ok_or_else(|| format!("no adapter has `{implementation}`"))?;
    let mut name = adapter.clone();
    for (variable, value) in variables {
        name += &format!("-{variable}-{value}");
    }
    for argument in arguments {
        name += argument;
    }
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    let target = bench.layout.target.join("explain").join(name);
    fs::create_dir_all(&target).map_err(|error| format!("{}: {error}", target.display()))?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--locked", "--quiet", "--package"])
        .arg(format!("adapter-{adapter}"))
        .args(arguments)
        .envs(variables.iter().copied())
        .env("CARGO_TARGET_DIR", &target)
        .current_dir(&bench.layout.root)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        return Err(format!(
            "the build failed: {}",
            last.unwrap_or("no reason given")
        ));
    }
    Ok(target.join("release").join(format!("runner-{adapter}")))
}
