//! What the timed loop itself costs: `cargo bench -p arena-runner`.
//!
//! Times an empty operation. *Recorded* is what stands in a sample and is therefore part of every
//! measurement; *whole loop* is the time of a block divided by its samples. Pin it to one CPU for
//! steady figures, for example `taskset -c 1 cargo bench -p arena-runner`.

use arena_runner::timing::{Block, time_block};
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 10_000;
const BLOCKS: usize = 100;
const READS: u32 = 1_000;

fn main() {
    let block = Block {
        first_item: 0,
        warmups: 100,
        iterations: SAMPLES,
    };
    let mut recorded = Vec::with_capacity(SAMPLES * BLOCKS);
    let mut whole = Vec::with_capacity(BLOCKS);
    let mut reads = Vec::with_capacity(BLOCKS);
    for _ in 0..BLOCKS {
        let start = Instant::now();
        let outcome = time_block(
            block,
            &[0u64],
            || (),
            |item, ()| Ok::<u64, Infallible>(*item),
        );
        let elapsed = start.elapsed();
        let Ok(samples) = black_box(outcome);
        whole.push(elapsed.as_nanos() as f64 / (SAMPLES + block.warmups) as f64);
        recorded.extend(samples.iter().map(|sample| sample.nanoseconds as f64));
        reads.push(clock_read());
    }
    println!("timed loop around an empty operation, {BLOCKS} blocks of {SAMPLES} samples");
    println!("{:<34} {:>8} {:>8}", "ns", "median", "p95");
    for (name, mut values) in [
        ("recorded in a sample", recorded),
        ("whole loop, per sample", whole),
        ("one reading of the clock", reads),
    ] {
        values.sort_by(f64::total_cmp);
        let (median, p95) = (quantile(&values, 0.5), quantile(&values, 0.95));
        println!("{name:<34} {median:>8.1} {p95:>8.1}");
    }
}

/// Nanoseconds of one reading, the mean of many.
fn clock_read() -> f64 {
    let start = Instant::now();
    for _ in 0..READS {
        black_box(Instant::now());
    }
    start.elapsed().as_nanos() as f64 / f64::from(READS)
}

/// The value below which that part of the sorted values lies (nearest rank).
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}
