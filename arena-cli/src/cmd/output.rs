//! Writing to standard output: a reader that leaves early, such as `head`, is no error.

use anyhow::Context;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Writes text.
pub(crate) fn text(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output can't be written"),
    }
}

/// Writes a value as indented JSON.
pub(crate) fn json<T: Serialize>(value: &T) -> anyhow::Result<()> {
    text(&(serde_json::to_string_pretty(value)? + "\n"))
}
