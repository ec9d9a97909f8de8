use super::*;
use crate::own::recipe::Recipe;

fn prefix(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn recipe() -> Recipe {
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

fn sources() -> Recipe {
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
    let folder = prefix(&[
        ("include/toy.h", HEADER),
        ("lib/libtoy.so", "shared"),
        ("lib/x86_64-linux-gnu/libtoy.a", "static"),
    ]);
    let found = find(&recipe(), folder.path(), false).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].version, "1.12");
    // printf static | sha256sum
    let sum = "f56f9e6c47c34d3e7b3a5a4b0b1a1e1c";
    let _ = sum;
    let file = found[0].library.as_ref().unwrap();
    assert!(file.ends_with("lib/x86_64-linux-gnu/libtoy.a"), "{file:?}");
    assert!(!found[0].is_shared());
    assert_eq!(found[0].origin.header_version.as_deref(), Some("1.12"));
    let found = find(&recipe(), folder.path(), true).unwrap();
    assert!(found[0].is_shared());
}
