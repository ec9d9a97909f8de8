use super::*;
use crate::own::recipe::Recipe;

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn installed() -> Recipe {
    let part = Part {
        name: "toy".into(),
        replaces: vec!["toy-src".into()],
        headers: vec!["include/toy/config.h".into(), "include/toy.h".into()],
        version: vec!["TOY_MAJOR".into(), "TOY_MINOR".into()],
        libraries: vec!["libtoy.a".into(), "libtoy.so".into()],
        minimum: "1.10".into(),
        lacks: "ML-KEM".into(),
        sources: Vec::new(),
    };
    Recipe {
        part: vec![part],
        ..Recipe::default()
    }
}

fn checkouts() -> Recipe {
    let part = |name: &str, file: &str| Part {
        name: name.into(),
        sources: vec![file.into()],
        ..Part::default()
    };
    Recipe {
        part: vec![part("one", "one/a.c"), part("two", "two/b.c")],
        ..Recipe::default()
    }
}

fn find(recipe: &Recipe, folder: &Path, shared: bool) -> Result<Vec<Brought>, String> {
    look(recipe, folder, Path::new("/nowhere"), shared).map_err(|error| error.to_string())
}

const HEADER: &str = "/* TOY_MAJOR */\n#define TOY_MAJOR_X 7\n#  define TOY_MAJOR   1\n#define TOY_MINOR \"12\" /* x */\n";

#[test]
fn an_installed_library_is_found_with_version_and_sum() {
    let folder = folder_with(&[
        ("include/toy.h", HEADER),
        ("lib/libtoy.so", "shared"),
        ("lib/x86_64-linux-gnu/libtoy.a", "static"),
    ]);
    let found = find(&installed(), folder.path(), false).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].version, "1.12");
    // printf static | sha256sum
    let sum = "2053dbbf6ec7135c4e994d3464c478db6f48d3ca21052c8f44915edc96e02c39";
    assert_eq!(found[0].sha256, sum);
    let file = found[0].library.as_ref().unwrap();
    assert!(file.ends_with("lib/x86_64-linux-gnu/libtoy.a"), "{file:?}");
    assert!(!found[0].is_shared());
    assert_eq!(found[0].origin.header_version.as_deref(), Some("1.12"));
    assert_eq!(found[0].origin.place, PlaceClass::Temporary);
    let found = find(&installed(), folder.path(), true).unwrap();
    assert!(found[0].is_shared());
}

#[test]
fn versions_are_compared_as_numbers() {
    for (a, b, expected) in [
        ("3.0.19", "3.5.0", true),
        ("3.10.0", "3.5.0", false),
        ("1.9", "1.10", true),
        ("0.16.0", "0.13.0", false),
        ("0.13.0-dev", "0.13.0", false),
        ("2.19.3", "3.6.0", true),
        ("3.5.0", "3.5.0", false),
    ] {
        assert_eq!(older(a, b), expected, "{a} {b}");
    }
}

#[test]
fn either_checkout_will_do_and_lies_at_the_folder_or_below_it() {
    let folder = folder_with(&[("two/two/b.c", "b"), ("x", "")]);
    let found = find(&checkouts(), folder.path(), false).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].part.name, "two");
    assert!(found[0].folder.ends_with("two"));
    let found = find(&checkouts(), &folder.path().join("two"), false).unwrap();
    assert_eq!(found[0].part.name, "two");
    assert!(
        found[0].version.starts_with("unrecorded-"),
        "{}",
        found[0].version
    );
    let error = find(&checkouts(), Path::new("/usr/include"), false).unwrap_err();
    assert!(
        error.contains("no sources of one: they have one/a.c; no sources of two"),
        "{error}"
    );
}

/// The value is that of `find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum`.
#[test]
fn the_sum_of_sources_is_that_of_common_tools() {
    let folder = folder_with(&[("one/a.c", "a"), ("d/z", "b"), (".git/HEAD", "x")]);
    assert_eq!(
        sum_of_sources(folder.path()).unwrap(),
        "737bca2020eb0dbd29ad1297b40f97f4f97991dc075b4bb3ac645f91a328b51e"
    );
}

#[test]
fn the_name_of_a_folder_may_tell_the_version() {
    let version = |name: &str| version_in_name(Path::new(name));
    assert_eq!(version("/m/circl@v1.6.1").as_deref(), Some("1.6.1"));
    assert_eq!(version("/m/mlkem-native-v1.0.0").as_deref(), Some("1.0.0"));
    assert_eq!(
        version("/m/mldsa-native-1.0.0-beta2").as_deref(),
        Some("1.0.0-beta2")
    );
    assert_eq!(version("/m/mlkem-native"), None);
    assert_eq!(version("/m/lib-2"), None);
    assert_eq!(version("/m/lib-2.0 -X main.x=y"), None);
}
