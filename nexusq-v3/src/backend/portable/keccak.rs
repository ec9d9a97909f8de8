//! Keccak-f[1600], one state after the other in 64-bit registers.

use crate::keccak::{ROUND_CONSTANTS, State, Word, round};

impl Word for u64 {
    type Column = u64;

    #[inline(always)]
    fn sum(l: [u64; 5]) -> u64 {
        l[0] ^ l[1] ^ l[2] ^ l[3] ^ l[4]
    }

    #[inline(always)]
    fn column(left: u64, right: u64) -> u64 {
        left ^ right.rotate_left(1)
    }

    #[inline(always)]
    fn theta_rho<const N: i32, const M: i32>(self, column: u64) -> u64 {
        (self ^ column).rotate_left(N as u32)
    }

    #[inline(always)]
    fn chi(a: u64, b: u64, c: u64) -> u64 {
        a ^ (!b & c)
    }

    #[inline(always)]
    fn iota(self, constant: u64) -> u64 {
        self ^ constant
    }
}

pub(super) fn permute1(state: &mut State<1>) {
    let mut a = state.0.map(|[word]| word);
    permute(&mut a);
    state.0 = a.map(|word| [word]);
}

pub(super) fn permute_each<const N: usize>(states: &mut State<N>, used: usize) {
    for s in 0..used.min(N) {
        let mut a = states.0.map(|word| word[s]);
        permute(&mut a);
        for (word, new) in states.0.iter_mut().zip(a) {
            word[s] = new;
        }
    }
}

pub(super) fn squeeze_each<const N: usize, const LEN: usize>(
    states: &State<N>,
    words: usize,
    out: &mut [[u8; LEN]; N],
    at: usize,
) {
    for (s, out) in out.iter_mut().enumerate() {
        states.squeeze(s, &mut out[at..at + 8 * words]);
    }
}

/// The 24 rounds. Inlined where a back end may use better instructions.
#[inline(always)]
pub(crate) fn permute(a: &mut [u64; 25]) {
    let mut b = [0; 25];
    for pair in ROUND_CONSTANTS.chunks_exact(2) {
        round(a, &mut b, pair[0]);
        round(&b, a, pair[1]);
    }
}
