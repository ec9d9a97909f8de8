//! Rows of made-up samples: four systems, ML-KEM-768 and ML-DSA-65, six rounds of four blocks of four items.

use crate::protocol::{Protocol, System};
use crate::record::{Keys, RowKey};
use crate::series::{All, Block, Series};
use arena_runner::message::{Lane, Operation, Randomness};
use nexusq_contract::ParameterSet;

pub(super) const ROUNDS: u32 = 6;
pub(super) const BLOCKS: usize = 4;
pub(super) const ITEMS: usize = 4;

/// What the rounds of a side are off by, as logarithms: they add up to 0.
const NOISE: [f64; ROUNDS as usize] = [-0.002, 0.001, 0.0, 0.002, -0.001, 0.0];
/// What the blocks of a round are off by, times its side's noise: two first, two second, each pair with a mean of 0 and
/// all with a median of 0.
const BLOCK_NOISE: [f64; BLOCKS] = [-0.0005, 0.0003, 0.0005, -0.0003];
/// Means of hedged signatures in each round, in nanoseconds.
pub(super) const HEDGED: [f64; ROUNDS as usize] = [
    500_000.0, 520_000.0, 480_000.0, 510_000.0, 490_000.0, 505_000.0,
];
/// Attempts of the items; their mean is 5.
const ATTEMPTS: [u32; ITEMS] = [1, 3, 4, 12];
const SETS: [ParameterSet; 2] = [ParameterSet::MlKem768, ParameterSet::MlDsa65];

/// How the samples of a system differ from the plain ones.
#[derive(Clone, Copy)]
pub(super) struct Made {
    /// All samples times this.
    pub(super) ratio: f64,
    /// How much of the noise they have.
    pub(super) noise: f64,
    /// All calibrations times this.
    pub(super) calibration: f64,
    /// Samples of a block that came second times this.
    pub(super) second: f64,
}

impl Default for Made {
    fn default() -> Made {
        Made {
            ratio: 1.0,
            noise: 0.0,
            calibration: 1.0,
            second: 1.0,
        }
    }
}

/// A protocol with the systems a, b, the control of b, and c.
pub(super) fn protocol() -> Protocol {
    let mut protocol = Protocol::named("evidence").unwrap();
    let system = |name: &str, control_of: Option<&str>| System {
        name: name.to_owned(),
        implementation: name.to_owned(),
        artifact: name.to_owned(),
        every_round: true,
        control_of: control_of.map(str::to_owned),
        sets: SETS.to_vec(),
    };
    protocol.systems = vec![
        system("a", None),
        system("b", None),
        system("b-control", Some("b")),
        system("c", None),
    ];
    protocol.gate.baseline = "a".to_owned();
    protocol.gate.candidate = "b".to_owned();
    protocol
}

/// All rows of some systems in the lane `prepared`. The first one comes first in even blocks.
pub(super) fn all_of(systems: &[(&str, Made)]) -> All {
    let mut all = All::new();
    for (place, (name, made)) in systems.iter().enumerate() {
        for set in SETS {
            for operation in Operation::of(set) {
                for round in 1..=ROUNDS {
                    let series = plain(operation, round, made, place > 0);
                    let key = RowKey::new(name, set, operation, Lane::Prepared, round);
                    all.insert(key, series);
                }
            }
        }
    }
    all
}

/// Signing takes 50 µs and 90 µs for each attempt; the rest takes something else for each item.
fn plain(operation: Operation, round: u32, made: &Made, later: bool) -> Series {
    let randomness = match operation {
        Operation::Keygen | Operation::Encaps => Randomness::Own,
        Operation::Decaps | Operation::Verify => Randomness::None,
        Operation::Sign => Randomness::Deterministic,
    };
    let times = ATTEMPTS.map(|attempts| 50_000.0 + 90_000.0 * f64::from(attempts));
    let mut series = series(round, randomness, &times, made, later);
    if operation == Operation::Sign {
        series.attempts = Some(ATTEMPTS.to_vec());
    }
    series
}

/// The samples of one row, from the times of its items.
pub(super) fn series(
    round: u32,
    randomness: Randomness,
    times: &[f64],
    made: &Made,
    later: bool,
) -> Series {
    let of_round = NOISE[round as usize - 1];
    let blocks = (0..BLOCKS).map(|block| {
        let second = later == (block % 2 == 0);
        let noise = made.noise * (of_round + BLOCK_NOISE[block]);
        let factor = made.ratio * noise.exp() * if second { made.second } else { 1.0 };
        Block {
            place: u32::from(second),
            samples: times.iter().map(|time| time * factor).collect(),
            calibration: Some(20_000.0 * made.calibration),
        }
    });
    Series {
        group: Some(u64::from(round)),
        randomness,
        keys: Keys::Seeded,
        build: Some("one".to_owned()),
        blocks: blocks.collect(),
        attempts: None,
    }
}

/// Puts other samples in the place of a row's.
pub(super) fn replace(all: &mut All, system: &str, operation: Operation, round: u32, with: Series) {
    let wanted =
        |key: &&RowKey| key.system == system && key.operation == operation && key.round == round;
    let key = all.keys().find(wanted).unwrap().clone();
    all.insert(key, with);
}
