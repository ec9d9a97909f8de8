//! The harness erases the bytes that it held: what a look into a runner's memory finds of a secret
//! after a call was then left by the implementation or its adapter.

use std::hint::black_box;
use std::ops::Deref;

/// How much stack lies between the harness's own calls and those of an untimed operation.
const DISTANCE: usize = 64 << 10;

/// Overwrites all the room that a vector has, also where nothing was declared as written.
pub(crate) fn erase(bytes: &mut Vec<u8>) {
    // Up to its capacity a vector doesn't move.
    bytes.resize(bytes.capacity(), 0);
    zeroize::zeroize_bytes(bytes);
}

/// Bytes that are erased when they are dropped.
pub(crate) struct Erased(Vec<u8>);

impl From<Vec<u8>> for Erased {
    fn from(bytes: Vec<u8>) -> Erased {
        Erased(bytes)
    }
}

impl From<&[u8]> for Erased {
    fn from(bytes: &[u8]) -> Erased {
        Erased(bytes.to_vec())
    }
}

impl Deref for Erased {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Erased {
    fn drop(&mut self) {
        erase(&mut self.0);
    }
}

/// Runs `call` so far down the stack that what the harness does afterwards, such as writing the
/// reply, does not overwrite what the call left there: that is not the implementation's merit.
#[inline(never)]
pub(crate) fn far_down<T>(call: impl FnOnce() -> T) -> T {
    let mut distance = [0_u8; DISTANCE];
    black_box(&mut distance);
    let value = call();
    black_box(&mut distance);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn erasing_reaches_the_spare_room_and_does_not_move() {
        let mut bytes = Vec::with_capacity(40);
        bytes.extend([0xa5; 24]);
        let before = (bytes.as_ptr(), bytes.capacity());
        erase(&mut bytes);
        assert_eq!((bytes.as_ptr(), bytes.capacity()), before);
        assert_eq!(bytes, [0; 40]);
    }
}
