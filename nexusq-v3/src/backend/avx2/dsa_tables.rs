//! The layers of the transform of ML-DSA whose partners share a register. Every lane of `lanes` is a number here.

use super::lanes::{EIGHTHS, HALVES, Order, QUARTERS};
use crate::ml_dsa::N;
use crate::ml_dsa::tables::LAYERS;

/// A multiplier for each number of one register of each of the sixteen register pairs: as they are, and the odd lanes moved
/// to the even ones.
#[repr(C, align(64))]
pub(super) struct LaneMultipliers {
    pub(super) value: [[[i32; 8]; 16]; 2],
    pub(super) times_q_inverse: [[[i32; 8]; 16]; 2],
}

/// The multipliers of the layer with partners `len` numbers apart, whose lower partners lie as the first half of `order`.
const fn multipliers(len: usize, order: Order, inverse: bool) -> LaneMultipliers {
    let mut all = LaneMultipliers {
        value: [[[0; 8]; 16]; 2],
        times_q_inverse: [[[0; 8]; 16]; 2],
    };
    let first = N / 2 / len;
    let mut lane = 0;
    while lane < 16 * 8 {
        let (registers, number) = (lane / 8, lane % 8);
        // The partners are where they should be.
        assert!(order[number] + len == order[number + 8]);
        let block = (16 * registers + order[number]) / (2 * len);
        let by = LAYERS[if inverse {
            2 * first - 1 - block
        } else {
            first + block
        }];
        all.value[0][registers][number] = by.value;
        all.times_q_inverse[0][registers][number] = by.times_q_inverse;
        if number % 2 == 1 {
            all.value[1][registers][number - 1] = by.value;
            all.times_q_inverse[1][registers][number - 1] = by.times_q_inverse;
        }
        lane += 1;
    }
    all
}

/// The forward layers with partners 4, 2 and 1 apart.
pub(super) static FORWARD: [LaneMultipliers; 3] = [
    multipliers(4, HALVES, false),
    multipliers(2, QUARTERS, false),
    multipliers(1, EIGHTHS, false),
];

/// The inverse layers with partners 1, 2 and 4 apart.
pub(super) static INVERSE: [LaneMultipliers; 3] = [
    multipliers(1, EIGHTHS, true),
    multipliers(2, QUARTERS, true),
    multipliers(4, HALVES, true),
];
