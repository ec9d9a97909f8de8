//! A hash that rides in a lane of states which are permuted for something else.

use super::{Hash, Kernels, Permute, State};
use crate::wipe::Wiped;

/// A hash on its way. Its lane is taken along by [`board`](Rider::board), [`absorb`](Rider::absorb) before each
/// permutation and [`follow`](Rider::follow) after it.
pub(crate) struct Rider<'a> {
    hash: Hash<'a>,
    state: Wiped<State<1>>,
}

impl<'a> Rider<'a> {
    pub(crate) fn new(hash: Hash<'a>) -> Self {
        Rider {
            hash,
            state: Wiped(State::new()),
        }
    }

    /// Whether the hash has blocks left, so that a lane helps it.
    #[inline(always)]
    pub(crate) fn wants_lane(&self) -> bool {
        self.hash.has_block()
    }

    /// Takes a lane.
    #[inline(always)]
    pub(crate) fn board<const N: usize>(&self, states: &mut State<N>, lane: usize) {
        for (word, own) in states.0.iter_mut().zip(&self.state.0.0) {
            word[lane] = own[0];
        }
    }

    /// Absorbs the next block, if there is one. Returns whether the coming permutation counts for the hash.
    #[inline(always)]
    pub(crate) fn absorb<const N: usize>(&mut self, states: &mut State<N>, lane: usize) -> bool {
        let has = self.hash.has_block();
        if has {
            self.hash.absorb_block(states, lane);
        }
        has
    }

    /// Keeps the lane's state after a permutation that counted.
    #[inline(always)]
    pub(crate) fn follow<const N: usize>(&mut self, states: &State<N>, lane: usize) {
        for (own, word) in self.state.0.0.iter_mut().zip(&states.0) {
            own[0] = word[lane];
        }
    }

    /// Absorbs what is left alone, and gives the hash.
    pub(crate) fn digest<B: Kernels>(mut self, b: B, out: &mut [u8]) {
        self.hash.finish(b, &mut self.state.0);
        self.state.squeeze(0, out);
    }
}

/// Permutes states of which one may carry a rider.
#[inline(always)]
pub(crate) fn permute_with<const N: usize, B: Kernels>(
    b: B,
    states: &mut State<N>,
    used: usize,
    rider: Option<&mut Rider<'_>>,
) where
    State<N>: Permute<N>,
{
    let Some(rider) = rider else {
        states.permute(b, used);
        return;
    };
    let counts = rider.absorb(states, used);
    states.permute(b, used + 1);
    if counts {
        rider.follow(states, used);
    }
}
