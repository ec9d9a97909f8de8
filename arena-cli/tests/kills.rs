//! Drivers that are killed at random moments, again and again: every run can be finished, its folder verifies, no
//! finished row is lost or doubled, and no runner stays behind.
//!
//! `NEXUSQ_KILLS` is the number of runs (15 unless it says otherwise), `NEXUSQ_KILLS_SEED` what the moments follow
//! from. `NEXUSQ_KILLS_ROOT` names a project folder with built runners that take the place of the fake ones.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Root, rows, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The most times that one run is killed; then it may end.
const MOST_KILLS: u32 = 3;

/// Two kinds of runs: one system after the other, and all in turns.
const RUNS: [&[&str]; 2] = [
    &["--protocol", "v2", "--iterations", "3", "--warmups", "1"],
    &[
        "--protocol",
        "evidence",
        "--iterations",
        "32",
        "--warmups",
        "1",
        "--rounds",
        "2",
        "--op",
        "encaps,decaps",
    ],
];

/// Where drivers are started: fake runners in a folder of their own, or real ones.
struct Place {
    fake: Option<Root>,
    root: PathBuf,
    folders: tempfile::TempDir,
}

impl Place {
    fn find() -> Place {
        let folders = tempfile::tempdir().unwrap();
        if let Some(root) = std::env::var_os("NEXUSQ_KILLS_ROOT") {
            let root = PathBuf::from(root);
            return Place {
                fake: None,
                root,
                folders,
            };
        }
        let fake = Root::new()
            .adapter("nexusq-v1", "1.0", "")
            .adapter("nexusq-v2", "1.0", "");
        let built = fake.arena(&["build"]);
        assert!(built.status.success(), "{}", stderr(&built));
        let root = fake.folder.path().to_owned();
        Place {
            fake: Some(fake),
            root,
            folders,
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        match &self.fake {
            Some(fake) => fake.command(arguments),
            None => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
                command.args(arguments).env("ARENA_ROOT", &self.root);
                command
            }
        }
    }

    fn arena(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }
}

/// How long a run takes that nobody kills, and its end: the derived files.
#[derive(Clone, Copy, Debug)]
struct Times {
    whole: Duration,
    end: Duration,
}

/// Numbers for the moments: xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) % limit.max(1)
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn runs_that_are_killed_at_random_moments_are_finished_and_verify() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed = number("NEXUSQ_KILLS_SEED").unwrap_or(now.as_nanos() as u64);
    let runs = number("NEXUSQ_KILLS").unwrap_or(15);
    let place = Place::find();
    let mut random = Random(seed | 1);
    let times: Vec<Times> = (0..RUNS.len())
        .map(|kind| undisturbed(&place, kind))
        .collect();
    println!("NEXUSQ_KILLS_SEED={seed} NEXUSQ_KILLS={runs}: {times:?}");
    let (mut kills, mut restarts, mut at_the_end) = (0, 0, 0);
    for run in 0..runs {
        let kind = run as usize % RUNS.len();
        let folder = place.folders.path().join(format!("run-{run}"));
        let story = Story::of(&place, kind, &folder, times[kind], &mut random);
        println!("run {run}: {story:?}");
        kills += story.kills;
        restarts += story.restarts;
        at_the_end += story.at_the_end;
        complete(&place, &folder);
        fs::remove_dir_all(&folder).unwrap();
    }
    println!(
        "{runs} runs, {kills} kills, {at_the_end} of them after the last row, {restarts} before the plan was written"
    );
    assert!(
        u64::from(kills) >= runs / 2,
        "only {kills} kills in {runs} runs"
    );
}

/// What happened to a run.
#[derive(Debug, Default)]
struct Story {
    kills: u32,
    /// Kills so early that there was nothing to resume.
    restarts: u32,
    /// Kills while the derived files were being written.
    at_the_end: u32,
}

impl Story {
    /// Starts a run, kills it and resumes it until it ends by itself.
    fn of(place: &Place, kind: usize, folder: &Path, times: Times, random: &mut Random) -> Story {
        let mut story = Story::default();
        let mut begun = false;
        loop {
            let mut driver = start(place, kind, folder, begun);
            let before = if begun {
                finished_lines(folder)
            } else {
                BTreeSet::new()
            };
            let killed = story.kills < MOST_KILLS && story.kill(&mut driver, folder, times, random);
            if !killed {
                let status = driver.wait().unwrap();
                assert!(status.success(), "{status}: {}", rest(&mut driver));
                return story;
            }
            driver.wait().unwrap();
            runners_end(place);
            let after = finished_lines(folder);
            assert!(
                before.is_subset(&after),
                "a finished row was lost or changed"
            );
            begun = begun || folder.join("environment.json").exists();
            story.restarts += u32::from(!begun);
        }
    }

    /// Kills the driver at a random moment; false if it ended before.
    fn kill(
        &mut self,
        driver: &mut Child,
        folder: &Path,
        times: Times,
        random: &mut Random,
    ) -> bool {
        let micros = |time: Duration| time.as_micros() as u64;
        // A third of the kills is for the short time in which the derived files are written.
        let late = random.below(3) == 0;
        let wait = if late {
            wait_for(driver, || writes_the_end(folder));
            Duration::from_micros(random.below(micros(times.end)))
        } else {
            Duration::from_micros(random.below(micros(times.whole)))
        };
        sleep_unless_ended(driver, wait);
        if ended(driver).is_some() {
            return false;
        }
        driver.kill().unwrap();
        self.kills += 1;
        self.at_the_end += u32::from(late);
        true
    }
}

fn start(place: &Place, kind: usize, folder: &Path, resume: bool) -> Child {
    let shown = folder.to_str().unwrap();
    let mut arguments = vec!["run", "--quiet"];
    if resume {
        arguments.extend(["--resume", shown]);
    } else {
        arguments.extend([
            "--impl",
            "nexusq-v1,nexusq-v2",
            "--alg",
            "ml-kem-768",
            "--cpu",
            "none",
            "--out",
            shown,
        ]);
        arguments.extend(RUNS[kind]);
    }
    let mut command = place.command(&arguments);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// How long a run takes that nobody kills.
fn undisturbed(place: &Place, kind: usize) -> Times {
    let folder = place.folders.path().join(format!("undisturbed-{kind}"));
    let begin = Instant::now();
    let mut driver = start(place, kind, &folder, false);
    wait_for(&mut driver, || writes_the_end(&folder));
    let rows = begin.elapsed();
    let status = driver.wait().unwrap();
    assert!(status.success(), "{status}: {}", rest(&mut driver));
    let whole = begin.elapsed();
    complete(place, &folder);
    Times {
        whole,
        end: whole.saturating_sub(rows),
    }
}

/// Whether the first of the derived files is there, whole or in part.
fn writes_the_end(folder: &Path) -> bool {
    [".normalized.jsonl.tmp", "normalized.jsonl"]
        .iter()
        .any(|name| folder.join(name).exists())
}

/// All planned rows are there, each once, and the folder verifies.
fn complete(place: &Place, folder: &Path) {
    let plan: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("plan.json")).unwrap()).unwrap();
    let planned = plan["rows"].as_array().unwrap();
    let rows = rows(folder);
    let keys: BTreeSet<String> = rows.iter().map(|row| row["row"].to_string()).collect();
    let wanted: BTreeSet<String> = planned.iter().map(ToString::to_string).collect();
    assert_eq!(keys, wanted);
    assert_eq!(rows.len(), planned.len(), "a row is there twice");
    let verified = place.arena(&["verify", folder.to_str().unwrap()]);
    assert_eq!(
        verified.status.code(),
        Some(0),
        "{}{}",
        stdout(&verified),
        stderr(&verified)
    );
}

fn ended(driver: &mut Child) -> Option<ExitStatus> {
    driver.try_wait().unwrap()
}

fn wait_for(driver: &mut Child, there: impl Fn() -> bool) {
    while ended(driver).is_none() && !there() {
        thread::sleep(Duration::from_micros(300));
    }
}

fn sleep_unless_ended(driver: &mut Child, wait: Duration) {
    let until = Instant::now() + wait;
    while ended(driver).is_none() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        thread::sleep(left.min(Duration::from_millis(20)));
    }
}

fn rest(driver: &mut Child) -> String {
    use std::io::Read;
    let mut text = String::new();
    if let Some(stderr) = &mut driver.stderr {
        stderr.read_to_string(&mut text).unwrap();
    }
    text
}

/// Waits until no runner of this place is left: at the end of its input a runner ends.
fn runners_end(place: &Place) {
    if !cfg!(target_os = "linux") || place.fake.is_none() {
        return;
    }
    let runners = place.root.join("target/runners");
    for _ in 0..3000 {
        if running_below(&runners).is_empty() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("still running: {:?}", running_below(&runners));
}

fn running_below(folder: &Path) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let programs = processes.filter_map(|process| fs::read_link(process.path().join("exe")).ok());
    programs
        .filter(|program| program.starts_with(folder))
        .collect()
}

/// The lines of all raw files that end with a line feed.
fn finished_lines(folder: &Path) -> BTreeSet<String> {
    let Ok(entries) = fs::read_dir(folder.join("raw")) else {
        return BTreeSet::new();
    };
    let texts = entries.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let lines = |text: String| -> Vec<String> {
        let whole = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        whole.map(str::to_owned).collect()
    };
    texts.flat_map(lines).collect()
}
