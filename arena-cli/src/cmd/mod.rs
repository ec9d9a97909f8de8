//! The sub-commands, one file each. Every file has the same order: arguments with their help and
//! examples, then `run`, then local helpers.

pub(crate) mod doctor;
