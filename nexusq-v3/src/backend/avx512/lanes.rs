//! How numbers move between the lanes of registers in the layers of a transform whose partners share a register.
//!
//! Two registers have 32 lanes of 32 bits. A layer wants the lower partners in one register and the higher in the
//! other. The moves follow from tracing where each lane's content goes.

/// For each place in two registers, which of the 32 lanes of two registers goes there.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Move(pub(super) [[u32; 16]; 2]);

/// Where what was in each lane lies: place i holds that of lane `Order[i]`.
pub(super) type Order = [u32; 32];

/// Every lane in its place.
pub(super) const IN_ORDER: Order = {
    let mut order = [0; 32];
    let mut i = 0;
    while i < 32 {
        order[i] = i as u32;
        i += 1;
    }
    order
};

/// The order in which partners that are `distance` lanes apart face each other.
pub(super) const fn facing(distance: u32) -> Order {
    let mut order = [0; 32];
    let (mut lane, mut place) = (0, 0);
    while lane < 32 {
        if (lane / distance).is_multiple_of(2) {
            order[place] = lane;
            order[place + 16] = lane + distance;
            place += 1;
        }
        lane += 1;
    }
    order
}

/// The move from one order to another.
pub(super) const fn from_to(from: Order, to: Order) -> Move {
    let mut places = [[0; 16]; 2];
    let mut i = 0;
    while i < 32 {
        let mut j = 0;
        while from[j] != to[i] {
            j += 1;
        }
        places[i / 16][i % 16] = j as u32;
        i += 1;
    }
    Move(places)
}
