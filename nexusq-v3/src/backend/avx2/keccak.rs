//! Keccak-f[1600] on four states, a word of each in one register; and on one, with BMI's and-not and rotate.

use crate::backend::portable;
use crate::keccak::{ROUND_CONSTANTS, State, Word, round};
use core::arch::x86_64::*;

/// The same word of four states.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Four(__m256i);

// Every method is inlined into `permute4`, which has AVX2; nothing else makes a `Four`.
impl Word for Four {
    type Column = Four;

    #[inline(always)]
    fn sum(l: [Four; 5]) -> Four {
        // SAFETY: called from `permute4` only.
        unsafe {
            let (ab, cd) = (
                _mm256_xor_si256(l[0].0, l[1].0),
                _mm256_xor_si256(l[2].0, l[3].0),
            );
            Four(_mm256_xor_si256(_mm256_xor_si256(ab, cd), l[4].0))
        }
    }

    #[inline(always)]
    fn column(left: Four, right: Four) -> Four {
        // SAFETY: called from `permute4` only.
        unsafe { Four(_mm256_xor_si256(left.0, rotate::<1, 63>(right.0))) }
    }

    #[inline(always)]
    fn theta_rho<const N: i32, const M: i32>(self, column: Four) -> Four {
        // SAFETY: called from `permute4` only.
        unsafe { Four(rotate::<N, M>(_mm256_xor_si256(self.0, column.0))) }
    }

    #[inline(always)]
    fn chi(a: Four, b: Four, c: Four) -> Four {
        // SAFETY: called from `permute4` only.
        unsafe { Four(_mm256_xor_si256(a.0, _mm256_andnot_si256(b.0, c.0))) }
    }

    #[inline(always)]
    fn iota(self, constant: u64) -> Four {
        // SAFETY: called from `permute4` only.
        unsafe {
            Four(_mm256_xor_si256(
                self.0,
                _mm256_set1_epi64x(constant as i64),
            ))
        }
    }
}

/// Rotates each word to the left by N; M is 64 − N modulo 64. Whole bytes are moved by one shuffle.
#[inline]
#[target_feature(enable = "avx2")]
fn rotate<const N: i32, const M: i32>(a: __m256i) -> __m256i {
    match N {
        0 => a,
        8 => _mm256_shuffle_epi8(
            a,
            _mm256_setr_epi8(
                7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14, 7, 0, 1, 2, 3, 4, 5, 6, 15,
                8, 9, 10, 11, 12, 13, 14,
            ),
        ),
        56 => _mm256_shuffle_epi8(
            a,
            _mm256_setr_epi8(
                1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8, 1, 2, 3, 4, 5, 6, 7, 0, 9,
                10, 11, 12, 13, 14, 15, 8,
            ),
        ),
        1 => _mm256_or_si256(_mm256_add_epi64(a, a), _mm256_srli_epi64::<M>(a)),
        _ => _mm256_or_si256(_mm256_slli_epi64::<N>(a), _mm256_srli_epi64::<M>(a)),
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn permute1(state: &mut State<1>) {
    let mut a = state.0.map(|[word]| word);
    portable::permute(&mut a);
    state.0 = a.map(|word| [word]);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn permute4(states: &mut State<4>) {
    // SAFETY: a `State<4>` is 25 times 32 bytes, aligned to 64; any bits are a valid `Four`, which is a transparent `__m256i`.
    let a: &mut [Four; 25] = unsafe { &mut *(&raw mut states.0).cast() };
    let mut b = *a;
    // There are 16 registers, too few for the 25 words: the rounds go back and forth between two arrays in memory, which
    // is faster than to have the compiler move words in and out of registers.
    let (mut from, mut to): (&mut [Four; 25], &mut [Four; 25]) = (a, &mut b);
    for constant in ROUND_CONSTANTS {
        round(from, to, constant);
        (from, to) = (to, from);
    }
    // 24 rounds: the result is where it began. What is left in the other array is the state before the last round.
    b = [Four(_mm256_setzero_si256()); 25];
    zeroize::optimization_barrier(&b);
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn permute8(states: &mut State<8>, used: usize) {
    for half in 0..used.div_ceil(4) {
        let mut four = State::<4>::new();
        for (four, eight) in four.0.iter_mut().zip(&states.0) {
            four.copy_from_slice(&eight[4 * half..4 * half + 4]);
        }
        permute4(&mut four);
        for (four, eight) in four.0.iter().zip(&mut states.0) {
            eight[4 * half..4 * half + 4].copy_from_slice(four);
        }
    }
}

/// Four words of four states, transposed.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(r: [__m256i; 4]) -> [__m256i; 4] {
    let (ab_low, ab_high) = (
        _mm256_unpacklo_epi64(r[0], r[1]),
        _mm256_unpackhi_epi64(r[0], r[1]),
    );
    let (cd_low, cd_high) = (
        _mm256_unpacklo_epi64(r[2], r[3]),
        _mm256_unpackhi_epi64(r[2], r[3]),
    );
    [
        _mm256_permute2x128_si256::<0x20>(ab_low, cd_low),
        _mm256_permute2x128_si256::<0x20>(ab_high, cd_high),
        _mm256_permute2x128_si256::<0x31>(ab_low, cd_low),
        _mm256_permute2x128_si256::<0x31>(ab_high, cd_high),
    ]
}

/// Writes four words at a time; words beyond the state's 25 are zeros.
#[inline]
#[target_feature(enable = "avx2")]
fn squeeze_four<const N: usize, const LEN: usize>(
    states: &State<N>,
    first: usize,
    words: usize,
    out: &mut [[u8; LEN]],
    at: usize,
) {
    for word in (0..words).step_by(4) {
        let row = |i: usize| match states.0.get(word + i) {
            // SAFETY: four words of 8 bytes, from `first` on.
            Some(row) => unsafe { _mm256_loadu_si256(row[first..first + 4].as_ptr().cast()) },
            None => _mm256_setzero_si256(),
        };
        let columns = transpose([row(0), row(1), row(2), row(3)]);
        for (out, column) in out.iter_mut().zip(columns) {
            let place = &mut out[at + 8 * word..][..32];
            // SAFETY: `place` is 32 bytes.
            unsafe { _mm256_storeu_si256(place.as_mut_ptr().cast(), column) };
        }
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn squeeze4<const LEN: usize>(
    states: &State<4>,
    words: usize,
    out: &mut [[u8; LEN]; 4],
    at: usize,
) {
    squeeze_four(states, 0, words, out, at);
}

#[target_feature(enable = "avx2")]
pub(super) fn squeeze8<const LEN: usize>(
    states: &State<8>,
    words: usize,
    out: &mut [[u8; LEN]; 8],
    at: usize,
) {
    let (low, high) = out.split_at_mut(4);
    squeeze_four(states, 0, words, low, at);
    squeeze_four(states, 4, words, high, at);
}
