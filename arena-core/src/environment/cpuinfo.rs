//! What `/proc/cpuinfo` says, on x86-64 and on aarch64.

use std::collections::BTreeSet;

/// Features of a processor that the implementations or the clock make use of, as Linux names them.
const RELEVANT: [&str; 42] = [
    // x86-64
    "sse2",
    "ssse3",
    "sse4_1",
    "sse4_2",
    "popcnt",
    "aes",
    "pclmulqdq",
    "avx",
    "avx2",
    "bmi1",
    "bmi2",
    "adx",
    "sha_ni",
    "gfni",
    "vaes",
    "vpclmulqdq",
    "rdrand",
    "rdseed",
    "avx512f",
    "avx512dq",
    "avx512cd",
    "avx512bw",
    "avx512vl",
    "avx512ifma",
    "avx512vbmi",
    "avx512_vbmi2",
    "avx512_bitalg",
    "avx512_vpopcntdq",
    "constant_tsc",
    "nonstop_tsc",
    // aarch64; it has an `aes` too
    "asimd",
    "pmull",
    "sha1",
    "sha2",
    "sha3",
    "sha512",
    "atomics",
    "asimdrdm",
    "asimddp",
    "sve",
    "sve2",
    "dit",
];

/// What the text says; what it doesn't say is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CpuInfo {
    pub(super) name: Option<String>,
    pub(super) vendor: Option<String>,
    pub(super) family: Option<String>,
    pub(super) model: Option<String>,
    pub(super) stepping: Option<String>,
    pub(super) microcode: Option<String>,
    pub(super) features: Option<Vec<String>>,
    /// Whether the processor says that it runs under a hypervisor; only x86-64 tells.
    pub(super) hypervisor: Option<bool>,
    pub(super) processors: Option<u32>,
    pub(super) sockets: Option<u32>,
    pub(super) threads_per_core: Option<u32>,
    pub(super) mhz: Option<f64>,
}

/// Reads the text. The first processor speaks for all.
pub(super) fn parse(text: &str) -> CpuInfo {
    let first = |key: &'static str| values(text, key).next();
    let own = |key| first(key).map(str::to_owned);
    let count = |n: usize| u32::try_from(n).ok().filter(|&n| n > 0);
    let flags: Option<Vec<&str>> = first("flags")
        .or_else(|| first("Features"))
        .map(|line| line.split_ascii_whitespace().collect());
    let number = |key| first(key)?.parse::<u32>().ok();
    let threads = number("siblings").zip(number("cpu cores"));
    let packages: BTreeSet<&str> = values(text, "physical id").collect();
    CpuInfo {
        name: own("model name").or_else(|| arm_name(text)),
        vendor: own("vendor_id").or_else(|| own("CPU implementer")),
        family: own("cpu family").or_else(|| own("CPU architecture")),
        model: own("model").or_else(|| own("CPU part")),
        stepping: own("stepping").or_else(|| arm_stepping(text)),
        microcode: own("microcode"),
        hypervisor: first("vendor_id")
            .and(flags.as_ref())
            .map(|flags| flags.contains(&"hypervisor")),
        features: flags.map(|flags| relevant(&flags)),
        processors: count(values(text, "processor").count()),
        sockets: count(packages.len()),
        // A virtual machine may show a part of a processor: less than one thread per core is no figure.
        threads_per_core: threads
            .and_then(|(siblings, cores)| siblings.checked_div(cores))
            .filter(|&threads| threads > 0),
        mhz: first("cpu MHz").and_then(|mhz| mhz.parse().ok()),
    }
}

/// The values of `key : value` lines with that key, in order; empty values are left out.
fn values<'a>(text: &'a str, key: &'static str) -> impl Iterator<Item = &'a str> {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .filter(move |(name, value)| name.trim() == key && !value.trim().is_empty())
        .map(|(_, value)| value.trim())
}

fn relevant(flags: &[&str]) -> Vec<String> {
    RELEVANT
        .iter()
        .filter(|name| flags.contains(name))
        .map(|name| (*name).to_owned())
        .collect()
}

/// On aarch64 Linux gives numbers, no names: Arm's codes for the designer and the core.
fn arm_name(text: &str) -> Option<String> {
    let implementer = values(text, "CPU implementer").next()?;
    let part = values(text, "CPU part").next()?;
    Some(format!("aarch64 implementer {implementer} part {part}"))
}

/// Variant and revision in Arm's own way of writing, for example `r3p1`.
fn arm_stepping(text: &str) -> Option<String> {
    let variant = values(text, "CPU variant").next()?.strip_prefix("0x")?;
    let variant = u32::from_str_radix(variant, 16).ok()?;
    let revision = values(text, "CPU revision").next()?;
    Some(format!("r{variant}p{revision}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTEL: &str = include_str!("testdata/cpuinfo-intel.txt");
    const AMD: &str = include_str!("testdata/cpuinfo-amd.txt");
    const AARCH64: &str = include_str!("testdata/cpuinfo-aarch64.txt");

    fn own(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn intel_with_two_threads_a_core() {
        let cpu = parse(INTEL);
        assert_eq!(cpu.name, own("Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz"));
        assert_eq!(cpu.vendor, own("GenuineIntel"));
        assert_eq!(
            (cpu.family, cpu.model, cpu.stepping),
            (own("6"), own("106"), own("6"))
        );
        assert_eq!(cpu.microcode, own("0xd0003a5"));
        assert_eq!(
            (cpu.processors, cpu.sockets, cpu.threads_per_core),
            (Some(4), Some(2), Some(2))
        );
        assert_eq!((cpu.hypervisor, cpu.mhz), (Some(false), Some(2000.0)));
        let features = cpu.features.unwrap();
        assert_eq!(
            features,
            [
                "avx2",
                "bmi2",
                "sha_ni",
                "avx512f",
                "avx512ifma",
                "avx512_vbmi2",
                "constant_tsc"
            ]
        );
    }

    #[test]
    fn amd_under_a_hypervisor() {
        let cpu = parse(AMD);
        assert_eq!(cpu.name, own("AMD EPYC"));
        assert_eq!(
            (cpu.family, cpu.model, cpu.stepping),
            (own("25"), own("17"), own("1"))
        );
        assert_eq!(
            (cpu.processors, cpu.sockets, cpu.threads_per_core),
            (Some(2), Some(1), Some(1))
        );
        assert_eq!((cpu.hypervisor, cpu.mhz), (Some(true), Some(2596.132)));
    }

    #[test]
    fn aarch64_gives_codes() {
        let cpu = parse(AARCH64);
        assert_eq!(cpu.name, own("aarch64 implementer 0x41 part 0xd0c"));
        assert_eq!((cpu.vendor, cpu.family), (own("0x41"), own("8")));
        assert_eq!((cpu.model, cpu.stepping), (own("0xd0c"), own("r3p1")));
        assert_eq!(
            (cpu.processors, cpu.sockets, cpu.threads_per_core),
            (Some(2), None, None)
        );
        assert_eq!((cpu.hypervisor, cpu.mhz, cpu.microcode), (None, None, None));
        assert_eq!(
            cpu.features.unwrap(),
            [
                "aes", "asimd", "pmull", "sha1", "sha2", "atomics", "asimdrdm", "asimddp"
            ]
        );
    }

    #[test]
    fn a_text_that_says_nothing_gives_nothing() {
        for text in [
            "",
            "\n\n",
            "no colon here",
            "model name :\nsiblings: 2\ncpu cores: 0\n",
            "siblings: 1\ncpu cores: 2\n",
        ] {
            assert_eq!(parse(text), CpuInfo::default(), "{text:?}");
        }
    }
}
