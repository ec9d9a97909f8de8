//! The layers of the transform of ML-DSA whose partners share a register. Every lane of `lanes` is a number here.

use super::lanes::{IN_ORDER, Move, facing, from_to};
use crate::ml_dsa::N;
use crate::ml_dsa::tables::LAYERS;

/// A multiplier for each number of one register of each of the eight register pairs: as they are, and the odd lanes moved
/// to the even ones.
#[repr(C, align(64))]
pub(super) struct LaneMultipliers {
    pub(super) value: [[[i32; 16]; 8]; 2],
    pub(super) times_q_inverse: [[[i32; 16]; 8]; 2],
}

/// A layer: the move before it (forward) or after it (inverse), and its multipliers.
pub(super) struct Layer {
    pub(super) place: Move,
    pub(super) by: LaneMultipliers,
}

/// The multipliers of the layer with partners `len` numbers apart.
const fn multipliers(len: usize, inverse: bool) -> LaneMultipliers {
    let order = facing(len as u32);
    let mut all = LaneMultipliers {
        value: [[[0; 16]; 8]; 2],
        times_q_inverse: [[[0; 16]; 8]; 2],
    };
    let first = N / 2 / len;
    let mut lane = 0;
    while lane < 8 * 16 {
        let (registers, number) = (lane / 16, lane % 16);
        let block = (32 * registers + order[number] as usize) / (2 * len);
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

/// The forward layers with partners 8, 4, 2 and 1 apart, each with the move before it.
pub(super) static FORWARD: [Layer; 4] = [
    Layer {
        place: from_to(IN_ORDER, facing(8)),
        by: multipliers(8, false),
    },
    Layer {
        place: from_to(facing(8), facing(4)),
        by: multipliers(4, false),
    },
    Layer {
        place: from_to(facing(4), facing(2)),
        by: multipliers(2, false),
    },
    Layer {
        place: from_to(facing(2), facing(1)),
        by: multipliers(1, false),
    },
];

/// The move back into order after the last forward layer.
pub(super) static INTO_ORDER: Move = from_to(facing(1), IN_ORDER);

/// The move out of order before the first inverse layer.
pub(super) static OUT_OF_ORDER: Move = from_to(IN_ORDER, facing(1));

/// The inverse layers with partners 1, 2, 4 and 8 apart, each with the move after it.
pub(super) static INVERSE: [Layer; 4] = [
    Layer {
        place: from_to(facing(1), facing(2)),
        by: multipliers(1, true),
    },
    Layer {
        place: from_to(facing(2), facing(4)),
        by: multipliers(2, true),
    },
    Layer {
        place: from_to(facing(4), facing(8)),
        by: multipliers(4, true),
    },
    Layer {
        place: from_to(facing(8), IN_ORDER),
        by: multipliers(8, true),
    },
];
