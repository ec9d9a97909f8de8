//! Which source has which share of the variance of the historical geometric mean.
//!
//! The logarithm of the geometric mean is a sum over the operations, so its variance splits exactly into
//! signing's part, Cov(signing/9, mean)/Var(mean), and the rest. The rest is split by what
//! measuring in other ways takes away from the variance of the mean over the other eight operations.

use super::{RunResult, SpreadResult};
use crate::math::Portable;
use crate::stats::{Interval, SplitMix64, quantile};
use serde::{Deserialize, Serialize};

const RESAMPLES: usize = 2000;

/// A source of variance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// What varies.
    pub source: String,
    /// How its share was found.
    pub how: String,
    /// Its share of the variance of the logarithm of the historical geometric mean.
    pub share: f64,
    /// 95 % bootstrap interval over the runs. A share that is a difference of variances may be below 0.
    pub interval: Option<Interval>,
}

/// The table; empty without the historical experiment.
pub fn of(spreads: &[SpreadResult]) -> Vec<Source> {
    let runs = |id: &str| {
        let found = spreads.iter().find(|spread| spread.id == id);
        found
            .map(|spread| spread.runs.as_slice())
            .filter(|runs| runs.len() > 2)
    };
    let Some(historical) = runs("historical") else {
        return Vec::new();
    };
    let mut sources = vec![source(
        "attempts of the few signatures",
        "Cov(signing / 9, mean) / Var(mean) in the historical measurement",
        &[historical],
        |sets| covariance(&sets[0], signed, mean) / variance(&sets[0], mean),
    )];
    if let Some(common) = runs("common-corpora") {
        sources.push(source(
            "unlike keys and ciphertexts of the other eight operations",
            "what common corpora take away from the variance of the other eight",
            &[historical, common],
            |sets| (variance(&sets[0], rest) - variance(&sets[1], rest)) / variance(&sets[0], mean),
        ));
        if let Some(turns) = runs("turns") {
            sources.push(source(
                "drift of the machine between the turns of the two sides",
                "what taking turns takes away further",
                &[historical, common, turns],
                |sets| {
                    (variance(&sets[1], rest) - variance(&sets[2], rest)) / variance(&sets[0], mean)
                },
            ));
            sources.push(source(
                "what is left: placement of processes in memory, interrupts, the clock",
                "variance of the other eight when both take turns",
                &[historical, turns],
                |sets| variance(&sets[1], rest) / variance(&sets[0], mean),
            ));
        }
    }
    sources
}

fn mean(run: &RunResult) -> f64 {
    run.geometric_mean.natural_log()
}

/// The part of the logarithm of the geometric mean that is signing's.
fn signed(run: &RunResult) -> f64 {
    run.signing.natural_log() / run.ratios.len().max(1) as f64
}

/// The part that is not.
fn rest(run: &RunResult) -> f64 {
    mean(run) - signed(run)
}

fn source(
    name: &str,
    how: &str,
    sets: &[&[RunResult]],
    share: impl Fn(&[Vec<&RunResult>]) -> f64,
) -> Source {
    let whole: Vec<Vec<&RunResult>> = sets.iter().map(|runs| runs.iter().collect()).collect();
    let mut random = SplitMix64::new(0x4e45_5855_5351);
    let mut shares = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let mut drawn = Vec::new();
        for runs in sets {
            let pick = |random: &mut SplitMix64| {
                let index = random.below(runs.len() as u64);
                runs.get(usize::try_from(index).unwrap_or(0))
            };
            drawn.push((0..runs.len()).filter_map(|_| pick(&mut random)).collect());
        }
        shares.push(share(&drawn));
    }
    shares.retain(|share| share.is_finite());
    shares.sort_by(f64::total_cmp);
    let ends = quantile(&shares, 0.025).zip(quantile(&shares, 0.975));
    Source {
        source: name.to_owned(),
        how: how.to_owned(),
        share: share(&whole),
        interval: ends.map(|(low, high)| Interval { low, high }),
    }
}

fn variance(runs: &[&RunResult], of: impl Fn(&RunResult) -> f64) -> f64 {
    covariance(runs, &of, &of)
}

fn covariance(
    runs: &[&RunResult],
    left: impl Fn(&RunResult) -> f64,
    right: impl Fn(&RunResult) -> f64,
) -> f64 {
    let count = runs.len() as f64;
    let average =
        |of: &dyn Fn(&RunResult) -> f64| runs.iter().map(|run| of(run)).sum::<f64>() / count;
    let (a, b) = (average(&left), average(&right));
    let products = runs.iter().map(|run| (left(run) - a) * (right(run) - b));
    products.sum::<f64>() / (count - 1.0)
}

/// How far the logarithms of some ratios spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Standard deviation of the logarithms.
    pub sd: f64,
    /// Smallest ratio.
    pub min: f64,
    /// Median ratio.
    pub median: f64,
    /// Largest ratio.
    pub max: f64,
}

/// The spread of a figure over the runs; `None` with fewer than two.
pub fn spread(runs: &[RunResult], of: impl Fn(&RunResult) -> f64) -> Option<Spread> {
    if runs.len() < 2 {
        return None;
    }
    let all: Vec<&RunResult> = runs.iter().collect();
    let mut values: Vec<f64> = runs.iter().map(&of).collect();
    values.sort_by(f64::total_cmp);
    Some(Spread {
        sd: variance(&all, |run| of(run).natural_log()).sqrt(),
        min: *values.first()?,
        median: quantile(&values, 0.5)?,
        max: *values.last()?,
    })
}
