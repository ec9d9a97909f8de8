//! What the intervals are worth, by simulation: how often they miss the truth, and find a difference.
//!
//! The data: a round has an effect of its own (standard deviation 0.004), a block noise (0.01); 5 % of the
//! blocks are disturbed by 0.25. All seeds are fixed, so the figures are the same in every run.
//!
//! A rate of 5 % found in 1000 comparisons scatters with a standard deviation of 0.7 %. Larger runs of the same
//! code (20000 comparisons) missed 4.7 % with 3 rounds, 5.5 % with 4 and 6, 5.3 % with 12, 4.9 % with 20.

use super::bootstrap::{resampled_means, widened};
use super::paired::paired;
use super::quantile::quantile;
use super::random::SplitMix64;
use super::{line, median};

const BLOCKS: usize = 16;

/// Which of the two sides of a pair is disturbed.
#[derive(Clone, Copy)]
enum Disturbed {
    /// Either, as chance has it when both are the same program: the true ratio stays 1.
    Either,
    /// Always the first.
    First,
}

/// A normal value, by Box and Muller.
fn normal(random: &mut SplitMix64) -> f64 {
    let uniform = |bits: u64| ((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let radius = (-2.0 * uniform(random.next_u64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(random.next_u64())).cos()
}

/// One round of log-ratios about a true shift.
fn round(random: &mut SplitMix64, blocks: usize, shift: f64, disturbed: Disturbed) -> Vec<f64> {
    let effect = shift + 0.004 * normal(random);
    (0..blocks)
        .map(|_| {
            let disturbance = match (random.below(40), disturbed) {
                (0, _) | (1, Disturbed::First) => 0.25,
                (1, Disturbed::Either) => -0.25,
                _ => 0.0,
            };
            effect + 0.01 * normal(random) + disturbance
        })
        .collect()
}

fn rounds(
    random: &mut SplitMix64,
    count: usize,
    blocks: usize,
    shift: f64,
    disturbed: Disturbed,
) -> Vec<Vec<f64>> {
    (0..count)
        .map(|_| round(random, blocks, shift, disturbed))
        .collect()
}

/// In how many per cent of comparisons without a shift the interval misses the true log-ratio.
fn missed(seed: u64, comparisons: u32, count: usize, disturbed: Disturbed, truth: f64) -> f64 {
    let mut random = SplitMix64::new(seed);
    let misses = (0..comparisons)
        .filter(|_| {
            let data = rounds(&mut random, count, BLOCKS, 0.0, disturbed);
            let interval = paired(&data, random.next_u64()).unwrap().interval.unwrap();
            !interval.contains(truth.exp())
        })
        .count();
    100.0 * misses as f64 / f64::from(comparisons)
}

#[test]
fn null_comparisons_of_twelve_rounds_are_missed_as_often_as_said() {
    let found = missed(1, 1000, 12, Disturbed::Either, 0.0);
    assert!((2.0..=7.0).contains(&found), "12 rounds: {found} % missed");
}

#[test]
fn null_comparisons_of_six_rounds_are_missed_as_often_as_said() {
    let found = missed(2, 1000, 6, Disturbed::Either, 0.0);
    assert!((2.0..=7.0).contains(&found), "6 rounds: {found} % missed");
}

/// Disturbances of one side only move the median of 16 blocks by 0.000703 on average (two million medians in
/// numpy). That is then the truth that intervals can hold: what disturbs one side always is not noise. In
/// 20000 comparisons of 12 rounds 5.2 % of them missed it, and 7.7 % missed 0.
#[test]
fn disturbances_of_one_side_move_the_truth_and_not_the_coverage() {
    for (seed, count) in [(3, 12), (4, 6)] {
        let found = missed(seed, 500, count, Disturbed::First, 0.000_703);
        assert!(
            (2.0..=7.0).contains(&found),
            "{count} rounds: {found} % missed"
        );
    }
}

#[test]
fn a_difference_of_one_per_cent_is_found_in_twenty_rounds() {
    let mut random = SplitMix64::new(5);
    let comparisons = 100;
    let found = (0..comparisons)
        .filter(|_| {
            let data = rounds(&mut random, 20, BLOCKS, 0.01, Disturbed::Either);
            let interval = paired(&data, random.next_u64()).unwrap().interval.unwrap();
            interval.low > 1.0
        })
        .count();
    assert!(found > 90, "{found} of {comparisons} found");
}

/// Rounds are added, four at a time, until the interval is narrow enough. Looking at the width alone tells
/// little of where the interval lies, so stopping there (Chow and Robbins 1965) costs little. In 8000
/// comparisons of this kind 6.5 % were missed; 5.7 % when the first look came after 12 rounds.
#[test]
fn stopping_at_a_fixed_width_keeps_the_coverage() {
    let mut random = SplitMix64::new(6);
    let (comparisons, half_width) = (1200, 0.003);
    let (mut misses, mut used) = (0, 0);
    for _ in 0..comparisons {
        let mut data = rounds(&mut random, 8, BLOCKS, 0.0, Disturbed::Either);
        let interval = loop {
            let interval = paired(&data, random.next_u64()).unwrap().interval.unwrap();
            if interval.width() / 2.0 < half_width {
                break interval;
            }
            data.extend(rounds(&mut random, 4, BLOCKS, 0.0, Disturbed::Either));
        };
        used += data.len();
        misses += usize::from(!interval.contains(1.0));
    }
    let missed = 100.0 * misses as f64 / f64::from(comparisons);
    let rounds = used as f64 / f64::from(comparisons);
    assert!(
        missed <= 8.0,
        "{missed} % missed in {rounds} rounds on average"
    );
    assert!(rounds > 10.0, "stopped at once: {rounds} rounds on average");
}

/// Clusters with an intercept and a slope of their own, each with points at five x.
#[test]
fn intervals_of_lines_miss_as_often_as_said() {
    let mut random = SplitMix64::new(7);
    let comparisons = 200;
    let mut misses = [0; 3];
    for _ in 0..comparisons {
        let clusters: Vec<Vec<(f64, f64)>> = (0..6)
            .map(|_| {
                let intercept = 100.0 + normal(&mut random);
                let slope = 3.0 + 0.1 * normal(&mut random);
                [1.0, 2.0, 4.0, 8.0, 16.0]
                    .iter()
                    .map(|x| (*x, intercept + slope * x + 0.5 * normal(&mut random)))
                    .collect()
            })
            .collect();
        let found = line(&clusters, 5.0, random.next_u64()).unwrap();
        let figures = [
            (found.intercept, 100.0),
            (found.slope, 3.0),
            (found.value, 115.0),
        ];
        for (miss, (figure, truth)) in misses.iter_mut().zip(figures) {
            *miss += usize::from(!figure.interval.unwrap().contains(truth));
        }
    }
    let range = comparisons / 50..=comparisons * 8 / 100;
    assert!(
        misses.iter().all(|miss| range.contains(miss)),
        "intercept, slope, value: {misses:?} of {comparisons} missed"
    );
}

/// The means of resamples of rounds and of the blocks within each of them: what `bootstrap` does not do.
fn two_level_means(rounds: &[Vec<f64>], count: usize, random: &mut SplitMix64) -> Vec<f64> {
    let mut draw = |n: usize| random.below(n as u64) as usize;
    (0..count)
        .map(|_| {
            let sum: f64 = rounds
                .iter()
                .map(|_| {
                    let blocks = &rounds[draw(rounds.len())];
                    let drawn: Vec<f64> =
                        blocks.iter().map(|_| blocks[draw(blocks.len())]).collect();
                    median(&drawn).unwrap()
                })
                .sum();
            sum / rounds.len() as f64
        })
        .collect()
}

/// Values from numpy 2.4: percentiles of 40000 resamples of rounds and blocks; those of 2000 scatter about them
/// with standard deviations 0.00026 and 0.0005. The two disturbed blocks of 24 pull the upper end to 0.065,
/// though the rounds' values end at 0.025.
#[test]
fn two_levels_agree_with_an_independent_implementation() {
    let rounds = [
        vec![0.021, 0.017, 0.030, 0.250, 0.019],
        vec![0.008, 0.012, 0.011, 0.005],
        vec![0.025, 0.022, 0.031],
        vec![0.002, -0.004, 0.006, 0.001, 0.300],
        vec![0.015, 0.018, 0.013, 0.016],
        vec![0.027, 0.020, 0.024],
    ];
    let mut means = two_level_means(&rounds, 2000, &mut SplitMix64::new(8));
    means.sort_by(f64::total_cmp);
    let (low, high) = (
        quantile(&means, 0.025).unwrap(),
        quantile(&means, 0.975).unwrap(),
    );
    assert!((low - 0.009_583).abs() < 0.001_3, "{low}");
    assert!((high - 0.065_083).abs() < 0.002_5, "{high}");
}

/// Why blocks are not drawn anew: rounds alone miss 5 %, as wanted; with blocks the intervals are wider for
/// nothing.
#[test]
fn drawing_blocks_as_well_makes_intervals_too_wide() {
    let mut random = SplitMix64::new(9);
    let comparisons = 30;
    for (blocks, least) in [(16, 1.15), (5, 2.0)] {
        let (mut one, mut two) = (0.0, 0.0);
        for _ in 0..comparisons {
            let data = rounds(&mut random, 12, blocks, 0.0, Disturbed::Either);
            let values: Vec<f64> = data.iter().map(|round| median(round).unwrap()).collect();
            let mean = values.iter().sum::<f64>() / 12.0;
            let width = |means| {
                widened(mean, means, 12)
                    .map(|interval| interval.width())
                    .unwrap()
            };
            one += width(resampled_means(&values, 250, &mut random));
            two += width(two_level_means(&data, 250, &mut random));
        }
        assert!(
            two > least * one,
            "{blocks} blocks: {} times as wide",
            two / one
        );
    }
}
