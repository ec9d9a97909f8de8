//! `arena new-adapter`, `--adapter`, and the walk-through of `docs/adapters.md`, typed line by line.
#![allow(clippy::unwrap_used)]

mod common;
/// The template in Rust: it must compile against the contract as it is now.
#[path = "../templates/rust/kem.rs"]
mod kem;

use arena_runner::Runner;
use common::{Root, stderr, stdout};
use nexusq_contract::Descriptor;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The arena's tree.
fn tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// An empty folder, in which commands find the `arena` that is tested, and a folder for what it builds.
struct Desk {
    folder: tempfile::TempDir,
    built: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk {
            folder: tempfile::tempdir().unwrap(),
            built: tempfile::tempdir().unwrap(),
        }
    }

    /// What a person at this desk types.
    fn types(&self, lines: &str) -> Output {
        let arena = Path::new(env!("CARGO_BIN_EXE_arena")).parent().unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-e", "-c", lines])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", arena.display()))
            .env("ARENA_ROOT", tree())
            .env("CARGO_TARGET_DIR", self.built.path())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{lines}\n{}{}",
            stdout(&output),
            stderr(&output)
        );
        output
    }

    fn json(&self, lines: &str) -> Value {
        serde_json::from_slice(&self.types(lines).stdout).unwrap()
    }
}

/// The sum of a class over all cells.
fn count(document: &Value, class: &str) -> u64 {
    let cells = document["cells"].as_array().unwrap();
    cells
        .iter()
        .map(|cell| cell["counts"][class].as_u64().unwrap())
        .sum()
}

/// The text of the page's blocks of shell commands.
fn blocks(page: &str) -> Vec<&str> {
    let starts = page.split("```sh\n").skip(1);
    starts
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_walk_through_leads_to_an_adapter_that_passes() {
    let page = fs::read_to_string(tree().join("docs/adapters.md")).unwrap();
    let blocks = blocks(&page);
    let desk = Desk::new();
    for block in &blocks {
        desk.types(block);
    }
    // What the page says of its own length.
    let steps = page.matches("\n### Step ").count();
    let lines: usize = blocks.iter().map(|block| block.lines().count()).sum();
    let written = desk
        .folder
        .path()
        .join("python-ml-kem/src/implementation.py");
    let written = fs::read_to_string(written).unwrap();
    let said = format!(
        "It takes {steps} steps and {lines} lines, {} of them the file that calls the library.",
        written.lines().count()
    );
    assert!(page.contains(&said), "docs/adapters.md should say: {said}");
    assert_eq!(steps, blocks.len());
    // It is the file of the complete example.
    let example = tree().join("docs/examples/python-runner/src/implementation.py");
    assert_eq!(written, fs::read_to_string(example).unwrap());

    let check = "arena check -q --json --impl python-ml-kem --adapter python-ml-kem --alg ml-kem-512 --suite robustness";
    let document = desk.json(check);
    // Of the 102 cases of a KEM 17 damage a seed that is to be imported.
    let of = |class| count(&document, class);
    assert_eq!((of("pass"), of("fail"), of("unsupported")), (85, 0, 17));
    assert_eq!(document["subjects"][0]["version"], "1.0.0");
}

/// A program that shares no line with the arena speaks the protocol, and answers Wycheproof and ACVP rightly.
#[test]
fn the_runner_in_python_answers_published_vectors() {
    let desk = Desk::new();
    let adapter = tree().join("docs/examples/python-runner");
    let adapter = format!("--adapter {}", adapter.display());
    desk.types(&format!("arena build python-runner {adapter}"));
    let check = format!("arena check -q --json --impl python-ml-kem {adapter}");
    let encaps = desk.json(&format!(
        "{check} --suite wycheproof --alg ml-kem-768 --case mlkem_768_encaps"
    ));
    assert_eq!((count(&encaps, "pass"), count(&encaps, "fail")), (265, 0));
    let acvp = desk.json(&format!("{check} --suite acvp --alg ml-kem-768"));
    // 25 of key generation and 35 of encapsulation and decapsulation; not run where Go's modules are not there.
    assert_eq!(count(&acvp, "pass") + count(&acvp, "not-run"), 60);
    assert_eq!(count(&acvp, "fail"), 0);
    assert!([0, 60].contains(&count(&acvp, "pass")));

    let listed = desk.json(&format!("arena list --json python-ml-kem {adapter}"));
    let entry = &listed["implementations"][0];
    let package = &entry["packages"][0];
    assert_eq!(package["ecosystem"], "outside");
    assert_eq!(package["licence"], "Apache-2.0 OR MIT");
    assert_eq!(package["origin"]["kind"], "adapter");
    assert_eq!(package["origin"]["place"], "project");
    let sum = format!("sha256:{}", entry["runner_sha256"].as_str().unwrap());
    assert_eq!(package["checksum"], sum.as_str());
}

/// Rows of an adapter outside the tree are evidence like any other, and hold no path.
#[test]
fn an_adapter_outside_the_tree_is_measured_and_recorded() {
    let root = Root::new().adapter("nexusq-v2", "1.0", "");
    let outside = Root::new().adapter("mine", "1.0", "");
    let folder = outside.path("adapters/mine");
    let flag = folder.to_str().unwrap();
    let built = root.arena(&["build", "--adapter", flag]);
    assert!(built.status.success(), "{}", stderr(&built));
    let out = root.path("run");
    let run = root.arena(&[
        "run",
        "--protocol",
        "quick",
        "--impl",
        "mine",
        "--alg",
        "ml-kem-768",
        "--op",
        "keygen",
        "--cpu",
        "none",
        "--iterations",
        "2",
        "--warmups",
        "1",
        "-q",
        "--out",
        out.to_str().unwrap(),
        "--adapter",
        flag,
    ]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let rows = common::rows(&out);
    let package = &rows[0]["implementation"]["provenance"][0];
    assert_eq!(package["ecosystem"], "outside");
    assert_eq!(package["licence"], "NOASSERTION");
    assert_eq!(
        package["origin"],
        serde_json::json!({"kind": "adapter", "place": "temporary"})
    );
    assert_eq!(
        package["checksum"]
            .as_str()
            .unwrap()
            .strip_prefix("sha256:")
            .unwrap(),
        rows[0]["implementation"]["runner_sha256"]
    );
    let text = serde_json::to_string(&rows).unwrap();
    assert!(!text.contains(outside.folder.path().to_str().unwrap()));
    assert!(
        root.arena(&["verify", out.to_str().unwrap()])
            .status
            .success()
    );

    // Without the flag it does not exist.
    let unknown = root.arena(&["list", "mine"]);
    assert_eq!(unknown.status.code(), Some(2));
    // A name or an id of the tree, pins without a vendor folder, and no adapter at all are refused.
    let refused = |flag: &Path, why: &str| {
        let output = root.arena(&["list", "--adapter", flag.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{why}");
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    };
    let twin = Root::new().adapter("nexusq-v2", "1.0", "");
    refused(
        &twin.path("adapters/nexusq-v2"),
        "there is an adapter `nexusq-v2` already",
    );
    let manifest = fs::read_to_string(folder.join("adapter.toml")).unwrap();
    fs::write(
        folder.join("adapter.toml"),
        manifest.replace("id = 'mine'", "id = 'nexusq-v2'"),
    )
    .unwrap();
    refused(&folder, "id `nexusq-v2` is taken by adapter `nexusq-v2`");
    fs::write(folder.join("adapter.toml"), manifest + "pins = ['mine']\n").unwrap();
    refused(&folder, "`pins` are for adapters of the tree");
    refused(outside.folder.path(), "adapter.toml");
    refused(&outside.path("nowhere"), "--adapter");
}

#[test]
fn new_adapter_writes_whole_folders_and_overwrites_none() {
    let desk = Desk::new();
    let folder = |name: &str| desk.folder.path().join(name);
    for (language, main) in [
        ("rust", "src/kem.rs"),
        ("c", "src/ffi.rs"),
        ("go", "implementation.go"),
        ("python", "src/implementation.py"),
    ] {
        let said = stdout(&desk.types(&format!(
            "arena new-adapter my-{language} --lang {language}"
        )));
        assert!(
            said.contains(&format!("arena build my-{language} --adapter ")),
            "{said}"
        );
        assert!(folder(&format!("my-{language}/{main}")).is_file());
        for file in files(&folder(&format!("my-{language}"))) {
            let text = fs::read_to_string(&file).unwrap();
            for mark in [
                "@NAME@",
                "@ARENA@",
                "@BUILD@",
                "@LICENCE@",
                "@NEEDS@",
                "@SYMBOL@",
            ] {
                assert!(!text.contains(mark), "{mark} in {}", file.display());
            }
        }
        // Its manifest is read.
        desk.types(&format!(
            "arena list --json --adapter my-{language} my-{language}"
        ));
    }
    let cargo = fs::read_to_string(folder("my-c/Cargo.toml")).unwrap();
    assert!(
        cargo.contains(&format!("path = \"{}/arena-runner\"", tree().display())),
        "{cargo}"
    );
    assert!(cargo.contains("[build-dependencies]\ncc = "));
    assert!(folder("my-rust/Cargo.lock").is_file());
}

#[test]
fn the_stub_in_rust_supports_nothing() {
    let descriptor = Descriptor {
        id: "stub",
        name: "stub",
        version: "0.0.0",
        language: "Rust",
        back_end: "none",
        rng: "none",
        keygen_self_test: false,
        build_options: "",
    };
    const { assert!(!kem::READY) };
    let of_set = r#""algorithm":"ml-kem","parameter_set":"768""#;
    let asked = format!(
        "{{\"command\":\"prepare\",{of_set},\"items\":[{{}}]}}\n\
         {{\"command\":\"perform\",{of_set},\"operation\":\"decaps\",\"randomness\":\"none\",\"inputs\":{{\"seed\":\"00\",\"ciphertext\":\"\"}}}}\n"
    );
    let mut said = Vec::new();
    let mut runner = Runner::new(descriptor).kem(kem::MlKem768);
    runner.converse(asked.as_bytes(), &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    assert_eq!(
        said.matches("\"kind\":\"unsupported\"").count(),
        2,
        "{said}"
    );
}

/// The stub in Go builds and passes, where there is a Go. The one in Python does so in the walk-through.
#[test]
fn the_stub_in_go_builds_and_nothing_fails() {
    if Command::new("go").arg("version").output().is_err() {
        return;
    }
    let desk = Desk::new();
    desk.types(
        "arena new-adapter my-go --lang go && arena build --require-all my-go --adapter my-go",
    );
    let check =
        desk.json("arena check -q --json --impl my-go --adapter my-go --suite acvp,robustness");
    assert_eq!((count(&check, "fail"), count(&check, "pass")), (0, 0));
    assert!(count(&check, "unsupported") > 800);
}

#[test]
fn new_adapter_refuses_names_and_folders() {
    let root = Root::new().adapter("openssl", "1.0", "");
    let desk = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let mut command = root.command(&["new-adapter"]);
        let output = command
            .args(arguments)
            .current_dir(desk.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&output).contains(why),
            "{arguments:?}: {}",
            stderr(&output)
        );
    };
    for name in [
        "",
        "Ab",
        "1a",
        "a_b",
        "a/b",
        "..",
        "a-",
        "-a",
        &"a".repeat(41),
    ] {
        refused(&["--lang", "go", "--", name], "a name is at most 40");
    }
    refused(
        &["openssl", "--lang", "go"],
        "is the name of an adapter or implementation already",
    );
    refused(
        &["toy", "--lang", "go", "--out", "other"],
        "its last part must be `toy`",
    );
    // The root of this test is no source of the arena.
    refused(&["toy"], "give its folder with --root");
    fs::create_dir(desk.path().join("toy")).unwrap();
    refused(&["toy", "--lang", "go"], "is there already");
    assert_eq!(fs::read_dir(desk.path().join("toy")).unwrap().count(), 0);

    // Inside the tree the manifest has pins, and cargo must not take the folder for a crate.
    let inside = root.path("adapters/mine");
    let output = root.arena(&[
        "new-adapter",
        "mine",
        "--lang",
        "python",
        "--out",
        inside.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("under `exclude`"),
        "{}",
        stdout(&output)
    );
    assert!(stdout(&output).contains("vendor/mine.toml"));
    let manifest = fs::read_to_string(inside.join("adapter.toml")).unwrap();
    assert!(manifest.ends_with("pins = []\n"), "{manifest}");
    assert_eq!(root.arena(&["list", "mine"]).status.code(), Some(0));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let nested = entries.map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    nested.flatten().collect()
}
