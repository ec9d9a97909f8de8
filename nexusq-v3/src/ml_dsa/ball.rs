//! The challenge: a polynomial with τ coefficients 1 or −1.

use super::Kernels;
use super::{N, Small};
use crate::keccak::{Hash, Permute, SHAKE256_RATE, State};
use crate::wipe::{Plain, Wiped};

/// SampleInBall (FIPS 204 Alg. 29) of c̃.
///
/// c̃ of a signature is public. That of an attempt which is not published tells nothing of the key: it is a hash of w1.
pub(crate) fn sample_in_ball<B: Kernels>(b: B, tau: usize, c_tilde: &[u8]) -> Wiped<Small> {
    let mut state = Wiped(State::<1>::new());
    Hash::shake256([c_tilde]).finish(b, &mut state);
    let mut block = Wiped([0u8; SHAKE256_RATE]);
    state.squeeze(0, &mut block[..]);
    let mut signs = u64::from_le_bytes(block.first_chunk().copied().unwrap_or_default());
    let mut at = 8;
    let mut c = Wiped(Small::ZERO);
    for i in N - tau..N {
        let j = loop {
            if at == SHAKE256_RATE {
                state.permute(b, 1);
                state.squeeze(0, &mut block[..]);
                at = 0;
            }
            let j = usize::from(block[at]);
            at += 1;
            if j <= i {
                break j;
            }
        };
        c.0.0[i] = c.0.0[j];
        c.0.0[j] = 1 - 2 * (signs & 1) as i16;
        signs >>= 1;
    }
    c
}
