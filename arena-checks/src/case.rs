//! One case of a suite: its name, and the verdict on an implementation's answer.

use crate::class::Class;
use crate::policy::Rule;
use nexusq_contract::ParameterSet;

/// What is asked: one vector, or one pairing, or one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The parameter set.
    pub set: ParameterSet,
    /// What kind of case, for example the name of a vector file and of a group in it.
    pub group: String,
    /// Unique in its suite and set, stable from run to run, and enough to find the input again.
    pub id: String,
}

impl Case {
    /// A case.
    pub fn new(set: ParameterSet, group: impl Into<String>, id: impl Into<String>) -> Case {
        Case {
            set,
            group: group.into(),
            id: id.into(),
        }
    }

    /// The name by which a person picks the case: `ml-kem-768/GROUP/ID`.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", set_name(self.set), self.group, self.id)
    }
}

/// The name of a parameter set on the command line, for example `ml-kem-768`.
pub fn set_name(set: ParameterSet) -> String {
    format!("{}-{}", set.algorithm().id(), set.name())
}

/// What became of a case, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Right.
    Pass,
    /// Wrong: what was expected and what came.
    Fail(String),
    /// Differs where the standard leaves freedom.
    Policy {
        /// The freedom.
        rule: Rule,
        /// What came.
        detail: String,
    },
    /// No entry point: which one.
    Unsupported(String),
    /// Not tried: why.
    NotRun(String),
}

impl Verdict {
    /// A failure.
    pub fn fail(expected: impl AsRef<str>, got: impl AsRef<str>) -> Verdict {
        let (expected, got) = (expected.as_ref(), got.as_ref());
        Verdict::Fail(format!("expected {expected}; got {got}"))
    }

    /// The class.
    pub fn class(&self) -> Class {
        match self {
            Verdict::Pass => Class::Pass,
            Verdict::Fail(_) => Class::Fail,
            Verdict::Policy { .. } => Class::Policy,
            Verdict::Unsupported(_) => Class::Unsupported,
            Verdict::NotRun(_) => Class::NotRun,
        }
    }

    /// The reason, for people; empty for a pass.
    pub fn detail(&self) -> String {
        match self {
            Verdict::Pass => String::new(),
            Verdict::Policy { rule, detail } => format!("{detail} ({}: {})", rule.id, rule.section),
            Verdict::Fail(text) | Verdict::Unsupported(text) | Verdict::NotRun(text) => {
                text.clone()
            }
        }
    }
}
