//! `arena new-adapter`: writes the folder of a new adapter.

mod files;

use super::output;
use anyhow::{Context, bail};
use arena_core::inventory::Layout;
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "Examples:
  arena new-adapter mylib                              a crate in Rust, in the folder mylib
  arena new-adapter mylib --lang c                     for a C library: a crate that compiles and calls it
  arena new-adapter mylib --lang python --out ../mine  a program in Python that speaks the protocol by itself
  arena new-adapter mylib --out adapters/mylib         inside the tree
What is written builds and answers at once, and offers nothing yet. docs/adapters.md leads through the rest.

Exit codes: 0 written; 2 not done, and nothing written.";

/// Write the folder of a new adapter: a stub that builds, with comments that lead through the rest.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name and id: lower-case letters, digits and `-`, beginning with a letter.
    name: String,
    /// What it is written in; `c` is for a C library behind the Rust harness.
    #[arg(long = "lang", value_enum, default_value_t = Language::Rust)]
    language: Language,
    /// The folder to write [default: NAME in the current folder]. Its last part must be NAME.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Languages of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// A crate over the arena's harness.
    Rust,
    /// The same, with a C library compiled in.
    C,
    /// A program of its own, standard library only.
    Go,
    /// A program of its own, standard library only.
    Python,
}

/// Where the new folder lies.
struct Place {
    folder: PathBuf,
    /// The arena's tree, if the folder is one of its `adapters/`.
    inside: bool,
    /// The arena's tree as the new folder's build finds it.
    arena: Option<PathBuf>,
}

/// Runs the command. There may be no tree: programs that speak the protocol by themselves need none.
pub(crate) fn run(args: &Args, layout: Option<&Layout>) -> anyhow::Result<ExitCode> {
    check_name(&args.name, layout)?;
    let place = place(args, layout)?;
    let needs_arena = matches!(args.language, Language::Rust | Language::C);
    if needs_arena && place.arena.is_none() {
        bail!(
            "an adapter on the arena's harness needs the arena's source: give its folder with --root, or choose --lang go or python"
        );
    }
    let written = files::of(
        args.language,
        &args.name,
        place.inside,
        place.arena.as_deref(),
    );
    for (name, text) in &written {
        let path = place.folder.join(name);
        let parent = path.parent().unwrap_or(&place.folder);
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    if let (true, false, Some(arena)) = (needs_arena, place.inside, &place.arena) {
        // The versions that the arena itself was tested with; cargo drops what is not needed.
        let lock = place.folder.join("Cargo.lock");
        fs::copy(arena.join("Cargo.lock"), &lock).with_context(|| lock.display().to_string())?;
    }
    output::text(&next_steps(args, &place, &written))?;
    Ok(ExitCode::SUCCESS)
}

fn check_name(name: &str, layout: Option<&Layout>) -> anyhow::Result<()> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let right = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(allowed)
        && name.len() <= 40
        && !name.ends_with('-');
    if !right {
        bail!(
            "`{name}`: a name is at most 40 lower-case letters, digits and `-`, begins with a letter and does not end with `-`"
        );
    }
    let (adapters, _) = layout.map(Layout::adapters).unwrap_or_default();
    let of_name = |adapter: &&arena_core::manifest::Adapter| {
        adapter.name == name || adapter.implementations.iter().any(|one| one.id == name)
    };
    match adapters.iter().find(of_name) {
        Some(adapter) => bail!(
            "`{name}` is the name of an adapter or implementation already, in {}",
            adapter.folder.display()
        ),
        None => Ok(()),
    }
}

fn place(args: &Args, layout: Option<&Layout>) -> anyhow::Result<Place> {
    let given = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(&args.name));
    if given
        .file_name()
        .is_none_or(|last| last != args.name.as_str())
    {
        bail!(
            "--out {}: the folder's name is the adapter's, so its last part must be `{}`",
            given.display(),
            args.name
        );
    }
    if given.symlink_metadata().is_ok() {
        bail!(
            "{} is there already; choose another folder or remove it",
            given.display()
        );
    }
    let parent = given
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    let parent = parent
        .canonicalize()
        .with_context(|| parent.display().to_string())?;
    let inside = layout.is_some_and(|layout| parent == layout.root.join("adapters"));
    let arena = layout.map(|layout| layout.root.clone());
    let arena = arena.filter(|root| root.join("arena-runner/Cargo.toml").is_file());
    Ok(Place {
        folder: parent.join(&args.name),
        inside,
        arena,
    })
}

fn next_steps(args: &Args, place: &Place, written: &[(String, String)]) -> String {
    let name = &args.name;
    let main = match args.language {
        Language::Rust | Language::C => "src/kem.rs and src/main.rs",
        Language::Go => "implementation.go",
        Language::Python => "src/implementation.py",
    };
    let shown = place.folder.display();
    let flag = if place.inside {
        String::new()
    } else {
        format!(" --adapter {shown}")
    };
    let mut text = format!("{} files in {shown}. Next:\n", written.len());
    text += &format!(
        "  arena build {name}{flag}\n  arena check --impl {name}{flag}\nThen fill in {main}, adapter.toml and README.md; docs/adapters.md leads through it.\n"
    );
    if place.inside {
        text += &format!(
            "Inside the tree it also needs vendor/{name}.toml: the packages that are measured, with versions, checksums and licences.\n"
        );
        if matches!(args.language, Language::Go | Language::Python) {
            text += &format!(
                "Name adapters/{name} under `exclude` in the root's Cargo.toml: cargo takes every other folder for a crate.\n"
            );
        }
    }
    text
}
