//! Whether secrets decide what is executed: `arena ct`, by three means that share nothing.
//!
//! - [`under_valgrind`]: runners under valgrind with secret inputs marked; every branch and every memory index that
//!   depends on them is reported, and compared with the list of what the standard makes public.
//! - [`statistics`]: times on the processor itself, of two classes of inputs that differ in secrets alone.
//! - [`divisions`]: division instructions in the compiled code of our crates, at every optimisation level.
//!
//! Each of them must find leaks that were planted, or its results mean nothing. `docs/constant-time.md`
//! says what each can show and what it can't.

pub mod cases;
pub mod divisions;
pub mod examine;
pub mod frames;
pub mod memcheck;
pub mod places;
pub mod planted;
mod process;
pub mod public;
pub mod report;
pub mod statistics;
pub mod text;
pub mod under_valgrind;
pub mod xml;

use arena_core::inventory::{Inventory, Layout};
use arena_runner::message::Operation;
use nexusq_contract::ParameterSet;
use report::{Document, SCHEMA};
use std::time::Duration;

/// What to look at.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Ids of implementations.
    pub implementations: Vec<String>,
    /// Parameter sets.
    pub sets: Vec<ParameterSet>,
    /// Operations; all that have secrets if empty.
    pub operations: Vec<Operation>,
    /// What keys and messages follow from.
    pub seed: u64,
    /// How long one run of a runner under a tool may take.
    pub timeout: Duration,
    /// Samples of a comparison, both classes together.
    pub samples: usize,
    /// The processor that timed runners are pinned to.
    pub cpu: Option<u32>,
    /// The methods.
    pub methods: Vec<Method>,
}

/// A way to look for dependence on secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Under valgrind, with secrets marked.
    Valgrind,
    /// By the times of two classes of inputs.
    Statistics,
    /// By the division instructions of the compiled code.
    Divisions,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 3] = [Method::Valgrind, Method::Statistics, Method::Divisions];

    /// Its name.
    pub const fn id(self) -> &'static str {
        match self {
            Method::Valgrind => "valgrind",
            Method::Statistics => "statistics",
            Method::Divisions => "divisions",
        }
    }
}

/// Looks by each of the methods.
///
/// # Errors
/// In words: a method can't be used here.
pub fn run(
    settings: &Settings,
    layout: &Layout,
    inventory: &Inventory,
    progress: &mut dyn FnMut(&str),
) -> Result<Document, String> {
    let mut document = Document {
        schema: SCHEMA.to_owned(),
        arena: env!("CARGO_PKG_VERSION").to_owned(),
        seed: format!("{:016x}", settings.seed),
        valgrind: None,
        statistics: None,
        divisions: None,
    };
    let wanted = |method| settings.methods.contains(&method);
    if wanted(Method::Valgrind) {
        document.valgrind = Some(under_valgrind::run(settings, layout, inventory, progress)?);
    }
    if wanted(Method::Divisions) {
        document.divisions = Some(divisions::run(settings, layout, inventory, progress)?);
    }
    if wanted(Method::Statistics) {
        document.statistics = Some(statistics::run(settings, layout, inventory, progress)?);
    }
    Ok(document)
}
