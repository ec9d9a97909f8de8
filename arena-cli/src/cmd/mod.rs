//! The sub-commands, one file each. Every file has the same order: arguments with their help and
//! examples, then `run`, then local helpers.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod ct;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod gate;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod new_adapter;
pub(crate) mod normalize;
pub(crate) mod output;
pub(crate) mod parse_only;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod runner;
pub(crate) mod verify;
