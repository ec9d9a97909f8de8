//! The suites, one file each.

mod acvp;
mod interop;
pub mod rejection;
mod residue;
mod robustness;
pub mod signing;
mod wycheproof;

use crate::stage::Suite;

pub use acvp::Acvp;
pub use interop::Interop;
pub use rejection::Rejection;
pub use residue::Residue;
pub use robustness::Robustness;
pub use signing::Signing;
pub use wycheproof::Wycheproof;

/// Every suite, in the order in which they run.
pub fn all() -> Vec<Box<dyn Suite>> {
    vec![
        Box::new(Wycheproof),
        Box::new(Acvp),
        Box::new(Interop),
        Box::new(Rejection),
        Box::new(Signing),
        Box::new(Robustness),
        Box::new(Residue),
    ]
}
