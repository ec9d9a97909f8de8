//! What a person sees while something long is going on: a bar on a terminal, plain lines elsewhere.

use crate::manner;
use crate::text::is_terminal;
use arena_core::driver::Observer;
use arena_core::record::{Record, RowKey, Status};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io;
use std::time::{Duration, Instant};

/// Without a terminal, a sign of life this often.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// A task of unknown length with a line that changes.
pub(crate) struct Ticker {
    head: String,
    bar: Option<ProgressBar>,
    last: Instant,
    started: Instant,
    /// The last line that was shown because everything is wanted.
    shown: String,
}

impl Ticker {
    pub(crate) fn new(head: &str) -> Ticker {
        let bar = (is_terminal(&io::stderr()) && !manner::quiet()).then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{prefix} {spinner} {elapsed} {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.set_prefix(head.to_owned());
            bar
        });
        Ticker {
            head: head.to_owned(),
            bar,
            last: Instant::now(),
            started: Instant::now(),
            shown: String::new(),
        }
    }

    /// Shows the latest line of what is going on.
    pub(crate) fn tick(&mut self, line: &str) {
        if manner::verbose() && line != self.shown {
            line.clone_into(&mut self.shown);
            self.say(line);
            return;
        }
        match &self.bar {
            Some(bar) => {
                bar.set_message(line.to_owned());
                bar.tick();
            }
            None if self.last.elapsed() >= SIGN_OF_LIFE && !manner::quiet() => {
                self.last = Instant::now();
                manner::say(&format!(
                    "{} {:.0} s: {line}",
                    self.head,
                    self.started.elapsed().as_secs_f64()
                ));
            }
            None => {}
        }
    }

    /// Ends the task with what went wrong.
    pub(crate) fn failed(self, line: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        manner::say(&format!("{} {line}", self.head));
    }

    /// Ends the task with a last line.
    pub(crate) fn done(self, line: &str) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        manner::note(&format!("{} {line}", self.head));
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| manner::say(line)),
            None => manner::say(line),
        }
    }
}

/// The progress of a run, row by row.
pub(crate) struct RunProgress {
    bar: ProgressBar,
    terminal: bool,
    total: usize,
    done: usize,
    last_system: String,
}

impl RunProgress {
    /// `quiet` shows nothing but notes.
    pub(crate) fn new(quiet: bool) -> RunProgress {
        let terminal = is_terminal(&io::stderr()) && !quiet;
        let target = if terminal {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {eta} left  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        RunProgress {
            bar,
            terminal: terminal || quiet,
            total: 0,
            done: 0,
            last_system: String::new(),
        }
    }

    /// Takes the bar off the screen.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for RunProgress {
    fn began(&mut self, total: usize, done: usize) {
        self.total = total;
        self.done = done;
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        self.bar.reset_eta();
        if done > 0 {
            self.note(&format!("{done} of {total} rows are there already"));
        }
    }

    fn started(&mut self, row: &RowKey) {
        self.bar.set_message(row.to_string());
        let system = format!("{}, round {}", row.system, row.round);
        if !self.terminal && system != self.last_system {
            manner::say(&format!("[{:>3}/{}] {system}", self.done, self.total));
            self.last_system = system;
        }
    }

    fn finished(&mut self, record: &Record) {
        self.done += 1;
        self.bar.inc(1);
        let reason = match record.status {
            Status::Ok => {
                let measurement = record.measurement.as_ref();
                if let Some(one) = measurement.filter(|_| manner::verbose()) {
                    self.note(&format!("{}: {} ns", record.row, one.summary.median));
                }
                return;
            }
            Status::Failed => record
                .failure
                .as_ref()
                .map(|failure| failure.message.as_str()),
            Status::Mismatch => Some(record.check.detail.as_str()),
        };
        self.note(&format!(
            "{}: {}",
            record.row,
            reason.unwrap_or("no reason given")
        ));
    }

    fn note(&mut self, text: &str) {
        self.bar.suspend(|| manner::say(text));
    }
}
