//! Any processor: safe Rust, no instructions beyond the target's baseline.

mod keccak;

pub(crate) use keccak::permute;

use super::Backend;
use crate::keccak::State;

/// The back end that runs everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Backend for Portable {
    const WIDTH: usize = 4;

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
