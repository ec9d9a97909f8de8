//! What lies around the processor: memory, kernel, operating system, clock, load, virtualisation.

use super::cpuinfo::CpuInfo;
use super::files::Files;
use serde::{Deserialize, Serialize};

/// Facts about the system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    /// Main memory that the kernel can use.
    pub memory_bytes: Option<u64>,
    /// Name and release of the kernel.
    pub kernel: Option<String>,
    /// Name of the operating system for people.
    pub os: Option<String>,
    /// Processor architecture that the arena is compiled for.
    pub architecture: String,
    /// Hypervisor and container.
    pub virtualisation: Virtualisation,
    /// The kernel's source of time.
    pub clock_source: Option<String>,
    /// Load average of the last minute, when the facts were gathered.
    pub load: Option<f64>,
    /// Whether the machine is on mains; null where no power supply is listed.
    pub on_mains: Option<bool>,
}

/// What lies between the system and the hardware.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Virtualisation {
    /// Whether this is a virtual machine. x86-64 processors tell; elsewhere true if a hypervisor
    /// gives its name, else null.
    pub hypervisor: Option<bool>,
    /// Its name, as far as the system tells.
    pub hypervisor_name: Option<String>,
    /// The kind of container, if something hints at one.
    pub container: Option<String>,
}

impl System {
    pub(super) fn gather(files: &Files, cpu: &CpuInfo) -> System {
        let kernel_name = files.text("proc/sys/kernel/ostype");
        let kernel_release = files.text("proc/sys/kernel/osrelease");
        let clock = "sys/devices/system/clocksource/clocksource0";
        let os_release = files
            .text("etc/os-release")
            .or_else(|| files.text("usr/lib/os-release"));
        System {
            memory_bytes: files
                .text("proc/meminfo")
                .and_then(|text| parse_memory(&text)),
            kernel: kernel_name
                .zip(kernel_release)
                .map(|(name, release)| format!("{name} {release}")),
            os: os_release.and_then(|text| parse_pretty_name(&text)),
            architecture: std::env::consts::ARCH.to_owned(),
            virtualisation: Virtualisation::gather(files, cpu, clock),
            clock_source: files.text(&format!("{clock}/current_clocksource")),
            load: files
                .text("proc/loadavg")
                .and_then(|text| text.split_ascii_whitespace().next()?.parse().ok()),
            on_mains: on_mains(files),
        }
    }
}

impl Virtualisation {
    fn gather(files: &Files, cpu: &CpuInfo, clock: &str) -> Virtualisation {
        let clocks = files
            .text(&format!("{clock}/available_clocksource"))
            .unwrap_or_default();
        let name = files
            .text("sys/hypervisor/type")
            .or_else(|| hypervisor_of_clocks(&clocks).map(str::to_owned))
            .or_else(|| {
                let vendor = files.text("sys/class/dmi/id/sys_vendor")?;
                hypervisor_of_vendor(&vendor).map(str::to_owned)
            })
            .filter(|_| cpu.hypervisor != Some(false));
        Virtualisation {
            hypervisor: cpu.hypervisor.or(name.as_ref().map(|_| true)),
            hypervisor_name: name,
            container: container(files).map(str::to_owned),
        }
    }
}

/// Hypervisors offer their guests a clock of their own.
fn hypervisor_of_clocks(available: &str) -> Option<&'static str> {
    let has = |name: &str| {
        available
            .split_ascii_whitespace()
            .any(|clock| clock.starts_with(name))
    };
    match () {
        () if has("kvm-clock") => Some("KVM"),
        () if has("hyperv_clocksource") => Some("Hyper-V"),
        () if has("xen") => Some("Xen"),
        () => None,
    }
}

/// Makers of machines that only exist as software.
fn hypervisor_of_vendor(vendor: &str) -> Option<&'static str> {
    const VENDORS: [(&str, &str); 5] = [
        ("QEMU", "QEMU"),
        ("VMware", "VMware"),
        ("innotek", "VirtualBox"),
        ("Xen", "Xen"),
        ("Parallels", "Parallels"),
    ];
    VENDORS
        .iter()
        .find(|(start, _)| vendor.starts_with(start))
        .map(|(_, name)| *name)
}

fn container(files: &Files) -> Option<&'static str> {
    if files.has(".dockerenv") {
        return Some("docker");
    }
    if files.has("run/.containerenv") {
        return Some("podman");
    }
    let groups = files.text("proc/1/cgroup")?;
    ["docker", "kubepods", "containerd", "libpod", "lxc"]
        .into_iter()
        .find(|name| groups.contains(name))
}

/// `MemTotal` of `/proc/meminfo`, which is in kB of 1024 bytes.
fn parse_memory(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?;
    kib.checked_mul(1024)
}

/// `PRETTY_NAME` of `os-release`, whose values may stand in quotes.
fn parse_pretty_name(text: &str) -> Option<String> {
    let value = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("PRETTY_NAME="))?
        .trim();
    let bare = value.trim_matches(|c| c == '"' || c == '\'');
    (!bare.is_empty()).then(|| bare.to_owned())
}

fn on_mains(files: &Files) -> Option<bool> {
    let folder = "sys/class/power_supply";
    let online: Vec<bool> = files
        .names(folder)
        .iter()
        .filter(|name| files.text(&format!("{folder}/{name}/type")).as_deref() == Some("Mains"))
        .filter_map(|name| files.number(&format!("{folder}/{name}/online")))
        .map(|online| online != 0)
        .collect();
    (!online.is_empty()).then(|| online.contains(&true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_and_pretty_name() {
        let meminfo = "MemTotal:       24689764 kB\nMemFree:        20000000 kB\n";
        assert_eq!(parse_memory(meminfo), Some(25_282_318_336));
        assert_eq!(parse_memory("MemFree: 1 kB\n"), None);
        assert_eq!(parse_memory("MemTotal: many kB\n"), None);
        let release = "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
        assert_eq!(
            parse_pretty_name(release).as_deref(),
            Some("Debian GNU/Linux 12 (bookworm)")
        );
        assert_eq!(
            parse_pretty_name("PRETTY_NAME=Alpine").as_deref(),
            Some("Alpine")
        );
        assert_eq!(parse_pretty_name("PRETTY_NAME=\"\"\nNAME=x\n"), None);
    }

    #[test]
    fn hypervisors() {
        assert_eq!(hypervisor_of_clocks("tsc kvm-clock"), Some("KVM"));
        assert_eq!(
            hypervisor_of_clocks("hyperv_clocksource_tsc_page acpi_pm"),
            Some("Hyper-V")
        );
        assert_eq!(hypervisor_of_clocks("tsc hpet acpi_pm"), None);
        assert_eq!(hypervisor_of_vendor("QEMU"), Some("QEMU"));
        assert_eq!(hypervisor_of_vendor("Dell Inc."), None);
    }
}
