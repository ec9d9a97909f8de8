//! What names on the command line stand for; a name that nobody has is told with what was meant and what there is.

use anyhow::bail;
use arena_core::inventory::{Found, Inventory};
use arena_core::names;
use nexusq_contract::ParameterSet;
use std::fs;
use std::path::Path;

/// The implementation of that id. `flag` is how it was asked for, such as `--impl`, or empty.
pub(crate) fn implementation<'a>(
    inventory: &'a Inventory,
    flag: &str,
    name: &str,
) -> anyhow::Result<&'a Found> {
    if let Some(found) = inventory.get(name) {
        return Ok(found);
    }
    let found = inventory.found.iter();
    let known: Vec<&str> = found.map(|found| found.manifest.id.as_str()).collect();
    let known = names::known(name, &known);
    match flag {
        "" => bail!("there is no implementation `{name}`; {known}"),
        _ => bail!("{flag} {name}: there is no implementation of that name; {known}"),
    }
}

/// The implementations of `--impl`, each once; all if none is named.
pub(crate) fn implementations<'a>(
    inventory: &'a Inventory,
    names: &[String],
) -> anyhow::Result<Vec<&'a Found>> {
    if names.is_empty() {
        return Ok(inventory.found.iter().collect());
    }
    let mut chosen: Vec<&Found> = Vec::new();
    for name in names {
        let one = implementation(inventory, "--impl", name)?;
        if !chosen
            .iter()
            .any(|other| other.manifest.id == one.manifest.id)
        {
            chosen.push(one);
        }
    }
    Ok(chosen)
}

/// The parameter sets of `--alg`, each once: `ml-kem` stands for all of its sets among `known`, `ml-kem-768` for one.
pub(crate) fn parameter_sets(
    names: &[String],
    known: &[ParameterSet],
) -> anyhow::Result<Vec<ParameterSet>> {
    let full = |set: &ParameterSet| format!("{}-{}", set.algorithm().id(), set.name());
    let mut sets: Vec<ParameterSet> = Vec::new();
    for name in names {
        let named = |set: &&ParameterSet| name == set.algorithm().id() || *name == full(set);
        let mut found = known.iter().filter(named).peekable();
        if found.peek().is_none() {
            let mut all: Vec<String> = Vec::new();
            let families = known.iter().map(|set| set.algorithm().id().to_owned());
            for name in families.chain(known.iter().map(full)) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let known = names::known(name, &all);
            bail!("--alg {name}: there is none of that name; {known}");
        }
        for set in found {
            if !sets.contains(set) {
                sets.push(*set);
            }
        }
    }
    Ok(sets)
}

/// Refuses a folder or file of evidence that does not exist, with the one beside it that most likely was meant.
pub(crate) fn existing(path: &Path) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let parent = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => Path::new("."),
    };
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let beside: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let beside: Vec<&str> = beside.iter().map(String::as_str).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let shown = path.display();
    match names::nearest(&name, &beside) {
        Some(near) => {
            let near = path.with_file_name(near);
            bail!(
                "{shown}: there is no such folder or file; did you mean `{}`?",
                near.display()
            )
        }
        None => bail!("{shown}: there is no such folder or file"),
    }
}
