//! The arithmetic of a count: two runs, their difference, and how much of it is noise.

use super::tool::{Counter, Counters};
use std::collections::BTreeMap;

/// The share of a difference that may be noise before more calls are made.
pub(super) const QUIET: f64 = 0.0005;
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
    /// How far two equal runs were apart, as a share of the difference.
    pub(super) noise: f64,
}

impl PerOperation {
    /// From two equal runs and one that makes `calls` more operations.
    pub(super) fn of(
        base: [&Counters; 2],
        more: &Counters,
        calls: usize,
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
        Ok(PerOperation {
            others: others
                .filter_map(|&counter| Some((counter, per_call(counter)?)))
                .collect(),
            noise: first.abs_diff(second) as f64 / (instructions * calls as f64),
            instructions,
            calls,
        })
    }
}

/// Counts one operation. `run` makes so many warm-up calls and tells the counts of the process.
///
/// Every run goes through the `items` a whole number of times, so that each is used equally often.
/// If two equal runs differ by more than a twentieth of a percent of the difference, the difference is
/// made larger, within `most_instructions`.
pub(super) fn measure(
    items: usize,
    first_rounds: usize,
    most_instructions: f64,
    run: &mut dyn FnMut(usize) -> Result<Counters, String>,
) -> Result<PerOperation, String> {
    let (one, two) = (run(items)?, run(items)?);
    let mut calls = items * first_rounds;
    let mut told = PerOperation::of([&one, &two], &run(items + calls)?, calls);
    loop {
        let wanted = match &told {
            Ok(told) if told.noise <= QUIET => break,
            Ok(told) => {
                let most = most_instructions / told.instructions;
                (calls as f64 * told.noise / QUIET * 1.1).min(most)
            }
            Err(_) => calls as f64 * 16.0,
        };
        // Rounded down to whole rounds; a number that is too large becomes the largest.
        let wanted = (wanted as usize).min(MOST_CALLS) / items * items;
        if wanted <= calls {
            break;
        }
        calls = wanted;
        told = PerOperation::of([&one, &two], &run(items + calls)?, calls);
        if told.is_ok() {
            break;
        }
    }
    told
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

    #[test]
    fn what_both_runs_do_cancels() {
        let mut asked = Vec::new();
        let told = measure(8, 2, 2e9, &mut |calls| {
            asked.push(calls);
            Ok(counters(1_000_000 + 250 * calls as u64))
        });
        let told = told.unwrap();
        assert_eq!(told.instructions, 250.0);
        assert_eq!((told.calls, told.noise), (16, 0.0));
        assert_eq!(asked, [8, 8, 24]);
    }

    /// Two equal runs differ by 4000: 16 calls of 1000 instructions drown in it, 8800 don't.
    #[test]
    fn noise_is_answered_by_more_calls() {
        let mut number = 0;
        let mut noisy = |calls: usize| {
            number += 1;
            let noise = if number == 1 { 0 } else { 4000 };
            Ok(counters(1_000_000 + noise + 1000 * calls as u64))
        };
        let told = measure(8, 2, 2e9, &mut noisy).unwrap();
        assert!(
            told.calls > 7000 && told.calls.is_multiple_of(8),
            "{told:?}"
        );
        assert!(told.noise <= 0.0006, "{told:?}");
        assert!(
            (told.instructions / 1000.0 - 1.0).abs() < 0.0005,
            "{told:?}"
        );
    }

    #[test]
    fn the_limit_of_instructions_holds() {
        let mut number = 0;
        let mut noisy = |calls: usize| {
            number += 1;
            assert!(calls <= 108, "{calls}");
            Ok(counters(
                5_000_000 + (number % 2) * 40_000 + 10_000 * calls as u64,
            ))
        };
        let told = measure(8, 2, 1e6, &mut noisy).unwrap();
        assert!(told.noise > 0.01, "{told:?}");
    }

    #[test]
    fn no_difference_is_an_error_and_not_zero() {
        let error = measure(8, 2, 2e9, &mut |_| Ok(counters(5000))).unwrap_err();
        assert!(error.contains("took no more instructions"), "{error}");
        let error = measure(8, 2, 2e9, &mut |_| Ok(Counters::new())).unwrap_err();
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
        let told = PerOperation::of([&run(100, 50), &run(100, 50)], &run(300, 48), 10).unwrap();
        assert_eq!(told.others[&Counter::CacheMisses], -0.2);
        assert_eq!(told.instructions, 20.0);
    }

    #[test]
    fn spread_is_relative_to_the_smallest() {
        assert_eq!(spread(&[102.0, 100.0, 101.0]), Some(0.02));
        assert_eq!(spread(&[5.0]), None);
    }
}
