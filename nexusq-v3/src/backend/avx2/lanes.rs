//! How numbers move between the lanes of two registers in the layers of a transform whose partners share a register.
//!
//! Two registers have 16 lanes of 32 bits. Before such a layer the lower partners are moved to one register and the
//! higher to the other. The multiplier of each lane follows from tracing where the moves take it.

use core::arch::x86_64::*;

/// The low halves of both registers, and the high halves. Its own inverse.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn halves(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (
        _mm256_permute2x128_si256::<0x20>(a, b),
        _mm256_permute2x128_si256::<0x31>(a, b),
    )
}

/// In each half: the lower quarters of both, and the upper quarters. Its own inverse.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn quarters(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
}

/// In each half: the even lanes of both, and the odd lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn eighths(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b)),
    )
}

/// The inverse of `eighths`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn eighths_back(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b))
}

/// Applies a move to each two of eight registers.
macro_rules! move_lanes {
    ($r:ident, $how:ident) => {
        for i in (0..8).step_by(2) {
            ($r[i], $r[i + 1]) = $how($r[i], $r[i + 1]);
        }
    };
}
pub(super) use move_lanes;

/// What lies in the lanes of two registers, four in each half of a register.
pub(super) type Order = [usize; 16];

const IN_ORDER: Order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// What `halves` does: the low halves to the first register, the high halves to the second.
const fn order_of_halves(o: Order) -> Order {
    [
        o[0], o[1], o[2], o[3], o[8], o[9], o[10], o[11], o[4], o[5], o[6], o[7], o[12], o[13],
        o[14], o[15],
    ]
}

/// What `quarters` does: in each half, the lower quarters of both and the upper quarters of both.
const fn order_of_quarters(o: Order) -> Order {
    [
        o[0], o[1], o[8], o[9], o[4], o[5], o[12], o[13], o[2], o[3], o[10], o[11], o[6], o[7],
        o[14], o[15],
    ]
}

/// What `eighths` does: in each half, the even lanes of both and the odd lanes of both.
const fn order_of_eighths(o: Order) -> Order {
    [
        o[0], o[2], o[8], o[10], o[4], o[6], o[12], o[14], o[1], o[3], o[9], o[11], o[5], o[7],
        o[13], o[15],
    ]
}

/// The lanes after `halves`: partners four lanes apart face each other.
pub(super) const HALVES: Order = order_of_halves(IN_ORDER);
/// The lanes after `quarters` too: partners two lanes apart.
pub(super) const QUARTERS: Order = order_of_quarters(HALVES);
/// The lanes after `eighths` too: neighbours.
pub(super) const EIGHTHS: Order = order_of_eighths(QUARTERS);
