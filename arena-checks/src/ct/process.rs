//! A program that is given all of its input at once, and has a limited time to end.

use arena_core::{group, interrupt};
use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How much of standard error stands in an error message.
const TOLD_STDERR: usize = 300;

/// How a program ended and what it wrote.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Ended {
    /// The output of a program that ended well, or in words how it ended.
    pub(crate) fn output(self) -> Result<Vec<u8>, String> {
        if self.status.success() {
            return Ok(self.stdout);
        }
        let text = self.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        let skipped = text.chars().count().saturating_sub(TOLD_STDERR);
        let end: String = text.chars().skip(skipped).collect();
        let how = self.status;
        Err(if end.is_empty() {
            format!("it ended with {how}")
        } else {
            format!("it ended with {how}; its standard error: {end}")
        })
    }
}

/// Runs a program to its end. One that takes longer than `limit` is killed.
///
/// # Errors
/// In words: it can't be started, or took too long.
pub(crate) fn run(command: &mut Command, input: Vec<u8>, limit: Duration) -> Result<Ended, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    if interrupt::requested() {
        return Err(format!("`{name}` was not started: interrupted"));
    }
    let spawned = group::own(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = spawned.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no command `{name}`"),
        _ => format!("`{name}` can't be started: {error}"),
    })?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that reads no further has ended or will be asked why below.
        thread::spawn(move || stdin.write_all(&input));
    }
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if interrupt::requested() => {
                group::kill(&mut child);
                return Err(format!("`{name}` was ended: interrupted"));
            }
            Ok(None) if start.elapsed() > limit => {
                group::kill(&mut child);
                let seconds = limit.as_secs();
                return Err(format!(
                    "`{name}` was not done within {seconds} s and was killed; give it more with --timeout"
                ));
            }
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(error) => return Err(format!("`{name}`: {error}")),
        }
    };
    Ok(Ended {
        status,
        stdout: stdout.recv().unwrap_or_default(),
        stderr: String::from_utf8_lossy(&stderr.recv().unwrap_or_default()).into_owned(),
    })
}

/// Reads a stream to its end in a thread of its own.
fn drain(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What came before an error is kept.
            let _ = stream.read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str, input: &str, seconds: u64) -> Result<Vec<u8>, String> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", text]);
        let limit = Duration::from_secs(seconds);
        run(&mut command, input.as_bytes().to_vec(), limit)?.output()
    }

    #[test]
    fn input_goes_in_and_output_comes_back() {
        assert_eq!(
            script("cat; echo end", "begin\n", 60).unwrap(),
            b"begin\nend\n"
        );
        assert_eq!(script("true", &"x".repeat(1 << 20), 60).unwrap(), b"");
    }

    #[test]
    fn bad_ends_are_told() {
        let error = script("echo no  library >&2; exit 3", "", 60).unwrap_err();
        assert_eq!(
            error,
            "it ended with exit status: 3; its standard error: no library"
        );
        let error = script("exit 4", "", 60).unwrap_err();
        assert_eq!(error, "it ended with exit status: 4");
        let error = run(
            &mut Command::new("/no/such/program"),
            Vec::new(),
            Duration::from_secs(1),
        );
        assert_eq!(error.unwrap_err(), "there is no command `/no/such/program`");
        let error = script("while :; do :; done", "", 1).unwrap_err();
        assert!(error.contains("not done within 1 s"), "{error}");
    }
}
