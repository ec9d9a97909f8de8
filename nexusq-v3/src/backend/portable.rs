//! Any processor: safe Rust, no instructions beyond the target's baseline.

mod dsa;
mod dsa_add;
mod dsa_arithmetic;
mod dsa_bytes;
mod dsa_ntt;
mod dsa_round;
pub(super) mod dsa_sample;
mod dsa_small;
mod keccak;
mod kem;
mod kem_arithmetic;
mod kem_bytes;
mod kem_ntt;
pub(super) mod kem_sample;

#[cfg(target_arch = "x86_64")]
pub(crate) use keccak::permute;

use crate::keccak::{self as keccak_room, State};

/// The back end that runs everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl keccak_room::Kernels for Portable {
    const WIDTH: usize = 4;
    const IDLE_LANES: bool = false;

    fn squeeze4<const LEN: usize>(
        self,
        states: &State<4>,
        words: usize,
        out: &mut [[u8; LEN]; 4],
        at: usize,
    ) {
        keccak::squeeze_each(states, words, out, at);
    }

    fn squeeze8<const LEN: usize>(
        self,
        states: &State<8>,
        words: usize,
        out: &mut [[u8; LEN]; 8],
        at: usize,
    ) {
        keccak::squeeze_each(states, words, out, at);
    }

    fn permute1(self, state: &mut State<1>) {
        keccak::permute1(state);
    }

    fn permute4(self, states: &mut State<4>, used: usize) {
        keccak::permute_each(states, used);
    }

    fn permute8(self, states: &mut State<8>, used: usize) {
        keccak::permute_each(states, used);
    }
}
