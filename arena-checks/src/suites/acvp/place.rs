//! Where Go keeps the module that holds the vectors.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The module and its version: the one that `vendor/circl.toml` pins and `ci/setup` downloads.
pub(super) const MODULE: &str = "github.com/cloudflare/circl@v1.6.4";

/// The folder of the module.
///
/// # Errors
/// There is none; where it was looked for, and the way out.
pub(super) fn module() -> Result<PathBuf, String> {
    let Some(cache) = module_cache() else {
        return Err(format!(
            "no folder of Go modules; run ci/setup where Go is, or set GOMODCACHE to a folder that holds {MODULE}"
        ));
    };
    let folder = cache.join(MODULE);
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(format!(
        "the folder of Go modules lacks {MODULE}; run ci/setup, or `go mod download` in adapters/circl"
    ))
}

/// What the environment says, else what Go says, else where Go keeps modules unless told otherwise.
fn module_cache() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    if let Some(cache) = set("GOMODCACHE") {
        return Some(PathBuf::from(cache));
    }
    if let Some(cache) = go_env() {
        return Some(cache);
    }
    // GOPATH may be a list; modules are kept in its first folder.
    let go_path = set("GOPATH").and_then(|list| env::split_paths(&list).next());
    let go_path = go_path.or_else(|| set("HOME").map(|home| PathBuf::from(home).join("go")));
    go_path.map(|folder| folder.join("pkg").join("mod"))
}

fn go_env() -> Option<PathBuf> {
    let output = Command::new("go")
        .args(["env", "GOMODCACHE"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let folder = text.trim();
    (output.status.success() && !folder.is_empty()).then(|| PathBuf::from(folder))
}
