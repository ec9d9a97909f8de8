//! The suites, one file each.

mod acvp;
mod interop;
mod robustness;
mod wycheproof;

use crate::stage::Suite;

pub use acvp::Acvp;
pub use interop::Interop;
pub use robustness::Robustness;
pub use wycheproof::Wycheproof;

/// Every suite, in the order in which they run.
pub fn all() -> Vec<Box<dyn Suite>> {
    vec![
        Box::new(Wycheproof),
        Box::new(Acvp),
        Box::new(Interop),
        Box::new(Robustness),
    ]
}
