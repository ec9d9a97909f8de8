//! For the build scripts of adapters: links the user's own library in place of the packaged one.
//!
//! `arena build NAME --from PATH` sets `NEXUSQ_<NAME>_FROM` (the prefix), `_LIBRARY` (the library's file) and `_VERSION` (that
//! of the headers). Without them nothing changes. A build over them has `cfg(nexusq_own)`.

use std::env;
use std::path::{Path, PathBuf};

/// Whether nothing is left to link: the user's own library is linked, or clippy runs, which links nothing and would otherwise
/// compile the packaged library a second time.
pub(crate) fn linked(name: &str) -> bool {
    println!("cargo::rustc-check-cfg=cfg(nexusq_own)");
    if let Some(library) = path(name, "LIBRARY") {
        println!("cargo::rustc-cfg=nexusq_own");
        link(&library);
        return true;
    }
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    wrapper.to_string_lossy().contains("clippy-driver")
}

/// What `arena build --from` says of a library.
pub(crate) fn path(name: &str, what: &str) -> Option<PathBuf> {
    let variable = format!("NEXUSQ_{name}_{what}");
    println!("cargo::rerun-if-env-changed={variable}");
    env::var_os(variable).map(PathBuf::from)
}

/// Links one file: a static library becomes part of the runner, a shared one is loaded from where it lies.
fn link(library: &Path) {
    let folder = library.parent().unwrap_or(Path::new("/")).display();
    let file = library.file_name().unwrap_or_default().to_string_lossy();
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rustc-link-search=native={folder}");
    if library.extension().is_some_and(|ending| ending == "a") {
        println!("cargo::rustc-link-lib=static:+verbatim={file}");
    } else {
        println!("cargo::rustc-link-lib=dylib:+verbatim={file}");
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
    }
}
