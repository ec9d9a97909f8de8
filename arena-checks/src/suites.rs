//! The suites, one file each.

use crate::stage::Suite;

/// Every suite, in the order in which they run.
pub fn all() -> Vec<Box<dyn Suite>> {
    vec![]
}
