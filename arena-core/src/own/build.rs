//! Builds an adapter over what the user brings, and asks the runner whether it is what the headers say.

use super::look::{Brought, LookError, look};
use super::recipe::Recipe;
use super::{LoadedLibrary, OwnBuild};
use crate::builder::{self, BuildError};
use crate::client::{Client, Launch};
use crate::files;
use crate::inventory::{Layout, sha256_of_file};
use crate::manifest::{Adapter, Build, Implementation, is_id};
use crate::pins::{self, Package};
use crate::tools::ToolEnvironment;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use thiserror::Error;

/// What a person asked for.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The prefix or the checkout.
    pub from: &'a Path,
    /// What ids and the runner's name end with.
    pub ending: &'a str,
    /// Shared libraries rather than static ones.
    pub shared: bool,
}

/// Why there is no own build.
#[derive(Debug, Error)]
pub enum OwnBuildError {
    /// The adapter has no recipe.
    #[error("adapter `{0}` can't be built over another library: its adapter.toml has no [own]")]
    NoRecipe(String),
    /// An id that records can't hold or that is taken.
    #[error("--as {ending}: {reason}")]
    Id {
        /// What was given.
        ending: String,
        /// What is wrong with it.
        reason: String,
    },
    /// What the user brings won't do.
    #[error(transparent)]
    Look(#[from] LookError),
    /// The build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The runner does not answer.
    #[error("the runner was built, but it {0}")]
    Runner(String),
    /// The headers are of another version than the library.
    #[error(
        "the headers in {folder} are of {name} {header}, but the library that was linked calls itself {reported}: headers and library must be of one build",
        folder = .folder.display()
    )]
    Mismatch {
        /// The library.
        name: String,
        /// Where the headers are.
        folder: PathBuf,
        /// The version in the headers.
        header: String,
        /// What the library reports.
        reported: String,
    },
}

/// Builds `adapter` over what lies in `wish.from`. `tick` is called as in [`builder::build`].
///
/// # Errors
/// There is no runner of that name afterwards.
pub fn build(
    adapter: &Adapter,
    layout: &Layout,
    tools: &ToolEnvironment,
    wish: &Wish<'_>,
    tick: &mut dyn FnMut(Duration, &str),
) -> Result<OwnBuild, OwnBuildError> {
    let recipe = adapter
        .own
        .as_ref()
        .ok_or_else(|| OwnBuildError::NoRecipe(adapter.name.clone()))?;
    let name = format!("{}-{}", adapter.name, wish.ending);
    check_ids(adapter, layout, wish, &name)?;
    let brought = look(recipe, wish.from, &layout.root, wish.shared)?;
    OwnBuild::remove(layout, &name);
    let outcome = make(adapter, recipe, layout, tools, &brought, &name, tick)
        .and_then(|()| describe(adapter, layout, wish, &brought, &name));
    if outcome.is_err() {
        OwnBuild::remove(layout, &name);
    }
    outcome
}

/// The ids of an own build must be free, and fit for records.
fn check_ids(
    adapter: &Adapter,
    layout: &Layout,
    wish: &Wish<'_>,
    name: &str,
) -> Result<(), OwnBuildError> {
    let fail = |reason: String| OwnBuildError::Id {
        ending: wish.ending.to_owned(),
        reason,
    };
    let (adapters, _) = layout.adapters();
    for implementation in &adapter.implementations {
        let id = format!("{}-{}", implementation.id, wish.ending);
        if !is_id(wish.ending) || !is_id(&id) {
            return Err(fail(
                "use lower-case letters, digits and `-`, which is not the first, and no more than 64 of them with the name of the implementation".to_owned(),
            ));
        }
        let mut known = adapters.iter().flat_map(|other| &other.implementations);
        if known.any(|other| other.id == id) {
            return Err(fail(format!("there is an implementation `{id}` already")));
        }
    }
    if adapters.iter().any(|other| other.name == name) {
        return Err(fail(format!("there is an adapter `{name}` already")));
    }
    Ok(())
}

/// Runs the build and puts the runner in its place.
fn make(
    adapter: &Adapter,
    recipe: &Recipe,
    layout: &Layout,
    tools: &ToolEnvironment,
    brought: &[Brought],
    name: &str,
    tick: &mut dyn FnMut(Duration, &str),
) -> Result<(), OwnBuildError> {
    builder::require(&recipe.needs, tools)?;
    builder::make_folder(&layout.runners)?;
    let output = layout.runner(name);
    let fresh = layout.runners.join(format!("runner-{name}.new"));
    let work = layout.target.join("own").join(name);
    let (mut command, made) = match &adapter.build {
        Build::Cargo(package) => {
            // A target folder apart, so that the packaged build stays as it is.
            let target = layout.target.join("own").join("cargo");
            let mut command = builder::cargo(layout, adapter, package, &target);
            command.args(&recipe.cargo_args);
            let built = format!("runner-{}", adapter.name);
            (command, target.join("release").join(built))
        }
        Build::Command(_) => {
            builder::make_folder(&work)?;
            let places = [("{output}", fresh.as_path()), ("{work}", work.as_path())];
            let command = builder::custom(&adapter.folder, &recipe.command, &places)?;
            (command, fresh.clone())
        }
    };
    tools.apply(&mut command);
    tell(&mut command, brought);
    builder::run(&mut command, &layout.build_log(name), tick)?;
    builder::put(&made, &fresh, &output)?;
    Ok(())
}

/// Tells a build by its environment what the user brings.
fn tell(command: &mut Command, brought: &[Brought]) {
    for one in brought {
        let variable = one.part.variable();
        command.env(format!("{variable}_FROM"), &one.folder);
        command.env(format!("{variable}_VERSION"), &one.version);
        if let Some(library) = &one.library {
            command.env(format!("{variable}_LIBRARY"), library);
        }
    }
}

/// Asks the runner what it is, and writes down what it was made of.
fn describe(
    adapter: &Adapter,
    layout: &Layout,
    wish: &Wish<'_>,
    brought: &[Brought],
    name: &str,
) -> Result<OwnBuild, OwnBuildError> {
    let path = layout.runner(name);
    let io_error = |error| BuildError::Io {
        path: path.clone(),
        error,
    };
    let runner_sha256 = sha256_of_file(&path).map_err(io_error)?;
    let mut implementations = Vec::new();
    for manifest in &adapter.implementations {
        let reported = version_of(&path, manifest)?;
        check_versions(brought, &reported)?;
        implementations.push(Implementation {
            id: format!("{}-{}", manifest.id, wish.ending),
            name: format!("{} (own build)", manifest.name),
            version: reported,
            own: false,
            pins: Vec::new(),
            ..manifest.clone()
        });
    }
    let loads = brought.iter().filter(|one| one.is_shared());
    let loads = loads.filter_map(|one| {
        Some(LoadedLibrary {
            path: one.library.clone()?,
            sha256: one.sha256.clone(),
        })
    });
    let own = OwnBuild {
        adapter: adapter.name.clone(),
        name: name.to_owned(),
        packages: packages(adapter, layout, brought)?,
        implementations,
        runner_sha256,
        loads: loads.collect(),
    };
    let file = OwnBuild::path(layout, name);
    let bytes =
        files::to_json(&file, &own).map_err(|error| OwnBuildError::Runner(error.to_string()))?;
    fs::write(&file, bytes).map_err(|error| BuildError::Io { path: file, error })?;
    Ok(own)
}

/// The version that a runner reports.
fn version_of(path: &Path, manifest: &Implementation) -> Result<String, OwnBuildError> {
    let launch = Launch {
        program: path.to_owned(),
        args: manifest.args.clone(),
        env: Vec::new(),
        cpu: None,
        timeout: Duration::from_secs(20),
    };
    let (client, hello) =
        Client::start(&launch).map_err(|error| OwnBuildError::Runner(error.to_string()))?;
    client.leave();
    Ok(hello.descriptor.version)
}

/// Headers and library must be of one version.
fn check_versions(brought: &[Brought], reported: &str) -> Result<(), OwnBuildError> {
    for one in brought {
        let Some(header) = &one.origin.header_version else {
            continue;
        };
        if header != reported {
            return Err(OwnBuildError::Mismatch {
                name: one.part.name.clone(),
                folder: one.folder.clone(),
                header: header.clone(),
                reported: reported.to_owned(),
            });
        }
    }
    Ok(())
}

/// What the runner's code comes from: what the user brings, and of the pins what that does not replace.
fn packages(
    adapter: &Adapter,
    layout: &Layout,
    brought: &[Brought],
) -> Result<Vec<Package>, BuildError> {
    let mut packages: Vec<Package> = brought.iter().map(package).collect();
    let replaced = |name: &String| brought.iter().any(|one| one.part.replaces.contains(name));
    let pins = adapter.implementations.iter().flat_map(|one| &one.pins);
    for pin in pins {
        let pinned = pins::read(&layout.root.join("vendor"), pin);
        let pinned = pinned.map_err(|error| BuildError::Pins(error.to_string()))?;
        for package in pinned {
            if !replaced(&package.name) && !packages.contains(&package) {
                packages.push(package);
            }
        }
    }
    Ok(packages)
}

fn package(brought: &Brought) -> Package {
    Package {
        ecosystem: "own".to_owned(),
        name: brought.part.name.clone(),
        version: brought.version.clone(),
        checksum: format!("sha256:{}", brought.sha256),
        upstream: String::new(),
        licence: pins::UNKNOWN_LICENCE.to_owned(),
        build_options: String::new(),
        origin: Some(brought.origin.clone()),
    }
}
