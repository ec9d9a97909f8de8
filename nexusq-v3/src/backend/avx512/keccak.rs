//! Keccak-f[1600] on eight states in 512-bit registers or four in 256-bit ones: 32 registers hold all 25 words, words
//! are rotated in one instruction, and three are added in one.

use crate::keccak::{ROUND_CONSTANTS, State, Word, round};
use core::arch::x86_64::*;

/// Truth table of a + b + c.
const SUM: i32 = 0x96;
/// Truth table of a + (¬b)·c.
const CHI: i32 = 0xd2;

macro_rules! word {
    ($name:ident, $vector:ty, $caller:literal, $ternary:ident, $rotate:ident, $xor:ident, $set:ident) => {
        #[doc = concat!("The same word of several states. Every method is inlined into `", $caller, "`, which has the features; nothing else makes one.")]
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        struct $name($vector);

        impl Word for $name {
            /// The sum to the left, and that to the right already rotated.
            type Column = ($vector, $vector);

            #[inline(always)]
            fn sum(l: [Self; 5]) -> Self {
                // SAFETY: called from the permutation only.
                unsafe { $name($ternary::<SUM>($ternary::<SUM>(l[0].0, l[1].0, l[2].0), l[3].0, l[4].0)) }
            }

            #[inline(always)]
            fn column(left: Self, right: Self) -> Self::Column {
                // SAFETY: called from the permutation only.
                unsafe { (left.0, $rotate::<1>(right.0)) }
            }

            #[inline(always)]
            fn theta_rho<const N: i32, const M: i32>(self, column: Self::Column) -> Self {
                // SAFETY: called from the permutation only.
                unsafe { $name($rotate::<N>($ternary::<SUM>(self.0, column.0, column.1))) }
            }

            #[inline(always)]
            fn chi(a: Self, b: Self, c: Self) -> Self {
                // SAFETY: called from the permutation only.
                unsafe { $name($ternary::<CHI>(a.0, b.0, c.0)) }
            }

            #[inline(always)]
            fn iota(self, constant: u64) -> Self {
                // SAFETY: called from the permutation only.
                unsafe { $name($xor(self.0, $set(constant as i64))) }
            }
        }
    };
}

word!(
    Eight, __m512i, "permute8", _mm512_ternarylogic_epi64, _mm512_rol_epi64, _mm512_xor_si512, _mm512_set1_epi64
);
word!(
    Four, __m256i, "permute4", _mm256_ternarylogic_epi64, _mm256_rol_epi64, _mm256_xor_si256, _mm256_set1_epi64x
);

#[inline(always)]
fn rounds<W: Word>(a: &mut [W; 25]) {
    let mut state = *a;
    let mut other = state;
    for pair in ROUND_CONSTANTS.chunks_exact(2) {
        round(&state, &mut other, pair[0]);
        round(&other, &mut state, pair[1]);
    }
    *a = state;
}

/// One state. Four words wide with idle lanes this is faster than 64-bit registers.
#[target_feature(enable = "avx512f,avx512vl")]
pub(super) fn permute1(state: &mut State<1>) {
    let mut a = state.0.map(|[word]| Four(_mm256_set_epi64x(0, 0, 0, word as i64)));
    rounds(&mut a);
    for (word, new) in state.0.iter_mut().zip(a) {
        *word = [_mm_cvtsi128_si64(_mm256_castsi256_si128(new.0)) as u64];
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
pub(super) fn permute4(states: &mut State<4>) {
    // SAFETY: a `State<4>` is 25 times 32 bytes, aligned to 64; any bits are a valid `Four`, which is a transparent `__m256i`.
    rounds::<Four>(unsafe { &mut *(&raw mut states.0).cast() });
}

#[target_feature(enable = "avx512f,avx512vl")]
pub(super) fn permute8(states: &mut State<8>, used: usize) {
    if used > 4 {
        // SAFETY: a `State<8>` is 25 times 64 bytes, aligned to 64; any bits are a valid `Eight`, which is a transparent `__m512i`.
        rounds::<Eight>(unsafe { &mut *(&raw mut states.0).cast() });
        return;
    }
    let mut a = [Four(_mm256_setzero_si256()); 25];
    for (four, eight) in a.iter_mut().zip(&states.0) {
        // SAFETY: the first 32 of the 64 bytes of a word of eight states.
        four.0 = unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
    }
    rounds(&mut a);
    for (four, eight) in a.iter().zip(&mut states.0) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), four.0) };
    }
}
