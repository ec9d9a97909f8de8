//! Sampling of ML-DSA: uniform numbers modulo q, and private coefficients.

use crate::ml_dsa::{N, Ntt, Poly, Q, Small};

/// CoeffFromThreeBytes (FIPS 204 Alg. 14). The numbers are public: they are a part of the matrix A.
#[inline(always)]
pub(crate) fn uniform(bytes: &[u8], to: &mut Poly<Ntt>, mut filled: usize) -> usize {
    for three in bytes.chunks_exact(3) {
        if filled == N {
            break;
        }
        let z = i32::from(three[0]) | i32::from(three[1]) << 8 | i32::from(three[2] & 0x7f) << 16;
        if z < Q {
            to.0[filled] = z;
            filled += 1;
        }
    }
    filled
}

/// CoeffFromHalfByte (FIPS 204 Alg. 15).
///
/// Which half bytes are left out is not a secret: it tells nothing of those that are kept.
#[inline(always)]
pub(crate) fn small<const ETA: usize>(bytes: &[u8], to: &mut Small, mut filled: usize) -> usize {
    for byte in bytes {
        if filled == N {
            break;
        }
        for b in [byte & 15, byte >> 4] {
            let (in_range, number) = if ETA == 2 {
                // b mod 5 without a division: 205/1024 is 1/5 as far as b = 15.
                (
                    b < 15,
                    2 - (i16::from(b) - 5 * ((205 * i16::from(b)) >> 10)),
                )
            } else {
                (b < 9, 4 - i16::from(b))
            };
            if in_range && filled < N {
                to.0[filled] = number;
                filled += 1;
            }
        }
    }
    filled
}
