//! The picture of the rooms in `docs/architecture.md` has an arrow for each dependency between crates of the workspace, and a
//! dependency for each arrow; what is needed by tests alone stands in the table below it.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

type Arrows = BTreeSet<(String, String)>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Every folder with a crate of ours: the members of the workspace and the programs for libFuzzer.
fn crates() -> BTreeMap<String, Table> {
    let read = |path: PathBuf| -> Table { fs::read_to_string(path).unwrap().parse().unwrap() };
    let workspace = read(root().join("Cargo.toml"));
    let mut folders = vec!["fuzz".to_owned()];
    for member in workspace["workspace"]["members"].as_array().unwrap() {
        match member.as_str().unwrap().strip_suffix("/*") {
            None => folders.push(member.as_str().unwrap().to_owned()),
            Some(parent) => {
                for entry in fs::read_dir(root().join(parent)).unwrap() {
                    let name = entry.unwrap().file_name().into_string().unwrap();
                    folders.push(format!("{parent}/{name}"));
                }
            }
        }
    }
    let manifests = folders.into_iter().filter_map(|folder| {
        let path = root().join(&folder).join("Cargo.toml");
        // An adapter in another language has none.
        path.is_file().then(|| (folder, read(path)))
    });
    manifests.collect()
}

/// The name of a room: adapters are one.
fn room(folder: &str) -> String {
    match folder.split_once('/') {
        Some(("adapters", _)) => "adapters".to_owned(),
        _ => folder.to_owned(),
    }
}

/// The dependencies between rooms of one kind, such as `dependencies`.
fn real(crates: &BTreeMap<String, Table>, kinds: &[&str]) -> Arrows {
    let folder_of: BTreeMap<&str, &str> = crates
        .iter()
        .map(|(folder, manifest)| {
            (
                manifest["package"]["name"].as_str().unwrap(),
                folder.as_str(),
            )
        })
        .collect();
    let mut arrows = Arrows::new();
    for (folder, manifest) in crates {
        let for_targets = manifest.get("target").and_then(Value::as_table);
        let for_targets = for_targets.into_iter().flat_map(Table::values);
        let tables = std::iter::once(manifest).chain(for_targets.filter_map(Value::as_table));
        let tables = tables.flat_map(|table| kinds.iter().filter_map(|kind| table.get(*kind)));
        for name in tables.filter_map(Value::as_table).flat_map(Table::keys) {
            if let Some(other) = folder_of.get(name.as_str()) {
                arrows.insert((room(folder), room(other)));
            }
        }
    }
    arrows
}

/// The values of `from="..." ... to="..."` of every arrow of the picture.
fn drawn(svg: &str, from: &str, to: &str) -> Arrows {
    let value = |line: &str, name: &str| {
        let start = line.find(&format!(" {name}=\""))? + name.len() + 3;
        Some(line[start..].split('"').next().unwrap().to_owned())
    };
    let lines = svg.lines().filter(|line| line.contains("class=\"arrow"));
    let arrows = lines.filter_map(|line| Some((value(line, from)?, value(line, to)?)));
    arrows.collect()
}

fn page() -> String {
    fs::read_to_string(root().join("docs/architecture.md")).unwrap()
}

fn picture() -> String {
    fs::read_to_string(root().join("docs/images/rooms.svg")).unwrap()
}

#[test]
fn the_picture_has_the_arrows_that_the_crates_have() {
    assert!(page().contains("(images/rooms.svg)"));
    let real = real(&crates(), &["dependencies", "build-dependencies"]);
    let drawn = drawn(&picture(), "data-from", "data-to");
    assert!(real.len() > 20, "{real:?}");
    let not_drawn: Vec<_> = real.difference(&drawn).collect();
    let not_real: Vec<_> = drawn.difference(&real).collect();
    assert!(
        not_drawn.is_empty() && not_real.is_empty(),
        "docs/images/rooms.svg: dependencies without an arrow: {not_drawn:?}; arrows without a dependency: {not_real:?}"
    );
}

#[test]
fn the_picture_has_a_box_for_each_room_and_each_is_on_the_page() {
    let (svg, page) = (picture(), page());
    for folder in crates().keys() {
        let name = match room(folder).as_str() {
            "adapters" => "adapters/NAME".to_owned(),
            other => other.to_owned(),
        };
        assert!(
            svg.contains(&format!(">{name}</text>")),
            "no box for {name}"
        );
        assert!(
            page.contains(&format!("`{name}`")),
            "{name} is not on the page"
        );
    }
}

#[test]
fn only_the_core_reaches_adapters_and_by_processes_alone() {
    let by_process = drawn(&picture(), "data-process-from", "data-process-to");
    let expected = ("arena-core".to_owned(), "adapters".to_owned());
    assert_eq!(by_process, Arrows::from([expected]));
    let all = real(
        &crates(),
        &["dependencies", "dev-dependencies", "build-dependencies"],
    );
    assert!(!all.iter().any(|(_, to)| to == "adapters"));
}

#[test]
fn what_only_tests_need_stands_in_the_table() {
    let real = real(&crates(), &["dev-dependencies"]);
    let page = page();
    let table = page.split("<!-- tests -->").nth(1).unwrap();
    // The table ends where a line is none of it.
    let rows = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    let rows = rows.filter(|line| line.starts_with("| `"));
    let mut listed = Arrows::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let name = |cell: &str| cell.trim_matches('`').to_owned();
        for other in cells[2].split(", ") {
            listed.insert((name(cells[1]).replace("/NAME", ""), name(other)));
        }
    }
    assert_eq!(listed, real);
}
