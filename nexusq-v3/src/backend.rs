//! The back ends: what they must do, which there are, and which one is used.
//!
//! The schemes are written once, over [`Backend`]. A back end is a zero-sized value that exists only where the
//! processor has what it needs, so holding one is the proof that its kernels may run.

use crate::keccak::State;
use crate::ml_kem;

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

mod portable;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512};

/// The kernels of a back end.
pub(crate) trait Backend: Copy + ml_kem::Kernels {
    /// How many states are permuted at the least cost for each.
    const WIDTH: usize;

    /// Writes the first `words` words of each of four states to its buffer from byte `at` on. What follows them in the
    /// buffer, up to the next 64 bytes, may be overwritten.
    fn squeeze4<const LEN: usize>(self, states: &State<4>, words: usize, out: &mut [[u8; LEN]; 4], at: usize);
    /// The same for eight states.
    fn squeeze8<const LEN: usize>(self, states: &State<8>, words: usize, out: &mut [[u8; LEN]; 8], at: usize);

    /// Keccak-f[1600] on one state.
    fn permute1(self, state: &mut State<1>);
    /// Keccak-f[1600] on the first `used` of four states, or on all.
    fn permute4(self, states: &mut State<4>, used: usize);
    /// Keccak-f[1600] on the first `used` of eight states, or on all.
    fn permute8(self, states: &mut State<8>, used: usize);
}
