//! The layers of the transform of ML-KEM whose partners share a register. The lanes of `lanes` are pairs of numbers here,
//! which stay together.

use super::lanes::{EIGHTHS, HALVES, Order, QUARTERS};
use crate::ml_kem::N;
use crate::ml_kem::tables::LAYERS;

/// A multiplier for each number of one register of each of the eight register pairs.
#[repr(C, align(64))]
pub(super) struct LaneMultipliers {
    pub(super) value: [[i16; 16]; 8],
    pub(super) times_q_inverse: [[i16; 16]; 8],
}

/// The multipliers of the layer with partners `len` numbers apart, whose lower partners lie as the first half of `order`.
const fn multipliers(len: usize, order: Order, inverse: bool) -> LaneMultipliers {
    let mut all = LaneMultipliers {
        value: [[0; 16]; 8],
        times_q_inverse: [[0; 16]; 8],
    };
    let first = N / 2 / len;
    let mut lane = 0;
    while lane < 8 * 16 {
        let (registers, number) = (lane / 16, lane % 16);
        // The partners are where they should be.
        assert!(order[number / 2] + len / 2 == order[number / 2 + 8]);
        let block = (32 * registers + 2 * order[number / 2]) / (2 * len);
        let k = if inverse {
            2 * first - 1 - block
        } else {
            first + block
        };
        all.value[registers][number] = LAYERS[k].value;
        all.times_q_inverse[registers][number] = LAYERS[k].times_q_inverse;
        lane += 1;
    }
    all
}

/// The forward layers with partners 8, 4 and 2 apart.
pub(super) static FORWARD: [LaneMultipliers; 3] = [
    multipliers(8, HALVES, false),
    multipliers(4, QUARTERS, false),
    multipliers(2, EIGHTHS, false),
];

/// The inverse layers with partners 2, 4 and 8 apart.
pub(super) static INVERSE: [LaneMultipliers; 3] = [
    multipliers(2, EIGHTHS, true),
    multipliers(4, QUARTERS, true),
    multipliers(8, HALVES, true),
];
