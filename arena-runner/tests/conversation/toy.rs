//! Toy schemes whose results can be worked out by hand, and a way to talk to a runner of them.
//!
//! They are no cryptography: what matters here is which bytes go where.
pub(crate) mod kem;
pub(crate) mod signature;

use arena_runner::Runner;
use nexusq_contract::Descriptor;
use serde_json::{Value, json};
use std::io::Cursor;

/// A runner that offers nothing yet.
pub(crate) fn runner() -> Runner {
    Runner::new(Descriptor {
        id: "toy",
        name: "Toy",
        version: "1.2.3",
        language: "Rust",
        back_end: "portable",
        rng: "a counter",
        keygen_self_test: false,
        build_options: "none",
    })
}

/// What the runner writes when it reads these bytes, line by line.
pub(crate) fn say(runner: &mut Runner, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    runner.converse(Cursor::new(input), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The reply to one request.
pub(crate) fn ask(runner: &mut Runner, request: Value) -> Value {
    let mut replies = say(runner, format!("{request}\n").as_bytes());
    assert_eq!(replies.len(), 1, "{request}");
    replies.remove(0)
}

/// The request and the fields that every request about a parameter set has.
pub(crate) fn request(command: &str, algorithm: &str, set: &str, more: Value) -> Value {
    let mut request = json!({ "command": command, "algorithm": algorithm, "parameter_set": set });
    request
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    request
}

/// Asserts that the reply is an error of that kind whose message holds the text.
#[track_caller]
pub(crate) fn assert_error(reply: &Value, kind: &str, text: &str) {
    assert_eq!(reply["reply"], "error", "{reply}");
    assert_eq!(reply["kind"], kind, "{reply}");
    let message = reply["message"].as_str().unwrap();
    assert!(message.contains(text), "{text:?} is not in {message:?}");
}

/// A byte string on the wire: a byte, so many times.
pub(crate) fn hex(byte: u8, times: usize) -> String {
    format!("{byte:02x}").repeat(times)
}
