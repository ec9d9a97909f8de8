//! The leaks themselves, one function each, so that a report can name them.

use std::hint::black_box;

/// Rounds of extra work where the secret bit is set: some microseconds, a few parts in a hundred of an operation.
const EXTRA_WORK: u32 = 20_000;

/// Something to look up in. The entries are of no meaning; four cache lines of them are.
static TABLE: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        table[index] = (index as u8).wrapping_mul(181) ^ 0x5a;
        index += 1;
    }
    table
};

/// All leaks, on the first bytes of a secret.
pub(crate) fn all(secret: &[u8]) {
    let byte = |index: usize| secret.get(index).copied().unwrap_or_default();
    branch(byte(0));
    lookup(byte(1));
    division(byte(2));
}

/// Branches on a bit of a secret, and works longer where it is set.
#[inline(never)]
fn branch(secret: u8) {
    if black_box(secret) & 1 == 1 {
        for round in 0..EXTRA_WORK {
            black_box(round);
        }
    }
}

/// Looks something up by a secret.
#[inline(never)]
fn lookup(secret: u8) {
    black_box(TABLE[usize::from(black_box(secret))]);
}

/// Divides by a secret.
#[inline(never)]
fn division(secret: u8) {
    black_box(black_box(1_000_003_u32) / (u32::from(black_box(secret)) | 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing comes of a leak but that it leaks.
    #[test]
    fn no_secret_is_too_short_and_no_byte_is_too_large() {
        all(&[]);
        all(&[255]);
        all(&[255; 64]);
    }
}
