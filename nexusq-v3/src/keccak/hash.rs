//! One message, hashed a block at a time: alone, or as a rider in a lane of states that are permuted anyway.

use super::{Kernels, Permute, SHA3, SHA3_512_RATE, SHAKE, SHAKE256_RATE, State};
use crate::wipe::Wiped;

/// The most pieces that a message is made of.
const PIECES: usize = 5;

/// A message and how much of it has been absorbed.
pub(crate) struct Hash<'a> {
    pieces: [&'a [u8]; PIECES],
    rate: usize,
    suffix: u8,
    padded: bool,
}

impl<'a> Hash<'a> {
    /// SHA3-256 of the pieces one after the other.
    pub(crate) fn sha3_256<const N: usize>(pieces: [&'a [u8]; N]) -> Self {
        Hash::new(pieces, SHAKE256_RATE, SHA3)
    }

    /// SHA3-512 of the pieces one after the other.
    pub(crate) fn sha3_512<const N: usize>(pieces: [&'a [u8]; N]) -> Self {
        Hash::new(pieces, SHA3_512_RATE, SHA3)
    }

    /// SHAKE256 of the pieces one after the other.
    pub(crate) fn shake256<const N: usize>(pieces: [&'a [u8]; N]) -> Self {
        Hash::new(pieces, SHAKE256_RATE, SHAKE)
    }

    fn new<const N: usize>(pieces: [&'a [u8]; N], rate: usize, suffix: u8) -> Self {
        const { assert!(N <= PIECES) };
        let mut all: [&[u8]; PIECES] = [&[]; PIECES];
        all[..N].copy_from_slice(&pieces);
        Hash {
            pieces: all,
            rate,
            suffix,
            padded: false,
        }
    }

    /// Whether a block is left to be absorbed.
    #[inline(always)]
    pub(crate) fn has_block(&self) -> bool {
        !self.padded
    }

    /// Adds the next block to one of the states, which must then be permuted. The last block is padded.
    #[inline(always)]
    pub(crate) fn absorb_block<const N: usize>(&mut self, states: &mut State<N>, state: usize) {
        let mut at = 0;
        for piece in &mut self.pieces {
            let (now, later) = piece.split_at(piece.len().min(self.rate - at));
            states.absorb(state, at, now);
            *piece = later;
            at += now.len();
            if at == self.rate {
                return;
            }
        }
        states.pad(state, at, self.rate, self.suffix);
        self.padded = true;
    }

    /// Absorbs what is left into a state that has the blocks before, and permutes after each block.
    pub(crate) fn finish<B: Kernels>(&mut self, b: B, state: &mut State<1>) {
        while self.has_block() {
            self.absorb_block(state, 0);
            state.permute(b, 1);
        }
    }

    /// The hash, computed alone. At most as many bytes as the rate.
    pub(crate) fn digest<B: Kernels>(mut self, b: B, out: &mut [u8]) {
        debug_assert!(out.len() <= self.rate);
        let mut state = Wiped(State::<1>::new());
        self.finish(b, &mut state);
        state.squeeze(0, out);
    }
}
