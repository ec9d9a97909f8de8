//! A person, or what started the command, wants the work to end before it is done.
//!
//! The command that catches the signal calls [`request`]. Whoever waits for a runner is woken, the runner is ended, and
//! the work goes back the way that errors go. What a row had so far is thrown away: no failure of a runner that was
//! ended on request is ever written down as one of its own.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// What somebody who waits wants to be done.
type Wake = Box<dyn Fn() + Send>;

/// The signal that was caught; 0 as long as there was none.
static SIGNAL: AtomicU8 = AtomicU8::new(0);
static WAITING: Mutex<Waiting> = Mutex::new(Waiting {
    next: 0,
    wakes: Vec::new(),
});

struct Waiting {
    next: u64,
    wakes: Vec<(u64, Wake)>,
}

/// Asks all work of this process to end. `signal` is what it is ended by, such as 2 for SIGINT.
pub fn request(signal: u8) {
    SIGNAL.store(signal.max(1), Ordering::SeqCst);
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    for (_, wake) in &waiting.wakes {
        wake();
    }
}

/// Whether the work is to end.
pub fn requested() -> bool {
    signal().is_some()
}

/// The signal by which it is to end.
pub fn signal() -> Option<u8> {
    Some(SIGNAL.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// Somebody who is woken by a request, for as long as this lives.
pub(crate) struct Woken(u64);

/// Has `wake` called when the work is to end; at once if that was asked for already.
pub(crate) fn wake_by(wake: impl Fn() + Send + 'static) -> Woken {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    if requested() {
        wake();
    }
    let number = waiting.next;
    waiting.next += 1;
    waiting.wakes.push((number, Box::new(wake)));
    Woken(number)
}

impl Drop for Woken {
    fn drop(&mut self) {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.wakes.retain(|(number, _)| *number != self.0);
    }
}
