//! SHAKE256 of a message that comes in pieces.

use super::{Kernels, Permute, SHAKE, SHAKE256_RATE, State};
use crate::wipe::Wiped;

/// A sponge that is being fed. It clears itself on drop.
pub(crate) struct Sponge {
    state: Wiped<State<1>>,
    /// Bytes in the block so far.
    at: usize,
}

impl Sponge {
    pub(crate) fn shake256() -> Self {
        Sponge {
            state: Wiped::zero(),
            at: 0,
        }
    }

    pub(crate) fn absorb<B: Kernels>(&mut self, b: B, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(SHAKE256_RATE - self.at));
            self.state.absorb(0, self.at, now);
            self.at += now.len();
            bytes = later;
            if self.at == SHAKE256_RATE {
                self.state.permute(b, 1);
                self.at = 0;
            }
        }
    }

    /// At most as many bytes as the rate.
    pub(crate) fn squeeze<B: Kernels>(mut self, b: B, out: &mut [u8]) {
        debug_assert!(out.len() <= SHAKE256_RATE);
        self.state.pad(0, self.at, SHAKE256_RATE, SHAKE);
        self.state.permute(b, 1);
        self.state.squeeze(0, out);
    }
}
