//! Writes what V2 replies to the driver into `data/`, from where the target `driver_replies` begins:
//! `cargo run -p nexusq-fuzz --example transcripts`. It needs `sh`, `cat` and `head`.
//!
//! A program that writes the replies so far notes what it is asked beyond them; V2 answers that, and the next run goes further.

use arena_runner::Runner;
use nexusq_contract::{Descriptor, ParameterSet};
use nexusq_fuzz::driver::{Program, drive, plan};
use nexusq_v2::contract::{MlDsa44, MlKem512};
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Only the first process of a run replies: what a second one is asked follows from the first one's silence.
const SCRIPT: &str =
    r#"[ -e "$2" ] && exit; : > "$2"; cat "$1"; exec >&-; exec head -n "$3" > "$2""#;

fn main() -> Result<(), Box<dyn Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    fs::create_dir_all(&data)?;
    for (name, set) in [
        ("ml-kem-512", ParameterSet::MlKem512),
        ("ml-dsa-44", ParameterSet::MlDsa44),
    ] {
        let files = ["subject", "referee"].map(|who| data.join(format!("{name}-{who}.jsonl")));
        for file in &files {
            fs::write(file, "")?;
        }
        while go_on(set, &files)? {}
        println!("{}", files[0].display());
    }
    Ok(())
}

/// One run; whether it was asked more than there are replies for.
fn go_on(set: ParameterSet, files: &[PathBuf; 2]) -> Result<bool, Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("nexusq-transcripts-{}", std::process::id()));
    let run = folder.join("run");
    fs::create_dir_all(&run)?;
    let asked = ["subject", "referee"].map(|who| folder.join(who));
    let program = |which: usize| -> io::Result<Program> {
        let next = 1 + fs::read_to_string(&files[which])?.lines().count();
        let [replies, asked] =
            [&files[which], &asked[which]].map(|path| path.to_string_lossy().into_owned());
        let args = [
            "-c".to_owned(),
            SCRIPT.to_owned(),
            "sh".to_owned(),
            replies,
            asked,
            next.to_string(),
        ];
        Ok(Program {
            path: PathBuf::from("sh"),
            args: args.to_vec(),
        })
    };
    drive(&run, &plan(set), program(0)?, program(1)?);
    let mut more = false;
    // A referee that has no reply is done without, and the subject is asked in its stead: so the referee first, and one at a time.
    for (file, asked) in files.iter().zip(&asked).rev() {
        let replies = fs::read_to_string(file)?;
        let answered = answers(&fs::read(asked).unwrap_or_default())?;
        if let Some(next) = answered.lines().nth(replies.lines().count()) {
            fs::write(file, format!("{replies}{next}\n"))?;
            more = true;
            break;
        }
    }
    fs::remove_dir_all(&folder)?;
    Ok(more)
}

/// V2's replies to these requests.
fn answers(requests: &[u8]) -> Result<String, Box<dyn Error>> {
    let descriptor = Descriptor {
        id: "nexusq-v2",
        name: "NEXUS-Q V2",
        version: nexusq_v2::VERSION,
        language: "Rust",
        back_end: "portable",
        rng: "getrandom",
        keygen_self_test: false,
        build_options: "",
    };
    let mut replies = Vec::new();
    let mut runner = Runner::new(descriptor).kem(MlKem512).signature(MlDsa44);
    runner.converse(requests, &mut replies)?;
    Ok(String::from_utf8(replies)?)
}
