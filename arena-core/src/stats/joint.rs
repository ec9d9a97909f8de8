//! One ratio over several operations: the geometric mean, with the rounds they share.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::paired::{Estimate, estimate, round_value};

/// The geometric mean of the ratios of several operations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// The geometric mean. Blocks are counted over all operations, of the rounds that are used.
    pub estimate: Estimate,
    /// How many rounds are left out because an operation lacks them.
    pub left_out: usize,
}

/// The geometric mean of the ratios of several operations, each given as its rounds' log-ratios by round
/// number.
///
/// All operations of a round share its process and the state of the machine, so they are not independent,
/// and the same rounds must be drawn for all of them. A round's value is therefore the mean over the
/// operations of the median of the round's blocks, and estimate and interval are those of `paired`: the
/// mean of the rounds' values equals the mean of the operations' log-ratios.
///
/// Rounds that an operation lacks, or has no blocks of, are left out for all. `None` if no round is left or
/// a log-ratio in one that is used is not finite.
pub fn joint(operations: &[BTreeMap<u32, Vec<f64>>], seed: u64) -> Option<Joint> {
    let known: BTreeSet<u32> = operations
        .iter()
        .flat_map(|rounds| rounds.keys().copied())
        .collect();
    let mut values = Vec::new();
    let mut blocks = 0;
    for number in &known {
        let Some(of_round) = blocks_of_round(operations, *number) else {
            continue;
        };
        let medians = of_round
            .iter()
            .map(|blocks| round_value(blocks))
            .collect::<Option<Vec<f64>>>()?;
        values.push(medians.iter().sum::<f64>() / medians.len() as f64);
        blocks += of_round.iter().map(|blocks| blocks.len()).sum::<usize>();
    }
    Some(Joint {
        estimate: estimate(&values, blocks, seed)?,
        left_out: known.len() - values.len(),
    })
}

/// The blocks of one round in every operation, or `None` if one has none.
fn blocks_of_round(operations: &[BTreeMap<u32, Vec<f64>>], number: u32) -> Option<Vec<&Vec<f64>>> {
    operations
        .iter()
        .map(|rounds| rounds.get(&number).filter(|blocks| !blocks.is_empty()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(rounds: &[(u32, &[f64])]) -> BTreeMap<u32, Vec<f64>> {
        rounds
            .iter()
            .map(|(number, blocks)| (*number, blocks.to_vec()))
            .collect()
    }

    fn operations() -> Vec<BTreeMap<u32, Vec<f64>>> {
        vec![
            operation(&[
                (1, &[0.01, 0.03, 0.02]),
                (2, &[-0.01, 0.0, 0.01]),
                (3, &[0.04, 0.05]),
                (4, &[0.02]),
                (7, &[0.03, 0.01, 0.02]),
            ]),
            operation(&[
                (1, &[0.0, 0.02]),
                (2, &[-0.02, 0.01, 0.02]),
                (4, &[0.03, 0.05, 0.01]),
                (7, &[0.0, 0.01]),
                (8, &[9.0]),
            ]),
            operation(&[
                (1, &[0.05]),
                (2, &[0.01, 0.02]),
                (3, &[0.0]),
                (4, &[0.02, 0.04]),
                (7, &[0.03]),
            ]),
        ]
    }

    /// Values from numpy 2.4 and scipy 1.17: the geometric mean of the three operations' ratios over rounds
    /// 1, 2, 4, 7; the percentiles of the means of all 4⁴ resamples of these rounds, widened. 2000
    /// resamples reach few different means, hence the tolerance.
    #[test]
    fn the_joint_estimate_agrees_with_an_independent_implementation() {
        let found = joint(&operations(), 5).unwrap();
        assert_eq!(found.left_out, 2);
        assert_eq!((found.estimate.rounds, found.estimate.blocks), (4, 26));
        assert!((found.estimate.ratio - 1.020_201_340_026_755_8).abs() < 1e-14);
        assert!((found.estimate.round_sd.unwrap() - 0.008_713_548_411_865_625).abs() < 1e-15);
        let interval = found.estimate.interval.unwrap();
        assert!((interval.low - 1.006_742).abs() < 0.002, "{interval:?}");
        assert!((interval.high - 1.033_033).abs() < 0.002, "{interval:?}");
    }

    #[test]
    fn one_operation_alone_is_its_paired_estimate() {
        let one = &operations()[..1];
        let rounds: Vec<Vec<f64>> = one[0].values().cloned().collect();
        let found = joint(one, 3).unwrap();
        assert_eq!(
            Some(found.estimate),
            super::super::paired::paired(&rounds, 3)
        );
        assert_eq!(found.left_out, 0);
    }

    /// What disturbs all operations of a round alike must not average out: twice the same operation
    /// is no more precise than once.
    #[test]
    fn operations_of_one_round_are_not_taken_for_independent() {
        let once = vec![operations()[0].clone()];
        let twice = vec![once[0].clone(), once[0].clone()];
        assert_eq!(
            joint(&once, 3).unwrap().estimate.interval,
            joint(&twice, 3).unwrap().estimate.interval
        );
    }

    #[test]
    fn too_little_data_gives_nothing() {
        let apart = [operation(&[(1, &[0.1])]), operation(&[(2, &[0.1])])];
        assert_eq!(joint(&apart, 1), None);
        assert_eq!(joint(&[], 1), None);
        assert_eq!(joint(&[operation(&[(1, &[])])], 1), None);
        assert_eq!(joint(&[operation(&[(1, &[f64::INFINITY])])], 1), None);
    }
}
