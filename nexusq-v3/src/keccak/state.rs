//! N Keccak states side by side: word by word, as vector registers hold them.

use super::Kernels;
use crate::wipe::Plain;

/// N states. Word w of state s stands at `[w][s]`.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct State<const N: usize>(pub(crate) [[u64; N]; 25]);

impl<const N: usize> State<N> {
    /// All zero: nothing absorbed.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        State([[0; N]; 25])
    }

    /// Adds bytes to one state, from byte `at` on. They end inside the state.
    #[inline(always)]
    pub(crate) fn absorb(&mut self, state: usize, at: usize, bytes: &[u8]) {
        debug_assert!(at + bytes.len() <= 200);
        let (ragged, rest) = bytes.split_at(bytes.len().min((8 - at % 8) % 8));
        for (i, byte) in ragged.iter().enumerate() {
            self.absorb_byte(state, at + i, *byte);
        }
        let at = at + ragged.len();
        let whole = rest.chunks_exact(8);
        let (tail, end) = (whole.remainder(), rest.len() / 8 * 8);
        for (word, bytes) in self.0[at / 8..].iter_mut().zip(whole) {
            word[state] ^= u64::from_le_bytes(eight(bytes));
        }
        for (i, byte) in tail.iter().enumerate() {
            self.absorb_byte(state, at + end + i, *byte);
        }
    }

    #[inline(always)]
    fn absorb_byte(&mut self, state: usize, at: usize, byte: u8) {
        self.0[at / 8][state] ^= u64::from(byte) << (8 * (at % 8));
    }

    /// Adds the same bytes, whole words of them, to every state, from the beginning.
    #[inline(always)]
    pub(crate) fn absorb_in_all(&mut self, bytes: &[u8]) {
        debug_assert!(bytes.len().is_multiple_of(8));
        for (word, bytes) in self.0.iter_mut().zip(bytes.chunks_exact(8)) {
            let bits = u64::from_le_bytes(eight(bytes));
            for lane in word {
                *lane ^= bits;
            }
        }
    }

    /// Adds the suffix after `len` bytes of a block, and the last bit of the padding (FIPS 202 section 5.1).
    #[inline(always)]
    pub(crate) fn pad(&mut self, state: usize, len: usize, rate: usize, suffix: u8) {
        self.0[len / 8][state] ^= u64::from(suffix) << (8 * (len % 8));
        self.0[rate / 8 - 1][state] ^= 1 << 63;
    }

    /// The first bytes of one state.
    #[inline(always)]
    pub(crate) fn squeeze(&self, state: usize, out: &mut [u8]) {
        for (bytes, word) in out.chunks_mut(8).zip(&self.0) {
            bytes.copy_from_slice(&word[state].to_le_bytes()[..bytes.len()]);
        }
    }
}

/// What back ends do with N states.
pub(crate) trait Permute<const N: usize> {
    /// Keccak-f[1600] (FIPS 202 section 3.3) on the first `used` states at least; the others hold nothing that is needed.
    fn permute<B: Kernels>(&mut self, b: B, used: usize);

    /// Writes the first `words` words of each state to its buffer from byte `at` on; up to the next 64 bytes may be
    /// overwritten.
    fn squeeze_all<B: Kernels, const LEN: usize>(
        &self,
        b: B,
        words: usize,
        out: &mut [[u8; LEN]; N],
        at: usize,
    );
}

macro_rules! permute {
    ($n:literal, $permute:expr, $squeeze:expr) => {
        impl Permute<$n> for State<$n> {
            #[inline(always)]
            fn permute<B: Kernels>(&mut self, b: B, used: usize) {
                #[cfg(test)]
                if super::starve::now() {
                    self.0 = [[u64::MAX; $n]; 25];
                    return;
                }
                $permute(b, self, used);
            }

            #[inline(always)]
            fn squeeze_all<B: Kernels, const LEN: usize>(
                &self,
                b: B,
                words: usize,
                out: &mut [[u8; LEN]; $n],
                at: usize,
            ) {
                $squeeze(b, self, words, out, at);
            }
        }
    };
}

permute!(
    1,
    |b: B, state, _| b.permute1(state),
    |_, state: &Self, words, out: &mut [[u8; LEN]; 1], at| {
        state.squeeze(0, &mut out[0][at..at + 8 * words]);
    }
);
permute!(4, B::permute4, B::squeeze4);
permute!(8, B::permute8, B::squeeze8);

impl<const N: usize> Plain for State<N> {
    const ZERO: Self = State([[0; N]; 25]);
}

#[inline(always)]
fn eight(bytes: &[u8]) -> [u8; 8] {
    let mut word = [0; 8];
    word.copy_from_slice(bytes);
    word
}
