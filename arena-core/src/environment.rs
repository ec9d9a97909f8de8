//! The facts about the machine and the toolchain that a measurement depends on.
//!
//! [`Facts`] is what a run writes to `environment.json`. What can't be read is null, never guessed.
//! No host name, user name or path is among the facts.

mod cpuinfo;
mod files;
mod processor;
mod system;
mod toolchain;

pub use files::{Files, parse_cpu_list};
pub use processor::{Cache, Processor};
pub use system::{System, Virtualisation};
pub use toolchain::{Source, Toolchain};

use crate::record::Environment;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Everything that `environment.json` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Version of the arena that gathered the facts.
    pub arena: String,
    /// The arena's source, where it is a git checkout.
    pub source: Source,
    /// The processor.
    pub processor: Processor,
    /// Memory, kernel, operating system, clock and what lies beneath them.
    pub system: System,
    /// Compilers and the other tools that the runners are built with.
    pub toolchain: Toolchain,
}

impl Facts {
    /// Gathers the facts of this machine. `root` is the folder that holds `adapters/`: its commit
    /// and its project-local tools are looked at.
    pub fn gather(root: Option<&Path>) -> Facts {
        Facts::gather_from(&Files::system(), root)
    }

    /// Gathers the facts from a file tree that stands for `/`.
    pub fn gather_from(files: &Files, root: Option<&Path>) -> Facts {
        let (processor, system) = machine(files);
        Facts {
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            source: root.map(Source::of).unwrap_or_default(),
            system,
            processor,
            toolchain: Toolchain::gather(root),
        }
    }

    /// Which machine this is: SHA-256 over a text of processor, number of CPUs, memory in GiB,
    /// kernel, operating system and architecture.
    pub fn machine(&self) -> String {
        const GIB: u64 = 1 << 30;
        let memory_gib = self
            .system
            .memory_bytes
            .map(|bytes| (bytes + GIB / 2) / GIB);
        let text = format!(
            "processor: {}\ncpus: {}\nmemory_gib: {}\nkernel: {}\nos: {}\narchitecture: {}\n",
            or_unknown(&self.processor.name),
            or_unknown(&self.processor.cpus_online),
            or_unknown(&memory_gib),
            or_unknown(&self.system.kernel),
            or_unknown(&self.system.os),
            self.system.architecture,
        );
        hex::encode(Sha256::digest(text.as_bytes()))
    }

    /// The part of the facts that each record holds.
    pub fn environment(&self, pinned_cpu: Option<u32>) -> Environment {
        let (os, kernel) = (&self.system.os, &self.system.kernel);
        Environment {
            machine: self.machine(),
            cpu: or_unknown(&self.processor.name),
            os: format!("{}, {}", or_unknown(os), or_unknown(kernel)),
            arch: self.system.architecture.clone(),
            pinned_cpu,
        }
    }
}

/// The part of the facts that a file tree tells: no program is asked.
pub fn machine(files: &Files) -> (Processor, System) {
    let cpuinfo = files.text("proc/cpuinfo").unwrap_or_default();
    let cpu = cpuinfo::parse(&cpuinfo);
    let system = System::gather(files, &cpu);
    (Processor::gather(files, cpu), system)
}

fn or_unknown<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or("unknown".to_owned(), T::to_string)
}

#[cfg(test)]
mod tests;
