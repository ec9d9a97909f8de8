//! The arithmetic of a count: two runs, their difference, and how much of it is noise.

use super::tool::{Counter, Counters};
use std::collections::BTreeMap;

/// The share of a difference that may be noise before more calls are made.
pub(super) const QUIET: f64 = 0.001;
/// The most calls: runners refuse more than 1,000,000.
const MOST_CALLS: usize = 500_000;

/// What one operation takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PerOperation {
    /// Instructions, above 0.
    pub(super) instructions: f64,
    /// The other counters. Of a difference of rare events noise may be all there is, so they may be below 0.
    pub(super) others: BTreeMap<Counter, f64>,
    /// Operations in the difference.
    pub(super) calls: usize,
    /// How far equal runs were apart, as a share of the difference.
    pub(super) noise: f64,
}

impl PerOperation {
    /// From two equal runs and one that makes `calls` more operations. `restless` is how many
    /// instructions apart equal runs are known to be.
    fn of(
        base: [&Counters; 2],
        more: &Counters,
        calls: usize,
        restless: u64,
    ) -> Result<PerOperation, String> {
        let per_call = |counter: Counter| {
            let (first, second) = (*base[0].get(&counter)?, *base[1].get(&counter)?);
            let common = f64::midpoint(first as f64, second as f64);
            Some((*more.get(&counter)? as f64 - common) / calls as f64)
        };
        let instructions =
            per_call(Counter::Instructions).ok_or("instructions were not counted in every run")?;
        if instructions <= 0.0 {
            return Err(format!(
                "{calls} more operations took no more instructions; what the runner does otherwise differs too much from run to run"
            ));
        }
        let others = more
            .keys()
            .filter(|&&counter| counter != Counter::Instructions);
        let [first, second] = base.map(|counters| counters[&Counter::Instructions]);
        let apart = first.abs_diff(second).max(restless);
        Ok(PerOperation {
            others: others
                .filter_map(|&counter| Some((counter, per_call(counter)?)))
                .collect(),
            noise: apart as f64 / (instructions * calls as f64),
            instructions,
            calls,
        })
    }
}

/// How a count is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Calls of one round. Every run makes whole rounds, so that each item is used equally often.
    pub(super) items: usize,
    /// Calls of the smaller run.
    pub(super) base: usize,
    /// Calls that the larger run makes in addition, at first.
    pub(super) calls: usize,
    /// Instructions that a run may take to make a count more exact.
    pub(super) most_instructions: f64,
    /// How many instructions apart equal runs are known to be.
    pub(super) restless: u64,
}

/// Counts one operation. `run` makes so many warm-up calls and tells the counts of the process.
///
/// If equal runs are further apart than a tenth of a percent of the difference, it is made larger.
pub(super) fn measure(
    effort: Effort,
    run: &mut dyn FnMut(usize) -> Result<Counters, String>,
) -> Result<PerOperation, String> {
    let Effort { items, base, .. } = effort;
    let (one, two) = (run(base)?, run(base)?);
    let mut calls = effort.calls;
    loop {
        let more = run(base + calls)?;
        let told = PerOperation::of([&one, &two], &more, calls, effort.restless);
        let wanted = match &told {
            Ok(told) if told.noise <= QUIET => return Ok(told.clone()),
            Ok(told) => {
                let most = effort.most_instructions / told.instructions;
                (calls as f64 * told.noise / QUIET * 1.1).min(most)
            }
            Err(_) => calls as f64 * 16.0,
        };
        // Rounded down to whole rounds; a number that is too large becomes the largest.
        let wanted = (wanted as usize).min(MOST_CALLS) / items * items;
        // A second try that comes near is not worth a third.
        if wanted <= calls + calls / 4 {
            return told;
        }
        calls = wanted;
    }
}

/// How many instructions apart the largest and the smallest run are.
pub(super) fn apart(runs: &[Counters]) -> u64 {
    let counts = || {
        runs.iter()
            .filter_map(|run| run.get(&Counter::Instructions))
    };
    let (largest, smallest) = (counts().max(), counts().min());
    largest
        .zip(smallest)
        .map_or(0, |(large, small)| large - small)
}

/// The largest of the figures less the smallest, as a share of the smallest; `None` for fewer than two.
pub(super) fn spread(figures: &[f64]) -> Option<f64> {
    if figures.len() < 2 {
        return None;
    }
    let largest = figures.iter().copied().fold(f64::MIN, f64::max);
    let smallest = figures.iter().copied().fold(f64::MAX, f64::min);
    Some((largest - smallest) / smallest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(instructions: u64) -> Counters {
        Counters::from([(Counter::Instructions, instructions)])
    }

    fn effort(most_instructions: f64, restless: u64) -> Effort {
        Effort {
            items: 8,
            base: 8,
            calls: 16,
            most_instructions,
            restless,
        }
    }

    #[test]
    fn what_both_runs_do_cancels() {
        let mut asked = Vec::new();
        let told = measure(effort(2e9, 0), &mut |calls| {
            asked.push(calls);
            Ok(counters(1_000_000 + 250 * calls as u64))
        });
        let told = told.unwrap();
        assert_eq!(told.instructions, 250.0);
        assert_eq!((told.calls, told.noise), (16, 0.0));
        assert_eq!(asked, [8, 8, 24]);
    }

    /// Equal runs differ by 4000: 16 calls of 1000 instructions drown in it, 4400 don't.
    #[test]
    fn noise_is_answered_by_more_calls() {
        let mut number = 0;
        let mut noisy = |calls: usize| {
            number += 1;
            let noise = if number == 1 { 0 } else { 4000 };
            Ok(counters(1_000_000 + noise + 1000 * calls as u64))
        };
        let told = measure(effort(2e9, 0), &mut noisy).unwrap();
        assert!(
            told.calls > 3500 && told.calls.is_multiple_of(8),
            "{told:?}"
        );
        assert!(told.noise <= 0.0013, "{told:?}");
        let error = (told.instructions / 1000.0 - 1.0).abs();
        assert!(error < 0.001, "{told:?}");
    }

    /// Two runs may be equal by chance.
    #[test]
    fn noise_that_is_known_counts_even_if_two_runs_agree() {
        let mut quiet = |calls: usize| Ok(counters(1_000_000 + 1000 * calls as u64));
        let told = measure(effort(2e9, 4000), &mut quiet).unwrap();
        assert!(told.calls >= 4000, "{told:?}");
        assert!(told.noise > 0.0 && told.noise <= QUIET, "{told:?}");
        let runs = [counters(70), counters(50), counters(60)];
        assert_eq!((apart(&runs), apart(&[])), (20, 0));
    }

    #[test]
    fn the_limit_of_instructions_holds() {
        let mut number = 0;
        let mut noisy = |calls: usize| {
            number += 1;
            assert!(calls <= 108, "{calls}");
            let noise = (number % 2) * 40_000;
            Ok(counters(5_000_000 + noise + 10_000 * calls as u64))
        };
        let told = measure(effort(1e6, 0), &mut noisy).unwrap();
        assert!(told.noise > 0.01, "{told:?}");
    }

    #[test]
    fn no_difference_is_an_error_and_not_zero() {
        let error = measure(effort(2e9, 0), &mut |_| Ok(counters(5000))).unwrap_err();
        assert!(error.contains("took no more instructions"), "{error}");
        let error = measure(effort(2e9, 0), &mut |_| Ok(Counters::new())).unwrap_err();
        assert!(error.contains("not counted"), "{error}");
    }

    #[test]
    fn rare_events_may_be_less_than_nothing() {
        let run = |instructions, misses| {
            Counters::from([
                (Counter::Instructions, instructions),
                (Counter::CacheMisses, misses),
            ])
        };
        let told = PerOperation::of([&run(100, 50), &run(100, 50)], &run(300, 48), 10, 0).unwrap();
        assert_eq!(told.others[&Counter::CacheMisses], -0.2);
        assert_eq!(told.instructions, 20.0);
    }

    #[test]
    fn spread_is_relative_to_the_smallest() {
        assert_eq!(spread(&[102.0, 100.0, 101.0]), Some(0.02));
        assert_eq!(spread(&[5.0]), None);
    }
}
