//! What a back end does for Keccak.

use super::State;

/// The kernels of Keccak.
pub(crate) trait Kernels: Copy {
    /// How many states are permuted at the least cost for each.
    const WIDTH: usize;
    /// Whether a lane that would lie idle costs nothing.
    const IDLE_LANES: bool;

    /// Writes the first `words` words of each of four states to its buffer from byte `at` on. What follows them in the
    /// buffer, up to the next 64 bytes, may be overwritten.
    fn squeeze4<const LEN: usize>(
        self,
        states: &State<4>,
        words: usize,
        out: &mut [[u8; LEN]; 4],
        at: usize,
    );
    /// The same for eight states.
    fn squeeze8<const LEN: usize>(
        self,
        states: &State<8>,
        words: usize,
        out: &mut [[u8; LEN]; 8],
        at: usize,
    );

    /// Keccak-f[1600] on one state.
    fn permute1(self, state: &mut State<1>);
    /// Keccak-f[1600] on the first `used` of four states, or on all.
    fn permute4(self, states: &mut State<4>, used: usize);
    /// Keccak-f[1600] on the first `used` of eight states, or on all.
    fn permute8(self, states: &mut State<8>, used: usize);
}
