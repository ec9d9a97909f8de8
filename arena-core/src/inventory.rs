//! What exists: the implementations that manifests name, with their pins and their built runners.

use crate::client::{Client, ClientError, Launch};
use crate::manifest::{self, Adapter, Implementation, ManifestError};
use crate::normalize::clean;
use crate::origin::{self, Origin, OriginKind, PlaceClass};
use crate::own::OwnBuild;
use crate::pins::{self, Package};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Where things are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The folder that holds `adapters/` and `vendor/`.
    pub root: PathBuf,
    /// The folder of built runners and their build logs.
    pub runners: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
    /// Folders of adapters outside the tree.
    pub outside: Vec<PathBuf>,
}

/// There is no root.
#[derive(Debug, Error)]
pub enum NoRoot {
    /// Nobody said where, and the current folder is not in one.
    #[error(
        "no folder `adapters` in {0} or above, so this is not a checkout of NEXUS-Q. Way out: cd into one, or name it with --root DIR or the variable ARENA_ROOT"
    )]
    Here(PathBuf),
    /// The folder that was named is none.
    #[error(
        "{0} has no folder `adapters`. Way out: --root and ARENA_ROOT name the folder of a checkout of NEXUS-Q"
    )]
    Named(PathBuf),
}

impl Layout {
    /// The layout of `root`, or of the nearest folder from the current one upwards that holds `adapters/`.
    ///
    /// # Errors
    /// There is none.
    pub fn find(root: Option<&Path>) -> Result<Layout, NoRoot> {
        let start = match root {
            Some(root) => root.to_owned(),
            None => env::current_dir().unwrap_or_default(),
        };
        let start = start.canonicalize().unwrap_or(start);
        let mut candidates = start
            .ancestors()
            .filter(|path| path.join("adapters").is_dir());
        let found = if root.is_some() {
            Some(start.as_path()).filter(|path| path.join("adapters").is_dir())
        } else {
            candidates.next()
        };
        let nowhere = || match root {
            Some(_) => NoRoot::Named(start.clone()),
            None => NoRoot::Here(start.clone()),
        };
        let root = found.ok_or_else(nowhere)?.to_owned();
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        Ok(Layout {
            runners: target.join("runners"),
            target,
            root,
            outside: Vec::new(),
        })
    }

    /// The layout with adapters outside the tree beside its own.
    ///
    /// # Errors
    /// One of the folders holds no adapter, or one whose name or id is taken.
    pub fn with_adapters(mut self, folders: &[PathBuf]) -> Result<Layout, ManifestError> {
        for folder in folders {
            let path = folder.canonicalize().map_err(|error| ManifestError {
                path: folder.clone(),
                reason: format!("--adapter: {error}"),
            })?;
            if !self.outside.contains(&path) {
                self.outside.push(path);
            }
        }
        if self.outside.is_empty() {
            return Ok(self);
        }
        let (_, errors) = self.adapters();
        let theirs = |error: &ManifestError| self.outside.iter().any(|f| error.path.starts_with(f));
        match errors.into_iter().find(theirs) {
            Some(error) => Err(error),
            None => Ok(self),
        }
    }

    /// The adapters of the tree and those outside it, and what is wrong with manifests.
    pub fn adapters(&self) -> (Vec<Adapter>, Vec<ManifestError>) {
        manifest::read_all(&self.root, &self.outside)
    }

    /// Where the runner of an adapter stands once it is built.
    pub fn runner(&self, adapter: &str) -> PathBuf {
        self.runners.join(format!("runner-{adapter}"))
    }

    /// Where the build of an adapter leaves what it printed.
    pub fn build_log(&self, adapter: &str) -> PathBuf {
        self.runners.join(format!("{adapter}.log"))
    }

    /// Where a failed build leaves its reason.
    pub fn build_failure(&self, adapter: &str) -> PathBuf {
        self.runners.join(format!("{adapter}.failed"))
    }
}

/// An implementation that a manifest names.
#[derive(Clone, Debug)]
pub struct Found {
    /// Name of its adapter.
    pub adapter: String,
    /// What the manifest says.
    pub manifest: Implementation,
    /// What its pins say.
    pub packages: Vec<Package>,
    /// The built runner and its SHA-256, or why there is none.
    pub runner: Result<BuiltRunner, String>,
    /// Variables that are added to the runner's environment; none but in experiments.
    pub env: Vec<(String, String)>,
}

impl Found {
    /// Names of what its code comes from. Two that share one are no independent witnesses of each other: they run code of one
    /// package, or are builds of one library behind one adapter.
    pub fn code_names(&self) -> BTreeSet<String> {
        let packages = self.packages.iter().map(|package| package.name.clone());
        packages
            .chain([format!("adapter {}", self.adapter)])
            .collect()
    }
}

/// Why an executable is no runner.
#[derive(Debug, Error)]
pub enum ExecutableError {
    /// It can't be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It does not answer as a runner.
    #[error("it {0}")]
    Client(#[from] ClientError),
    /// It calls itself by what no record could hold.
    #[error("it calls itself `{0}`: an id has lower-case letters, digits and `-`, at most 55")]
    Id(String),
}

/// A runner's executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltRunner {
    /// The file.
    pub path: PathBuf,
    /// SHA-256 of its content, in hexadecimal.
    pub sha256: String,
}

/// All implementations, and what is wrong with manifests and pins.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// In the order of adapters and, within one, of its manifest.
    pub found: Vec<Found>,
    /// Sentences.
    pub problems: Vec<String>,
}

impl Inventory {
    /// Reads the manifests and pins below the root and looks for the runners.
    pub fn read(layout: &Layout) -> Inventory {
        let (adapters, errors) = layout.adapters();
        let mut inventory = Inventory {
            found: Vec::new(),
            problems: errors.iter().map(ToString::to_string).collect(),
        };
        for adapter in &adapters {
            inventory.add(layout, adapter);
        }
        let (builds, problems) = OwnBuild::read_all(layout);
        inventory.problems.extend(problems);
        for build in &builds {
            inventory.add_own(layout, &adapters, build);
        }
        inventory
    }

    fn add(&mut self, layout: &Layout, adapter: &Adapter) {
        let runner = find_runner(layout, &adapter.name);
        for implementation in &adapter.implementations {
            let mut packages = Vec::new();
            for pin in &implementation.pins {
                match pins::read(&layout.root.join("vendor"), pin) {
                    Ok(pinned) => packages.extend(pinned),
                    Err(error) => self.problems.push(error.to_string()),
                }
            }
            if adapter.outside {
                packages.extend(outside_package(layout, adapter, implementation, &runner));
            }
            self.found.push(Found {
                adapter: adapter.name.clone(),
                manifest: implementation.clone(),
                packages,
                runner: runner.clone(),
                env: Vec::new(),
            });
        }
    }

    /// Adds what was built over a user's own library.
    fn add_own(&mut self, layout: &Layout, adapters: &[Adapter], build: &OwnBuild) {
        if !adapters.iter().any(|adapter| adapter.name == build.adapter) {
            return;
        }
        let runner = find_runner(layout, &build.name).and_then(|runner| {
            match build.change(&runner.sha256) {
                None => Ok(runner),
                Some(change) => Err(change),
            }
        });
        for manifest in &build.implementations {
            if self.get(&manifest.id).is_some() {
                self.problems
                    .push(format!("own build `{}`: its id is taken", manifest.id));
                continue;
            }
            self.found.push(Found {
                adapter: build.adapter.clone(),
                manifest: manifest.clone(),
                packages: build.packages.clone(),
                runner: runner.clone(),
                env: Vec::new(),
            });
        }
    }

    /// Adds a runner's executable that no adapter stands for, and returns the id that it gets: what the runner calls itself, with
    /// the beginning of the executable's sum.
    ///
    /// # Errors
    /// The file can't be read or does not answer as a runner.
    pub fn add_executable(&mut self, path: &Path) -> Result<String, ExecutableError> {
        let sha256 = sha256_of_file(path)?;
        let launch = Launch {
            program: path.to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            cpu: None,
            timeout: Duration::from_secs(10),
        };
        let (_, hello) = Client::start(&launch)?;
        let descriptor = hello.descriptor;
        let id = format!("{}-{}", descriptor.id, sha256.get(..8).unwrap_or_default());
        if !manifest::is_id(&id) {
            return Err(ExecutableError::Id(clean(&descriptor.id)));
        }
        if self.get(&id).is_none() {
            self.found.push(Found {
                adapter: id.clone(),
                manifest: Implementation {
                    id: id.clone(),
                    name: descriptor.name,
                    version: descriptor.version,
                    args: Vec::new(),
                    pins: Vec::new(),
                    own: false,
                    licence: String::new(),
                },
                packages: Vec::new(),
                runner: Ok(BuiltRunner {
                    path: path.to_owned(),
                    sha256,
                }),
                env: Vec::new(),
            });
        }
        Ok(id)
    }

    /// Adds an implementation under another id, with variables in its environment.
    pub fn add_variant(&mut self, of: &str, id: &str, env: &[(String, String)]) {
        if let Some(found) = self.get(of) {
            let mut variant = found.clone();
            id.clone_into(&mut variant.manifest.id);
            variant.env = env.to_vec();
            self.found.push(variant);
        }
    }

    /// The implementation of that id.
    pub fn get(&self, id: &str) -> Option<&Found> {
        self.found.iter().find(|found| found.manifest.id == id)
    }
}

/// What a record says of an adapter outside the tree: what its manifest says, and the sum of its runner.
fn outside_package(
    layout: &Layout,
    adapter: &Adapter,
    implementation: &Implementation,
    runner: &Result<BuiltRunner, String>,
) -> Option<Package> {
    let runner = runner.as_ref().ok()?;
    let licence = Some(implementation.licence.clone()).filter(|licence| !licence.is_empty());
    Some(Package {
        ecosystem: "outside".to_owned(),
        name: implementation.name.clone(),
        version: implementation.version.clone(),
        checksum: format!("sha256:{}", runner.sha256),
        upstream: String::new(),
        licence: licence.unwrap_or_else(|| pins::UNKNOWN_LICENCE.to_owned()),
        build_options: String::new(),
        origin: Some(Origin {
            kind: OriginKind::Adapter,
            place: PlaceClass::of(&adapter.folder, &layout.root),
            header_version: None,
            revision: origin::revision(&adapter.folder),
        }),
    })
}

fn find_runner(layout: &Layout, adapter: &str) -> Result<BuiltRunner, String> {
    let path = layout.runner(adapter);
    match sha256_of_file(&path) {
        Ok(sha256) => Ok(BuiltRunner { path, sha256 }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let reason = fs::read_to_string(layout.build_failure(adapter)).unwrap_or_default();
            let reason = reason.trim();
            if reason.is_empty() {
                Err(format!("not built; run `arena build {adapter}`"))
            } else {
                Err(format!("not built: {reason}"))
            }
        }
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// SHA-256 of a file's content, in hexadecimal.
///
/// # Errors
/// What reading reports.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = fs::File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => hash.update(&buffer[..count]),
        }
    }
    Ok(hex::encode(hash.finalize()))
}
