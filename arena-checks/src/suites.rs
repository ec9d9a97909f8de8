//! The suites, one file each.

pub mod rejection;
pub mod signing;

use crate::stage::Suite;

/// Every suite, in the order in which they run.
pub fn all() -> Vec<Box<dyn Suite>> {
    vec![Box::new(rejection::Rejection), Box::new(signing::Signing)]
}
