//! The back ends: what they must do, which there are, and which one is used.
//!
//! The schemes are written once, over the kernel traits of their rooms: `keccak`, `ml_kem` and `ml_dsa`. A back end is a zero-sized value that exists only where the
//! processor has what it needs, so holding one is the proof that its kernels may run.

/// Runs a test on every back end that this processor has.
#[cfg(test)]
macro_rules! for_each_backend {
    ($b:ident => $body:expr) => {{
        {
            let $b = crate::backend::Portable;
            $body
        }
        #[cfg(target_arch = "x86_64")]
        if let Some($b) = crate::backend::Avx2::detect() {
            $body
        }
        #[cfg(target_arch = "x86_64")]
        if let Some($b) = crate::backend::Avx512::detect() {
            $body
        }
    }};
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512};

mod choice;

pub use choice::{BackEnd, NotAvailable};
pub(crate) use choice::{Chosen, chosen};

/// Evaluates an expression with the back end in use.
macro_rules! dispatch {
    ($b:ident => $body:expr) => {
        match crate::backend::chosen() {
            crate::backend::Chosen::Portable($b) => $body,
            #[cfg(target_arch = "x86_64")]
            crate::backend::Chosen::Avx2($b) => $body,
            #[cfg(target_arch = "x86_64")]
            crate::backend::Chosen::Avx512($b) => $body,
        }
    };
}

/// The same for an operation on secrets, which takes at most so many bytes of stack: they are overwritten when it is done.
macro_rules! dispatch_clearing {
    ($depth:expr, $b:ident => $body:expr) => {
        crate::wipe::clearing::<{ $depth }, _>(|| dispatch!($b => $body))
    };
}
