//! How much is said beside the result: `--quiet` and `--verbose`, which every command takes.
//!
//! Results go to standard output and are the same in any case. What is said here goes to standard error.

use std::io::{self, Write};
use std::sync::OnceLock;

static MANNER: OnceLock<Manner> = OnceLock::new();

/// How much is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Errors and warnings only.
    pub(crate) quiet: bool,
    /// More than usual.
    pub(crate) verbose: bool,
}

/// Fixes the manner of this process.
pub(crate) fn set(manner: Manner) {
    // A second call would come from a second command line; there is none.
    let _ = MANNER.set(manner);
}

/// Whether nothing but errors and warnings is wanted.
pub(crate) fn quiet() -> bool {
    MANNER.get().is_some_and(|manner| manner.quiet)
}

/// Whether more than usual is wanted.
pub(crate) fn verbose() -> bool {
    MANNER.get().is_some_and(|manner| manner.verbose)
}

/// Says something on standard error. If nobody can hear it, as after the end of a terminal, the work goes on.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Says something that is usually wanted.
pub(crate) fn note(text: &str) {
    if !quiet() {
        say(text);
    }
}

/// Says something that is wanted with `--verbose` only.
pub(crate) fn detail(text: &str) {
    if verbose() {
        say(text);
    }
}
