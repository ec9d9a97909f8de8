//! Whether implementations are right: against the standards, against each other, and against bad
//! input. How fast they are is `arena-core`'s subject.
//!
//! Knows no implementation: it asks runners over the runner protocol, found as `arena-core` finds them.
#![forbid(unsafe_code)]

pub mod board;
pub mod case;
pub mod class;
pub mod ct;
pub mod policy;
pub mod question;
pub mod random;
pub mod report;
pub mod residue;
pub mod stage;
pub mod subject;
pub mod suites;
pub mod vector;
pub mod vectors;

/// The example of the project's front page, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct FrontPage;
