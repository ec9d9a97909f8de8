//! The timed loop: the only place where a Rust runner reads the clock.
//!
//! Between the two readings stands the call and nothing else. Everything that a sample needs is
//! allocated before the loop; its result is kept and looked at after the block.

use std::hint::black_box;
use std::time::Instant;

/// How many calls to make, and with which items.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The item of the first call; call i uses item (`first_item` + i) mod the number of items.
    pub first_item: usize,
    /// Calls before the first sample.
    pub warmups: usize,
    /// Samples.
    pub iterations: usize,
}

/// One sample: which item it used, how long it took, what came out.
#[derive(Debug)]
pub struct Sample<S, O> {
    /// Index of the item.
    pub item: usize,
    /// Nanoseconds of the monotonic clock.
    pub nanoseconds: u64,
    /// The room that the call was given to write to.
    pub slot: S,
    /// What the call returned.
    pub output: O,
}

/// Times `call` on `items`, cyclically.
///
/// `slot` makes the room that a call may write to, one for each sample, before the loop starts. The first error
/// ends the block. `items` must not be empty; an empty slice gives an empty block.
///
/// # Errors
/// The first error that `call` returns.
///
/// ```
/// use arena_runner::timing::{Block, time_block};
/// let block = Block { first_item: 1, warmups: 2, iterations: 3 };
/// let samples = time_block(block, &[10, 20], || (), |item, ()| Ok::<i32, ()>(item + 1)).unwrap();
/// assert_eq!(samples.iter().map(|s| (s.item, s.output)).collect::<Vec<_>>(), [(1, 21), (0, 11), (1, 21)]);
/// ```
pub fn time_block<I, S, O, E>(
    block: Block,
    items: &[I],
    slot: impl Fn() -> S,
    call: impl Fn(&I, &mut S) -> Result<O, E>,
) -> Result<Vec<Sample<S, O>>, E> {
    if items.is_empty() {
        return Ok(Vec::new());
    }
    let first = block.first_item % items.len();
    let mut spare = slot();
    let mut slots: Vec<S> = (0..block.iterations).map(|_| slot()).collect();
    let mut samples = Vec::with_capacity(block.iterations);
    for number in 0..block.warmups {
        let item = &items[(first + number) % items.len()];
        let output = call(black_box(item), black_box(&mut spare));
        black_box(&output);
        output?;
    }
    for (number, mut slot) in slots.drain(..).enumerate() {
        let index = (first + number) % items.len();
        let item = black_box(&items[index]);
        let room = black_box(&mut slot);
        let start = Instant::now();
        let output = call(item, room);
        black_box(&output);
        let elapsed = start.elapsed();
        // 2^64 ns are 584 years.
        let nanoseconds = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
        samples.push(Sample {
            item: index,
            nanoseconds,
            slot,
            output: output?,
        });
    }
    Ok(samples)
}
