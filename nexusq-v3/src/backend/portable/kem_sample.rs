//! Sampling of ML-KEM: uniform numbers modulo q, and the centred binomial distribution.

use crate::ml_kem::{Coefficients, N, Ntt, Poly, Q};

/// The numbers are public: they are a part of the matrix A, which follows from the published ρ.
#[inline(always)]
pub(crate) fn uniform(bytes: &[u8], to: &mut Poly<Ntt>, mut filled: usize) -> usize {
    for three in bytes.chunks_exact(3) {
        if filled == N {
            break;
        }
        let (b0, b1, b2) = (
            u16::from(three[0]),
            u16::from(three[1]),
            u16::from(three[2]),
        );
        for d in [b0 | (b1 & 15) << 8, b1 >> 4 | b2 << 4] {
            if d < Q as u16 && filled < N {
                to.0[filled] = d as i16;
                filled += 1;
            }
        }
    }
    filled
}

/// Each half byte is a number: the two low bits counted, less the two high ones.
pub(super) fn cbd2(bytes: &[u8; 128], to: &mut Poly<Coefficients>) {
    for (numbers, word) in to.0.chunks_exact_mut(8).zip(bytes.chunks_exact(4)) {
        let bits = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        let counts = (bits & 0x5555_5555) + (bits >> 1 & 0x5555_5555);
        for (i, number) in numbers.iter_mut().enumerate() {
            let pair = counts >> (4 * i);
            *number = (pair & 3) as i16 - (pair >> 2 & 3) as i16;
        }
    }
}

/// Each six bits are a number: the three low bits counted, less the three high ones.
#[inline(always)]
pub(crate) fn cbd3(bytes: &[u8; 192], to: &mut Poly<Coefficients>) {
    const FIRST: u32 = 0x0024_9249;
    for (numbers, three) in to.0.chunks_exact_mut(4).zip(bytes.chunks_exact(3)) {
        let bits = u32::from_le_bytes([three[0], three[1], three[2], 0]);
        let counts = (bits & FIRST) + (bits >> 1 & FIRST) + (bits >> 2 & FIRST);
        for (i, number) in numbers.iter_mut().enumerate() {
            let pair = counts >> (6 * i);
            *number = (pair & 7) as i16 - (pair >> 3 & 7) as i16;
        }
    }
}
