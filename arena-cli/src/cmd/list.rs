//! `arena list`: every implementation, what it is and what it offers.

use super::output;
use crate::chosen;
use crate::text;
use arena_core::client::{Client, Launch};
use arena_core::inventory::{Found, Inventory, Layout};
use arena_core::manifest::Implementation;
use arena_runner::message::{Hello, Offer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  arena list                 all implementations
  arena list openssl pqcp    these two
  arena list --json          for machines

Exit codes: 0 listed, built or not; 2 not done.";

/// Show every implementation: version, provenance, back end, parameter sets, capabilities, built or why not.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Implementations by id; all if none is given.
    names: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let inventory = Inventory::read(layout);
    for name in &args.names {
        chosen::implementation(&inventory, "", name)?;
    }
    let wanted = |id: &String| args.names.is_empty() || args.names.contains(id);
    let mut entries = Vec::new();
    for found in inventory
        .found
        .iter()
        .filter(|found| wanted(&found.manifest.id))
    {
        let hello = ask(found);
        if args.json {
            entries.push(entry(found, &hello));
        } else {
            output::text(&describe(found, &hello))?;
        }
    }
    if args.json {
        let list = json!({ "implementations": entries, "problems": inventory.problems });
        output::json(&list)?;
    } else {
        for problem in &inventory.problems {
            output::text(&format!("problem: {problem}\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the runner says of itself, or why it doesn't.
fn ask(found: &Found) -> Result<Hello, String> {
    let runner = found.runner.as_ref().map_err(Clone::clone)?;
    let launch = Launch {
        program: runner.path.clone(),
        args: found.manifest.args.clone(),
        env: Vec::new(),
        cpu: None,
        timeout: Duration::from_secs(20),
    };
    let (client, hello) = Client::start(&launch).map_err(|error| format!("the runner {error}"))?;
    client.leave();
    let (expected, reported) = (&found.manifest.version, &hello.descriptor.version);
    if expected != reported {
        return Err(format!(
            "adapter.toml says version {expected}, the runner reports {reported}"
        ));
    }
    Ok(hello)
}

fn entry(found: &Found, hello: &Result<Hello, String>) -> Value {
    json!({
        "id": found.manifest.id,
        "name": found.manifest.name,
        "adapter": found.adapter,
        "version": found.manifest.version,
        "lanes": ["prepared", "from-bytes"],
        "packages": found.packages,
        "runner_sha256": found.runner.as_ref().ok().map(|runner| &runner.sha256),
        "problem": hello.as_ref().err(),
        "descriptor": hello.as_ref().ok().map(|hello| &hello.descriptor),
        "parameter_sets": hello.as_ref().ok().map(|hello| &hello.parameter_sets),
    })
}

fn describe(found: &Found, hello: &Result<Hello, String>) -> String {
    let Implementation {
        id, name, version, ..
    } = &found.manifest;
    let mut lines = vec![format!("{id}  {name} {version}")];
    for package in &found.packages {
        lines.push(format!("    from         {}", text::package(package)));
    }
    match hello {
        Err(problem) => lines.push(format!("    not usable   {problem}")),
        Ok(hello) => {
            let descriptor = &hello.descriptor;
            let (language, rng) = (&descriptor.language, &descriptor.rng);
            lines.push(format!("    back end     {}", descriptor.back_end));
            lines.push(format!(
                "    language     {language}; randomness from {rng}"
            ));
            lines.extend(
                offers(&hello.parameter_sets)
                    .iter()
                    .map(|line| format!("    {line}")),
            );
        }
    }
    lines.join("\n") + "\n\n"
}

/// One line per family and capability list, since most families offer the same for every set.
fn offers(sets: &[Offer]) -> Vec<String> {
    let mut groups: BTreeMap<(&str, String, &str), Vec<&str>> = BTreeMap::new();
    for offer in sets {
        let key = (
            offer.algorithm.as_str(),
            offer.capabilities.join(", "),
            offer.prepared_key.as_str(),
        );
        groups.entry(key).or_default().push(&offer.parameter_set);
    }
    let lines = groups
        .into_iter()
        .flat_map(|((algorithm, capabilities, key), names)| {
            [
                format!(
                    "{algorithm:<12} {}; both lanes; keys held as {key}",
                    names.join(", ")
                ),
                format!("             {capabilities}"),
            ]
        });
    lines.collect()
}
