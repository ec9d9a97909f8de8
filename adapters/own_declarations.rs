//! For the build scripts of adapters whose declarations are not written by hand: makes them from the headers of the user's own
//! library. Structures differ between versions, so those of the package would not do.

use std::env;
use std::path::{Path, PathBuf};

/// Writes `declarations.rs` for functions and constants of headers, for a library whose declarations are not written by hand.
pub(crate) fn write(include: &Path, headers: &[&str], functions: &str, constants: &str) {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let includes = headers
        .iter()
        .map(|header| format!("#include <{header}>\n"));
    bindgen::Builder::default()
        .header_contents("own.h", &includes.collect::<String>())
        .clang_arg(format!("-I{}", include.display()))
        .allowlist_function(functions)
        .allowlist_var(constants)
        .default_enum_style(bindgen::EnumVariation::Rust {
            non_exhaustive: false,
        })
        .default_macro_constant_type(bindgen::MacroTypeVariation::Signed)
        .size_t_is_usize(true)
        .generate_comments(false)
        .layout_tests(false)
        .use_core()
        .generate()
        .expect("the headers can be read")
        .write_to_file(folder.join("declarations.rs"))
        .expect("OUT_DIR can be written");
}
