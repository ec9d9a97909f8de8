//! Tools that are there, broken or missing, in made-up folders.

use super::*;

fn environment(folder: &Path, variables: &[(&str, &str)]) -> ToolEnvironment {
    ToolEnvironment {
        folder: Some(folder.to_owned()),
        prepend: vec![folder.join("bin")],
        variables: variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
    }
}

#[cfg(unix)]
fn script(folder: &Path, name: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("bin").join(name);
    fs::create_dir_all(folder.join("bin")).unwrap();
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn a_program_tells_its_version_and_a_broken_one_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    script(
        folder.path(),
        "cmake",
        "[ \"$1\" = --version ] && echo && echo cmake version 9.8.7 && echo more",
    );
    script(folder.path(), "go", "exit 3");
    let environment = environment(folder.path(), &[]);
    let expected = Found {
        name: "cmake".to_owned(),
        place: Place::Project,
        path: folder.path().join("bin/cmake"),
        version: Some("cmake version 9.8.7".to_owned()),
    };
    assert_eq!(detect("cmake", &environment), Ok(expected));
    let go = detect("go", &environment).unwrap_err();
    let path = folder.path().join("bin/go");
    assert_eq!(
        go.reason,
        format!("`{} version` fails: exit status: 3", path.display())
    );
    assert_eq!(go.way_out, "make tools");
}

#[test]
fn the_compiler_is_the_one_that_the_variable_names() {
    let folder = tempfile::tempdir().unwrap();
    let environment = environment(folder.path(), &[("CXX", "no-such-compiler")]);
    let error = detect("c++", &environment).unwrap_err();
    assert_eq!(
        error.to_string(),
        "c++: `no-such-compiler` is not on PATH; get it by: apt-get install g++"
    );
}

#[test]
fn only_what_is_missing_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let environment = environment(folder.path(), &[("CC", "no-such-compiler")]);
    let needs = ["cc", "python3", "cobol"].map(str::to_owned);
    let names: Vec<String> = missing(&needs, &environment)
        .into_iter()
        .map(|tool| tool.name)
        .collect();
    assert_eq!(names, ["cc", "cobol"]);
    assert!(
        detect("cobol", &environment)
            .unwrap_err()
            .way_out
            .contains("cc, c++, make")
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_is_too_old_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "cmake", "echo cmake version 3.17.5");
    let error = detect("cmake", &environment(folder.path(), &[])).unwrap_err();
    let path = folder.path().join("bin/cmake");
    let expected = format!("{} is 3.17, wanted is 3.18 or later", path.display());
    assert_eq!(error.reason, expected);
    script(folder.path(), "cmake", "echo cmake version 3.18.0");
    assert!(detect("cmake", &environment(folder.path(), &[])).is_ok());
}

#[test]
fn version_numbers() {
    assert_eq!(
        version_number("go version go1.26.8 linux/amd64"),
        Some((1, 26))
    );
    assert_eq!(version_number("cmake version 3.25.1"), Some((3, 25)));
    assert_eq!(version_number("no 1 number"), None);
    assert_eq!(version_number("99999999999.1"), None);
}

#[test]
fn every_name_has_a_recipe() {
    for name in NAMES.into_iter().chain(BASIC) {
        assert!(
            name == "libclang" || PROGRAMS.iter().any(|recipe| recipe.name == name),
            "{name}"
        );
    }
}

#[test]
fn libclang_where_the_variable_says() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("libclang.so");
    let named = library.to_str().unwrap();
    let absent = detect_libclang(
        &environment(folder.path(), &[("LIBCLANG_PATH", named)]),
        &[],
    );
    assert_eq!(
        absent.unwrap_err().reason,
        format!("LIBCLANG_PATH is {named}, and there is none")
    );
    fs::write(&library, "").unwrap();
    for value in [named, folder.path().to_str().unwrap()] {
        let found = detect_libclang(
            &environment(folder.path(), &[("LIBCLANG_PATH", value)]),
            &[],
        );
        let found = found.unwrap();
        assert_eq!((found.place, &found.path), (Place::Project, &library));
    }
    let elsewhere = environment(Path::new("/nowhere"), &[("LIBCLANG_PATH", named)]);
    assert_eq!(
        detect_libclang(&elsewhere, &[]).unwrap().place,
        Place::LibclangPath
    );
}

#[test]
fn libclang_in_a_folder_of_the_system() {
    let folder = tempfile::tempdir().unwrap();
    let environment = ToolEnvironment {
        // An empty value stands for an unset variable.
        variables: [("LIBCLANG_PATH".to_owned(), String::new())].into(),
        ..ToolEnvironment::default()
    };
    let look = || detect_libclang(&environment, &[folder.path().to_owned()]);
    for other in [
        "libclang-cpp.so.14",
        "libclang.a",
        "libclangTooling.so",
        "libclang",
    ] {
        fs::write(folder.path().join(other), "").unwrap();
    }
    assert!(look().unwrap_err().reason.starts_with("no libclang.so"));
    for name in ["libclang.so.1", "libclang-14.so.14.0.6"] {
        fs::write(folder.path().join(name), "").unwrap();
        assert_eq!(look().unwrap().path, folder.path().join(name));
        fs::remove_file(folder.path().join(name)).unwrap();
    }
}
