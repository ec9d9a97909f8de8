//! Multipliers for the lanes of registers in the layers of the transform whose partners share a register.
//!
//! Two registers hold 32 numbers, 16 pairs. Before such a layer the lower partners are moved to one register and the
//! higher to the other. The multiplier of each lane follows from tracing where the moves take each pair.

use crate::ml_kem::N;
use crate::ml_kem::tables::LAYERS;

/// A multiplier for each number of one register of each of the eight register pairs.
#[repr(C, align(64))]
pub(super) struct LaneMultipliers {
    pub(super) value: [[i16; 16]; 8],
    pub(super) times_q_inverse: [[i16; 16]; 8],
}

/// The pairs in two registers, four in each half of a register.
type Order = [usize; 16];

const IN_ORDER: Order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// What `halves` of `kem_ntt` does: the low halves to the first register, the high halves to the second.
const fn halves(o: Order) -> Order {
    [o[0], o[1], o[2], o[3], o[8], o[9], o[10], o[11], o[4], o[5], o[6], o[7], o[12], o[13], o[14], o[15]]
}

/// What `quarters` does: in each half, the lower quarters of both and the upper quarters of both.
const fn quarters(o: Order) -> Order {
    [o[0], o[1], o[8], o[9], o[4], o[5], o[12], o[13], o[2], o[3], o[10], o[11], o[6], o[7], o[14], o[15]]
}

/// What `eighths` does: in each half, the even pairs of both and the odd pairs of both.
const fn eighths(o: Order) -> Order {
    [o[0], o[2], o[8], o[10], o[4], o[6], o[12], o[14], o[1], o[3], o[9], o[11], o[5], o[7], o[13], o[15]]
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
        let k = if inverse { 2 * first - 1 - block } else { first + block };
        all.value[registers][number] = LAYERS[k].value;
        all.times_q_inverse[registers][number] = LAYERS[k].times_q_inverse;
        lane += 1;
    }
    all
}

const EIGHT: Order = halves(IN_ORDER);
const FOUR: Order = quarters(EIGHT);
const TWO: Order = eighths(FOUR);

/// The forward layers with partners 8, 4 and 2 apart.
pub(super) static FORWARD: [LaneMultipliers; 3] =
    [multipliers(8, EIGHT, false), multipliers(4, FOUR, false), multipliers(2, TWO, false)];

/// The inverse layers with partners 2, 4 and 8 apart.
pub(super) static INVERSE: [LaneMultipliers; 3] =
    [multipliers(2, TWO, true), multipliers(4, FOUR, true), multipliers(8, EIGHT, true)];
