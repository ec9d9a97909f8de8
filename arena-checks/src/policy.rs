//! Where the standards leave freedom: the rules by which a differing answer is class `policy`.
//!
//! A rule stands here only if the text of a standard allows both answers. What it forbids is a fail.

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
