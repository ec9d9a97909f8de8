//! A busy loop on another processor, switched on and off by the turns of a run.

use super::experiments::Disturbance;
use crate::driver::Observer;
use crate::pinning;
use crate::record::{Record, RowKey};
use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The busy loop. It ends when this is dropped.
pub(super) struct Load {
    busy: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    second: String,
    when: Disturbance,
}

impl Load {
    /// A load on another processor than `pinned`, or the reason why there can be none.
    pub(super) fn start(
        when: Disturbance,
        pinned: Option<u32>,
        second: &str,
    ) -> Result<Load, String> {
        let mut load = Load {
            busy: Arc::new(AtomicBool::new(when == Disturbance::Always)),
            end: Arc::new(AtomicBool::new(false)),
            thread: None,
            second: second.to_owned(),
            when,
        };
        if when == Disturbance::None {
            return Ok(load);
        }
        let allowed = pinning::allowed_cpus().map_err(|error| error.to_string())?;
        let other = allowed.into_iter().find(|cpu| Some(*cpu) != pinned);
        let other = other.ok_or("there is no other processor to load")?;
        let (busy, end) = (Arc::clone(&load.busy), Arc::clone(&load.end));
        load.thread = Some(thread::spawn(move || spin(other, &busy, &end)));
        Ok(load)
    }
}

fn spin(cpu: u32, busy: &AtomicBool, end: &AtomicBool) {
    // Without the right to pin, the system will still put a busy thread elsewhere.
    let _guard = pinning::pin_current_thread(cpu);
    while !end.load(Ordering::Relaxed) {
        if busy.load(Ordering::Relaxed) {
            for _ in 0..1000 {
                hint::black_box(());
            }
        } else {
            thread::sleep(Duration::from_micros(50));
        }
    }
}

impl Observer for Load {
    fn began(&mut self, _: usize, _: usize) {}
    fn started(&mut self, _: &RowKey) {}
    fn finished(&mut self, _: &Record) {}
    fn note(&mut self, _: &str) {}

    fn turn(&mut self, system: &str, begins: bool) {
        if self.when == Disturbance::SecondOnly {
            self.busy
                .store(begins && system == self.second, Ordering::Relaxed);
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The loop can't panic; there is nothing to tell.
            let _ = thread.join();
        }
    }
}
