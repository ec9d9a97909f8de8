//! The suites, one file each.

mod residue;

use crate::stage::Suite;

pub use residue::Residue;

/// Every suite, in the order in which they run.
pub fn all() -> Vec<Box<dyn Suite>> {
    vec![Box::new(Residue)]
}
