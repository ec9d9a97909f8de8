//! Faults in the conversation itself: what is written, not what is computed.

use arena_runner::Runner;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// A way to spoil a conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Ends before it says anything.
    Start,
    /// Answers everything but the greeting with an error.
    Refuse,
    /// A reply of 64 MiB that is no JSON.
    Huge,
    /// One time less than was asked for.
    Count,
    /// Every reply a second time.
    Twice,
    /// Ends after the reply, with code 0.
    Leaves,
    /// 32 MiB on standard error before the reply.
    Flood,
}

impl Fault {
    pub(crate) fn named(name: &str) -> Option<Fault> {
        Some(match name {
            "start" => Fault::Start,
            "refuse" => Fault::Refuse,
            "huge" => Fault::Huge,
            "count" => Fault::Count,
            "twice" => Fault::Twice,
            "leaves" => Fault::Leaves,
            "flood" => Fault::Flood,
            _ => return None,
        })
    }
}

/// Holds the conversation of `runner` with the fault in the replies to blocks of `operation`.
pub(crate) fn hold(mut runner: Runner, fault: Fault, operation: &str) -> ExitCode {
    if fault == Fault::Start {
        eprintln!("no licence found");
        return ExitCode::from(3);
    }
    let spoiled = format!("\"operation\":\"{operation}\"");
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let timed = line.contains("\"command\":\"time\"") && line.contains(&spoiled);
        let greeting = line.contains("\"command\":\"hello\"");
        let mut reply = Vec::new();
        if fault == Fault::Refuse && !greeting {
            reply.extend(br#"{"reply":"error","kind":"failed","message":"not today"}"#);
            reply.push(b'\n');
        } else if let Err(error) = runner.converse(line.as_bytes(), &mut reply) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        if timed {
            spoil(fault, &mut reply);
        }
        let mut out = io::stdout().lock();
        if out.write_all(&reply).and_then(|()| out.flush()).is_err() {
            break;
        }
        if timed && fault == Fault::Leaves || line.contains("\"command\":\"bye\"") {
            break;
        }
    }
    ExitCode::SUCCESS
}

fn spoil(fault: Fault, reply: &mut Vec<u8>) {
    match fault {
        Fault::Huge => {
            *reply = vec![b'x'; 64 << 20];
            reply.push(b'\n');
        }
        Fault::Count => {
            let text = String::from_utf8_lossy(reply).into_owned();
            let from = text.find("\"samples_ns\":[").map(|at| at + 14);
            let comma = from.and_then(|from| text[from..].find(',').map(|at| from + at));
            if let (Some(from), Some(comma)) = (from, comma) {
                *reply = [&text[..from], &text[comma + 1..]].concat().into_bytes();
            }
        }
        Fault::Twice => reply.extend(reply.clone()),
        Fault::Flood => {
            let line = [&[b'.'; 1023][..], b"\n"].concat();
            let mut out = io::stderr().lock();
            for _ in 0..32 << 10 {
                let _ = out.write_all(&line);
            }
        }
        Fault::Start | Fault::Refuse | Fault::Leaves => {}
    }
}
