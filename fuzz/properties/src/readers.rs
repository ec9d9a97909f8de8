//! The readers of the arena's files, each on text of any content: no panic, and what was read comes back when it is written.

use crate::input::Input;
use crate::made;
use crate::scratch::Scratch;
use arena_core::count::{Counter, Tool};
use arena_core::environment::{Facts, Files, machine, parse_cpu_list};
use arena_core::evidence::sums::{Sum, differences, render};
use arena_core::inventory::{Inventory, Layout};
use arena_core::lines::{Line, Lines};
use arena_core::normalize::{Normalized, NormalizedRow};
use arena_core::plan::Plan;
use arena_core::record::Record;
use arena_core::record_v1::RecordV1;
use arena_core::{lock, manifest, pins, published, schema, tools};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::BufReader;

/// JSON of every kind that the arena reads. The first byte says which.
pub(crate) fn json(data: &[u8]) {
    let mut input = Input::new(data);
    let which = input.byte() % 10;
    let text = input.rest();
    match which {
        0 => comes_back::<Record>(text),
        1 => plan(text),
        2 => comes_back::<Facts>(text),
        3 => comes_back::<Normalized>(text),
        4 => comes_back::<NormalizedRow>(text),
        5 => comes_back::<arena_core::verdict::Verdict>(text),
        6 => comes_back::<arena_core::normalize::Finding>(text),
        7 => comes_back::<arena_core::folders::FolderComparison>(text),
        8 => version_1(text),
        _ => published_record(text),
    }
}

/// What was read is the same after it was written and read again.
fn comes_back<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(text: &[u8]) {
    if let Ok(value) = serde_json::from_slice::<T>(text) {
        let written = serde_json::to_vec(&value).unwrap_or_else(|error| panic!("{error}"));
        let again = serde_json::from_slice::<T>(&written);
        assert_eq!(
            again.ok().as_ref(),
            Some(&value),
            "{}",
            String::from_utf8_lossy(&written)
        );
    }
}

fn plan(text: &[u8]) {
    let folder = Scratch::new();
    folder.write(arena_core::evidence::PLAN, text);
    let Ok(plan) = Plan::read(folder.path()) else {
        return;
    };
    assert!(plan.write(folder.path()).is_ok());
    assert_eq!(Plan::read(folder.path()).ok().as_ref(), Some(&plan));
    let _ = arena_core::planning::named_protocol(&plan);
    if let Ok(protocol) = arena_core::planning::protocol_of(&plan) {
        let _ = arena_core::verdict::is_complete(&plan, &protocol);
    }
}

fn version_1(text: &[u8]) {
    if let Ok(record) = serde_json::from_slice::<RecordV1>(text) {
        let _ = (
            record.defect(),
            arena_core::record_v1::system_of(&record.implementation.id),
        );
    }
    if let Ok(value) = serde_json::from_slice(text) {
        let _ = (
            schema::validate_record(&value),
            schema::validate_normalized(&value),
        );
    }
}

fn published_record(text: &[u8]) {
    let folder = Scratch::new();
    let path = folder.write("published.json", text);
    if let Ok(record) = published::PublishedRecord::read(&path) {
        let report = record.report(&made::protocol("v2"));
        assert_eq!(report.operations.len(), record.operations.len());
        assert!(serde_json::to_vec(&report).is_ok());
    }
}

/// An adapter's manifest, its pins, the lock files and the environment of tools, with zero bytes between them.
pub(crate) fn toml(data: &[u8]) {
    let folder = Scratch::new();
    let names = [
        "adapters/x/adapter.toml",
        "vendor/x.toml",
        "Cargo.lock",
        "adapters/x/go.sum",
        ".tools/env",
    ];
    for (name, text) in names.iter().zip(data.split(|&byte| byte == 0)) {
        folder.write(name, text);
    }
    let layout = Layout {
        root: folder.path().to_owned(),
        runners: folder.path().join("runners"),
        target: folder.path().join("target"),
        outside: Vec::new(),
    };
    let read = manifest::read(&folder.path().join("adapters/x"));
    let pinned = pins::read(&folder.path().join("vendor"), "x");
    let inventory = Inventory::read(&layout);
    match &read {
        Ok(adapter) => {
            assert_eq!(adapter.name, "x");
            assert!(!adapter.implementations.is_empty());
            // An id may be listed twice: then the adapter is left out, and named.
            assert!(
                inventory.found.len() == adapter.implementations.len()
                    || !inventory.problems.is_empty()
            );
            let agree = lock::check_pins(&layout, adapter);
            let pins = adapter
                .implementations
                .iter()
                .any(|of| of.pins.iter().any(|pin| pin == "x"));
            assert!(
                !(pins && pinned.is_err() && agree.is_ok()),
                "pins that can't be read agree"
            );
        }
        Err(error) => {
            assert!(inventory.found.is_empty());
            assert!(error.path.ends_with("adapter.toml"));
        }
    }
    // What manifest and pins say of an implementation fits into a record.
    for found in &inventory.found {
        let protocol = made::protocol("v2");
        let plan = made::plan(&protocol, 2, |row| {
            row.round == 1 && row.system == "nexusq-v1"
        });
        let mut record = made::record(&plan, &protocol, &plan.rows[0]);
        record.implementation.id = found.manifest.id.clone();
        record.implementation.version = found.manifest.version.clone();
        record.implementation.provenance = found.packages.clone();
        let record = serde_json::to_value(&record).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(schema::validate_record(&record), Ok(()));
    }
    if let Ok(pinned) = pinned {
        let json = serde_json::to_vec(&pinned).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            serde_json::from_slice::<Vec<pins::Package>>(&json).ok(),
            Some(pinned)
        );
    }
    if let Ok(environment) = tools::ToolEnvironment::read(folder.path()) {
        let _ = (
            environment.path(),
            environment.find("cargo"),
            environment.variable("GOROOT"),
        );
    }
}

/// What callgrind and perf leave. A count is never zero and never made up: without a figure there is an error.
pub(crate) fn counts(data: &[u8]) {
    let mut input = Input::new(data);
    let version = String::new();
    let tool = if input.byte().is_multiple_of(2) {
        Tool::Callgrind {
            version,
            cache_sim: true,
        }
    } else {
        Tool::Perf {
            version,
            missing: Vec::new(),
        }
    };
    let text = String::from_utf8_lossy(input.rest());
    if let Ok(counters) = tool.read(&text) {
        assert!(
            counters
                .get(&Counter::Instructions)
                .is_some_and(|&count| count > 0)
        );
        assert!(text.contains(|digit: char| digit.is_ascii_digit()));
    }
}

/// The files in which Linux describes a machine, with zero bytes between them.
pub(crate) fn machine_files(data: &[u8]) {
    const NAMES: [&str; 12] = [
        "proc/cpuinfo",
        "proc/meminfo",
        "etc/os-release",
        "proc/loadavg",
        "proc/1/cgroup",
        "proc/sys/kernel/osrelease",
        "sys/devices/system/cpu/online",
        "sys/devices/system/cpu/cpu0/cache/index0/size",
        "sys/devices/system/cpu/cpu0/cache/index0/level",
        "sys/devices/system/cpu/cpu0/cache/index0/type",
        "sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list",
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq",
    ];
    let folder = Scratch::new();
    for (name, text) in NAMES.iter().zip(data.split(|&byte| byte == 0)) {
        folder.write(name, text);
    }
    let (processor, system) = machine(&Files::under(folder.path()));
    assert_ne!(processor.cpus_online, Some(0));
    assert_ne!(processor.threads_per_core, Some(0));
    let mut facts = made::facts().clone();
    (facts.processor, facts.system) = (processor, system);
    assert_eq!(facts.machine().len(), 64);
    let written = serde_json::to_vec(&facts).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(serde_json::from_slice::<Facts>(&written).ok(), Some(facts));
    let text = String::from_utf8_lossy(data);
    if let Some(cpus) = parse_cpu_list(&text) {
        assert!(!cpus.is_empty() && cpus.is_sorted());
    }
}

/// `SHA256SUMS`: no differences exactly if every byte is as it would be written.
pub(crate) fn sums(data: &[u8]) {
    let mut input = Input::new(data);
    let count = input.byte() % 4;
    let own: Vec<Sum> = (0..count)
        .map(|number| Sum {
            name: ["a", "raw/b.jsonl", "raw/é 1", "plan.json"][usize::from(number)].to_owned(),
            sha256: "0123456789abcdef".repeat(4),
        })
        .collect();
    let right = render(&own).into_bytes();
    let stored = if input.byte().is_multiple_of(2) {
        input.rest().to_vec()
    } else {
        let mut changed = right.clone();
        crate::input::edit(&mut changed, &mut input);
        changed
    };
    let findings = differences(&stored, &own);
    assert_eq!(findings.is_empty(), stored == right, "{findings:?}");
}

/// The reader of lines, with any limit and any buffer, beside what splitting gives.
pub(crate) fn lines(data: &[u8]) {
    let mut input = Input::new(data);
    let (limit, buffer) = (
        usize::from(input.byte() % 40),
        1 + usize::from(input.byte() % 40),
    );
    let text = input.rest();
    let read: Vec<Line> = Lines::new(BufReader::with_capacity(buffer, text), limit)
        .map(|line| line.unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let mut parts: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let last = parts.pop().unwrap_or_default();
    let short = |line: &[u8], as_line: fn(Vec<u8>) -> Line| {
        if line.len() > limit {
            Line::TooLong
        } else {
            as_line(line.to_vec())
        }
    };
    let mut right: Vec<Line> = parts
        .into_iter()
        .map(|line| short(line, Line::Whole))
        .collect();
    if !last.is_empty() {
        right.push(short(last, Line::Torn));
    }
    assert_eq!(read, right);
}
