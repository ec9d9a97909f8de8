//! Permutations that give nothing usable, so that tests reach what happens once in 2^60 runs: a sampler that runs short.

use std::cell::Cell;
use std::thread_local;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(0) };
}

/// The next permutations of this thread set every bit: every number that is sampled from such a block is too large.
pub(crate) fn next(permutations: usize) {
    LEFT.set(permutations);
}

/// Whether the coming permutation is one of them.
pub(super) fn now() -> bool {
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(1));
    left > 0
}
