//! Keeping a thread, and the runners it starts, on one CPU.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a thread could not be pinned.
#[derive(Debug, Error)]
pub enum PinError {
    /// This operating system has no call for it that the arena knows.
    #[error(
        "pinning to a CPU is not supported on {}: use `--cpu none`",
        std::env::consts::OS
    )]
    NotSupported,
    /// The CPU doesn't exist or this process may not run on it.
    #[error(
        "CPU {cpu} is not among those that this process may run on ({}): give one of them, `auto` or `none` to --cpu",
        list(allowed)
    )]
    NotAllowed {
        /// The CPU asked for.
        cpu: u32,
        /// The CPUs there are.
        allowed: Vec<u32>,
    },
    /// The text is no choice of a CPU.
    #[error(
        "`{0}` is no choice of a CPU: give `auto`, `none`, or a number as `nproc` counts them from 0"
    )]
    NoChoice(String),
    /// The system refused.
    #[error("the system refused to {what}: {reason}; `--cpu none` runs without pinning")]
    System {
        /// What was asked of it.
        what: &'static str,
        /// Its reason.
        reason: String,
    },
}

/// What a person may ask for with `--cpu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuChoice {
    /// The arena chooses.
    Auto,
    /// No pinning.
    None,
    /// That CPU.
    Number(u32),
}

impl FromStr for CpuChoice {
    type Err = PinError;

    fn from_str(text: &str) -> Result<CpuChoice, PinError> {
        match text {
            "auto" => Ok(CpuChoice::Auto),
            "none" => Ok(CpuChoice::None),
            _ => text
                .parse()
                .map(CpuChoice::Number)
                .map_err(|_| PinError::NoChoice(text.to_owned())),
        }
    }
}

impl fmt::Display for CpuChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CpuChoice::Auto => f.write_str("auto"),
            CpuChoice::None => f.write_str("none"),
            CpuChoice::Number(cpu) => write!(f, "{cpu}"),
        }
    }
}

impl CpuChoice {
    /// The CPU to pin to on this machine, or `None` for no pinning. `auto` means no pinning where
    /// the system can't pin.
    ///
    /// # Errors
    /// [`PinError`] if the CPU is not there, or if one was asked for by number and the system can't pin.
    pub fn resolve(self) -> Result<Option<u32>, PinError> {
        match (self, allowed_cpus()) {
            (CpuChoice::None, _) | (CpuChoice::Auto, Err(PinError::NotSupported)) => Ok(None),
            (_, allowed) => self.resolve_among(&allowed?, &siblings_of_cpu_0()),
        }
    }

    /// [`CpuChoice::resolve`] on a machine with these CPUs and these hardware threads on CPU 0's core.
    fn resolve_among(self, allowed: &[u32], of_core_0: &[u32]) -> Result<Option<u32>, PinError> {
        match self {
            CpuChoice::None => Ok(None),
            CpuChoice::Auto => Ok(last_off_core_0(allowed, of_core_0)),
            CpuChoice::Number(cpu) if allowed.contains(&cpu) => Ok(Some(cpu)),
            CpuChoice::Number(cpu) => Err(PinError::NotAllowed {
                cpu,
                allowed: allowed.to_vec(),
            }),
        }
    }
}

/// The last CPU that doesn't share a core with CPU 0, on which systems tend to handle interrupts;
/// the last one if all do.
fn last_off_core_0(allowed: &[u32], of_core_0: &[u32]) -> Option<u32> {
    let away = |cpu: &&u32| !of_core_0.contains(cpu);
    allowed.iter().rev().find(away).or(allowed.last()).copied()
}

fn siblings_of_cpu_0() -> Vec<u32> {
    let path = "sys/devices/system/cpu/cpu0/topology/thread_siblings_list";
    crate::environment::Files::system()
        .text(path)
        .and_then(|list| crate::environment::parse_cpu_list(&list))
        .unwrap_or_else(|| vec![0])
}

fn list(cpus: &[u32]) -> String {
    let names: Vec<String> = cpus.iter().map(u32::to_string).collect();
    names.join(", ")
}

#[cfg(target_os = "linux")]
mod system {
    use super::PinError;
    use rustix::io::Errno;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use std::marker::PhantomData;

    /// Undoes [`pin_current_thread`] when dropped. It stays on the thread that it belongs to.
    #[derive(Debug)]
    #[must_use = "the thread is unpinned when the guard is dropped"]
    pub struct PinGuard {
        before: CpuSet,
        not_send: PhantomData<*const ()>,
    }

    impl Drop for PinGuard {
        fn drop(&mut self) {
            // The mask was in force before. If the system refuses it now, the thread stays where it
            // is, which harms no measurement.
            let _ = sched_setaffinity(None, &self.before);
        }
    }

    fn mask() -> Result<CpuSet, PinError> {
        sched_getaffinity(None).map_err(failed("tell on which CPUs this thread may run"))
    }

    fn failed(what: &'static str) -> impl Fn(Errno) -> PinError {
        move |error| PinError::System {
            what,
            reason: error.to_string(),
        }
    }

    fn members(set: &CpuSet) -> Vec<u32> {
        (0..CpuSet::MAX_CPU)
            .filter(|&cpu| set.is_set(cpu))
            .filter_map(|cpu| u32::try_from(cpu).ok())
            .collect()
    }

    /// The CPUs that the current thread may run on, in order.
    ///
    /// # Errors
    /// [`PinError`] if the system doesn't tell.
    pub fn allowed_cpus() -> Result<Vec<u32>, PinError> {
        Ok(members(&mask()?))
    }

    /// Keeps the current thread on one CPU until the guard is dropped. Processes that it starts in
    /// the meantime inherit this.
    ///
    /// # Errors
    /// [`PinError`] if the CPU is not allowed or the system refuses.
    pub fn pin_current_thread(cpu: u32) -> Result<PinGuard, PinError> {
        let before = mask()?;
        let index = usize::try_from(cpu).unwrap_or(usize::MAX);
        if index >= CpuSet::MAX_CPU || !before.is_set(index) {
            let allowed = members(&before);
            return Err(PinError::NotAllowed { cpu, allowed });
        }
        let mut one = CpuSet::new();
        one.set(index);
        sched_setaffinity(None, &one).map_err(failed("keep this thread on one CPU"))?;
        Ok(PinGuard {
            before,
            not_send: PhantomData,
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::PinError;

    /// Never made on this system.
    #[derive(Debug)]
    pub struct PinGuard(());

    /// Not supported on this system.
    ///
    /// # Errors
    /// Always [`PinError::NotSupported`].
    pub fn allowed_cpus() -> Result<Vec<u32>, PinError> {
        Err(PinError::NotSupported)
    }

    /// Not supported on this system.
    ///
    /// # Errors
    /// Always [`PinError::NotSupported`].
    pub fn pin_current_thread(_cpu: u32) -> Result<PinGuard, PinError> {
        Err(PinError::NotSupported)
    }
}

pub use system::{PinGuard, allowed_cpus, pin_current_thread};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_and_written() {
        for (text, choice) in [
            ("auto", CpuChoice::Auto),
            ("none", CpuChoice::None),
            ("3", CpuChoice::Number(3)),
        ] {
            assert_eq!(text.parse::<CpuChoice>().unwrap(), choice);
            assert_eq!(choice.to_string(), text);
        }
        for bad in ["", "-1", "first", "1,2", "4294967296"] {
            let error = bad.parse::<CpuChoice>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("`{bad}` is no choice of a CPU")),
                "{error}"
            );
        }
    }

    #[test]
    fn auto_takes_the_last_cpu_off_core_0() {
        let auto = |allowed: &[u32], core_0: &[u32]| {
            CpuChoice::Auto.resolve_among(allowed, core_0).unwrap()
        };
        assert_eq!(auto(&[0, 1, 2, 3], &[0]), Some(3));
        assert_eq!(auto(&[0, 1, 2, 3], &[0, 3]), Some(2));
        assert_eq!(auto(&[0, 1], &[0, 1]), Some(1));
        assert_eq!(auto(&[0], &[0]), Some(0));
        assert_eq!(auto(&[], &[0]), None);
    }

    #[test]
    fn a_cpu_that_is_not_there_is_refused_with_those_that_are() {
        let error = CpuChoice::Number(9)
            .resolve_among(&[0, 2], &[0])
            .unwrap_err();
        let expected = "CPU 9 is not among those that this process may run on (0, 2): give one of them, `auto` or `none` to --cpu";
        assert_eq!(error.to_string(), expected);
        assert_eq!(
            CpuChoice::Number(2).resolve_among(&[0, 2], &[0]).unwrap(),
            Some(2)
        );
        assert_eq!(CpuChoice::None.resolve_among(&[], &[]).unwrap(), None);
    }

    /// What a child may run on is read by the child itself, from `/proc/self/status`.
    #[cfg(target_os = "linux")]
    #[test]
    fn children_inherit_the_pin_and_dropping_the_guard_lifts_it() {
        fn of_child() -> String {
            let command = "while read -r name value; do [ $name = Cpus_allowed_list: ] && echo $value; done < /proc/self/status";
            let output = std::process::Command::new("sh")
                .args(["-c", command])
                .output()
                .unwrap();
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        }
        let before = of_child();
        let allowed = allowed_cpus().unwrap();
        let cpu = *allowed.last().unwrap();
        let guard = pin_current_thread(cpu).unwrap();
        assert_eq!(allowed_cpus().unwrap(), [cpu]);
        assert_eq!(of_child(), cpu.to_string());
        drop(guard);
        assert_eq!(allowed_cpus().unwrap(), allowed);
        assert_eq!(of_child(), before);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_number_beyond_all_masks_is_refused() {
        for cpu in [1024, u32::MAX] {
            assert!(matches!(
                pin_current_thread(cpu),
                Err(PinError::NotAllowed { .. })
            ));
        }
    }
}
