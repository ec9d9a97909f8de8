//! `arena check`: implementations against the standards, against each other, and against bad input.

use super::output;
use crate::chosen;
use anyhow::bail;
use arena_checks::board::Board;
use arena_checks::report::{self, Document, SubjectInfo, SuiteInfo};
use arena_checks::stage::{Depth, Stage, Suite, Wishes};
use arena_checks::subject::Subject;
use arena_checks::suites;
use arena_checks::suites::signing::coverage;
use arena_checks::vectors::ml_dsa::score::score;
use arena_core::files;
use arena_core::inventory::{Found, Inventory, Layout};
use arena_core::{interrupt, names};
use nexusq_contract::ParameterSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  arena check                                           all that is built, every suite
  arena check --impl nexusq-v2 --suite wycheproof,acvp
  arena check --alg ml-dsa --suite rejection
  arena check --impl circl --suite interop --case ml-kem-768/seed   one finding again
  arena check --full --json --out checks.json --junit checks.xml --sarif checks.sarif
Classes: pass, fail, policy (the standard leaves it free; the rule is named), unsupported (no such entry point), not run (and why).
docs/checks.md says what each suite asks.

Exit codes: 0 nothing of ours failed; 1 a crate of this project failed, or a rule of ML-DSA has no vector that isolates it.
What is found in others is reported and leaves the exit code as it is; 2 not done.";

/// Check implementations against the standards, against each other, and against bad input.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Implementations by id [default: all].
    #[arg(long = "impl", value_name = "NAME", value_delimiter = ',')]
    implementations: Vec<String>,
    /// Algorithms (ml-kem) or parameter sets (ml-kem-768).
    #[arg(
        long = "alg",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "ml-kem,ml-dsa"
    )]
    algorithms: Vec<String>,
    /// Suites by name [default: all].
    #[arg(long = "suite", value_name = "NAME", value_delimiter = ',')]
    suites: Vec<String>,
    /// Only cases whose name contains this text.
    #[arg(long, value_name = "TEXT")]
    case: Option<String>,
    /// Everything, however long it takes; without it, what fits into every test run.
    #[arg(long)]
    full: bool,
    /// What random inputs follow from, up to 16 hexadecimal digits.
    #[arg(long, default_value = "0", value_parser = super::run::parse_seed)]
    seed: u64,
    /// Seconds that one answer may take.
    #[arg(long, default_value_t = 20, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// List the suites and end.
    #[arg(long)]
    list: bool,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Write the JSON to this file too.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write JUnit XML to this file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write SARIF to this file.
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args, layout: &Layout) -> anyhow::Result<ExitCode> {
    let suites = chosen_suites(&args.suites)?;
    if args.list {
        for suite in &suites {
            output::text(&format!("{:12} {}\n", suite.id(), suite.purpose()))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let inventory = Inventory::read(layout);
    for problem in &inventory.problems {
        eprintln!("left out: {problem}");
    }
    let found = chosen::implementations(&inventory, &args.implementations)?;
    let document = check(args, &suites, &found, &inventory)?;
    if interrupt::requested() {
        bail!(
            "interrupted; nothing was written. A check starts anew; --impl, --alg, --suite and --case make it shorter"
        );
    }
    write_files(args, &document)?;
    if args.json {
        output::json(&document)?;
    } else {
        output::text(&report::table(&document))?;
    }
    let bad = document.own_failures() > 0 || document.mutants_alive() > 0;
    Ok(ExitCode::from(u8::from(bad)))
}

fn check(
    args: &Args,
    suites: &[Box<dyn Suite>],
    found: &[&Found],
    inventory: &Inventory,
) -> anyhow::Result<Document> {
    let wishes = Wishes {
        sets: chosen::parameter_sets(&args.algorithms, ParameterSet::ALL)?,
        case: args.case.clone(),
        depth: if args.full { Depth::Full } else { Depth::Core },
        seed: args.seed,
    };
    let timeout = Duration::from_secs(args.timeout);
    let mut subjects: Vec<Subject> = found
        .iter()
        .map(|found| Subject::new(found, timeout))
        .collect();
    let infos = found.iter().zip(&mut subjects);
    let infos = infos
        .map(|(found, subject)| describe(found, subject))
        .collect();
    let mut board = Board::default();
    let mut progress = |line: &str| {
        if !args.quiet {
            eprintln!("{line}");
        }
    };
    let others = inventory.found.iter().filter(|other| {
        let asked_for = |one: &&Found| one.manifest.id == other.manifest.id;
        !found.iter().any(asked_for)
    });
    let witnesses = others.map(|other| Subject::new(other, timeout)).collect();
    let mut stage =
        Stage::new(subjects, wishes.clone(), &mut board, &mut progress).with_witnesses(witnesses);
    for suite in suites {
        stage.play(suite.as_ref());
    }
    let ran = |id: &str| suites.iter().any(|suite| suite.id() == id);
    let mutants = if ran("rejection") && !interrupt::requested() {
        progress("rejection: faulty verifiers against our own vectors");
        score(&wishes.sets)
    } else {
        Vec::new()
    };
    let branches = if ran("signing") && !interrupt::requested() {
        progress("signing: branches that the inputs reach");
        coverage(&wishes.sets)
    } else {
        Vec::new()
    };
    let about = suites.iter().map(|suite| SuiteInfo {
        id: suite.id().to_owned(),
        purpose: suite.purpose().to_owned(),
    });
    let about = about.collect();
    Ok(Document {
        mutants,
        branches,
        ..Document::new(&board, infos, about, wishes.depth, wishes.seed, wishes.case)
    })
}

fn describe(found: &Found, subject: &mut Subject) -> SubjectInfo {
    let (version, back_end, why_not) = match subject.hello() {
        Ok(hello) => (
            hello.descriptor.version.clone(),
            hello.descriptor.back_end.clone(),
            String::new(),
        ),
        Err(why) => (String::new(), String::new(), why),
    };
    SubjectInfo {
        id: found.manifest.id.clone(),
        own: found.manifest.own,
        version,
        back_end,
        runner_sha256: found
            .runner
            .as_ref()
            .map(|built| built.sha256.clone())
            .unwrap_or_default(),
        why_not,
    }
}

fn write_files(args: &Args, document: &Document) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        files::write_atomic(path, &files::to_json(path, document)?)?;
    }
    if let Some(path) = &args.junit {
        files::write_atomic(path, report::junit(document).as_bytes())?;
    }
    if let Some(path) = &args.sarif {
        files::write_atomic(path, &files::to_json(path, &report::sarif(document))?)?;
    }
    Ok(())
}

fn chosen_suites(names: &[String]) -> anyhow::Result<Vec<Box<dyn Suite>>> {
    let all = suites::all();
    let known: Vec<&str> = all.iter().map(|suite| suite.id()).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!(
            "--suite {unknown}: there is no suite of that name; {}",
            names::known(unknown, &known)
        );
    }
    let wanted =
        |suite: &dyn Suite| names.is_empty() || names.iter().any(|name| name == suite.id());
    Ok(all
        .into_iter()
        .filter(|suite| wanted(suite.as_ref()))
        .collect())
}
