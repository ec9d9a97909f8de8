//! Facts gathered from a made-up file tree, and what is derived from them.

use super::*;
use std::fs;

/// A file tree with the given files.
fn tree(entries: &[(&str, &str)]) -> (tempfile::TempDir, Files) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in entries {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let files = Files::under(folder.path());
    (folder, files)
}

const INTEL: &str = include_str!("testdata/cpuinfo-intel.txt");

fn full() -> (tempfile::TempDir, Files) {
    const CPU0: &str = "sys/devices/system/cpu/cpu0";
    let of_cpu0: Vec<(String, &str)> = [
        ("cpufreq/scaling_governor", "powersave\n"),
        ("cpufreq/cpuinfo_max_freq", "3200000\n"),
        ("topology/thread_siblings_list", "0,2\n"),
        ("cache/index0/level", "1\n"),
        ("cache/index0/type", "Data\n"),
        ("cache/index0/size", "48K\n"),
        ("cache/index0/shared_cpu_list", "0,2\n"),
    ]
    .map(|(path, text)| (format!("{CPU0}/{path}"), text))
    .into();
    let mut entries = vec![
        ("proc/cpuinfo", INTEL),
        ("proc/meminfo", "MemTotal: 16777216 kB\n"),
        ("proc/loadavg", "0.25 0.10 0.05 1/100 1234\n"),
        ("proc/sys/kernel/ostype", "Linux\n"),
        ("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n"),
        (
            "etc/os-release",
            "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
        ),
        ("sys/devices/system/cpu/online", "0-3\n"),
        ("sys/devices/system/cpu/smt/active", "1\n"),
        ("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n"),
        (
            "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
            "performance\n",
        ),
        (
            "sys/devices/system/clocksource/clocksource0/current_clocksource",
            "tsc\n",
        ),
        ("sys/class/power_supply/AC/type", "Mains\n"),
        ("sys/class/power_supply/AC/online", "0\n"),
        ("run/.containerenv", ""),
    ];
    entries.extend(of_cpu0.iter().map(|(path, text)| (path.as_str(), *text)));
    tree(&entries)
}

#[test]
fn every_fact_is_read() {
    let (_folder, files) = full();
    let facts = Facts::gather_from(&files, None);
    let processor = &facts.processor;
    assert_eq!(processor.cpus_online, Some(4));
    assert_eq!(
        (processor.threads_per_core, processor.smt),
        (Some(2), Some(true))
    );
    assert_eq!(processor.turbo, Some(false));
    assert_eq!(
        processor.governor.as_deref(),
        Some("performance, powersave")
    );
    assert_eq!(processor.max_mhz, Some(3200.0));
    let data_cache = Cache {
        level: 1,
        kind: "Data".to_owned(),
        bytes: Some(49_152),
        shared_by: Some(2),
    };
    assert_eq!(processor.caches, Some(vec![data_cache]));
    let system = &facts.system;
    assert_eq!(system.memory_bytes, Some(17_179_869_184));
    assert_eq!(system.kernel.as_deref(), Some("Linux 6.1.0-18-amd64"));
    assert_eq!(system.clock_source.as_deref(), Some("tsc"));
    assert_eq!((system.load, system.on_mains), (Some(0.25), Some(false)));
    let virtualisation = Virtualisation {
        hypervisor: Some(false),
        hypervisor_name: None,
        container: Some("podman".to_owned()),
    };
    assert_eq!(system.virtualisation, virtualisation);
}

#[test]
fn an_empty_tree_gives_nulls() {
    let (_folder, files) = tree(&[]);
    let facts = Facts::gather_from(&files, None);
    assert_eq!(facts.processor, Processor::default());
    let system = System {
        architecture: std::env::consts::ARCH.to_owned(),
        ..System::default()
    };
    assert_eq!(facts.system, system);
    let environment = facts.environment(None);
    assert_eq!(
        (environment.cpu.as_str(), environment.os.as_str()),
        ("unknown", "unknown, unknown")
    );
}

/// The expected digest is that of `sha256sum` over the text in the documentation of `machine`.
#[test]
fn machine_is_a_digest_of_a_stable_text() {
    let (_folder, files) = full();
    let mut facts = Facts::gather_from(&files, None);
    facts.system.architecture = "x86_64".to_owned();
    let expected = "14559ed5e76252d696b5d4c2f49692374ebbf808f110c134ac5a77c2ec7ae1f9";
    assert_eq!(facts.machine(), expected);
    facts.system.load = Some(3.0);
    facts.processor.current_mhz = None;
    facts.system.memory_bytes = Some(17_000_000_000);
    assert_eq!(
        facts.machine(),
        expected,
        "load, frequency and a few MiB don't make another machine"
    );
    facts.processor.cpus_online = Some(8);
    assert_ne!(facts.machine(), expected);
    let environment = facts.environment(Some(3));
    assert_eq!(
        environment.os,
        "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64"
    );
    assert_eq!(environment.pinned_cpu, Some(3));
}

#[test]
fn json_goes_both_ways_and_knows_its_fields() {
    let facts = Facts::gather(None);
    let text = serde_json::to_string(&facts).unwrap();
    assert_eq!(serde_json::from_str::<Facts>(&text).unwrap(), facts);
    let more = text.replacen('{', "{\"host\":\"x\",", 1);
    let error = serde_json::from_str::<Facts>(&more).unwrap_err();
    assert!(
        error.to_string().contains("unknown field `host`"),
        "{error}"
    );
}

/// No value may be a path of this machine.
#[test]
fn no_path_is_among_the_facts() {
    fn strings(value: &serde_json::Value) -> Vec<&str> {
        match value {
            serde_json::Value::String(text) => vec![text],
            serde_json::Value::Array(values) => values.iter().flat_map(strings).collect(),
            serde_json::Value::Object(fields) => fields.values().flat_map(strings).collect(),
            _ => Vec::new(),
        }
    }
    let facts = serde_json::to_value(Facts::gather(None)).unwrap();
    for text in strings(&facts) {
        let path = text
            .split([' ', '=', ':'])
            .find(|word| word.starts_with('/'));
        assert_eq!(path, None, "{text}");
    }
}
