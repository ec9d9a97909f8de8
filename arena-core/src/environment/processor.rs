//! The processor: what it is, how many CPUs it gives, its caches and its frequencies.

use super::cpuinfo::CpuInfo;
use super::files::{Files, parse_cpu_list};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const CPUS: &str = "sys/devices/system/cpu";

/// Facts about the processor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Processor {
    /// Model name. On aarch64, where Linux gives none, Arm's codes of designer and core.
    pub name: Option<String>,
    /// Vendor, for example `GenuineIntel`; on aarch64 the designer's code.
    pub vendor: Option<String>,
    /// Family; on aarch64 the version of the architecture.
    pub family: Option<String>,
    /// Model number; on aarch64 the core's code.
    pub model: Option<String>,
    /// Stepping; on aarch64 variant and revision.
    pub stepping: Option<String>,
    /// Version of the microcode.
    pub microcode: Option<String>,
    /// Those features that implementations or the clock make use of, as Linux names them.
    pub features: Option<Vec<String>>,
    /// CPUs that are online, counting each hardware thread.
    pub cpus_online: Option<u32>,
    /// Sockets.
    pub sockets: Option<u32>,
    /// Hardware threads on each core.
    pub threads_per_core: Option<u32>,
    /// Whether cores run more than one thread at a time (SMT).
    pub smt: Option<bool>,
    /// The caches of CPU 0.
    pub caches: Option<Vec<Cache>>,
    /// The frequency governors in use, those of all CPUs if they differ.
    pub governor: Option<String>,
    /// Whether the processor may exceed its nominal frequency.
    pub turbo: Option<bool>,
    /// Frequency of the first CPU when the facts were gathered, in MHz.
    pub current_mhz: Option<f64>,
    /// Its highest frequency, in MHz.
    pub max_mhz: Option<f64>,
}

/// A cache of CPU 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cache {
    /// 1, 2, 3, ...
    pub level: u32,
    /// `Data`, `Instruction` or `Unified`.
    pub kind: String,
    /// Its size.
    pub bytes: Option<u64>,
    /// How many CPUs share it.
    pub shared_by: Option<u32>,
}

impl Processor {
    pub(super) fn gather(files: &Files, cpu: CpuInfo) -> Processor {
        let online = files
            .text(&format!("{CPUS}/online"))
            .and_then(|list| parse_cpu_list(&list));
        let threads = list_length(files, &format!("{CPUS}/cpu0/topology/thread_siblings_list"))
            .or(cpu.threads_per_core);
        Processor {
            name: cpu.name,
            vendor: cpu.vendor,
            family: cpu.family,
            model: cpu.model,
            stepping: cpu.stepping,
            microcode: cpu.microcode,
            features: cpu.features,
            cpus_online: online.as_deref().map(count).unwrap_or(cpu.processors),
            sockets: cpu.sockets,
            threads_per_core: threads,
            smt: switch(files, &format!("{CPUS}/smt/active"))
                .or(threads.map(|threads| threads > 1)),
            caches: caches(files),
            governor: governor(files, online.as_deref().unwrap_or(&[0])),
            turbo: turbo(files),
            current_mhz: cpu.mhz.or_else(|| mhz(files, "scaling_cur_freq")),
            max_mhz: mhz(files, "cpuinfo_max_freq"),
        }
    }
}

fn count<T>(list: &[T]) -> Option<u32> {
    u32::try_from(list.len()).ok()
}

fn list_length(files: &Files, path: &str) -> Option<u32> {
    count(&parse_cpu_list(&files.text(path)?)?)
}

/// A file that holds 0 or 1.
fn switch(files: &Files, path: &str) -> Option<bool> {
    match files.number(path)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn turbo(files: &Files) -> Option<bool> {
    switch(files, &format!("{CPUS}/intel_pstate/no_turbo"))
        .map(|off| !off)
        .or_else(|| switch(files, &format!("{CPUS}/cpufreq/boost")))
}

fn governor(files: &Files, online: &[u32]) -> Option<String> {
    let governors: BTreeSet<String> = online
        .iter()
        .filter_map(|cpu| files.text(&format!("{CPUS}/cpu{cpu}/cpufreq/scaling_governor")))
        .collect();
    let names: Vec<String> = governors.into_iter().collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// A frequency of CPU 0; the files give kHz.
fn mhz(files: &Files, name: &str) -> Option<f64> {
    let khz = files.number(&format!("{CPUS}/cpu0/cpufreq/{name}"))?;
    Some(khz as f64 / 1000.0)
}

fn caches(files: &Files) -> Option<Vec<Cache>> {
    let folder = format!("{CPUS}/cpu0/cache");
    let caches: Vec<Cache> = files
        .names(&folder)
        .iter()
        .filter(|name| name.starts_with("index"))
        .filter_map(|name| {
            let path = |file: &str| format!("{folder}/{name}/{file}");
            Some(Cache {
                level: u32::try_from(files.number(&path("level"))?).ok()?,
                kind: files.text(&path("type"))?,
                bytes: files.text(&path("size")).and_then(|size| parse_size(&size)),
                shared_by: list_length(files, &path("shared_cpu_list")),
            })
        })
        .collect();
    (!caches.is_empty()).then_some(caches)
}

/// Reads a size as the kernel writes it, for example `32K`.
fn parse_size(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['K', 'M']);
    let unit = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("32K"), Some(32_768));
        assert_eq!(parse_size("2M"), Some(2_097_152));
        assert_eq!(parse_size("512"), Some(512));
        for bad in [
            "",
            "K",
            "3KK",
            "3G",
            "99999999999999999999K",
            "18446744073709551615M",
        ] {
            assert_eq!(parse_size(bad), None, "{bad}");
        }
    }
}
