//! The choice between the AVX2 back ends and the portable C, once, before anything is timed.

/// A back end that this processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackEnd(Kind);

/// Private, so that only [`BackEnd::fastest`] can choose AVX2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(pqcp_avx2)]
    Avx2,
}

impl BackEnd {
    /// The portable C, which runs everywhere.
    pub const PORTABLE: BackEnd = BackEnd(Kind::Portable);

    /// AVX2 if it is compiled in and the processor has what its code uses; else the portable C.
    pub fn fastest() -> BackEnd {
        #[cfg(pqcp_avx2)]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            return BackEnd(Kind::Avx2);
        }
        BackEnd::PORTABLE
    }

    /// Its name in records. The choice is this adapter's own, so it is certain.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable C",
            #[cfg(pqcp_avx2)]
            Kind::Avx2 => "AVX2",
        }
    }
}

/// One thing in each back end.
pub(crate) struct PerBackEnd<T> {
    pub(crate) portable: T,
    #[cfg(pqcp_avx2)]
    pub(crate) avx2: T,
}

impl<T> PerBackEnd<T> {
    /// The one of this back end.
    pub(crate) const fn of(&self, back_end: BackEnd) -> &T {
        match back_end.0 {
            Kind::Portable => &self.portable,
            #[cfg(pqcp_avx2)]
            Kind::Avx2 => &self.avx2,
        }
    }
}
