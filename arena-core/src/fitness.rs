//! How fit a machine is for measuring: what may disturb a measurement, why, and the way out.

use crate::environment::Facts;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// As it should be.
    Good,
    /// It matters little, or nothing can be done about it.
    Note,
    /// It disturbs measurements.
    Warning,
    /// The system doesn't tell.
    Unknown,
}

impl Level {
    /// The name in output for machines and for people.
    pub const fn id(self) -> &'static str {
        match self {
            Level::Good => "good",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Unknown => "unknown",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// A name that stays the same, for example `turbo`.
    pub id: String,
    /// How much it matters.
    pub level: Level,
    /// What was found.
    pub what: String,
    /// Why it matters.
    pub why: String,
    /// What a person can do about it, where there is something.
    pub way_out: Option<String>,
}

/// What reading the monotonic clock costs and how fine its steps are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockCost {
    /// Median cost of one reading, in nanoseconds.
    pub read_ns: f64,
    /// Smallest step seen between two readings, in nanoseconds; null if the clock never moved.
    pub step_ns: Option<u64>,
}

impl ClockCost {
    /// Reads the clock for a few milliseconds.
    pub fn measure() -> ClockCost {
        const BATCH: u32 = 64;
        const BATCHES: usize = 512;
        let mut costs = Vec::with_capacity(BATCHES);
        let mut step: Option<Duration> = None;
        let mut before = Instant::now();
        for _ in 0..BATCHES {
            let start = before;
            for _ in 0..BATCH {
                let now = Instant::now();
                let passed = now.duration_since(before);
                if !passed.is_zero() {
                    step = Some(step.map_or(passed, |step| step.min(passed)));
                }
                before = now;
            }
            costs.push(before.duration_since(start).as_nanos() as f64 / f64::from(BATCH));
        }
        ClockCost {
            // There are always batches, so there is always a median.
            read_ns: crate::stats::median(&costs).unwrap_or_default(),
            step_ns: step.and_then(|step| u64::try_from(step.as_nanos()).ok()),
        }
    }
}

/// Judges the facts and the clock. The findings come in a fixed order, one for each thing looked at.
pub fn judge(facts: &Facts, clock: &ClockCost) -> Vec<Finding> {
    vec![
        virtual_machine(facts),
        cpus(facts),
        smt(facts),
        turbo(facts),
        governor(facts),
        load(facts),
        clock_source(facts),
        clock_cost(clock),
        power(facts),
    ]
}

fn finding(id: &str, why: &str, level: Level, what: impl Into<String>) -> Finding {
    Finding {
        id: id.to_owned(),
        level,
        what: what.into(),
        why: why.to_owned(),
        way_out: None,
    }
}

fn with_way_out(mut finding: Finding, way_out: &str) -> Finding {
    finding.way_out = Some(way_out.to_owned());
    finding
}

fn virtual_machine(facts: &Facts) -> Finding {
    let why = "other guests and the host take time from a virtual machine, and it can't see the \
               host's frequency, turbo or SMT";
    let judged = |level, what: &str| finding("virtual-machine", why, level, what);
    let virtualisation = &facts.system.virtualisation;
    match virtualisation.hypervisor {
        Some(true) => {
            let name = virtualisation.hypervisor_name.as_deref();
            let what = format!("virtual machine ({})", name.unwrap_or("hypervisor unknown"));
            let way_out = "believe ratios taken in one run, not times across runs; or measure on \
                           a machine of your own";
            with_way_out(judged(Level::Warning, &what), way_out)
        }
        Some(false) => judged(Level::Good, "no hypervisor"),
        None => judged(
            Level::Unknown,
            "the processor doesn't tell whether it is virtual",
        ),
    }
}

fn cpus(facts: &Facts) -> Finding {
    let why = "with one CPU the runner that is measured shares it with the driver and the system";
    let judged = |level, what: String| finding("cpus", why, level, what);
    match facts.processor.cpus_online {
        Some(1) => with_way_out(
            judged(Level::Warning, "1 CPU".to_owned()),
            "give the machine a second CPU",
        ),
        Some(number) => judged(Level::Good, format!("{number} CPUs")),
        None => judged(Level::Unknown, "number of CPUs not known".to_owned()),
    }
}

fn smt(facts: &Facts) -> Finding {
    let why = "what runs on the other thread of a core slows down the one that is measured";
    let judged = |level, what: &str| finding("smt", why, level, what);
    let guest = facts.system.virtualisation.hypervisor == Some(true);
    match facts.processor.smt {
        Some(true) => with_way_out(
            judged(Level::Warning, "SMT is on"),
            "turn it off in the firmware, or as root: echo off > /sys/devices/system/cpu/smt/control",
        ),
        Some(false) if guest => judged(
            Level::Unknown,
            "SMT is off in the guest; the host's is not visible",
        ),
        Some(false) => judged(Level::Good, "SMT is off"),
        None => judged(Level::Unknown, "SMT state not known"),
    }
}

fn turbo(facts: &Facts) -> Finding {
    let why = "the frequency then depends on temperature and on the work of other cores";
    let judged = |level, what: &str| finding("turbo", why, level, what);
    match facts.processor.turbo {
        Some(true) => with_way_out(
            judged(Level::Warning, "turbo is on"),
            "turn it off in the firmware, or as root: echo 1 > \
             /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 > \
             /sys/devices/system/cpu/cpufreq/boost",
        ),
        Some(false) => judged(Level::Good, "turbo is off"),
        None => judged(Level::Unknown, "turbo state not known"),
    }
}

fn governor(facts: &Facts) -> Finding {
    let why = "other governors change the frequency while a measurement runs";
    let judged = |level, what: String| finding("governor", why, level, what);
    match facts.processor.governor.as_deref() {
        Some("performance") => judged(Level::Good, "frequency governor: performance".to_owned()),
        Some(other) => with_way_out(
            judged(Level::Warning, format!("frequency governor: {other}")),
            "as root: cpupower frequency-set -g performance",
        ),
        None => judged(
            Level::Unknown,
            "no frequency governor to be seen".to_owned(),
        ),
    }
}

fn load(facts: &Facts) -> Finding {
    /// Load for each CPU above which something else is clearly at work.
    const MOST: f64 = 0.5;
    let why = "other work takes turns with the measurement and empties its caches";
    let judged = |level, what: String| finding("load", why, level, what);
    let cpus = facts.processor.cpus_online.filter(|&cpus| cpus > 0);
    match facts.system.load.zip(cpus) {
        Some((load, cpus)) => {
            let what = format!("load {load:.2} on {cpus} CPUs in the last minute");
            if load / f64::from(cpus) > MOST {
                let way_out = "stop other work and wait a minute";
                return with_way_out(judged(Level::Warning, what), way_out);
            }
            judged(Level::Good, what)
        }
        None => judged(Level::Unknown, "load not known".to_owned()),
    }
}

fn clock_source(facts: &Facts) -> Finding {
    let why = "each sample reads the clock twice; a slow source adds to every sample";
    let judged = |level, what: String| finding("clock-source", why, level, what);
    match facts.system.clock_source.as_deref() {
        Some(name @ ("tsc" | "kvm-clock" | "arch_sys_counter")) => {
            judged(Level::Good, format!("clock source {name}"))
        }
        Some(name @ ("hpet" | "acpi_pm" | "jiffies" | "refined-jiffies")) => with_way_out(
            judged(Level::Warning, format!("clock source {name}")),
            "choose tsc, if /sys/devices/system/clocksource/clocksource0/available_clocksource \
             lists it",
        ),
        Some(name) => judged(Level::Note, format!("clock source {name}")),
        None => judged(Level::Unknown, "clock source not known".to_owned()),
    }
}

fn clock_cost(clock: &ClockCost) -> Finding {
    let why = "one reading is part of every sample, and differences below one step can't be seen";
    let step = clock.step_ns.map_or("no step seen".to_owned(), |step| {
        format!("steps of {step} ns")
    });
    let what = format!(
        "a reading of the clock costs {:.0} ns, {step}",
        clock.read_ns
    );
    // The fastest operation of the matrix takes less than 10 µs: 100 ns of it are more than 1 %.
    let worst = clock
        .step_ns
        .map_or(f64::INFINITY, |step| clock.read_ns.max(step as f64));
    let level = match worst {
        ..=100.0 => Level::Good,
        ..=500.0 => Level::Note,
        _ => Level::Warning,
    };
    let judged = finding("clock-cost", why, level, what);
    if level == Level::Warning {
        return with_way_out(
            judged,
            "see clock-source; some sandboxes make the clock slow",
        );
    }
    judged
}

fn power(facts: &Facts) -> Finding {
    let why = "on battery the processor may run slower";
    let judged = |level, what: &str| finding("power", why, level, what);
    match facts.system.on_mains {
        Some(true) => judged(Level::Good, "on mains"),
        Some(false) => with_way_out(judged(Level::Warning, "on battery"), "plug it in"),
        None => judged(
            Level::Unknown,
            "no power supply to be seen, as on most servers",
        ),
    }
}

#[cfg(test)]
mod tests;
