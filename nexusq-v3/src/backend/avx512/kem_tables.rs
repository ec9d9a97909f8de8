//! The layers of the transform of ML-KEM whose partners share a register. The lanes of `lanes` are pairs of numbers here,
//! which stay together.

use super::lanes::{IN_ORDER, Move, facing, from_to};
use crate::ml_kem::N;
use crate::ml_kem::tables::LAYERS;

/// A multiplier for each number of the lower or higher register of each of the four register pairs.
#[repr(C, align(64))]
pub(super) struct LaneMultipliers {
    pub(super) value: [[i16; 32]; 4],
    pub(super) times_q_inverse: [[i16; 32]; 4],
}

/// A layer: the move before it (forward) or after it (inverse), and its multipliers.
pub(super) struct Layer {
    pub(super) place: Move,
    pub(super) by: LaneMultipliers,
}

/// The multipliers of the layer with partners `len` numbers apart.
const fn multipliers(len: usize, inverse: bool) -> LaneMultipliers {
    let order = facing(len as u32 / 2);
    let mut all = LaneMultipliers {
        value: [[0; 32]; 4],
        times_q_inverse: [[0; 32]; 4],
    };
    let first = N / 2 / len;
    let mut lane = 0;
    while lane < 4 * 32 {
        let (registers, number) = (lane / 32, lane % 32);
        let block = (64 * registers + 2 * order[number / 2] as usize) / (2 * len);
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

/// The forward layers with partners 16, 8, 4 and 2 apart, each with the move before it.
pub(super) static FORWARD: [Layer; 4] = [
    Layer {
        place: from_to(IN_ORDER, facing(8)),
        by: multipliers(16, false),
    },
    Layer {
        place: from_to(facing(8), facing(4)),
        by: multipliers(8, false),
    },
    Layer {
        place: from_to(facing(4), facing(2)),
        by: multipliers(4, false),
    },
    Layer {
        place: from_to(facing(2), facing(1)),
        by: multipliers(2, false),
    },
];

/// The move back into order after the last forward layer.
pub(super) static INTO_ORDER: Move = from_to(facing(1), IN_ORDER);

/// The move out of order before the first inverse layer.
pub(super) static OUT_OF_ORDER: Move = from_to(IN_ORDER, facing(1));

/// The inverse layers with partners 2, 4, 8 and 16 apart, each with the move after it.
pub(super) static INVERSE: [Layer; 4] = [
    Layer {
        place: from_to(facing(1), facing(2)),
        by: multipliers(2, true),
    },
    Layer {
        place: from_to(facing(2), facing(4)),
        by: multipliers(4, true),
    },
    Layer {
        place: from_to(facing(4), facing(8)),
        by: multipliers(8, true),
    },
    Layer {
        place: from_to(facing(8), IN_ORDER),
        by: multipliers(16, true),
    },
];
