//! Which back end is used: the best that the processor has, unless another one is asked for.

use super::Portable;
#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512};
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// A back end.
///
/// The best one that the processor supports is used. Another one can be [forced](BackEnd::force), for tests and for
/// comparisons; with the feature `std` also by the environment variable `NEXUSQ_BACK_END`, which is read at the first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BackEnd {
    /// Safe Rust for any processor.
    Portable,
    /// AVX2, BMI1 and BMI2 of x86-64.
    Avx2,
    /// AVX-512 with F, BW, VL, VBMI and VBMI2 of x86-64.
    Avx512,
}

/// The processor lacks what a back end needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAvailable(pub BackEnd);

impl fmt::Display for NotAvailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this processor does not support the back end {}",
            self.0.name()
        )
    }
}

impl core::error::Error for NotAvailable {}

/// The number of the back end in use plus one; 0 before the first use.
static IN_USE: AtomicU8 = AtomicU8::new(0);

/// The back end in use, as the proof that it may be used.
#[derive(Clone, Copy)]
pub(crate) enum Chosen {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl BackEnd {
    /// Every back end, the fastest first.
    pub const ALL: [BackEnd; 3] = [BackEnd::Avx512, BackEnd::Avx2, BackEnd::Portable];

    /// `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            BackEnd::Portable => "portable",
            BackEnd::Avx2 => "avx2",
            BackEnd::Avx512 => "avx512",
        }
    }

    /// Whether this processor supports it.
    pub fn is_available(self) -> bool {
        self.proof().is_some()
    }

    /// The back end in use.
    ///
    /// ```
    /// assert!(nexusq_v3::BackEnd::in_use().is_available());
    /// ```
    pub fn in_use() -> BackEnd {
        match chosen() {
            Chosen::Portable(_) => BackEnd::Portable,
            #[cfg(target_arch = "x86_64")]
            Chosen::Avx2(_) => BackEnd::Avx2,
            #[cfg(target_arch = "x86_64")]
            Chosen::Avx512(_) => BackEnd::Avx512,
        }
    }

    /// Uses this back end from now on, in the whole program. All give the same results.
    ///
    /// # Errors
    /// [`NotAvailable`], and nothing changes.
    pub fn force(self) -> Result<(), NotAvailable> {
        self.proof().ok_or(NotAvailable(self))?;
        IN_USE.store(self as u8 + 1, Ordering::Relaxed);
        Ok(())
    }

    fn proof(self) -> Option<Chosen> {
        match self {
            BackEnd::Portable => Some(Chosen::Portable(Portable)),
            #[cfg(target_arch = "x86_64")]
            BackEnd::Avx2 => Avx2::detect().map(Chosen::Avx2),
            #[cfg(target_arch = "x86_64")]
            BackEnd::Avx512 => Avx512::detect().map(Chosen::Avx512),
            #[cfg(not(target_arch = "x86_64"))]
            _ => None,
        }
    }
}

/// The back end in use.
#[inline]
pub(crate) fn chosen() -> Chosen {
    let number = IN_USE.load(Ordering::Relaxed);
    let known = BackEnd::ALL
        .into_iter()
        .find(|back_end| *back_end as u8 + 1 == number);
    known.and_then(BackEnd::proof).unwrap_or_else(first_use)
}

#[cold]
fn first_use() -> Chosen {
    let asked = asked_for().into_iter().chain(BackEnd::ALL);
    let found = asked
        .into_iter()
        .find_map(|back_end| Some((back_end, back_end.proof()?)));
    let (back_end, chosen) = found.unwrap_or((BackEnd::Portable, Chosen::Portable(Portable)));
    IN_USE.store(back_end as u8 + 1, Ordering::Relaxed);
    chosen
}

/// What the environment asks for. A name that is unknown or not available is passed over.
fn asked_for() -> Option<BackEnd> {
    #[cfg(feature = "std")]
    if let Ok(name) = std::env::var("NEXUSQ_BACK_END") {
        return BackEnd::ALL
            .into_iter()
            .find(|back_end| back_end.name() == name);
    }
    None
}
