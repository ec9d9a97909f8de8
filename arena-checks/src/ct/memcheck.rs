//! A runner under valgrind's memcheck: the command line, the conversation, and the stacks that come of it.

use super::places::Stack;
use super::{process, xml};
use arena_core::inventory::Found;
use arena_runner::message::{Hello, PROTOCOL, Perform, Performed, Reply, Request};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Asks a runner to mark its secret inputs: `docs/runner-protocol.md`.
const MARK: (&str, &str) = ("NEXUSQ_MARK_SECRETS", "1");
/// What memcheck is told. Exact definedness of additions and comparisons costs time and saves false reports;
/// deep stacks reach the arena's own code through all of a library.
const OPTIONS: [&str; 9] = [
    "-q",
    "--tool=memcheck",
    "--error-limit=no",
    "--xml=yes",
    "--num-callers=100",
    "--read-inline-info=yes",
    "--expensive-definedness-checks=yes",
    "--undef-value-errors=yes",
    "--leak-check=no",
];

/// A valgrind that works here.
#[derive(Clone, Debug)]
pub struct Memcheck {
    /// What `valgrind --version` says.
    pub version: String,
    /// How long one run may take.
    timeout: Duration,
    /// The workspace, whose files are named relative to it.
    root: PathBuf,
}

/// A runner to look at.
#[derive(Clone, Debug)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Variables that are added to its environment.
    pub env: Vec<(String, String)>,
}

impl Program {
    /// The runner of an implementation.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(found: &Found) -> Result<Program, String> {
        let runner = found.runner.as_ref().map_err(Clone::clone)?;
        Ok(Program {
            path: runner.path.clone(),
            args: found.manifest.args.clone(),
            env: found.env.clone(),
        })
    }
}

/// What came of a run.
#[derive(Debug)]
pub struct Seen {
    /// What the runner said of itself; under valgrind it may have chosen another back end.
    pub hello: Hello,
    /// What it returned, one for each request.
    pub performed: Vec<Performed>,
    /// What memcheck reported.
    pub stacks: Vec<Stack>,
}

impl Memcheck {
    /// Looks for valgrind.
    ///
    /// # Errors
    /// In words: there is none, with the way out.
    pub fn find(timeout: Duration, root: &Path) -> Result<Memcheck, String> {
        let mut command = Command::new("valgrind");
        command.arg("--version");
        let limit = Duration::from_secs(60);
        let ended = process::run(&mut command, Vec::new(), limit).and_then(process::Ended::output);
        match ended {
            Ok(output) => Ok(Memcheck {
                version: String::from_utf8_lossy(&output).trim().to_owned(),
                timeout,
                root: root.to_owned(),
            }),
            Err(reason) => Err(format!(
                "valgrind can't be used: {reason}; install it (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind)"
            )),
        }
    }

    /// Has a runner perform the requests under memcheck, with its secret inputs marked or not.
    ///
    /// # Errors
    /// In words: it did not end well, refused a request, or can't mark secrets.
    pub fn look(
        &self,
        program: &Program,
        requests: &[Perform],
        marked: bool,
    ) -> Result<Seen, String> {
        let folder =
            tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
        let file = folder.path().join("errors.xml");
        let mut command = self.command(program, &file, marked);
        let ended = process::run(&mut command, conversation(requests)?, self.timeout)?;
        let output = ended
            .output()
            .map_err(|how| format!("under memcheck {how}"))?;
        let (hello, performed) = replies(&output, requests.len())?;
        if marked && !hello.marks_secrets {
            return Err(
                "its runner marks no secrets (docs/runner-protocol.md, section 6)".to_owned(),
            );
        }
        let text =
            std::fs::read(&file).map_err(|error| format!("memcheck left no file: {error}"))?;
        let errors = xml::parse(&String::from_utf8_lossy(&text))?;
        Ok(Seen {
            hello,
            performed,
            stacks: errors
                .iter()
                .map(|error| Stack::of(error, &self.root))
                .collect(),
        })
    }

    fn command(&self, program: &Program, file: &Path, marked: bool) -> Command {
        let mut command = Command::new("valgrind");
        let mut option = std::ffi::OsString::from("--xml-file=");
        option.push(file);
        command.args(OPTIONS).arg(option);
        command.arg("--").arg(&program.path).args(&program.args);
        command.envs(program.env.iter().map(|(name, value)| (name, value)));
        if marked {
            command.env(MARK.0, MARK.1);
        } else {
            command.env_remove(MARK.0);
        }
        command
    }
}

fn conversation(requests: &[Perform]) -> Result<Vec<u8>, String> {
    let hello = Request::Hello { protocol: PROTOCOL };
    let performs = requests.iter().cloned().map(Request::Perform);
    let mut lines = Vec::new();
    for request in std::iter::once(hello).chain(performs).chain([Request::Bye]) {
        serde_json::to_writer(&mut lines, &request).map_err(|error| error.to_string())?;
        lines.push(b'\n');
    }
    Ok(lines)
}

/// Picks the answers out of the replies to [`conversation`].
fn replies(output: &[u8], requests: usize) -> Result<(Hello, Vec<Performed>), String> {
    let replies = serde_json::Deserializer::from_slice(output).into_iter::<Reply>();
    let replies: Vec<Reply> = replies
        .collect::<Result<_, _>>()
        .map_err(|error| format!("it wrote no valid reply under memcheck: {error}"))?;
    let mut hello = None;
    let mut performed = Vec::new();
    for reply in replies {
        match reply {
            Reply::Hello(told) => hello = Some(*told),
            Reply::Performed(one) => performed.push(one),
            Reply::Error(error) => {
                return Err(format!("the runner refused under memcheck: {error}"));
            }
            _ => {}
        }
    }
    match hello {
        Some(hello) if performed.len() == requests => Ok((hello, performed)),
        _ => Err(format!(
            "the runner gave {} of {requests} answers under memcheck",
            performed.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_and_missing_answers_are_told() {
        let hello = r#"{"reply":"hello","protocol":1,"marks_secrets":true,"descriptor":{"id":"x","name":"X","version":"1","language":"Rust","back_end":"portable","rng":"","keygen_self_test":false,"build_options":"","build":{"compiler":"","profile":"","target":"","flags":""}},"parameter_sets":[]}"#;
        let one = r#"{"reply":"performed","outputs":{}}"#;
        let bye = r#"{"reply":"bye"}"#;
        let all = format!("{hello}\n{one}\n{one}\n{bye}\n");
        let (told, performed) = replies(all.as_bytes(), 2).unwrap();
        assert!(told.marks_secrets);
        assert_eq!(performed.len(), 2);
        let error = replies(all.as_bytes(), 3).unwrap_err();
        assert_eq!(error, "the runner gave 2 of 3 answers under memcheck");
        let refused = format!(
            "{hello}\n{{\"reply\":\"error\",\"kind\":\"unsupported\",\"message\":\"no\"}}\n"
        );
        let error = replies(refused.as_bytes(), 1).unwrap_err();
        assert_eq!(error, "the runner refused under memcheck: unsupported: no");
        assert!(replies(b"hello", 1).unwrap_err().contains("no valid reply"));
    }

    /// A runner that says nothing of marks ignores the request to make them.
    #[test]
    fn a_runner_that_does_not_know_marks_says_so_by_silence() {
        let text = r#"{"reply":"hello","protocol":1,"descriptor":{"id":"x","name":"X","version":"1","language":"Go","back_end":"","rng":"","keygen_self_test":false,"build_options":"","build":{"compiler":"","profile":"","target":"","flags":""}},"parameter_sets":[]}"#;
        let (told, _) = replies(text.as_bytes(), 0).unwrap();
        assert!(!told.marks_secrets);
    }
}
