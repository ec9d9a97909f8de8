//! Where the standards leave freedom: the rules by which a differing answer is class `policy`.
//!
//! A rule stands here only if the text of a standard allows both answers. What it forbids is a fail. The one exception is
//! [`RESIDUE`], which the standards forbid without saying what it is.

pub mod keys;

/// A freedom that a standard leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name in tables and records.
    pub id: &'static str,
    /// Where the standard leaves it.
    pub section: &'static str,
    /// What may differ, in one sentence.
    pub text: &'static str,
}

/// Parts of secrets in memory after an operation, whose destruction the standards ask for without a test of it.
pub const RESIDUE: Rule = Rule {
    id: "residue",
    section: "FIPS 203 section 3.3, FIPS 204 section 3.6.3",
    text: "Intermediate values shall be destroyed as soon as they are no longer needed. The standards say neither what that means in memory nor how it is tested, so what is found in others is counted and not judged.",
};
