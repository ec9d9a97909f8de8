//! Ctrl-C and its like: the first one has the work end in good order, a second one ends the command at once.

use crate::manner;
use arena_core::interrupt;

/// What is added to a signal's number to make an exit code of it, as shells do.
pub(crate) const BASE: u8 = 128;

/// Watches for SIGINT (Ctrl-C) and SIGTERM (what a batch system sends before it kills) from now on.
///
/// # Errors
/// The system does not let signals be watched.
#[cfg(unix)]
pub(crate) fn watch() -> anyhow::Result<()> {
    use anyhow::Context;
    use signal_hook::consts::{SIGINT, SIGTERM};
    let watched = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]);
    let mut signals = watched.context("signals can't be watched")?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let signal = u8::try_from(signal).unwrap_or(1);
            if interrupt::requested() {
                // Runners end by themselves at the end of their input.
                std::process::exit(i32::from(BASE.saturating_add(signal)));
            }
            manner::say("arena: interrupted; ending what is running. A second time ends at once.");
            interrupt::request(signal);
        }
    });
    Ok(())
}

/// Elsewhere Ctrl-C ends the command at once; a run can be resumed all the same.
#[cfg(not(unix))]
pub(crate) fn watch() -> anyhow::Result<()> {
    Ok(())
}

/// The exit code of a command that failed: that of the signal which ended it, or 2.
pub(crate) fn exit_code() -> u8 {
    interrupt::signal().map_or(2, |signal| BASE.saturating_add(signal))
}
