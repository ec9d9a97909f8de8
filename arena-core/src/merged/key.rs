//! What must be the same before figures of two runs are those of one code over time: machine, toolchain, and the versions and
//! counts of the measurement. The versions of the systems are compared system by system, where their figures are.

use crate::environment::Facts;
use crate::plan::Plan;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Digits of an id.
const DIGITS: usize = 12;

/// The facts of a key by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(BTreeMap<String, String>);

impl Key {
    /// The key of a run.
    pub fn of<R>(plan: &Plan<R>, facts: &Facts) -> Key {
        let environment = facts.environment(plan.pinned_cpu);
        let tools = &facts.toolchain;
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
        let pinned = if plan.pinned_cpu.is_some() {
            "yes"
        } else {
            "no"
        };
        let design = plan.design.as_ref().map(|design| {
            let json = serde_json::to_vec(design).unwrap_or_default();
            hex::encode(Sha256::digest(&json))
        });
        let facts = [
            ("machine", environment.machine),
            ("processor", environment.cpu),
            ("system", environment.os),
            ("architecture", environment.arch),
            ("pinned", pinned.to_owned()),
            ("rustc", or_none(&tools.rustc)),
            ("LLVM of rustc", or_none(&tools.rustc_llvm)),
            ("C compiler", or_none(&tools.cc)),
            ("C++ compiler", or_none(&tools.cxx)),
            ("CMake", or_none(&tools.cmake)),
            ("Go", or_none(&tools.go)),
            ("arena", facts.arena.clone()),
            ("protocol", plan.protocol.clone()),
            ("iterations", plan.iterations.to_string()),
            ("warm-ups", plan.warmups.to_string()),
            ("design", or_none(&design)),
        ];
        Key(facts.map(|(name, value)| (name.to_owned(), value)).into())
    }

    /// A short name: the first digits of the SHA-256 of its JSON form.
    pub fn id(&self) -> String {
        let json = serde_json::to_vec(&self.0).unwrap_or_default();
        let mut digits = hex::encode(Sha256::digest(&json));
        digits.truncate(DIGITS);
        digits
    }

    /// A fact; empty if there is none of that name.
    pub fn fact(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// What differs, each as `name: this / that`.
    pub fn differences(&self, other: &Key) -> Vec<String> {
        let names = self.0.keys().chain(other.0.keys());
        let names: std::collections::BTreeSet<&String> = names.collect();
        let mut differences = Vec::new();
        for name in names {
            let (this, that) = (self.fact(name), other.fact(name));
            if this != that {
                differences.push(format!("{name}: {this} / {that}"));
            }
        }
        differences
    }
}
