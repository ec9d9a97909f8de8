//! A fixed piece of work whose time tells how fast the machine is at this moment.
//!
//! It is done right before a block is timed and once its results have been looked at. If it takes
//! longer in the turns of one implementation than in those of another, the machine was slower for
//! one of them, and a difference between their samples says nothing.

use std::hint::black_box;
use std::time::Instant;

/// Steps of the work; about 20 microseconds of a processor of some gigahertz.
const STEPS: u64 = 8192;

/// Does the work and returns the nanoseconds that it took.
///
/// Eight chains that don't wait for one another keep the arithmetic units busy, so that a processor
/// that shares them, or runs at a lower clock, shows.
pub(crate) fn calibrate() -> u64 {
    let mut chains = black_box([1u64, 2, 3, 4, 5, 6, 7, 8]);
    let start = Instant::now();
    for step in 0..black_box(STEPS) {
        for chain in &mut chains {
            *chain = chain.wrapping_add(step).rotate_left(7) ^ step;
        }
    }
    black_box(&chains);
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
