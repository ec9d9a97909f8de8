//! The five classes that every case of a check falls into, and their counts.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What became of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The answer is the right one.
    Pass,
    /// The answer is wrong, or there was none: a crash, a hang, nonsense.
    Fail,
    /// The answer differs where the standard leaves freedom; the rule is named.
    Policy,
    /// The implementation has no entry point for it.
    Unsupported,
    /// It was not tried; the reason is named.
    NotRun,
}

impl Class {
    /// All classes, in the order in which they are shown.
    pub const ALL: [Class; 5] = [
        Class::Pass,
        Class::Fail,
        Class::Policy,
        Class::Unsupported,
        Class::NotRun,
    ];

    /// The name in tables and records.
    pub const fn id(self) -> &'static str {
        match self {
            Class::Pass => "pass",
            Class::Fail => "fail",
            Class::Policy => "policy",
            Class::Unsupported => "unsupported",
            Class::NotRun => "not-run",
        }
    }
}

/// How many cases fell into each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Counts {
    /// See [`Class::Pass`].
    pub pass: u64,
    /// See [`Class::Fail`].
    pub fail: u64,
    /// See [`Class::Policy`].
    pub policy: u64,
    /// See [`Class::Unsupported`].
    pub unsupported: u64,
    /// See [`Class::NotRun`].
    pub not_run: u64,
}

impl Counts {
    /// Counts one more case.
    pub fn add(&mut self, class: Class) {
        *self.slot(class) += 1;
    }

    /// The count of a class.
    pub fn of(&self, class: Class) -> u64 {
        match class {
            Class::Pass => self.pass,
            Class::Fail => self.fail,
            Class::Policy => self.policy,
            Class::Unsupported => self.unsupported,
            Class::NotRun => self.not_run,
        }
    }

    /// All cases: the denominator.
    pub fn total(&self) -> u64 {
        Class::ALL.iter().map(|class| self.of(*class)).sum()
    }

    fn slot(&mut self, class: Class) -> &mut u64 {
        match class {
            Class::Pass => &mut self.pass,
            Class::Fail => &mut self.fail,
            Class::Policy => &mut self.policy,
            Class::Unsupported => &mut self.unsupported,
            Class::NotRun => &mut self.not_run,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        for class in Class::ALL {
            *self.slot(class) += other.of(class);
        }
    }
}
