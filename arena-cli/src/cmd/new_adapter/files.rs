//! The files of a new adapter. Their texts are in `arena-cli/templates/`, but for those that the runner in Python of the
//! documents has too.

use super::Language;
use std::path::Path;

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../../templates/", $name))
    };
}

macro_rules! python {
    ($name:literal) => {
        include_str!(concat!(
            "../../../../docs/examples/python-runner/src/",
            $name
        ))
    };
}

const LICENCE_OUTSIDE: &str =
    "# SPDX expression of the licence of the measured code.\n# licence = \"MIT\"";
const LICENCE_INSIDE: &str = "# Files vendor/<pin>.toml: where the measured code comes from, with versions, checksums and licences.\npins = []";

/// Name and text of each file.
pub(super) fn of(
    language: Language,
    name: &str,
    inside: bool,
    arena: Option<&Path>,
) -> Vec<(String, String)> {
    let cargo = if inside {
        template!("rust/Cargo.inside.toml")
    } else {
        template!("rust/Cargo.outside.toml")
    };
    let files: &[(&str, &str)] = match language {
        Language::Rust => &[
            ("Cargo.toml", cargo),
            ("adapter.toml", template!("rust/adapter.toml")),
            ("src/main.rs", template!("rust/main.rs")),
            ("src/kem.rs", template!("rust/kem.rs")),
        ],
        Language::C => &[
            ("Cargo.toml", cargo),
            ("adapter.toml", template!("rust/adapter.toml")),
            ("build.rs", template!("c/build.rs")),
            ("c/library.c", template!("c/library.c")),
            ("c/library.h", template!("c/library.h")),
            ("src/main.rs", template!("c/main.rs")),
            ("src/ffi.rs", template!("c/ffi.rs")),
            ("src/kem.rs", template!("rust/kem.rs")),
        ],
        Language::Go => &[
            ("adapter.toml", template!("go/adapter.toml")),
            ("go.mod", template!("go/go.mod")),
            ("main.go", template!("go/main.go")),
            ("implementation.go", template!("go/implementation.go")),
            ("scheme.go", template!("go/scheme.go")),
            ("protocol.go", template!("go/protocol.go")),
            ("item.go", template!("go/item.go")),
        ],
        Language::Python => &[
            ("adapter.toml", template!("python/adapter.toml")),
            (
                "src/implementation.py",
                template!("python/implementation.py"),
            ),
            ("src/protocol.py", python!("protocol.py")),
            ("src/__main__.py", python!("__main__.py")),
        ],
    };
    let of_c = language == Language::C;
    let build = if of_c {
        "\n[build-dependencies]\ncc = \"1.2\"\n"
    } else {
        ""
    };
    let arena = arena.map(|path| path.to_string_lossy().replace('\\', "/"));
    let filled = |text: &str| {
        text.replace("@NAME@", name)
            .replace("@SYMBOL@", &name.replace('-', "_"))
            .replace("@ARENA@", arena.as_deref().unwrap_or_default())
            .replace("@NEEDS@", if of_c { "\"cc\"" } else { "" })
            .replace("@BUILD@", build)
            .replace(
                "@LICENCE@",
                if inside {
                    LICENCE_INSIDE
                } else {
                    LICENCE_OUTSIDE
                },
            )
    };
    let readme = ("README.md", template!("README.md"));
    let all = files.iter().chain([&readme]);
    all.map(|(name, text)| ((*name).to_owned(), filled(text)))
        .collect()
}
