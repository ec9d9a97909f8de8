//! Every direct dependency of a default member stands in `docs/dependencies.md`.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toml::{Table, Value};

const KINDS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

fn read(path: &Path) -> Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The names in the dependency tables of a manifest, those for some systems only included.
fn names(manifest: &Table) -> BTreeSet<String> {
    let for_targets = manifest
        .get("target")
        .and_then(Value::as_table)
        .into_iter()
        .flat_map(Table::values)
        .filter_map(Value::as_table);
    std::iter::once(manifest)
        .chain(for_targets)
        .flat_map(|table| KINDS.iter().filter_map(|kind| table.get(*kind)))
        .filter_map(Value::as_table)
        .flat_map(|dependencies| dependencies.keys().cloned())
        .collect()
}

#[test]
fn each_direct_dependency_is_on_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/dependencies.md")).unwrap();
    let workspace = read(&root.join("Cargo.toml"));
    let members = workspace["workspace"]["default-members"]
        .as_array()
        .unwrap();
    let members: Vec<&str> = members
        .iter()
        .map(|member| member.as_str().unwrap())
        .collect();
    let manifests: Vec<Table> = members
        .iter()
        .map(|member| read(&root.join(member).join("Cargo.toml")))
        .collect();
    let own: BTreeSet<&str> = manifests
        .iter()
        .map(|manifest| manifest["package"]["name"].as_str().unwrap())
        .collect();
    let all: BTreeSet<String> = manifests.iter().flat_map(names).collect();
    assert!(
        all.contains("rustix") && all.contains("tempfile"),
        "{all:?}"
    );
    for name in all.iter().filter(|name| !own.contains(name.as_str())) {
        let start = format!("| `{name}` | ");
        assert!(
            page.contains(&start),
            "docs/dependencies.md has no line for `{name}`"
        );
    }
}
