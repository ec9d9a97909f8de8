//! The suites, one file each.

mod acvp;
mod wycheproof;

use crate::stage::Suite;

pub use acvp::Acvp;
pub use wycheproof::Wycheproof;

/// Every suite, in the order in which they run.
pub fn all() -> Vec<Box<dyn Suite>> {
    vec![Box::new(Wycheproof), Box::new(Acvp)]
}
