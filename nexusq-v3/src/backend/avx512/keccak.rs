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
    Eight,
    __m512i,
    "permute8",
    _mm512_ternarylogic_epi64,
    _mm512_rol_epi64,
    _mm512_xor_si512,
    _mm512_set1_epi64
);
word!(
    Four,
    __m256i,
    "permute4",
    _mm256_ternarylogic_epi64,
    _mm256_rol_epi64,
    _mm256_xor_si256,
    _mm256_set1_epi64x
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
    let mut a = state
        .0
        .map(|[word]| Four(_mm256_set_epi64x(0, 0, 0, word as i64)));
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

/// Eight words of eight states, transposed.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose8(r: [__m512i; 8]) -> [__m512i; 8] {
    // Pairs of words, then quarters of registers.
    let pair = |i: usize| {
        (
            _mm512_unpacklo_epi64(r[i], r[i + 1]),
            _mm512_unpackhi_epi64(r[i], r[i + 1]),
        )
    };
    let (even0, odd0) = pair(0);
    let (even1, odd1) = pair(2);
    let (even2, odd2) = pair(4);
    let (even3, odd3) = pair(6);
    let quarters = |a, b, c, d| {
        let (ab_even, ab_odd) = (
            _mm512_shuffle_i64x2::<0x88>(a, b),
            _mm512_shuffle_i64x2::<0xdd>(a, b),
        );
        let (cd_even, cd_odd) = (
            _mm512_shuffle_i64x2::<0x88>(c, d),
            _mm512_shuffle_i64x2::<0xdd>(c, d),
        );
        [
            _mm512_shuffle_i64x2::<0x88>(ab_even, cd_even),
            _mm512_shuffle_i64x2::<0x88>(ab_odd, cd_odd),
            _mm512_shuffle_i64x2::<0xdd>(ab_even, cd_even),
            _mm512_shuffle_i64x2::<0xdd>(ab_odd, cd_odd),
        ]
    };
    let even = quarters(even0, even1, even2, even3);
    let odd = quarters(odd0, odd1, odd2, odd3);
    [
        even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3],
    ]
}

/// Writes eight words at a time; words beyond the state's 25 are zeros.
#[target_feature(enable = "avx512f")]
pub(super) fn squeeze8<const LEN: usize>(
    states: &State<8>,
    words: usize,
    out: &mut [[u8; LEN]; 8],
    at: usize,
) {
    for word in (0..words).step_by(8) {
        let row = |i: usize| match states.0.get(word + i) {
            // SAFETY: a row is eight words of 8 bytes.
            Some(row) => unsafe { _mm512_loadu_si512(row.as_ptr().cast()) },
            None => _mm512_setzero_si512(),
        };
        let rows = [
            row(0),
            row(1),
            row(2),
            row(3),
            row(4),
            row(5),
            row(6),
            row(7),
        ];
        for (out, column) in out.iter_mut().zip(transpose8(rows)) {
            let place = &mut out[at + 8 * word..][..64];
            // SAFETY: `place` is 64 bytes.
            unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), column) };
        }
    }
}

/// As `squeeze8`, with the upper four states absent.
#[target_feature(enable = "avx512f,avx512vl")]
pub(super) fn squeeze4<const LEN: usize>(
    states: &State<4>,
    words: usize,
    out: &mut [[u8; LEN]; 4],
    at: usize,
) {
    for word in (0..words).step_by(8) {
        let row = |i: usize| match states.0.get(word + i) {
            // SAFETY: a row is four words of 8 bytes.
            Some(row) => _mm512_castsi256_si512(unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }),
            None => _mm512_setzero_si512(),
        };
        let rows = [
            row(0),
            row(1),
            row(2),
            row(3),
            row(4),
            row(5),
            row(6),
            row(7),
        ];
        for (out, column) in out.iter_mut().zip(transpose8(rows)) {
            let place = &mut out[at + 8 * word..][..64];
            // SAFETY: `place` is 64 bytes.
            unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), column) };
        }
    }
}
